package io.sluice.interval;

import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model;
import io.sluice.model.SparseRows;
import java.util.ArrayList;
import java.util.List;

/**
 * A finite-sample interval for the whole, V_π − V_πb, in which the errors of all pairs and steps
 * are added up as what they are, independent: ours, not the paper's. The proof is in {@code
 * docs/certified.md}.
 *
 * <p>The estimate is what π earns in a model per step, V̂, minus the log's mean return. With the
 * occupancy d̂^π of that model, a row at (x,a) of step h weighs w = d̂^π_h(x)π(a|x)/n_h(x,a) in V̂
 * and 1/T in the mean, and its outcome moves the difference within a range of c = min{(w +
 * 1/T)·V_max^(h), |w − 1/T| + (w + 1/T)·V_max^(h+1)}. Given what came before, outcomes are
 * independent and w is known. So with
 *
 * <pre>
 * S = 4(V_max^(1))²/T + Σ_h (V_max^(h))²/T + Σ rows c²        (start, actions, outcomes)
 * </pre>
 *
 * the estimate is too high by more than λS/8 + ln(2/δ)/λ with probability at most δ/2, for every λ
 * that was fixed before the log was seen, and likewise too low. At the best λ this is √(S
 * ln(2/δ)/2), Hoeffding's bound.
 *
 * <p>Where π goes to pairs never seen, nothing is counted below and V_max above. It does not need
 * to know π_b.
 */
public final class WholeInterval {
  private final double estimate;
  private final double unknown;
  private final double spread;
  private final long episodes;

  private WholeInterval(double estimate, double unknown, double spread, long episodes) {
    this.estimate = estimate;
    this.unknown = unknown;
    this.spread = spread;
    this.episodes = episodes;
  }

  /**
   * @param model a model per step, estimated from these counts
   * @param evaluated a policy fixed before these counts were seen
   */
  public static WholeInterval of(
      TransitionCounts counts, Model model, ValueRange range, Policy evaluated) {
    if (model.pooling() != Model.Pooling.PER_STEP) {
      throw new IllegalArgumentException("whole interval: needs a model per step, got one for all");
    }
    return new Walk(counts, model, range, evaluated).walked();
  }

  /**
   * T·S: how much the log can move the estimate, the same for logs of any length but for chance.
   */
  public double spreadPerEpisode() {
    return spread * episodes;
  }

  /**
   * The interval.
   *
   * @param expectedSpread an estimate of {@link #spreadPerEpisode} from other episodes: decides λ.
   *     A wrong one makes the interval wider, never wrong.
   */
  public Interval at(double expectedSpread, double delta) {
    double log = Math.log(2 / delta);
    double lambda = Math.sqrt(8 * log * episodes / expectedSpread);
    double radius = lambda * spread / 8 + log / lambda;
    List<Part> parts = new ArrayList<>();
    parts.add(Part.of(Part.Source.EPISODES, "λS/8 + ln(2/δ)/λ", radius));
    if (unknown > 0) {
      parts.add(new Part(Part.Source.UNSEEN_PAIRS, "Σ d̂^π·V_max", 0, unknown));
    }
    return Interval.of("whole", estimate, new Failure(0, delta), parts);
  }

  /** Follows π through the model from the log's first states, once. */
  private static final class Walk {
    private final TransitionCounts counts;
    private final Model model;
    private final ValueRange range;
    private final Policy evaluated;
    private final Shape shape;
    private final double each; // 1/T
    private double value; // V̂
    private double unknown;
    private double spread;

    Walk(TransitionCounts counts, Model model, ValueRange range, Policy evaluated) {
      this.counts = counts;
      this.model = model;
      this.range = range;
      this.evaluated = evaluated;
      this.shape = counts.shape();
      this.each = 1.0 / counts.episodes();
    }

    WholeInterval walked() {
      double logged = counts.meanReturn(range.afterEnd());
      double[] here = counts.distribution(1).toArray();
      spread = 4 * range.top(1) * range.top(1) * each;
      for (int h = 1; h <= shape.horizon(); h++) {
        StateVector share = counts.distribution(h);
        spread += (1 - share.at(shape.end())) * range.top(h) * range.top(h) * each;
        here = step(h, here);
        value += here[shape.end()] * range.ended(h + 1);
      }
      return new WholeInterval(value - logged, unknown, spread, counts.episodes());
    }

    /** From d̂^π_h to d̂^π_{h+1}; what has ended does not go on. */
    private double[] step(int step, double[] here) {
      double[] next = new double[shape.states() + 1];
      for (int x = 0; x < shape.states(); x++) {
        for (int a = 0; a < shape.actions(); a++) {
          int pair = model.pair(step, x, a);
          double mass = here[x] * evaluated.probability(step, x, a);
          if (model.isVisited(pair)) {
            addRows(step, mass / model.visits(pair), model.visits(pair));
            value += mass * model.reward(pair);
            moveOn(pair, mass, next);
          } else {
            unknown += mass * range.top(step);
          }
        }
      }
      return next;
    }

    private void addRows(int step, double weight, long rows) {
      double both = weight + each;
      double apart = Math.abs(weight - each) + both * range.top(step + 1);
      double most = Math.min(both * range.top(step), apart);
      spread += rows * most * most;
    }

    private void moveOn(int pair, double mass, double[] next) {
      SparseRows rows = model.next();
      for (int k = rows.start(pair); mass > 0 && k < rows.start(pair + 1); k++) {
        next[rows.column(k)] += mass * rows.value(k);
      }
    }
  }
}
