package io.sluice.fit;

import io.sluice.distributions.NormalQuantile;
import io.sluice.fit.AnytimeResult.Look;
import io.sluice.influence.ConfidenceSequence;
import io.sluice.influence.LookSums;
import io.sluice.interval.Verdict;
import io.sluice.mdp.Looks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Intervals for the total at every look at a growing log, from scores whose Q̂ comes from earlier
 * stages only: {@link ConfidenceSequence}.
 *
 * <p>Their variance is that of the scores, or what it would be if weights and residuals had nothing
 * to do with each other, if that is larger: Σ_k mean (W_k−1)²·mean (y_k−Q̂_k)², as if one more
 * outcome had missed its prediction by a whole reward range; or, if no range is declared, by as
 * much as the one that missed it most so far. Where outcomes are rare, too few of them meet large
 * weights: the mean of scores and their own variance are then both too small, while this one takes
 * its residuals from all episodes.
 */
public final class AnytimeLooks {
  private AnytimeLooks() {}

  /** Why there are no intervals where episodes come in clusters. */
  public static final String CLUSTERS =
      "episodes come in clusters, so later ones can be foretold from earlier ones";

  /** Why there are none where episodes do not go to their ends. */
  public static final String CUT = "episodes were cut off";

  /** Why there are none where there is nothing else against them. */
  public static final String TOO_FEW =
      "too few episodes: it begins when %s have been scored, after a first %s or more that only make values"
          .formatted(ConfidenceSequence.LEAST, Looks.FIRST);

  /**
   * From the first look with enough scored episodes.
   *
   * @param sums of scores in units of the reward range, if one is declared
   * @param ranged whether one is
   * @param width of a unit of the scores, in the user's units
   */
  public static List<Look> of(
      Looks looks, LookSums sums, boolean ranged, double width, double delta) {
    LookSums all = sums.cumulative();
    double once = NormalQuantile.twoSided(delta);
    List<Look> found = new ArrayList<>();
    for (int i = 0; i < looks.size(); i++) {
      long n = all.episodes(i);
      if (n < ConfidenceSequence.LEAST) {
        continue;
      }
      double mean = all.sum(i) / n;
      double square = all.squares(i) / n;
      double spread = square - mean * mean;
      boolean rounding = spread <= 1e-12 * square;
      double error = rounding ? 0 : Math.sqrt(spread / (n - 1)) * width;
      double careful =
          rounding ? 0 : Math.sqrt(Math.max(spread, apart(all, i, ranged)) / (n - 1)) * width;
      double reach = ConfidenceSequence.critical(n, delta) * careful;
      double estimate = mean * width;
      found.add(
          new Look(
              looks.names().get(i),
              looks.episodes().get(i),
              estimate,
              estimate - reach,
              estimate + reach,
              estimate - once * error,
              estimate + once * error));
    }
    return found;
  }

  /** The variance of scores if weights and residuals had nothing to do with each other. */
  private static double apart(LookSums all, int look, boolean ranged) {
    double n = all.episodes(look);
    double sum = 0;
    for (int k = 1; k <= all.horizon(); k++) {
      double further = ranged ? 1 : all.largestSquare(look, k);
      sum += all.weightSquares(look, k) / n * (all.residualSquares(look, k) + further) / n;
    }
    return sum;
  }

  /**
   * The verdict at the last look.
   *
   * @param same whether the policies do not differ
   * @param against why there is no verdict; empty if there may be one
   * @param overturned why a conclusive one cannot stand
   */
  public static AnytimeResult judged(
      String column,
      Looks looks,
      List<Look> all,
      boolean same,
      List<String> against,
      Function<Look, Optional<String>> overturned) {
    if (all.isEmpty()) {
      return AnytimeResult.none(column, TOO_FEW);
    }
    Look last = all.get(all.size() - 1);
    Verdict.Kind verdict =
        same
            ? Verdict.Kind.SAME
            : last.lower() > 0
                ? Verdict.Kind.BETTER
                : last.upper() < 0 ? Verdict.Kind.WORSE : Verdict.Kind.CANNOT_TELL;
    String reason = "";
    if (!against.isEmpty() && !same) {
      verdict = Verdict.Kind.WITHHELD;
      reason = String.join("; ", against);
    } else if (verdict == Verdict.Kind.BETTER || verdict == Verdict.Kind.WORSE) {
      reason =
          last.lower() < last.upper() ? overturned.apply(last).orElse("") : SegmentEffects.UNSEEN;
      verdict = reason.isEmpty() ? verdict : Verdict.Kind.CANNOT_TELL;
    }
    long first = looks.episodes().get(looks.stages().indexOf(1) - 1);
    return new AnytimeResult(column, first, all, verdict, reason, "");
  }
}
