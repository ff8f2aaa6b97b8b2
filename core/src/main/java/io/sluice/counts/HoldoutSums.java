package io.sluice.counts;

import io.sluice.mdp.Episode;
import java.util.ArrayList;
import java.util.List;

/**
 * Several sums of one kind over the episodes of the holdout alone, in one pass: episodes of the
 * other half are left out.
 *
 * @param <A> what is summed
 */
public final class HoldoutSums<A extends EpisodeAccumulator<A>>
    implements EpisodeAccumulator<HoldoutSums<A>> {
  private static final int FOLD = 1; // as Halves has it

  private final ArrayList<A> parts;

  /**
   * @param empty one for each sum
   */
  public HoldoutSums(List<A> empty) {
    this.parts = new ArrayList<>(empty);
  }

  @Override
  public HoldoutSums<A> empty() {
    return new HoldoutSums<>(parts.stream().map(EpisodeAccumulator::empty).toList());
  }

  @Override
  public void add(Episode episode) {
    if (episode.fold() == FOLD) {
      parts.forEach(part -> part.add(episode));
    }
  }

  @Override
  public HoldoutSums<A> plus(HoldoutSums<A> later) {
    for (int i = 0; i < parts.size(); i++) {
      parts.set(i, parts.get(i).plus(later.parts.get(i)));
    }
    return this;
  }

  /** The sums, in the order that they were asked for. */
  public List<A> sums() {
    return List.copyOf(parts);
  }
}
