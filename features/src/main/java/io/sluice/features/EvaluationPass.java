package io.sluice.features;

import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The pass that judges one or several policies: scores, and all that is tested. */
final class EvaluationPass implements FeatureAccumulator<EvaluationPass> {
  private final long episodes;
  private final List<Part> policies;
  private final @Nullable ActionCalibration calibration;
  private final @Nullable ClusterActions clusters;
  private final @Nullable ActionClassifier classifier;

  /** What is added up of a policy. */
  record Part(
      ScorePass scores, PolicySupport support, UnseenOutcomes unseen, MissingDecisions missing)
      implements Serializable {
    private Part empty() {
      return new Part(scores.empty(), support.empty(), unseen.empty(), missing.empty());
    }

    private Part plus(Part later) {
      return new Part(
          scores.plus(later.scores),
          support.plus(later.support),
          unseen.plus(later.unseen),
          missing.plus(later.missing));
    }
  }

  /**
   * @param episodes how many the log has
   * @param policies in the order of the log's
   * @param classifier one that has learned
   */
  EvaluationPass(
      long episodes,
      List<Part> policies,
      @Nullable ActionCalibration calibration,
      @Nullable ClusterActions clusters,
      @Nullable ActionClassifier classifier) {
    this.episodes = episodes;
    this.policies = policies;
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
        policies.stream().map(Part::empty).toList(),
        calibration == null ? null : calibration.empty(),
        clusters == null ? null : clusters.empty(),
        classifier == null ? null : classifier.empty());
  }

  @Override
  public void add(FeatureEpisode episode) {
    for (int p = 0; p < policies.size(); p++) {
      Part own = policies.get(p);
      episode.judge(p);
      own.scores.add(episode);
      own.support.add(episode);
      own.unseen.add(episode);
      own.missing.add(episode, own.scores.last());
    }
    if (calibration != null) {
      calibration.add(episode, policies.get(0).scores.phi());
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
        IntStream.range(0, policies.size())
            .mapToObj(p -> policies.get(p).plus(later.policies.get(p)))
            .toList(),
        calibration == null || later.calibration == null
            ? null
            : calibration.plus(later.calibration),
        clusters == null || later.clusters == null ? null : clusters.plus(later.clusters),
        classifier == null || later.classifier == null ? null : classifier.plus(later.classifier));
  }

  Part policy(int policy) {
    return policies.get(policy);
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
