package io.sluice.features;

import io.sluice.features.EpisodeScores.Weighting;
import io.sluice.fit.SegmentEffects;
import io.sluice.fit.SegmentResult;
import io.sluice.fit.WholeEffects;
import io.sluice.influence.SegmentSums;
import io.sluice.interval.IntervalKind;
import io.sluice.mdp.Segments;
import io.sluice.mdp.SettingException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Judges a policy within segments of a log with feature columns, by {@link SegmentEffects} as on
 * tables, from the scores of one more pass. Where the logged policy is estimated, the correction of
 * scores for that is right on average over the whole log only, so there are no segments.
 */
final class FeatureSegments implements WholeEffects {
  private final FeatureEvaluation evaluation;
  private final IntervalKind kind;
  private final FeatureDecisions decisions;

  private FeatureSegments(FeatureEvaluation evaluation, IntervalKind kind, double delta) {
    this.evaluation = evaluation;
    this.kind = kind;
    decisions = evaluation.decisions(delta);
  }

  static SegmentResult of(FeatureEvaluation evaluation, List<IntervalKind> asked, double delta) {
    Segments segments = required(evaluation.source());
    int horizon = evaluation.source().horizon();
    SegmentEffects.requireFew(segments, 1, horizon);
    FeatureSegments whole =
        new FeatureSegments(evaluation, SegmentEffects.kind(asked, true), delta);
    SegmentPass pass =
        evaluation
            .source()
            .collect(
                new SegmentPass(
                    evaluation.pass().empty(),
                    whole.weighting(),
                    new SegmentSums(segments, 1, horizon),
                    horizon,
                    evaluation.summary().episodes()));
    return SegmentEffects.of(
            segments, whole.kind, pass.sums(), List.of(whole), scale(evaluation, delta))
        .get(0);
  }

  /**
   * The same for several policies, with intervals that hold at once.
   *
   * @param log that was opened last, because an engine has the rows of one log at a time
   * @param scores of each policy, in the order of the log
   */
  static List<SegmentResult> of(
      FeatureSource log,
      List<FeatureEvaluation> evaluations,
      List<KeptScores> scores,
      IntervalKind kind,
      double delta) {
    FeatureEvaluation first = evaluations.get(0);
    Segments segments = required(first.source());
    int places = first.source().horizon() + 1;
    SegmentEffects.requireFew(segments, evaluations.size(), places - 1);
    List<FeatureSegments> wholes =
        evaluations.stream().map(e -> new FeatureSegments(e, kind, delta)).toList();
    SegmentSums sums = new SegmentSums(segments, evaluations.size(), places - 1);
    double[] all = new double[evaluations.size() * places];
    int[] next = new int[1];
    log.forEach(
        episode -> {
          for (int p = 0; p < scores.size(); p++) {
            scores.get(p).copy(next[0], wholes.get(p).weighting(), all, p * places);
          }
          sums.add(episode.cluster(), episode.length(), episode::segment, all);
          next[0]++;
        });
    return SegmentEffects.of(segments, kind, sums, wholes, scale(first, delta));
  }

  private static Segments required(FeatureSource source) {
    if (source.estimatesBehavior()) {
      throw new SettingException(
          source.segments().filter(Segments::ordered).isPresent() ? "over" : "by",
          "needs propensities on feature columns, got a logged policy that is estimated");
    }
    return source
        .segments()
        .orElseThrow(() -> new SettingException("by", "needs a log that was read by segment"));
  }

  private static SegmentEffects.Scale scale(FeatureEvaluation evaluation, double delta) {
    return new SegmentEffects.Scale(
        1,
        evaluation.summary().episodes(),
        evaluation.source().hasClusters()
            ? OptionalDouble.of(evaluation.pass().means.sizes().degreesOfFreedom())
            : OptionalDouble.empty(),
        delta,
        evaluation.settings().seed());
  }

  private Weighting weighting() {
    return kind == IntervalKind.ROBUST ? Weighting.ROBUST : Weighting.EFFICIENT;
  }

  private int place(OptionalInt step) {
    return step.orElse(evaluation.source().horizon() + 1);
  }

  @Override
  public double error(OptionalInt step) {
    ScorePass pass = evaluation.pass();
    return pass.means.error(pass.at.score(weighting(), place(step)));
  }

  @Override
  public double besides(OptionalInt step, boolean below) {
    return 0;
  }

  @Override
  public boolean isSame(OptionalInt step) {
    return decisions.isSame(place(step));
  }

  @Override
  public List<String> objections(OptionalInt step) {
    return decisions.objections(kind, place(step));
  }

  @Override
  public Optional<String> overturned(
      OptionalInt step, boolean better, double estimate, double beyond, double share) {
    int place = place(step);
    double unseen = better ? decisions.unseenDown(place) : decisions.unseenUp(place);
    double independent = decisions.independent(kind, place, Math.abs(estimate) - beyond);
    boolean undone =
        beyond <= Math.max(decisions.tolerance(), Math.max(unseen / share, independent));
    return decisions
        .scarce(place)
        .or(() -> undone ? Optional.of(SegmentEffects.UNSEEN) : Optional.empty());
  }
}
