package io.sluice.answers;

import io.sluice.logs.BehaviorPolicy;
import io.sluice.logs.LoggedData;
import io.sluice.mdp.StateVector;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a log is like: sizes, ranges, calibration, coverage, and whether it is a bandit or a
 * planning problem.
 *
 * @param ended the share of episodes that end before the horizon
 * @param pairs how many (state, action) pairs were seen, of how many in the states seen
 * @param thin the share of seen pairs with fewer than ten rows
 * @param effectiveShare the share of decisions that the log is worth for judging the uniform policy
 *     at one step: (Σw)²/Σw²/n
 * @param calibration empty where it cannot be judged: estimated, or propensities that vary within a
 *     state
 */
public record CheckAnswer(
    long rows,
    long episodes,
    int horizon,
    int states,
    int actions,
    double ended,
    List<Double> rewards,
    double meanReturn,
    Optional<Calibration> calibration,
    double effectiveShare,
    long pairs,
    long possiblePairs,
    double thin,
    List<ShiftAnswer> shift,
    List<String> warnings,
    Provenance provenance) {

  public static CheckAnswer of(LoggedData log, BehaviorPolicy behavior, Settings settings) {
    int states = log.shape().states();
    int actions = log.shape().actions();
    long[][] seen = new long[states][actions];
    double[] sums = new double[3]; // Σw, Σw², rows
    for (int h = 1; h <= log.shape().horizon(); h++) {
      int step = h;
      log.counts()
          .forEachPair(
              h,
              (x, a, n, r, rr) -> {
                seen[x][a] += n;
                double w = 1.0 / actions / behavior.policy().probability(step, x, a);
                sums[0] += n * w;
                sums[1] += n * w * w;
                sums[2] += n;
              });
    }
    long pairs = 0;
    long thin = 0;
    long visited = 0;
    for (long[] row : seen) {
      boolean any = false;
      for (long n : row) {
        any |= n > 0;
        pairs += n > 0 ? 1 : 0;
        thin += n > 0 && n < 10 ? 1 : 0;
      }
      visited += any ? 1 : 0;
    }
    Optional<Calibration> calibration = Calibration.judged(log, behavior);
    StateVector last = log.counts().distribution(log.shape().horizon());
    List<String> warnings = new ArrayList<>(log.notes());
    warnings.addAll(behavior.notes());
    calibration.ifPresent(c -> warnings.addAll(c.warnings()));
    return new CheckAnswer(
        log.rows(),
        log.episodes(),
        log.shape().horizon(),
        states,
        actions,
        last.at(log.shape().end()),
        log.observed(),
        EvaluationAnswer.behaviorValue(log),
        calibration,
        sums[0] * sums[0] / sums[1] / sums[2],
        pairs,
        visited * actions,
        pairs == 0 ? 0 : (double) thin / pairs,
        ShiftAnswer.of(log.counts()),
        List.copyOf(warnings),
        Provenance.of(log, settings, behavior.source().toString()));
  }
}
