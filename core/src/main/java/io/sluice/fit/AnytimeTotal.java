package io.sluice.fit;

import io.sluice.counts.StageCounts;
import io.sluice.counts.TransitionCounts;
import io.sluice.fit.AnytimeResult.Look;
import io.sluice.influence.CrossFitValues;
import io.sluice.influence.LookScores;
import io.sluice.influence.LookSums;
import io.sluice.influence.PolicyValues;
import io.sluice.influence.RobustScores;
import io.sluice.influence.ShrunkValues;
import io.sluice.interval.IntervalKind;
import io.sluice.mdp.Looks;
import io.sluice.mdp.Segments;
import io.sluice.mdp.SettingException;
import io.sluice.model.Estimates;
import io.sluice.model.Model.Pooling;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Evaluates the total of a policy with intervals that stay valid however often a growing log is
 * evaluated: {@link AnytimeResult}.
 *
 * <p>Episodes are in the order of a column. Their scores are those of {@code robust}, with known
 * propensities and with Q̂ from earlier stages of the log only. So the expectation of every score,
 * given all episodes before it, is the effect on its own episode, and {@link AnytimeLooks} bounds
 * the mean of these effects, at all looks at once: the total effect if it does not drift, otherwise
 * its average so far.
 *
 * <p>What breaks it: what breaks {@code robust}; clusters, whose later episodes can be predicted
 * from earlier ones, so they are refused; episodes that are added to a value of the column after it
 * has been evaluated; a policy that was chosen by looking at these episodes.
 */
public final class AnytimeTotal {
  /** How many numbers tables may have at most: 128 MiB of them. */
  private static final long MOST = 1L << 24;

  private final Judgment judgment;
  private final Fit fit;
  private final Looks looks;
  private final String column;

  private AnytimeTotal(Judgment judgment, Segments segments, Looks looks) {
    this.judgment = judgment;
    this.fit = judgment.fit();
    this.looks = looks;
    this.column = segments.column();
  }

  /**
   * @throws SettingException if episodes are not in the order of a column
   */
  public static AnytimeResult of(Judgment judgment) {
    return on(judgment).result();
  }

  /** Returns the intervals alone, without a verdict; none if the log does not allow any. */
  public static List<Look> looks(Judgment judgment) {
    AnytimeTotal total = on(judgment);
    return total.refusal().isPresent() ? List.of() : total.looks();
  }

  private static AnytimeTotal on(Judgment judgment) {
    Segments segments =
        judgment
            .fit()
            .segments()
            .orElseThrow(() -> new SettingException("over", "needs a log that was read by time"));
    Looks looks = segments.looks();
    if (looks == null) {
      throw new SettingException("over", "needs a log that was read by time");
    }
    return new AnytimeTotal(judgment, segments, looks);
  }

  /** Why there can be no such interval, whatever the outcomes are. */
  private Optional<String> refusal() {
    if (fit.data().clustered()) {
      return Optional.of(AnytimeLooks.CLUSTERS);
    }
    if (!judgment.canBeWeighted()) {
      return Optional.of("it needs known propensities of all that the policy does");
    }
    if (fit.data().ends().readAsCut() > 0) {
      return Optional.of(AnytimeLooks.CUT);
    }
    long tables = (long) fit.data().shape().horizon() * fit.data().shape().states();
    return tables * fit.data().shape().actions() * looks.stageCount() > MOST
        ? Optional.of("there are too many states for tables of every stage")
        : Optional.empty();
  }

  private AnytimeResult result() {
    Optional<String> refusal = refusal();
    if (refusal.isPresent()) {
      return AnytimeResult.none(column, refusal.get());
    }
    Decisions decisions =
        new Decisions(
            judgment.with(Judgment.deciding(List.of(IntervalKind.ROBUST))),
            List.of(IntervalKind.ROBUST));
    return AnytimeLooks.judged(
        column,
        looks,
        looks(),
        judgment.isSame(),
        decisions.objections(IntervalKind.ROBUST, OptionalInt.empty()),
        this::overturned);
  }

  private Optional<String> overturned(Look last) {
    OptionalInt total = OptionalInt.empty();
    Optional<String> few = SettledCheck.fewWeights(judgment, IntervalKind.ROBUST, total);
    double cost = SettledCheck.cost(judgment, IntervalKind.ROBUST, total, last.estimate() > 0);
    return few.isEmpty() && cost >= Math.abs(last.estimate())
        ? Optional.of(SegmentEffects.UNSEEN)
        : few;
  }

  private List<RobustScores> scores() {
    List<RobustScores> all = new ArrayList<>();
    for (TransitionCounts before :
        fit.episodes("over").collect(new StageCounts(fit.data().shape(), looks)).before()) {
      PolicyValues values =
          ShrunkValues.of(
              before,
              Estimates.of(before).model(Pooling.POOLED),
              fit.range(),
              judgment.policy(),
              ShrunkValues.USUAL);
      all.add(
          new RobustScores(
              new CrossFitValues(values, values),
              BettingInputs.logged(fit, before),
              judgment.policy()));
    }
    return all;
  }

  private List<Look> looks() {
    LookSums sums = fit.episodes("over").collect(new LookScores(looks, scores())).sums();
    double width = fit.data().range().width();
    return AnytimeLooks.of(looks, sums, true, width, fit.settings().delta());
  }
}
