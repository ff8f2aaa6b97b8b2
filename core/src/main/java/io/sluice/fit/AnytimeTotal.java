package io.sluice.fit;

import io.sluice.counts.StageCounts;
import io.sluice.counts.TransitionCounts;
import io.sluice.distributions.NormalQuantile;
import io.sluice.fit.AnytimeResult.Look;
import io.sluice.influence.ConfidenceSequence;
import io.sluice.influence.CrossFitValues;
import io.sluice.influence.LookSums;
import io.sluice.influence.PolicyValues;
import io.sluice.influence.RobustScores;
import io.sluice.influence.ShrunkValues;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Verdict;
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
 * given all episodes before it, is the effect on its own episode, and {@link ConfidenceSequence}
 * bounds the mean of these effects, at all looks at once: the total effect if it does not drift,
 * otherwise its average so far.
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
      return Optional.of(
          "episodes come in clusters, so later ones can be foretold from earlier ones");
    }
    if (!judgment.canBeWeighted()) {
      return Optional.of("it needs known propensities of all that the policy does");
    }
    if (fit.data().ends().readAsCut() > 0) {
      return Optional.of("episodes were cut off");
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
    List<Look> all = looks();
    if (all.isEmpty()) {
      return AnytimeResult.none(
          column,
          "too few episodes: it begins when %d have been scored, after a first %d or more that only make values"
              .formatted(ConfidenceSequence.LEAST, Looks.FIRST));
    }
    return judged(all);
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
    LookSums sums = fit.episodes("over").collect(new LookSums(looks, scores()));
    List<Look> all = new ArrayList<>();
    double width = fit.data().range().width();
    double delta = fit.settings().delta();
    double once = NormalQuantile.twoSided(delta);
    long n = 0;
    double[] moments = new double[LookSums.POWERS];
    double[] weights = new double[sums.horizon()];
    double[] residuals = new double[sums.horizon()];
    for (int i = 0; i < looks.size(); i++) {
      n += sums.episodes(i);
      for (int k = 1; k <= sums.horizon(); k++) {
        weights[k - 1] += sums.weightSquares(i, k);
        residuals[k - 1] += sums.residualSquares(i, k);
      }
      for (int power = 1; power <= moments.length; power++) {
        moments[power - 1] += sums.sum(i, power);
      }
      double mean = moments[0] / n;
      double spread = moments[1] / n - mean * mean;
      if (n >= ConfidenceSequence.LEAST) {
        boolean rounding = spread <= 1e-12 * moments[1] / n;
        double error = rounding ? 0 : Math.sqrt(spread / (n - 1)) * width;
        double careful =
            rounding ? 0 : Math.sqrt(Math.max(spread, apart(weights, residuals, n)) / (n - 1));
        double reach = ConfidenceSequence.critical(n, delta) * careful * width;
        double estimate = mean * width;
        all.add(
            new Look(
                looks.names().get(i),
                looks.episodes().get(i),
                estimate,
                estimate - reach,
                estimate + reach,
                estimate - once * error,
                estimate + once * error));
      }
    }
    return all;
  }

  /**
   * The variance of scores if weights and residuals had nothing to do with each other: Σ_k mean
   * (W_k−1)²·mean (y_k−Q̂_k)², as if one more outcome had been a whole reward away. Where outcomes
   * are rare, too few of them meet large weights: the mean of scores and their own variance are
   * then both too small, while this one takes its residuals from all episodes.
   */
  private static double apart(double[] weights, double[] residuals, long episodes) {
    double sum = 0;
    for (int k = 0; k < weights.length; k++) {
      sum += weights[k] / episodes * (residuals[k] + 1) / episodes;
    }
    return sum;
  }

  private AnytimeResult judged(List<Look> all) {
    Look last = all.get(all.size() - 1);
    Verdict.Kind verdict =
        judgment.isSame()
            ? Verdict.Kind.SAME
            : last.lower() > 0
                ? Verdict.Kind.BETTER
                : last.upper() < 0 ? Verdict.Kind.WORSE : Verdict.Kind.CANNOT_TELL;
    boolean better = verdict == Verdict.Kind.BETTER;
    String reason = "";
    Decisions decisions =
        new Decisions(judgment.with(List.of(IntervalKind.ROBUST)), List.of(IntervalKind.ROBUST));
    List<String> against = decisions.objections(IntervalKind.ROBUST, OptionalInt.empty());
    if (!against.isEmpty() && verdict != Verdict.Kind.SAME) {
      verdict = Verdict.Kind.WITHHELD;
      reason = String.join("; ", against);
    } else if (better || verdict == Verdict.Kind.WORSE) {
      double cost = SettledCheck.cost(judgment, IntervalKind.ROBUST, OptionalInt.empty(), better);
      boolean certain = last.lower() < last.upper();
      Optional<String> few =
          SettledCheck.fewWeights(judgment, IntervalKind.ROBUST, OptionalInt.empty());
      if (few.isPresent()) {
        verdict = Verdict.Kind.CANNOT_TELL;
        reason = few.get();
      } else if (!certain || cost >= Math.abs(last.estimate())) {
        verdict = Verdict.Kind.CANNOT_TELL;
        reason = "a few outcomes that the log never showed would overturn it";
      }
    }
    int firstScored = looks.stages().indexOf(1);
    return new AnytimeResult(
        column, looks.episodes().get(firstScored - 1), all, verdict, reason, "");
  }
}
