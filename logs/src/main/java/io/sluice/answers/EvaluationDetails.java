package io.sluice.answers;

import io.sluice.interval.EffectProfile;
import io.sluice.interval.EfficientInterval;
import io.sluice.interval.Influences;
import io.sluice.interval.Interval;
import io.sluice.logs.BehaviorPolicy;
import io.sluice.logs.LoggedData;
import io.sluice.mdp.Policy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
      LoggedData log,
      BehaviorPolicy behavior,
      Policy evaluated,
      Settings settings,
      List<IntervalKind> kinds) {
    return new EvaluationDetails(
        ledger(log, behavior, evaluated, settings),
        path(log, behavior, evaluated, settings, kinds),
        Differences.between(log, behavior.policy(), evaluated),
        Calibration.judged(log, behavior));
  }

  private static List<LedgerLine> ledger(
      LoggedData log, BehaviorPolicy behavior, Policy evaluated, Settings settings) {
    var model = settings.backups(log).model();
    Influences whole =
        Influences.of(
            log.counts(),
            model,
            log.valueRange(),
            behavior.policy(),
            evaluated,
            settings.shift()::isExogenous);
    Influences now =
        Influences.of(
            log.counts(), model, log.valueRange(), behavior.policy(), evaluated, step -> true);
    List<LedgerLine> ledger = new ArrayList<>();
    double width = log.range().width();
    for (int h = 1; h <= log.shape().horizon(); h++) {
      ledger.add(
          new LedgerLine(
              h,
              EfficientInterval.ofCounts(now.at(h), settings.delta()).scaled(width),
              EfficientInterval.ofCounts(whole.carried(h), settings.delta()).scaled(width)));
    }
    return List.copyOf(ledger);
  }

  private static List<PathPoint> path(
      LoggedData log,
      BehaviorPolicy behavior,
      Policy evaluated,
      Settings settings,
      List<IntervalKind> kinds) {
    List<PathPoint> points = new ArrayList<>();
    double width = log.range().width();
    for (int i = 0; i <= POINTS; i++) {
      double lambda = i / (double) POINTS;
      Policy mixed = Policy.mixture(lambda, evaluated, behavior.policy());
      Evidence evidence =
          new Evidence(log.counts(), log.halves(), log.valueRange(), behavior, mixed, settings);
      Map<String, Interval> total = new LinkedHashMap<>();
      List<Map<String, Interval>> steps = new ArrayList<>();
      for (int h = 1; h <= log.shape().horizon(); h++) {
        steps.add(new LinkedHashMap<>());
      }
      for (IntervalKind kind : kinds) {
        if (!kind.needsEpisodes()) {
          EffectProfile profile = evidence.profile(kind);
          total.put(kind.toString(), profile.total().scaled(width));
          for (int h = 1; h <= steps.size(); h++) {
            steps.get(h - 1).put(kind.toString(), profile.at(h).scaled(width));
          }
        }
      }
      points.add(new PathPoint(lambda, total, List.copyOf(steps)));
    }
    return List.copyOf(points);
  }
}
