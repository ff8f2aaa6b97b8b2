package io.sluice.answers;

import io.sluice.logs.BehaviorPolicy;
import io.sluice.logs.LoggedData;
import io.sluice.mdp.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/**
 * Do the action probabilities agree with the actions? A χ² test in every state, at a level that
 * allows one false alarm in a thousand logs.
 *
 * @param checked in how many states
 * @param disagreeing the states where they do not
 */
public record Calibration(int checked, List<Disagreement> disagreeing) {
  private static final double LEVEL = 0.001;

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

  /**
   * Where it can be judged: not for an estimated policy, nor for propensities that vary within a
   * state.
   */
  static Optional<Calibration> judged(LoggedData log, BehaviorPolicy behavior) {
    boolean varying =
        behavior.source() == BehaviorPolicy.Source.LOGGED
            && log.propensities().orElseThrow().varies();
    return behavior.source() == BehaviorPolicy.Source.ESTIMATED || varying
        ? Optional.empty()
        : Optional.of(of(log, behavior));
  }

  /** The disagreements in words. */
  List<String> warnings() {
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

  /** Holds the log against the policy that is said to have made it. */
  public static Calibration of(LoggedData log, BehaviorPolicy behavior) {
    Shape shape = log.shape();
    boolean pooled = behavior.policy().isStationary();
    int tables = pooled ? 1 : shape.horizon();
    double[][] taken = new double[tables * shape.states()][shape.actions()];
    for (int h = 1; h <= shape.horizon(); h++) {
      int first = pooled ? 0 : (h - 1) * shape.states();
      log.counts().forEachPair(h, (x, a, n, r, rr) -> taken[first + x][a] += n);
    }
    List<Disagreement> all = new ArrayList<>();
    int checked = 0;
    for (int i = 0; i < taken.length; i++) {
      Disagreement test = test(log, behavior, taken[i], i / shape.states() + 1, i % shape.states());
      if (test != null) {
        checked++;
        all.add(test);
      }
    }
    double level = LEVEL / Math.max(1, checked);
    return new Calibration(checked, all.stream().filter(t -> t.pValue() < level).toList());
  }

  /** Actions expected less than five times are taken together, as the test needs. */
  private static Disagreement test(
      LoggedData log, BehaviorPolicy behavior, double[] taken, int step, int state) {
    double total = 0;
    for (double n : taken) {
      total += n;
    }
    double rareTaken = 0;
    double rareExpected = 0;
    double chi = 0;
    int groups = 0;
    double largest = -1;
    int worst = 0;
    for (int a = 0; a < taken.length; a++) {
      double p = behavior.policy().probability(step, state, a);
      double expected = total * p;
      if (expected < 5) {
        rareTaken += taken[a];
        rareExpected += expected;
        continue;
      }
      groups++;
      double term = (taken[a] - expected) * (taken[a] - expected) / expected;
      chi += term;
      if (term > largest) {
        largest = term;
        worst = a;
      }
    }
    if (rareExpected > 0) {
      groups++;
      chi += (rareTaken - rareExpected) * (rareTaken - rareExpected) / rareExpected;
    }
    if (groups < 2) {
      return null;
    }
    double pValue = ChiSquaredDistribution.of(groups - 1.0).survivalProbability(chi);
    String detail =
        String.format(
            Locale.ROOT,
            "%s: %.0f of %.0f, expected %.1f",
            log.action(worst),
            taken[worst],
            total,
            total * behavior.policy().probability(step, state, worst));
    boolean pooled = behavior.policy().isStationary();
    return new Disagreement(pooled ? 0 : step, log.state(state), chi, groups - 1, pValue, detail);
  }
}
