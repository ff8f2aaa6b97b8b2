package io.sluice.assumptions;

import io.sluice.interval.IntervalKind;
import io.sluice.model.Model.Pooling;
import java.util.EnumSet;
import java.util.Set;

/**
 * Which interval rests on which assumption. This is the one place that says it; the table in {@code
 * docs/assumptions.md} is compared with it.
 *
 * <p>Intervals from a model take the state for all that matters of the past, and a pooled model
 * takes steps to be alike. Intervals by weights need neither, but need every episode to be whole
 * and the logged policy to do what the judged one does.
 */
public final class Requirements {
  private Requirements() {}

  /** What an interval of this kind rests on, with a model that is pooled over steps or not. */
  public static Set<Assumption> of(IntervalKind kind, Pooling pooling) {
    EnumSet<Assumption> all =
        EnumSet.of(
            Assumption.PROPENSITIES,
            Assumption.INDEPENDENT_EPISODES,
            Assumption.RANGES,
            Assumption.POLICY_SOURCE);
    if (isFromModel(kind)) {
      all.add(Assumption.MARKOV);
      all.add(Assumption.UNCONFOUNDED);
      if (pooling == Pooling.POOLED) {
        all.add(Assumption.STATIONARY);
      }
    }
    if (kind.needsWeights()) {
      all.add(Assumption.OVERLAP);
    }
    boolean samplesStates = kind.isFromBonus() || kind == IntervalKind.SHARP;
    if (kind.needsEpisodes() || kind.needsHoldout() || samplesStates) {
      all.add(Assumption.COMPLETE_EPISODES);
    }
    return all;
  }

  /** Whether it takes the state for all that matters of the past. */
  public static boolean isFromModel(IntervalKind kind) {
    return switch (kind) {
      case STANDARD, SELECTIVE, SELECTIVE_PRINTED, BANDIT, SHARP, EFFICIENT -> true;
      case THEOREM, THEOREM_PER_STATE, FUSED -> true;
      case MIS, MODEL -> true;
      case ROBUST, DR, IPS, SNIPS, PDIS, WPDIS -> false;
    };
  }

  /** Whether its error is that of clusters, where episodes come in clusters. */
  public static boolean accountsForClusters(IntervalKind kind) {
    return kind == IntervalKind.EFFICIENT || kind.needsEpisodes();
  }
}
