package io.sluice.features;

import io.sluice.assumptions.Finding;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A log of which nobody knows the logged policy, so that it is estimated. */
record UnknownBehavior(FeatureSource source) implements FeatureSource {
  @Override
  public boolean estimatesBehavior() {
    return true;
  }

  @Override
  public boolean knowsBehavior() {
    return false;
  }

  @Override
  public Optional<String> policyLearnedFrom() {
    return source.policyLearnedFrom();
  }

  @Override
  public String behaviorSource() {
    return "estimated";
  }

  @Override
  public List<FeatureColumn> columns() {
    return source.columns();
  }

  @Override
  public List<String> actions() {
    return source.actions();
  }

  @Override
  public int horizon() {
    return source.horizon();
  }

  @Override
  public int folds() {
    return source.folds();
  }

  @Override
  public boolean hasClusters() {
    return source.hasClusters();
  }

  @Override
  public Finding completeEpisodes() {
    return source.completeEpisodes();
  }

  @Override
  public List<String> notes() {
    return source.notes();
  }

  @Override
  public <A extends FeatureAccumulator<A>> A collect(A empty) {
    return source.collect(empty);
  }

  @Override
  public void forEach(Consumer<FeatureEpisode> visitor) {
    source.forEach(visitor);
  }
}
