package io.sluice.fit;

import io.sluice.assumptions.Assumptions;
import io.sluice.assumptions.Calibration;
import io.sluice.assumptions.StepShift;
import java.util.List;
import java.util.Optional;

/**
 * What a log is like: sizes, ranges, calibration, coverage, and whether it is a bandit or a
 * planning problem.
 *
 * @param ended the share of episodes that end before the horizon, if none were cut off
 * @param ends how episodes stop
 * @param pairs how many (state, action) pairs were seen, of how many in the states seen
 * @param thin the share of seen pairs with fewer than ten rows
 * @param effectiveShare the effective sample size of the log's decisions for judging the uniform
 *     policy at one step, as a share of them: (Σw)²/Σw²/n
 * @param calibration empty where it cannot be judged: estimated, or propensities that vary within a
 *     state
 * @param assumptions what the log says about what intervals rest on
 */
public record CheckResult(
    long rows,
    long episodes,
    int horizon,
    int states,
    int actions,
    double ended,
    EpisodeEnds ends,
    List<Double> rewards,
    double meanReturn,
    Optional<Calibration> calibration,
    double effectiveShare,
    long pairs,
    long possiblePairs,
    double thin,
    List<StepShift> shift,
    Assumptions assumptions,
    List<String> warnings,
    Provenance provenance) {
  private static final int THIN = 10;

  static CheckResult of(Fit fit) {
    LogData log = fit.data();
    int states = log.shape().states();
    int actions = log.shape().actions();
    long[] seen = new long[states * actions];
    double[] sums = new double[3]; // Σw, Σw², rows
    for (int h = 1; h <= log.shape().horizon(); h++) {
      int step = h;
      log.counts()
          .forEachPair(
              h,
              (x, a, n, r, rr) -> {
                seen[x * actions + a] += n;
                double w = 1.0 / actions / fit.behavior().policy().probability(step, x, a);
                sums[0] += n * w;
                sums[1] += n * w * w;
                sums[2] += n;
              });
    }
    long pairs = 0;
    long thin = 0;
    long visited = 0;
    for (int x = 0; x < states; x++) {
      boolean any = false;
      for (int i = x * actions; i < (x + 1) * actions; i++) {
        any |= seen[i] > 0;
        pairs += seen[i] > 0 ? 1 : 0;
        thin += seen[i] > 0 && seen[i] < THIN ? 1 : 0;
      }
      visited += any ? 1 : 0;
    }
    return new CheckResult(
        log.rows(),
        log.episodes(),
        log.shape().horizon(),
        states,
        actions,
        log.counts().distribution(log.shape().horizon()).at(log.shape().end()),
        log.ends(),
        log.observed(),
        log.meanReturn(),
        fit.calibration(),
        sums[0] * sums[0] / sums[1] / sums[2],
        pairs,
        visited * actions,
        pairs == 0 ? 0 : (double) thin / pairs,
        fit.stepShifts(),
        fit.assumptions(),
        List.copyOf(fit.warnings()),
        fit.provenance());
  }
}
