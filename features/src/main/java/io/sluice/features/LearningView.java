package io.sluice.features;

import io.sluice.features.LearningData.Decider;
import io.sluice.features.LearningData.Kept;
import io.sluice.features.LearningData.Row;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Some episodes of a log in memory, with a policy to judge. */
final class LearningView implements SourceView {
  private final LearningData data;
  private final Predicate<Kept> wanted;
  private final Decider decider;

  LearningView(LearningData data, Predicate<Kept> wanted, Decider decider) {
    this.data = data;
    this.wanted = wanted;
    this.decider = decider;
  }

  @Override
  public FeatureSource source() {
    return data.source();
  }

  @Override
  public void forEach(Consumer<FeatureEpisode> visitor) {
    int actions = actions().size();
    FeatureEpisode.Writer writer = new FeatureEpisode.Writer(horizon(), columns().size(), actions);
    double[] evaluated = new double[actions];
    for (Kept kept : data.episodes()) {
      if (!wanted.test(kept)) {
        continue;
      }
      writer.begin(kept.cluster(), kept.fold());
      for (int k = 1; k <= kept.rows().size(); k++) {
        Row row = kept.rows().get(k - 1);
        System.arraycopy(row.behavior, 0, evaluated, 0, actions);
        decider.decide(k, row, evaluated);
        writer.row(row.x, row.action, row.reward, row.propensity, row.behavior, evaluated);
      }
      visitor.accept(writer.episode());
    }
  }
}
