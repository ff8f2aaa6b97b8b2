package io.sluice.fit;

import io.sluice.distributions.FisherF;
import io.sluice.distributions.NormalTail;
import io.sluice.distributions.StudentQuantile;
import io.sluice.fit.SegmentResult.Effects;
import io.sluice.fit.SegmentResult.Entry;
import io.sluice.fit.SegmentResult.SameTest;
import io.sluice.influence.ClusterSizes;
import io.sluice.influence.EffectScores;
import io.sluice.influence.MaxT;
import io.sluice.influence.MaxT.Contrast;
import io.sluice.influence.SegmentProducts;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Part;
import io.sluice.interval.StandardError;
import io.sluice.interval.Verdict;
import io.sluice.mdp.Segments;
import io.sluice.mdp.SettingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Judges a policy within segments of a log: {@link SegmentResult}.
 *
 * <p>By {@code robust}, where propensities are known, because it holds whatever segments are told
 * apart by; else by {@code efficient}, unless the order of intervals that was asked for says
 * otherwise. Standard errors are cluster-robust, raised as that of the whole effect is and by
 * G_s/(G_s−1), G_s being how many clusters of equal size the segment has in effect. The critical
 * value is that of {@link MaxT}; an interval reaches Student's quantile of the same tail, with the
 * {@linkplain SegmentProducts#freedom degrees of freedom} of its own variance. A segment with fewer
 * than {@value ClusterSizes#LEAST} effective clusters has no verdict and is in no test.
 */
public final class WithinSegments {
  private final Judgment judgment;
  private final Fit fit;
  private final Segments segments;
  private final IntervalKind kind;
  private final SegmentProducts sums;
  private final Decisions decisions;
  private final double width;
  private double critical;
  private double tail; // of the normal distribution beyond the critical value, on both sides
  private double alone;

  /**
   * @param asked intervals in the order in which they were asked for
   * @throws SettingException if rows were not assigned to segments
   */
  public static SegmentResult of(Judgment judgment, List<IntervalKind> asked) {
    return new WithinSegments(judgment, asked).result();
  }

  private WithinSegments(Judgment judgment, List<IntervalKind> asked) {
    this.judgment = judgment;
    fit = judgment.fit();
    segments =
        fit.segments()
            .orElseThrow(() -> new SettingException("by", "needs a log that was read by segment"));
    int horizon = fit.data().shape().horizon();
    if (!SegmentProducts.fits(segments, horizon)) {
      throw new SettingException(
          "by",
          "%s changes within episodes, and %d segments at %d steps are too many to tell apart"
              .formatted(segments.column(), segments.names().size(), horizon));
    }
    kind = kind(asked);
    width = fit.data().range().width();
    EffectScores scores =
        kind == IntervalKind.ROBUST
            ? EffectScores.robust(judgment.robust().scores("interval robust"))
            : EffectScores.efficient(judgment.influences());
    sums = fit.episodes("effects by segment").collect(new SegmentProducts(scores, segments));
    decisions = new Decisions(judgment.with(List.of(kind)), List.of(kind));
  }

  private IntervalKind kind(List<IntervalKind> asked) {
    Optional<IntervalKind> first =
        asked.stream()
            .filter(k -> k == IntervalKind.ROBUST || k == IntervalKind.EFFICIENT)
            .findFirst();
    return first.orElseGet(
        () -> judgment.canBeWeighted() ? IntervalKind.ROBUST : IntervalKind.EFFICIENT);
  }

  private int places() {
    return sums.places();
  }

  private OptionalInt step(int place) {
    boolean total = segments.ofEpisodes() && place == places() - 1;
    return total ? OptionalInt.empty() : OptionalInt.of(place + 1);
  }

  /** Whether a segment shows how its clusters vary. */
  private boolean isEnough(int segment, int place) {
    return sums.effective(segment, place) >= ClusterSizes.LEAST - 1e-9;
  }

  private double raise(int segment, int place) {
    double effective = sums.effective(segment, place);
    return effective / (effective - 1);
  }

  /** How far the standard error of the whole effect exceeds that of its scores, as a factor. */
  private double raiseOfWhole(int place) {
    Interval whole = whole(place);
    double error = whole.error().map(StandardError::value).orElse(0.0) / width;
    double plain = 0;
    double all = 0;
    int count = segments.names().size();
    for (int s = 0; s < count; s++) {
      all += sums.size(s, place);
    }
    for (int s = 0; s < count; s++) {
      for (int t = 0; t < count; t++) {
        if (sums.size(s, place) > 0 && sums.size(t, place) > 0) {
          plain +=
              sums.covariance(s, place, t, place)
                  * (sums.size(s, place) / all)
                  * (sums.size(t, place) / all);
        }
      }
    }
    boolean comparable = kind == IntervalKind.EFFICIENT && plain > 0;
    return comparable ? Math.max(1, Math.min(2, error / Math.sqrt(plain))) : 1;
  }

  private Interval whole(int place) {
    OptionalInt step = step(place);
    return step.isPresent() ? judgment.uncut(step.getAsInt(), kind) : judgment.uncutTotal(kind);
  }

  private SegmentResult result() {
    List<int[]> used = new ArrayList<>();
    for (int p = 0; p < places(); p++) {
      for (int s = 0; s < segments.names().size(); s++) {
        if (isEnough(s, p)) {
          used.add(new int[] {s, p});
        }
      }
    }
    double[][] covariance = covariance(used);
    List<Contrast> contrasts = new ArrayList<>();
    for (int i = 0; i < used.size(); i++) {
      contrasts.add(Contrast.of(i));
    }
    double delta = fit.settings().delta();
    critical =
        MaxT.critical(covariance, contrasts, OptionalDouble.empty(), delta, fit.settings().seed());
    tail = 2 * NormalTail.above(critical);
    alone = MaxT.alone(OptionalDouble.empty(), delta);
    List<Effects> effects = new ArrayList<>();
    for (int p = 0; p < places(); p++) {
      effects.add(effects(p));
    }
    return new SegmentResult(
        segments.column(),
        segments.ofEpisodes(),
        segments.ordered(),
        segments.pooled(),
        kind,
        critical,
        alone,
        effects,
        warnings());
  }

  private double[][] covariance(List<int[]> used) {
    double[][] all = new double[used.size()][used.size()];
    for (int i = 0; i < all.length; i++) {
      for (int j = 0; j < all.length; j++) {
        int[] a = used.get(i);
        int[] b = used.get(j);
        all[i][j] = sums.covariance(a[0], a[1], b[0], b[1]);
      }
    }
    return all;
  }

  private List<String> warnings() {
    List<String> all = new ArrayList<>();
    if (segments.pooled() > 0) {
      all.add(
          "%s: %,d values with fewer than %d %s, or beyond the %d most frequent, are pooled in \"%s\""
              .formatted(
                  segments.column(),
                  segments.pooled(),
                  Segments.LEAST,
                  segments.ofEpisodes() ? "episodes" : "decisions",
                  Segments.MOST,
                  Segments.OTHER));
    }
    if (!segments.ofEpisodes()) {
      all.add(
          "%s changes within episodes: segments are of decisions, by its value at the step, and have no total"
              .formatted(segments.column()));
    }
    if (kind == IntervalKind.EFFICIENT) {
      all.add(
          "effects by %s rest on efficient: they take %s to matter only through the state (robust needs no such assumption, but known propensities)"
              .formatted(segments.column(), segments.column()));
    }
    if (sums.areTotals()) {
      all.add("too many steps for effects of each by segment: only totals are shown");
    }
    return all;
  }

  private Effects effects(int place) {
    List<Entry> entries = new ArrayList<>();
    List<Integer> tested = new ArrayList<>();
    double raise = raiseOfWhole(place);
    List<String> against = new ArrayList<>(decisions.objections(kind, step(place)));
    CutCheck.withheld(fit.data(), kind).filter(w -> !against.contains(w)).ifPresent(against::add);
    for (int s = 0; s < segments.names().size(); s++) {
      if (sums.size(s, place) > 0) {
        entries.add(entry(s, place, raise, against));
        if (isEnough(s, place)) {
          tested.add(s);
        }
      }
    }
    return new Effects(
        step(place),
        entries,
        same(tested, place, raise),
        segments.ordered() ? Optional.of(trend(tested, place, raise)) : Optional.empty());
  }

  private Entry entry(int segment, int place, double raise, List<String> against) {
    long size = sums.size(segment, place);
    double estimate = sums.mean(segment, place) * width;
    boolean enough = isEnough(segment, place);
    double variance = sums.covariance(segment, place, segment, place);
    double error =
        enough ? raise * Math.sqrt(variance * raise(segment, place)) * width : Double.NaN;
    double share = size / (double) fit.data().episodes();
    Interval whole = whole(place);
    double below = other(whole, true) / share;
    double above = other(whole, false) / share;
    double reach = enough ? StudentQuantile.twoSided(sums.freedom(segment, place), tail) : 0;
    double lower = estimate - reach * error - below;
    double upper = estimate + reach * error + above;
    OptionalInt step = step(place);
    boolean same = step.isPresent() ? judgment.isSame(step.getAsInt()) : judgment.isSame();
    Verdict.Kind verdict =
        same
            ? Verdict.Kind.SAME
            : lower > 0
                ? Verdict.Kind.BETTER
                : upper < 0 ? Verdict.Kind.WORSE : Verdict.Kind.CANNOT_TELL;
    String reason = "";
    boolean settled = verdict == Verdict.Kind.BETTER || verdict == Verdict.Kind.WORSE;
    if (!enough) {
      reason = "too few independent episodes or clusters to know how they vary";
    } else if (!against.isEmpty() && !same) {
      verdict = Verdict.Kind.WITHHELD;
      reason = String.join("; ", against);
    } else if (settled) {
      boolean better = verdict == Verdict.Kind.BETTER;
      double cost = SettledCheck.cost(judgment, kind, step, better) / share;
      if (error == 0 || cost >= Math.abs(estimate)) {
        verdict = Verdict.Kind.CANNOT_TELL;
        reason = "a few outcomes that the log never showed would overturn it";
      }
    }
    return new Entry(
        segments.names().get(segment), size, estimate, lower, upper, error, verdict, reason);
  }

  private static double other(Interval interval, boolean below) {
    return interval.parts().stream()
        .filter(p -> p.source() != Part.Source.EPISODES && p.source() != Part.Source.CLUSTERS)
        .mapToDouble(below ? Part::below : Part::above)
        .sum();
  }

  /** Differences of neighboring segments, all 0 if effects are the same. */
  private SameTest same(List<Integer> tested, int place, double raise) {
    double[][] contrasts = new double[Math.max(0, tested.size() - 1)][tested.size()];
    for (int i = 0; i < contrasts.length; i++) {
      contrasts[i][i] = 1;
      contrasts[i][i + 1] = -1;
    }
    return test(contrasts, tested, place, raise);
  }

  /** The slope of a line through the effects of periods. */
  private SameTest trend(List<Integer> tested, int place, double raise) {
    double[][] contrast = new double[tested.size() < 2 ? 0 : 1][tested.size()];
    double center = tested.stream().mapToInt(s -> s).average().orElse(0);
    for (int i = 0; contrast.length > 0 && i < tested.size(); i++) {
      contrast[0][i] = tested.get(i) - center;
    }
    return test(contrast, tested, place, raise);
  }

  private SameTest test(double[][] contrasts, List<Integer> tested, int place, double raise) {
    int q = contrasts.length;
    if (q == 0) {
      return SameTest.none("needs two segments with enough episodes or clusters");
    }
    double effective =
        tested.stream().mapToDouble(s -> sums.effective(s, place)).min().orElseThrow();
    double freedom =
        fit.data().clustered()
            ? fit.clusterSizes().map(ClusterSizes::degreesOfFreedom).orElse(effective - 1)
            : tested.stream().mapToDouble(s -> sums.effective(s, place)).sum() - tested.size();
    if (freedom - q + 1 < 5) {
      return SameTest.none("needs more independent clusters than segments, by five at least");
    }
    double[] difference = new double[q];
    double[][] matrix = new double[q][q];
    for (int i = 0; i < q; i++) {
      for (int s = 0; s < tested.size(); s++) {
        difference[i] += contrasts[i][s] * sums.mean(tested.get(s), place);
      }
      for (int j = 0; j < q; j++) {
        matrix[i][j] = quadratic(contrasts[i], contrasts[j], tested, place) * raise * raise;
      }
    }
    OptionalDouble wald = MaxT.quadratic(matrix, difference);
    if (wald.isEmpty()) {
      return SameTest.none("nothing varies within segments");
    }
    double f = wald.getAsDouble() * (freedom - q + 1) / (freedom * q);
    return new SameTest(f, q, FisherF.survival(q, freedom - q + 1, f), "");
  }

  private double quadratic(double[] a, double[] b, List<Integer> tested, int place) {
    double sum = 0;
    for (int s = 0; s < tested.size(); s++) {
      for (int t = 0; t < tested.size(); t++) {
        if (a[s] != 0 && b[t] != 0) {
          int first = tested.get(s);
          int second = tested.get(t);
          double raise = Math.sqrt(raise(first, place) * raise(second, place));
          sum += a[s] * b[t] * raise * sums.covariance(first, place, second, place);
        }
      }
    }
    return sum;
  }
}
