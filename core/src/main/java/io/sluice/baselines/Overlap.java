package io.sluice.baselines;

import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import java.util.ArrayList;
import java.util.List;

/**
 * Where π does what π_b never does. No weight can make up for that: an estimate from weights misses
 * whatever happens there.
 */
public final class Overlap {
  private Overlap() {}

  /**
   * A decision of π that π_b never makes.
   *
   * @param probability π's
   */
  public record Gap(int step, int state, int action, double probability) {}

  /**
   * The gaps in states of the log that π can get to, by what the log has seen. A probability of
   * {@value Policy#TOLERANCE} is what rounding leaves, and counts as never.
   */
  public static List<Gap> gaps(TransitionCounts counts, Policy behavior, Policy evaluated) {
    Shape shape = counts.shape();
    boolean[] reached = new boolean[shape.states() + 1];
    for (int i = counts.firstCell(1), end = counts.firstCell(2); i < end; i++) {
      reached[counts.state(i)] = true;
    }
    List<Gap> gaps = new ArrayList<>();
    for (int h = 1; h <= shape.horizon(); h++) {
      for (int x = 0; x < shape.states(); x++) {
        for (int a = 0; reached[x] && a < shape.actions(); a++) {
          double wanted = evaluated.probability(h, x, a);
          if (wanted > 0 && behavior.probability(h, x, a) <= Policy.TOLERANCE) {
            gaps.add(new Gap(h, x, a, wanted));
          }
        }
      }
      boolean[] next = new boolean[shape.states() + 1];
      for (int i = counts.firstCell(h), end = counts.firstCell(h + 1); i < end; i++) {
        int x = counts.state(i);
        next[counts.next(i)] |= reached[x] && evaluated.probability(h, x, counts.action(i)) > 0;
      }
      reached = next;
    }
    return gaps;
  }
}
