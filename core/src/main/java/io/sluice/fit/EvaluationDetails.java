package io.sluice.fit;

import io.sluice.assumptions.Calibration;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.mdp.Policy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a report shows besides an {@link EvaluationResult}, in the user's units.
 *
 * @param parts the two parts of each step's effect
 * @param path the total effect of mixtures between the logged and the proposed policy
 * @param differences where the policies differ
 * @param calibration whether the action probabilities fit the log, where that can be judged
 */
public record EvaluationDetails(
    List<EffectParts> parts,
    List<PathPoint> path,
    Differences differences,
    Optional<Calibration> calibration) {
  private static final int POINTS = 10;
  private static final int FEW_POINTS = 4;

  /** From so many cells times steps on, a page takes longer to compute than a log to read. */
  private static final long LARGE = 5_000_000;

  /**
   * One policy on the way, λ·π + (1−λ)·π_b.
   *
   * @param total V − V_πb, by interval
   * @param steps α^(h) by the first interval, step h at index h−1; none if the log is large
   */
  public record PathPoint(double lambda, Map<IntervalKind, Interval> total, List<Interval> steps) {}

  public static EvaluationDetails of(Judgment judgment, List<IntervalKind> kinds) {
    return of(judgment, kinds, ProgressListener.NOBODY);
  }

  /** Returns how many pieces of work {@link #of} reports. */
  public static int pieces(LogData log, List<IntervalKind> kinds) {
    return 2 + (points(log) + 1) * onTheWay(log, kinds).size();
  }

  /** How many policies are judged on the way, besides the logged one: fewer for a large log. */
  private static int points(LogData log) {
    return isLarge(log) ? FEW_POINTS : POINTS;
  }

  private static boolean isLarge(LogData log) {
    return (long) log.counts().cells() * log.shape().horizon() > LARGE;
  }

  /** The intervals on the way: for a large log only the first. */
  private static List<IntervalKind> onTheWay(LogData log, List<IntervalKind> kinds) {
    return kinds.stream()
        .filter(kind -> !kind.needsEpisodes())
        .limit(isLarge(log) ? 1 : kinds.size())
        .toList();
  }

  /** Computes the details and reports progress. */
  public static EvaluationDetails of(
      Judgment judgment, List<IntervalKind> kinds, ProgressListener progress) {
    progress.next("the parts of each effect");
    Fit fit = judgment.fit();
    List<EffectParts> parts = EffectParts.of(judgment);
    List<IntervalKind> shown = onTheWay(fit.data(), kinds);
    int points = points(fit.data());
    List<Judgment> way = new ArrayList<>();
    for (int i = 0; i <= points; i++) {
      double lambda = i / (double) points;
      Policy mixed = Policy.mixture(lambda, judgment.policy(), fit.behavior().policy());
      way.add(i == points ? judgment : fit.judge(mixed));
    }
    Judgment.prepare(way, shown);
    List<PathPoint> path = new ArrayList<>();
    for (int i = 0; i <= points; i++) {
      path.add(point(i / (double) points, way.get(i), shown, progress));
      way.set(i, null); // all at once are many
    }
    progress.next("where the policies differ");
    return new EvaluationDetails(
        parts,
        List.copyOf(path),
        Differences.between(fit.data(), fit.behavior().policy(), judgment.policy()),
        fit.calibration());
  }

  private static PathPoint point(
      double lambda, Judgment judgment, List<IntervalKind> kinds, ProgressListener progress) {
    Map<IntervalKind, Interval> total = new LinkedHashMap<>();
    for (IntervalKind kind : kinds) {
      progress.next("%s, with a share of %s".formatted(kind, lambda));
      total.put(kind, judgment.total(kind));
    }
    List<Interval> steps = new ArrayList<>();
    LogData log = judgment.fit().data();
    for (int h = 1; !kinds.isEmpty() && !isLarge(log) && h <= log.shape().horizon(); h++) {
      steps.add(judgment.step(h, kinds.get(0)));
    }
    return new PathPoint(lambda, total, List.copyOf(steps));
  }
}
