package io.sluice.fit;

import io.sluice.counts.TransitionCounts;
import io.sluice.influence.BehaviorFrequencies;
import io.sluice.interval.IntervalKind;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Probabilities that logged propensities do not determine. A log has those of the actions taken. If
 * two or more actions of a state were never taken, only their total probability is known.
 *
 * <p>Importance weights of rows do not need them. {@code efficient} uses the frequencies of actions
 * there, with their influence. Intervals that need |π − π_b| are widened by the largest possible
 * error, ½‖π̂_b − π_b‖₁ ≤ rest, and are not available if the rest is more than {@value #MOST} of
 * the decisions of a step.
 */
final class UnloggedActions {
  /** The largest mean rest of a step for which intervals are widened instead of refused. */
  static final double MOST = 0.1;

  private static final double ROUNDING = 1e-6;

  private final Shape shape;
  private final double[] rest; // by (step, state)
  private final BitSet where = new BitSet();

  UnloggedActions(Shape shape) {
    this.shape = shape;
    this.rest = new double[shape.horizon() * shape.states()];
  }

  /**
   * @param place (step − 1)·|X| + state
   * @param seen the propensities of its actions, NaN for those never taken; null if never met
   */
  void add(int place, double[] seen) {
    double left = 1;
    int unseen = 0;
    for (int a = 0; seen != null && a < seen.length; a++) {
      left -= Double.isNaN(seen[a]) ? 0 : seen[a];
      unseen += Double.isNaN(seen[a]) ? 1 : 0;
    }
    if (unseen > 1 && left > ROUNDING) {
      rest[place] = left;
      where.set(place);
    }
  }

  /** For each step, the mean rest over the log's states. */
  List<Double> errors(TransitionCounts counts) {
    List<Double> errors = new ArrayList<>();
    for (int h = 1; h <= shape.horizon(); h++) {
      StateVector share = counts.distribution(h);
      double error = 0;
      for (int x = 0; x < shape.states(); x++) {
        error += share.at(x) * rest[(h - 1) * shape.states() + x];
      }
      errors.add(error);
    }
    return errors;
  }

  /** The frequencies of actions where something is left open; empty if nothing is. */
  Optional<BehaviorFrequencies> frequencies(TransitionCounts counts, Policy known) {
    if (where.isEmpty()) {
      return Optional.empty();
    }
    double[][] taken = new double[rest.length][];
    for (int h = 1; h <= shape.horizon(); h++) {
      int first = (h - 1) * shape.states();
      counts.forEachPair(
          h,
          (x, a, n, r, rr) -> {
            if (where.get(first + x)) {
              taken[first + x] =
                  taken[first + x] == null ? new double[shape.actions()] : taken[first + x];
              taken[first + x][a] += n;
            }
          });
    }
    for (double[] row : taken) {
      double all = row == null ? 0 : java.util.Arrays.stream(row).sum();
      for (int a = 0; row != null && a < row.length; a++) {
        row[a] /= all;
      }
    }
    Policy mixed =
        Policy.tabular(
            shape,
            (h, x, a) -> {
              double[] row = taken[(h - 1) * shape.states() + x];
              return row == null ? known.probability(h, x, a) : row[a];
            });
    return Optional.of(BehaviorFrequencies.where(counts, mixed, where));
  }

  /** Whether an interval of this kind needs the logged policy's probabilities of all actions. */
  private static boolean needsAll(IntervalKind kind) {
    return !kind.needsEpisodes() && kind != IntervalKind.EFFICIENT;
  }

  /** Whether an interval of this kind is available. */
  static boolean allows(Fit fit, IntervalKind kind) {
    return !needsAll(kind) || open(fit) <= MOST;
  }

  private static double open(Fit fit) {
    return fit.behavior().source() == Behavior.Source.LOGGED
        ? fit.behavior().errors().stream().mapToDouble(e -> e).max().orElse(0)
        : 0;
  }

  /**
   * @throws BadLogException if one of these intervals is not available
   */
  static void require(Fit fit, List<IntervalKind> kinds) {
    List<String> names =
        kinds.stream().filter(k -> !allows(fit, k)).map(IntervalKind::toString).toList();
    if (!names.isEmpty()) {
      throw new BadLogException(
          String.format(
              Locale.ROOT,
              "interval %s: needs the logged policy's probabilities of all actions, got a log in which %.1f%% of them are of actions never taken and not known (give the logged policy, or use robust or efficient)",
              String.join(", ", names),
              100 * open(fit)));
    }
  }
}
