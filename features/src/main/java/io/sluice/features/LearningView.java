package io.sluice.features;

import io.sluice.assumptions.Finding;
import io.sluice.features.LearningData.Decider;
import io.sluice.features.LearningData.Kept;
import io.sluice.features.LearningData.Row;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Some episodes of a log in memory, with a policy to judge. */
final class LearningView implements SourceView {
  private final LearningData data;
  private final Predicate<Kept> wanted;
  private final Decider decider;
  private final Optional<Finding> policySource;

  LearningView(
      LearningData data, Predicate<Kept> wanted, Decider decider, Optional<Finding> policySource) {
    this.data = data;
    this.wanted = wanted;
    this.decider = decider;
    this.policySource = policySource;
  }

  @Override
  public Optional<Finding> policySource() {
    return policySource;
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
