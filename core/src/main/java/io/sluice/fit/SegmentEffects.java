package io.sluice.fit;

import io.sluice.distributions.FisherF;
import io.sluice.fit.SegmentResult.Effects;
import io.sluice.fit.SegmentResult.Entry;
import io.sluice.fit.SegmentResult.SameTest;
import io.sluice.influence.ClusterSizes;
import io.sluice.influence.MaxT;
import io.sluice.influence.MaxT.Contrast;
import io.sluice.influence.SegmentSums;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Verdict;
import io.sluice.mdp.Segments;
import io.sluice.mdp.SettingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Effects of one policy or several within segments, from their scores: one {@link SegmentResult}
 * each, whose intervals hold at once over all policies, segments and steps.
 *
 * <p>Standard errors are cluster-robust, raised as that of the whole effect is and by G_s/(G_s−1),
 * G_s being how many clusters of equal size the segment has in effect. The critical value is that
 * of {@link MaxT}. A segment with fewer than {@value ClusterSizes#LEAST} effective clusters has no
 * verdict and is in no test.
 */
public final class SegmentEffects {
  /** Why a verdict is not conclusive although its variance is small. */
  public static final String UNSEEN = "a few outcomes that the log never showed would overturn it";

  private final Segments segments;
  private final IntervalKind kind;
  private final SegmentSums sums;
  private final List<WholeEffects> policies;
  private final Scale scale;
  private double critical;
  private double alone;

  /**
   * What the computation needs of the log and its settings.
   *
   * @param width of a unit of the scores, in the user's units
   * @param episodes how many there are
   * @param freedom the degrees of freedom that its clusters leave; none without clusters
   */
  public record Scale(
      double width, long episodes, OptionalDouble freedom, double delta, long seed) {}

  /**
   * @param policies in the order of the sums
   */
  public static List<SegmentResult> of(
      Segments segments,
      IntervalKind kind,
      SegmentSums sums,
      List<? extends WholeEffects> policies,
      Scale scale) {
    return new SegmentEffects(segments, kind, sums, policies, scale).results();
  }

  /**
   * @throws SettingException if there are too many effects to tell apart
   */
  public static void requireFew(Segments segments, int policies, int horizon) {
    if (!SegmentSums.fits(segments, policies, horizon)) {
      throw new SettingException(
          "by",
          segments.ofEpisodes()
              ? "%s policies in %s segments are too many to tell apart"
                  .formatted(policies, segments.names().size())
              : "%s changes within episodes, and %s segments at %s steps are too many to tell apart"
                  .formatted(segments.column(), segments.names().size(), horizon));
    }
  }

  /** The interval whose scores are averaged: {@code robust} where it can be, unless asked. */
  public static IntervalKind kind(List<IntervalKind> asked, boolean weighted) {
    return asked.stream()
        .filter(k -> k == IntervalKind.ROBUST || k == IntervalKind.EFFICIENT)
        .findFirst()
        .orElse(weighted ? IntervalKind.ROBUST : IntervalKind.EFFICIENT);
  }

  private SegmentEffects(
      Segments segments,
      IntervalKind kind,
      SegmentSums sums,
      List<? extends WholeEffects> policies,
      Scale scale) {
    this.segments = segments;
    this.kind = kind;
    this.sums = sums;
    this.policies = List.copyOf(policies);
    this.scale = scale;
  }

  private OptionalInt step(int place) {
    int own = place % sums.places();
    boolean total = segments.ofEpisodes() && own == sums.places() - 1;
    return total ? OptionalInt.empty() : OptionalInt.of(own + 1);
  }

  private WholeEffects whole(int place) {
    return policies.get(place / sums.places());
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
    double error = whole(place).error(step(place));
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
    return plain > 0 ? Math.max(1, Math.min(2, error / Math.sqrt(plain))) : 1;
  }

  private List<SegmentResult> results() {
    List<int[]> used = new ArrayList<>();
    for (int p = 0; p < policies.size() * sums.places(); p++) {
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
    critical = MaxT.critical(covariance, contrasts, scale.delta(), scale.seed());
    alone = MaxT.alone(OptionalDouble.empty(), scale.delta());
    List<SegmentResult> results = new ArrayList<>();
    for (int i = 0; i < policies.size(); i++) {
      results.add(result(i));
    }
    return results;
  }

  private SegmentResult result(int policy) {
    List<Effects> effects = new ArrayList<>();
    for (int p = 0; p < sums.places(); p++) {
      effects.add(effects(policy * sums.places() + p));
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
          String.format(
              Locale.ROOT,
              "%s: %,d %s with fewer than %d %s, or beyond the %d most frequent, %s pooled in \"%s\"",
              segments.column(),
              segments.pooled(),
              segments.pooled() == 1 ? "value" : "values",
              Segments.LEAST,
              segments.ofEpisodes() ? "episodes" : "decisions",
              Segments.MOST,
              segments.pooled() == 1 ? "is" : "are",
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
    List<String> against = whole(place).objections(step(place));
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
    double estimate = sums.mean(segment, place) * scale.width();
    boolean enough = isEnough(segment, place);
    double variance = sums.covariance(segment, place, segment, place);
    double error =
        enough ? raise * Math.sqrt(variance * raise(segment, place)) * scale.width() : Double.NaN;
    double share = size / (double) scale.episodes();
    WholeEffects whole = whole(place);
    OptionalInt step = step(place);
    double below = whole.besides(step, true) / share;
    double above = whole.besides(step, false) / share;
    double reach = enough ? MaxT.reach(critical, sums.freedom(segment, place)) : 0;
    double lower = estimate - reach * error - below;
    double upper = estimate + reach * error + above;
    boolean same = whole.isSame(step);
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
      double beyond = better ? lower : -upper;
      reason =
          error == 0 ? UNSEEN : whole.overturned(step, better, estimate, beyond, share).orElse("");
      verdict = reason.isEmpty() ? verdict : Verdict.Kind.CANNOT_TELL;
    }
    return new Entry(
        segments.names().get(segment), size, estimate, lower, upper, error, verdict, reason);
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
    double freedom =
        scale
            .freedom()
            .orElseGet(
                () ->
                    tested.stream().mapToDouble(s -> sums.effective(s, place)).sum()
                        - tested.size());
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
