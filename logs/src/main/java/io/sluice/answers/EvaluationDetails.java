package io.sluice.answers;

import io.sluice.interval.EffectProfile;
import io.sluice.interval.Interval;
import io.sluice.logs.BehaviorPolicy;
import io.sluice.logs.LoggedData;
import io.sluice.logs.OpenLog;
import io.sluice.mdp.Policy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * What a report shows besides an {@link EvaluationAnswer}, in the user's units.
 *
 * @param ledger the two parts of each step's effect
 * @param path the same question for every policy on the way from the logged one to the proposed one
 * @param differences where the policies differ
 * @param calibration whether the action probabilities fit the log, where that can be judged
 */
public record EvaluationDetails(
    List<LedgerLine> ledger,
    List<PathPoint> path,
    Differences differences,
    Optional<Calibration> calibration) {
  private static final int POINTS = 10;

  /**
   * α^(h) in two parts, each with its {@code efficient} interval.
   *
   * @param immediate θ^(h), the effect on the step's own reward
   * @param carried ∫V_πΔ, the effect on later rewards through the next state
   */
  public record LedgerLine(int step, Interval immediate, Interval carried) {}

  /**
   * One policy on the way, λ·π + (1−λ)·π_b.
   *
   * @param total V − V_πb, by interval
   * @param steps α^(h) by interval, step h at index h−1
   */
  public record PathPoint(
      double lambda, Map<String, Interval> total, List<Map<String, Interval>> steps) {}

  public static EvaluationDetails of(
      OpenLog open,
      BehaviorPolicy behavior,
      Policy evaluated,
      Settings settings,
      List<IntervalKind> kinds) {
    return of(open, behavior, evaluated, settings, kinds, Watch.NOBODY);
  }

  /** How many pieces of work {@link #of} tells a watch of. */
  public static int pieces(List<IntervalKind> kinds) {
    int fromCounts = (int) kinds.stream().filter(kind -> !kind.needsEpisodes()).count();
    return 2 + (POINTS + 1) * fromCounts;
  }

  /** The same while someone watches. */
  public static EvaluationDetails of(
      OpenLog open,
      BehaviorPolicy behavior,
      Policy evaluated,
      Settings settings,
      List<IntervalKind> kinds,
      Watch watch) {
    watch.next("the parts of each effect");
    LoggedData log = open.data();
    IntFunction<Evidence> way = // made again when needed: all at once are many
        i ->
            new Evidence(
                log.counts(),
                log.halves(),
                log.valueRange(),
                behavior,
                Policy.mixture(lambda(i), evaluated, behavior.policy()),
                settings);
    Ledger ledger = Ledger.of(log, behavior, evaluated, settings);
    List<Evidence.FromEpisodes> efficient = new ArrayList<>();
    if (EvaluationAnswer.needsEpisodes(open, settings)) {
      for (int i = 0; i <= POINTS; i++) {
        efficient.add(way.apply(i).efficient(open.hasClusters()));
      }
      Ledger.FromEpisodes parts = ledger.fromEpisodes(open.hasClusters());
      open.forEachEpisode(
          behavior,
          episode -> {
            efficient.forEach(one -> one.accept(episode));
            parts.accept(episode);
          });
      ledger = parts.ledger();
    }
    List<PathPoint> path = new ArrayList<>();
    for (int i = 0; i <= POINTS; i++) {
      Evidence evidence = way.apply(i);
      Map<String, EffectProfile> profiles = new LinkedHashMap<>();
      for (IntervalKind kind : kinds) {
        if (!kind.needsEpisodes()) {
          watch.next("%s, with a share of %s".formatted(kind, lambda(i)));
          boolean fromEpisodes = kind == IntervalKind.EFFICIENT && !efficient.isEmpty();
          profiles.put(
              kind.toString(), fromEpisodes ? efficient.get(i).profile() : evidence.profile(kind));
        }
      }
      path.add(point(lambda(i), profiles, log));
    }
    watch.next("where the policies differ");
    return new EvaluationDetails(
        ledger.lines(),
        List.copyOf(path),
        Differences.between(log, behavior.policy(), evaluated),
        Calibration.judged(log, behavior));
  }

  private static double lambda(int point) {
    return point / (double) POINTS;
  }

  private static PathPoint point(
      double lambda, Map<String, EffectProfile> profiles, LoggedData log) {
    double width = log.range().width();
    Map<String, Interval> total = new LinkedHashMap<>();
    profiles.forEach((name, profile) -> total.put(name, profile.total().scaled(width)));
    List<Map<String, Interval>> steps = new ArrayList<>();
    for (int h = 1; h <= log.shape().horizon(); h++) {
      int step = h;
      Map<String, Interval> intervals = new LinkedHashMap<>();
      profiles.forEach((name, profile) -> intervals.put(name, profile.at(step).scaled(width)));
      steps.add(intervals);
    }
    return new PathPoint(lambda, total, List.copyOf(steps));
  }
}
