package io.sluice.assumptions;

import io.sluice.counts.TransitionCounts;
import io.sluice.distributions.Binomial;
import io.sluice.mdp.Labels;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Do the action probabilities agree with the actions? In every state by itself, and over all states
 * together, at a level that allows one false alarm in a thousand logs.
 *
 * <p>Given how often a state was met, the count of each action is binomial if its probability is
 * right. So the p-value of a state is twice its smallest binomial tail, times the number of actions
 * (and at most 1): exact, however few rows there are. χ² is shown beside it, with rare actions
 * taken together.
 *
 * @param checked in how many states
 * @param disagreeing the states where they do not
 * @param pooled all states together
 */
public record Calibration(int checked, List<Disagreement> disagreeing, PooledCalibration pooled) {
  /** The probability of a disagreement where all probabilities are right, at most. */
  public static final double LEVEL = 0.001;

  /** What states by themselves have of it, and tests by action and by bin; X² has the rest. */
  private static final double SHARE = (LEVEL - Exceedance.LEVEL) / 2;

  /** More states than this share one warning. */
  private static final int WARNINGS = 3;

  /** χ² needs actions to be expected this often; rarer ones are taken together. */
  private static final double LEAST_EXPECTED = 5;

  public Calibration {
    disagreeing = List.copyOf(disagreeing);
  }

  /**
   * A state whose actions do not look as their probabilities say.
   *
   * @param step 0 if all steps were taken together
   */
  public record Disagreement(
      int step,
      String state,
      double chiSquare,
      int degreesOfFreedom,
      double pValue,
      String worst) {}

  /** Whether no test found a disagreement. */
  public boolean agrees() {
    return disagreeing.isEmpty() && !pooled.alarm();
  }

  /**
   * The disagreements in words: state by state if they are few, or all states together if none
   * stands out.
   */
  public List<String> warnings() {
    Stream<String> together =
        pooled.alarm() && disagreeing.isEmpty()
            ? Stream.of(
                "the action probabilities disagree with the log (%s)".formatted(pooled.worst()))
            : Stream.empty();
    return disagreeing.size() > WARNINGS
        ? List.of(
            String.format(
                Locale.ROOT,
                "in %,d of %,d states checked the action probabilities disagree with the log, most of all in %s",
                disagreeing.size(),
                checked,
                disagreeing.stream()
                    .min(Comparator.comparingDouble(Disagreement::pValue))
                    .map(d -> place(d) + " " + figures(d))
                    .orElseThrow()))
        : Stream.concat(together, disagreeing.stream().map(Calibration::words)).toList();
  }

  private static String words(Disagreement d) {
    return place(d) + ": the action probabilities disagree with the log " + figures(d);
  }

  private static String place(Disagreement d) {
    return (d.step() == 0 ? "" : "step " + d.step() + ", ") + "state \"" + d.state() + '"';
  }

  private static String figures(Disagreement d) {
    return String.format(
        Locale.ROOT,
        "(χ² = %.1f on %d df, p = %.2g; %s)",
        d.chiSquare(),
        d.degreesOfFreedom(),
        d.pValue(),
        d.worst());
  }

  /**
   * Tests whether a log agrees with the policy that supposedly made it.
   *
   * @param completed whether the policy's probabilities of actions never seen in a state only
   *     complete those of the others to 1
   */
  public static Calibration of(
      TransitionCounts counts, Policy behavior, boolean completed, Labels states, Labels actions) {
    Shape shape = counts.shape();
    boolean pooled = behavior.isStationary();
    int tables = pooled ? 1 : shape.horizon();
    long[] taken = new long[tables * shape.states() * shape.actions()];
    for (int h = 1; h <= shape.horizon(); h++) {
      int first = pooled ? 0 : (h - 1) * shape.states();
      counts.forEachPair(h, (x, a, n, r, rr) -> taken[(first + x) * shape.actions() + a] += n);
    }
    List<StateTest> tests = new ArrayList<>();
    for (int i = 0; i < tables * shape.states(); i++) {
      StateTest test =
          new StateTest(behavior, completed, taken, i / shape.states() + 1, i % shape.states(), i);
      if (test.groups >= 2) {
        tests.add(test);
      }
    }
    double level = SHARE / Math.max(1, tests.size());
    return new Calibration(
        tests.size(),
        tests.stream()
            .filter(test -> test.pValue() < level)
            .map(test -> test.disagreement(pooled, states, actions))
            .toList(),
        PooledCalibration.of(counts, behavior, completed, actions::name, SHARE));
  }

  /** The test of one state. */
  private static final class StateTest {
    private final int step;
    private final int state;
    private final int actions;
    private double chi;
    private int groups;
    private int worst;
    private long worstTaken;
    private double worstExpected;
    private long total;
    private double tail = 1; // the smallest binomial tail

    StateTest(Policy behavior, boolean completed, long[] taken, int step, int state, int row) {
      this.step = step;
      this.state = state;
      actions = behavior.shape().actions();
      int first = row * actions;
      for (int a = 0; a < actions; a++) {
        total += taken[first + a];
      }
      double rareTaken = 0;
      double rareExpected = 0;
      double largest = -1;
      for (int a = 0; a < actions && total > 0; a++) {
        long n = taken[first + a];
        double p = behavior.probability(step, state, a);
        double expected = total * p;
        if (n > 0 || !completed) {
          tail = Math.min(tail, n > expected ? above(n, p) : below(n, p));
        }
        if (expected < LEAST_EXPECTED) {
          rareTaken += n;
          rareExpected += expected;
          continue;
        }
        groups++;
        double term = (n - expected) * (n - expected) / expected;
        chi += term;
        if (term > largest) {
          largest = term;
          worst = a;
          worstTaken = n;
          worstExpected = expected;
        }
      }
      if (rareExpected > 0) {
        groups++;
        chi += (rareTaken - rareExpected) * (rareTaken - rareExpected) / rareExpected;
      }
    }

    private double above(long n, double p) {
      return Binomial.atLeast(total, p, n);
    }

    private double below(long n, double p) {
      return Binomial.atLeast(total, 1 - p, total - n);
    }

    double pValue() {
      return Math.min(1, 2 * actions * tail);
    }

    Disagreement disagreement(boolean pooled, Labels states, Labels names) {
      String detail =
          String.format(
              Locale.ROOT,
              "%s: %d of %d, expected %.1f",
              names.name(worst),
              worstTaken,
              total,
              worstExpected);
      return new Disagreement(
          pooled ? 0 : step, states.name(state), chi, groups - 1, pValue(), detail);
    }
  }
}
