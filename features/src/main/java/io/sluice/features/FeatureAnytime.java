package io.sluice.features;

import io.sluice.fit.AnytimeLooks;
import io.sluice.fit.AnytimeResult;
import io.sluice.fit.AnytimeResult.Look;
import io.sluice.fit.SegmentEffects;
import io.sluice.interval.IntervalKind;
import io.sluice.mdp.Looks;
import io.sluice.mdp.Segments;
import io.sluice.mdp.SettingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Evaluates the total of a policy on feature columns with intervals that stay valid however often a
 * growing log is evaluated, as on tables: {@link AnytimeLooks}.
 *
 * <p>Q̂ is a ridge regression whose basis, with its means and quartiles, and whose penalty come
 * from earlier stages of the log, too; only the kinds of columns and the levels of categories are
 * those of the whole log. It takes two passes over the log for every stage, of which there are
 * about as many as the log has doubled since its first {@value Looks#FIRST} episodes.
 *
 * <p><b>The event</b> is that of {@link io.sluice.influence.ConfidenceSequence}. No reward range is
 * declared: the variance allows for one more outcome as far from its prediction as the farthest so
 * far. <b>What breaks it</b>: what breaks {@code robust}; outcomes larger than any that the log has
 * had, which no interval from it can know of; clusters, which are refused; episodes that are added
 * to a value of the column after it has been evaluated.
 */
public final class FeatureAnytime {
  private FeatureAnytime() {}

  /** Returns the intervals alone, without a verdict; none if the log does not allow any. */
  public static List<Look> looks(FeatureSource source, FeatureSettings settings, double delta) {
    Looks looks = required(source).looks();
    if (looks == null || refusal(source).isPresent()) {
      return List.of();
    }
    List<LookPass.Values> ofStage = new ArrayList<>();
    for (int stage = 1; stage < looks.stageCount(); stage++) {
      ofStage.add(before(new EarlierEpisodes(source, looks, stage), settings));
    }
    LookPass pass =
        source.collect(new LookPass(looks, ofStage, source.horizon(), source.knowsBehavior()));
    return AnytimeLooks.of(looks, pass.sums(), false, 1, delta);
  }

  private static LookPass.Values before(FeatureSource earlier, FeatureSettings settings) {
    FeatureSummary summary = FeatureSummary.of(earlier);
    Basis basis = PreparedLog.basis(earlier, settings, summary);
    MomentPass moments =
        MomentPass.of(
            earlier,
            basis,
            List.of(0),
            new FirstEpisodes(0, summary.before()),
            summary.episodes(),
            null);
    return new LookPass.Values(
        basis,
        NuisanceFit.values(moments.folds(), basis, PreparedLog.sizes(basis, settings), settings));
  }

  private static Segments required(FeatureSource source) {
    return source
        .segments()
        .filter(Segments::ordered)
        .orElseThrow(() -> new SettingException("over", "needs a log that was read by time"));
  }

  /** Why there can be no such interval, whatever the outcomes are. */
  private static Optional<String> refusal(FeatureSource source) {
    return source.hasClusters()
        ? Optional.of(AnytimeLooks.CLUSTERS)
        : source.completeEpisodes().isContradicted()
            ? Optional.of(AnytimeLooks.CUT)
            : Optional.empty();
  }

  static AnytimeResult of(FeatureEvaluation evaluation, double delta) {
    FeatureSource source = evaluation.source();
    Segments segments = required(source);
    Optional<String> refusal = refusal(source);
    Looks looks = segments.looks();
    if (looks == null || refusal.isPresent()) {
      return AnytimeResult.none(segments.column(), refusal.orElse(AnytimeLooks.TOO_FEW));
    }
    FeatureDecisions decisions = evaluation.decisions(delta);
    int total = source.horizon() + 1;
    return AnytimeLooks.judged(
        segments.column(),
        looks,
        looks(source, evaluation.settings(), delta),
        decisions.isSame(total),
        decisions.objections(IntervalKind.ROBUST, total),
        last -> overturned(decisions, total, last));
  }

  private static Optional<String> overturned(FeatureDecisions decisions, int total, Look last) {
    boolean better = last.lower() > 0;
    double beyond = better ? last.lower() : -last.upper();
    double unseen = better ? decisions.unseenDown(total) : decisions.unseenUp(total);
    return decisions
        .scarce(total)
        .or(
            () ->
                beyond <= Math.max(decisions.tolerance(), unseen)
                    ? Optional.of(SegmentEffects.UNSEEN)
                    : Optional.empty());
  }
}
