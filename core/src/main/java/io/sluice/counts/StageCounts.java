package io.sluice.counts;

import io.sluice.mdp.Episode;
import io.sluice.mdp.Looks;
import io.sluice.mdp.Shape;
import java.util.ArrayList;
import java.util.List;

/** Counts a log stage by stage, in the order of time: {@link Looks}. */
public final class StageCounts implements EpisodeAccumulator<StageCounts> {
  private final Shape shape;
  private final Looks looks;
  private final ArrayList<CountsAccumulator> stages = new ArrayList<>();

  public StageCounts(Shape shape, Looks looks) {
    this.shape = shape;
    this.looks = looks;
    for (int i = 1; i < looks.stageCount(); i++) {
      stages.add(new CountsAccumulator(shape));
    }
  }

  @Override
  public StageCounts empty() {
    return new StageCounts(shape, looks);
  }

  @Override
  public void add(Episode episode) {
    int stage = looks.stages().get(episode.look());
    if (stage < stages.size()) { // nothing is made from the last one
      stages.get(stage).add(episode);
    }
  }

  @Override
  public StageCounts plus(StageCounts later) {
    for (int i = 0; i < stages.size(); i++) {
      stages.set(i, stages.get(i).plus(later.stages.get(i)));
    }
    return this;
  }

  /** What was there before stage 1, before stage 2, and so on. */
  public List<TransitionCounts> before() {
    List<TransitionCounts> counts = new ArrayList<>();
    for (CountsAccumulator stage : stages) {
      TransitionCounts more = stage.toCounts();
      counts.add(counts.isEmpty() ? more : counts.get(counts.size() - 1).plus(more));
    }
    return counts;
  }
}
