package io.sluice.assumptions;

import io.sluice.counts.TransitionCounts;
import io.sluice.distributions.ChiSquared;
import io.sluice.mdp.Labels;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Do the action probabilities agree with the actions? A χ² test in every state, at a level that
 * allows one false alarm in a thousand logs.
 *
 * @param checked in how many states
 * @param disagreeing the states where they do not
 */
public record Calibration(int checked, List<Disagreement> disagreeing) {
  private static final double LEVEL = 0.001;

  /** The test needs actions to be expected this often; rarer ones are taken together. */
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

  /** The disagreements in words. */
  public List<String> warnings() {
    return disagreeing.stream()
        .map(
            d ->
                String.format(
                    Locale.ROOT,
                    "%sstate \"%s\": the action probabilities disagree with the log (χ² = %.1f on %d df, p = %.2g; %s)",
                    d.step() == 0 ? "" : "step " + d.step() + ", ",
                    d.state(),
                    d.chiSquare(),
                    d.degreesOfFreedom(),
                    d.pValue(),
                    d.worst()))
        .toList();
  }

  /** Tests whether a log agrees with the policy that supposedly made it. */
  public static Calibration of(
      TransitionCounts counts, Policy behavior, Labels states, Labels actions) {
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
          new StateTest(behavior, taken, i / shape.states() + 1, i % shape.states(), i);
      if (test.groups >= 2) {
        tests.add(test);
      }
    }
    double level = LEVEL / Math.max(1, tests.size());
    return new Calibration(
        tests.size(),
        tests.stream()
            .filter(test -> test.pValue() < level)
            .map(test -> test.disagreement(pooled, states, actions))
            .toList());
  }

  /** The test of one state. */
  private static final class StateTest {
    private final int step;
    private final int state;
    private double chi;
    private int groups;
    private int worst;
    private long worstTaken;
    private double worstExpected;
    private long total;

    StateTest(Policy behavior, long[] taken, int step, int state, int row) {
      this.step = step;
      this.state = state;
      int actions = behavior.shape().actions();
      int first = row * actions;
      for (int a = 0; a < actions; a++) {
        total += taken[first + a];
      }
      double rareTaken = 0;
      double rareExpected = 0;
      double largest = -1;
      for (int a = 0; a < actions && total > 0; a++) {
        long n = taken[first + a];
        double expected = total * behavior.probability(step, state, a);
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

    double pValue() {
      return ChiSquared.survival(groups - 1.0, chi);
    }

    Disagreement disagreement(boolean pooled, Labels states, Labels actions) {
      String detail =
          String.format(
              Locale.ROOT,
              "%s: %d of %d, expected %.1f",
              actions.name(worst),
              worstTaken,
              total,
              worstExpected);
      return new Disagreement(
          pooled ? 0 : step, states.name(state), chi, groups - 1, pValue(), detail);
    }
  }
}
