package io.sluice.benchmarks;

import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.Finding;
import io.sluice.features.FeatureColumn;
import io.sluice.features.FeatureEpisode;
import io.sluice.features.FeatureSource;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A log of numbers for benchmarks: five steps, five actions with known probabilities, five folds,
 * independent episodes.
 *
 * @param width how many columns there are
 * @param episodes shows all of them, the same every time
 */
record NumberColumns(int width, Consumer<Consumer<FeatureEpisode>> episodes)
    implements FeatureSource {
  static final int STEPS = 5;
  static final int ACTIONS = 5;

  @Override
  public List<FeatureColumn> columns() {
    return IntStream.range(0, width).mapToObj(j -> FeatureColumn.number("x" + j)).toList();
  }

  @Override
  public List<String> actions() {
    return IntStream.range(0, ACTIONS).mapToObj(a -> "a" + a).toList();
  }

  @Override
  public int horizon() {
    return STEPS;
  }

  @Override
  public int folds() {
    return 5;
  }

  @Override
  public boolean hasClusters() {
    return false;
  }

  @Override
  public boolean knowsBehavior() {
    return true;
  }

  @Override
  public String behaviorSource() {
    return "given";
  }

  @Override
  public Finding completeEpisodes() {
    return Finding.unknown(Assumption.COMPLETE_EPISODES, "made up", "");
  }

  @Override
  public List<String> notes() {
    return List.of();
  }

  @Override
  public void forEach(Consumer<FeatureEpisode> visitor) {
    episodes.accept(visitor);
  }
}
