package io.sluice.features;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The pass that judges a policy: scores, and all that is tested. */
final class EvaluationPass implements FeatureAccumulator<EvaluationPass> {
  private final long episodes;
  private final ScorePass scores;
  private final PolicySupport support;
  private final UnseenOutcomes unseen;
  private final @Nullable ActionCalibration calibration;
  private final @Nullable ClusterActions clusters;
  private final @Nullable ActionClassifier classifier;

  /**
   * @param episodes how many the log has
   * @param classifier one that has learned
   */
  EvaluationPass(
      long episodes,
      ScorePass scores,
      PolicySupport support,
      UnseenOutcomes unseen,
      @Nullable ActionCalibration calibration,
      @Nullable ClusterActions clusters,
      @Nullable ActionClassifier classifier) {
    this.episodes = episodes;
    this.scores = scores;
    this.support = support;
    this.unseen = unseen;
    this.calibration = calibration;
    this.clusters = clusters;
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
        unseen.empty(),
        calibration == null ? null : calibration.empty(),
        clusters == null ? null : clusters.empty(),
        classifier == null ? null : classifier.empty());
  }

  @Override
  public void add(FeatureEpisode episode) {
    scores.add(episode);
    support.add(episode);
    unseen.add(episode);
    if (calibration != null) {
      calibration.add(episode, scores.phi());
    }
    if (clusters != null) {
      clusters.add(episode);
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
        unseen.plus(later.unseen),
        calibration == null || later.calibration == null
            ? null
            : calibration.plus(later.calibration),
        clusters == null || later.clusters == null ? null : clusters.plus(later.clusters),
        classifier == null || later.classifier == null ? null : classifier.plus(later.classifier));
  }

  ScorePass scores() {
    return scores;
  }

  PolicySupport support() {
    return support;
  }

  UnseenOutcomes unseen() {
    return unseen;
  }

  Optional<ActionCalibration> calibration() {
    return Optional.ofNullable(calibration);
  }

  Optional<ClusterActions> clusters() {
    return Optional.ofNullable(clusters);
  }

  Optional<ActionClassifier> classifier() {
    return Optional.ofNullable(classifier);
  }
}
