package io.sluice.features;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The pass that judges a policy: scores, and all that is tested. */
final class EvaluationPass implements FeatureAccumulator<EvaluationPass> {
  private final long episodes;
  private final ScorePass scores;
  private final PolicySupport support;
  private final @Nullable ActionCalibration calibration;
  private final @Nullable ActionClassifier classifier;

  /**
   * @param episodes how many the log has
   * @param classifier one that has learned
   */
  EvaluationPass(
      long episodes,
      ScorePass scores,
      PolicySupport support,
      @Nullable ActionCalibration calibration,
      @Nullable ActionClassifier classifier) {
    this.episodes = episodes;
    this.scores = scores;
    this.support = support;
    this.calibration = calibration;
    this.classifier = classifier;
  }

  @Override
  public int blocks() {
    return FeatureAccumulator.blocks(episodes, 0);
  }

  @Override
  public EvaluationPass empty() {
    return new EvaluationPass(
        episodes,
        scores.empty(),
        support.empty(),
        calibration == null ? null : calibration.empty(),
        classifier == null ? null : classifier.empty());
  }

  @Override
  public void add(FeatureEpisode episode) {
    scores.add(episode);
    support.add(episode);
    if (calibration != null) {
      calibration.add(episode, scores.phi());
    }
    if (classifier != null) {
      classifier.add(episode);
    }
  }

  @Override
  public EvaluationPass plus(EvaluationPass later) {
    return new EvaluationPass(
        episodes,
        scores.plus(later.scores),
        support.plus(later.support),
        calibration == null || later.calibration == null
            ? null
            : calibration.plus(later.calibration),
        classifier == null || later.classifier == null ? null : classifier.plus(later.classifier));
  }

  ScorePass scores() {
    return scores;
  }

  PolicySupport support() {
    return support;
  }

  Optional<ActionCalibration> calibration() {
    return Optional.ofNullable(calibration);
  }

  Optional<ActionClassifier> classifier() {
    return Optional.ofNullable(classifier);
  }
}
