package io.sluice.features;

import io.sluice.assumptions.Finding;
import io.sluice.features.LearningData.Decider;
import io.sluice.features.LearningData.Kept;
import io.sluice.features.LearningData.Row;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Some episodes of a log in memory, with a policy to judge. */
final class LearningView implements FeatureSource {
  private final LearningData data;
  private final Predicate<Kept> wanted;
  private final Decider decider;

  LearningView(LearningData data, Predicate<Kept> wanted, Decider decider) {
    this.data = data;
    this.wanted = wanted;
    this.decider = decider;
  }

  @Override
  public List<FeatureColumn> columns() {
    return data.source().columns();
  }

  @Override
  public List<String> actions() {
    return data.source().actions();
  }

  @Override
  public int horizon() {
    return data.source().horizon();
  }

  @Override
  public int folds() {
    return data.source().folds();
  }

  @Override
  public boolean hasClusters() {
    return data.source().hasClusters();
  }

  @Override
  public boolean knowsBehavior() {
    return data.source().knowsBehavior();
  }

  @Override
  public boolean estimatesBehavior() {
    return data.source().estimatesBehavior();
  }

  @Override
  public String behaviorSource() {
    return data.source().behaviorSource();
  }

  @Override
  public Finding completeEpisodes() {
    return data.source().completeEpisodes();
  }

  @Override
  public List<String> notes() {
    return data.source().notes();
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
