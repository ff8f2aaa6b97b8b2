package io.sluice.inputs;

import io.sluice.counts.TransitionCounts;
import io.sluice.distributions.NormalQuantile;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import java.util.Locale;

/** The direct method of {@link BanditEstimator}: see there for what holds and why. */
final class DirectMethod {
  /** The reward of a pair never met: of all that it can be, the one that is least far off. */
  private static final double MIDDLE = 0.5;

  private final TransitionCounts counts;
  private final int step;
  private final double delta;
  private final StateVector share;
  private final double[] stateEffect; // Σ_a (π−π_b) R̂, with R̂ = ½ where never met
  private final double[][] unmet; // |c| of each pair, set to 0 once it is met
  private double largestDistance; // τ
  private double sumOfSquares; // Σ c²/n
  private double bernstein; // Σ |c|·(radius of the pair)
  private double modelVariance; // Σ c² s²/n

  DirectMethod(TransitionCounts counts, int step, Policy behavior, Policy evaluated, double delta) {
    this.counts = counts;
    this.step = step;
    this.delta = delta;
    Shape shape = counts.shape();
    share = counts.distribution(step);
    stateEffect = new double[shape.states()];
    unmet = new double[shape.states()][shape.actions()];
    double[][] change = new double[shape.states()][shape.actions()];
    for (int x = 0; x < shape.states(); x++) {
      double distance = 0;
      for (int a = 0; a < shape.actions(); a++) {
        change[x][a] = evaluated.probability(step, x, a) - behavior.probability(step, x, a);
        unmet[x][a] = Math.abs(share.at(x) * change[x][a]);
        distance += Math.abs(change[x][a]) / 2;
      }
      largestDistance = Math.max(largestDistance, distance);
    }
    double pairDelta = delta / 2 / (shape.states() * (double) shape.actions());
    counts.forEachPair(
        step,
        (x, a, n, r, rr) -> {
          double c = unmet[x][a];
          double variance = BanditEstimator.sampleVariance(n, r, rr);
          stateEffect[x] += change[x][a] * (r / n - MIDDLE);
          sumOfSquares += c * c / n;
          bernstein += c * Math.min(1, Radius.BERNSTEIN.of(n, variance, 1, pairDelta));
          modelVariance += c * c * variance / n;
          unmet[x][a] = 0;
        });
  }

  ImmediateEffect estimate(Radius radius) {
    long episodes = counts.episodes();
    double mean = 0;
    double squares = 0;
    double never = 0;
    for (int x = 0; x < stateEffect.length; x++) {
      mean += share.at(x) * stateEffect[x];
      squares += share.at(x) * stateEffect[x] * stateEffect[x];
      for (double c : unmet[x]) {
        never += c * MIDDLE;
      }
    }
    double ofStates = Radius.HOEFFDING.of(episodes, 0, 2 * largestDistance, delta / 2);
    double bound =
        never
            + switch (radius) {
              case HOEFFDING -> Math.sqrt(sumOfSquares * Math.log(4 / delta) / 2) + ofStates;
              case BERNSTEIN -> bernstein + ofStates;
              case NORMAL ->
                  NormalQuantile.twoSided(delta)
                      * Math.sqrt(modelVariance + Math.max(0, squares - mean * mean) / episodes);
            };
    String name = "dm-" + radius.name().toLowerCase(Locale.ROOT);
    return new ImmediateEffect(step, mean, bound, delta, name);
  }
}
