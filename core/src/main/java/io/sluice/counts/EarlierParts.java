package io.sluice.counts;

import io.sluice.mdp.Episode;
import io.sluice.mdp.Shape;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts the first parts of a log: part 0, parts 0 and 1, and parts 0 to 3, by the {@linkplain
 * Episode#part part} of its episodes. Parts 0 to 7 are the first of its {@link Halves}.
 */
public final class EarlierParts implements EpisodeAccumulator<EarlierParts> {
  private static final int GROUPS = 3;

  private final Shape shape;
  private final ArrayList<CountsAccumulator> groups = new ArrayList<>(); // 0; 1; 2 and 3

  public EarlierParts(Shape shape) {
    this.shape = shape;
    for (int i = 0; i < GROUPS; i++) {
      groups.add(new CountsAccumulator(shape));
    }
  }

  @Override
  public EarlierParts empty() {
    return new EarlierParts(shape);
  }

  @Override
  public void add(Episode episode) {
    int group = Integer.SIZE - Integer.numberOfLeadingZeros(episode.part());
    if (group < GROUPS) {
      groups.get(group).add(episode);
    }
  }

  @Override
  public EarlierParts plus(EarlierParts later) {
    for (int i = 0; i < GROUPS; i++) {
      groups.set(i, groups.get(i).plus(later.groups.get(i)));
    }
    return this;
  }

  /** The counts of 1/16, 1/8 and 1/4 of the log. */
  public List<TransitionCounts> counts() {
    List<TransitionCounts> counts = new ArrayList<>();
    for (CountsAccumulator group : groups) {
      TransitionCounts more = group.toCounts();
      counts.add(counts.isEmpty() ? more : counts.get(counts.size() - 1).plus(more));
    }
    return counts;
  }
}
