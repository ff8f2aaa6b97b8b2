package io.sluice.fit;

import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.Assumptions;
import io.sluice.assumptions.Calibration;
import io.sluice.assumptions.StepShift;
import io.sluice.mdp.SettingException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A summary of a log: sizes, ranges, calibration, coverage, and whether it is a bandit or a
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
 * @param shift whether each step but the last is a bandit or planning
 * @param shiftTolerance a shift below this counts as none
 * @param history whether adding earlier rows to the state would help, if the log contradicts the
 *     Markov property (that the state contains everything about the past that matters) and this was
 *     tried
 * @param assumptions the results of testing the intervals' assumptions on the log
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
    double shiftTolerance,
    Assumptions assumptions,
    Optional<HistoryCheck> history,
    List<String> warnings,
    Provenance provenance) {
  private static final int THIN = 10;

  /** Returns whether a step is a bandit or planning, or that the log cannot tell yet. */
  public StepShift.Verdict verdict(StepShift step) {
    return step.verdict(shiftTolerance);
  }

  /**
   * Returns about how many episodes would show that a step is a bandit, if actions do not move the
   * next state there at all; empty if the log already shows it, or if episodes are not independent.
   */
  public OptionalLong episodesNeeded(StepShift step) {
    double times = step.bound().timesNeeded(shiftTolerance);
    return verdict(step) != StepShift.Verdict.CANNOT_TELL || Double.isInfinite(times)
        ? OptionalLong.empty()
        : OptionalLong.of((long) Math.ceil(times * episodes));
  }

  /** Returns this result with the check of a longer history. */
  public CheckResult withHistory(Optional<HistoryCheck> tried) {
    return new CheckResult(
        rows,
        episodes,
        horizon,
        states,
        actions,
        ended,
        ends,
        rewards,
        meanReturn,
        calibration,
        effectiveShare,
        pairs,
        possiblePairs,
        thin,
        shift,
        shiftTolerance,
        assumptions,
        tried,
        warnings,
        provenance);
  }

  static CheckResult of(Fit fit, double tolerance) {
    if (!(tolerance > 0 && tolerance < 1)) {
      throw new SettingException("tolerance", "must lie above 0 and below 1, got " + tolerance);
    }
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
        shifts(fit),
        tolerance,
        fit.assumptions(),
        Optional.empty(),
        List.copyOf(fit.warnings()),
        fit.provenance());
  }

  private static List<StepShift> shifts(Fit fit) {
    boolean dependent =
        fit.data().clustered()
            || fit.assumptions().of(Assumption.INDEPENDENT_EPISODES).isContradicted();
    return dependent
        ? fit.stepShifts().stream().map(StepShift::ofDependentEpisodes).toList()
        : fit.stepShifts();
  }
}
