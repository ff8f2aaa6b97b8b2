package io.sluice.simulation.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fit.Decision;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.Fit;
import io.sluice.fit.Judgment;
import io.sluice.fit.Log;
import io.sluice.fit.PlanResult;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.StandardError;
import io.sluice.interval.Verdict;
import io.sluice.mdp.RewardRange;
import io.sluice.simulation.ChainBandit;
import io.sluice.simulation.Environment;
import io.sluice.simulation.SimulatedLog;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Logs of few users, of episodes that share a hidden level, and of few outcomes. */
class FewClustersTest {
  private static final List<IntervalKind> KINDS =
      List.of(IntervalKind.EFFICIENT, IntervalKind.ROBUST);

  private static Judgment judged(HiddenProblem problem, long seed) {
    Fit fit = Fit.of(problem.draw(new SplittableRandom(seed).nextLong()).toLog());
    return fit.judge(problem.evaluated(fit));
  }

  private static Decision total(HiddenProblem problem, long seed) {
    return EvaluationResult.of(judged(problem, seed), KINDS).totalDecision();
  }

  @Test
  void fewerThanTenEffectiveClustersGiveNoVerdict() {
    for (HiddenProblem problem : List.of(Users.of(5, 40), Users.unequal(20))) {
      Decision decision = total(problem, 71_000);
      assertThat(decision.verdict().kind()).isEqualTo(Verdict.Kind.CANNOT_TELL);
      assertThat(decision.decidedBy()).isEmpty();
      assertThat(decision.reason()).contains("fewer than 10 do not show how clusters vary");
    }
    assertThat(total(Users.of(10, 40), 71_000).decidedBy()).hasValue(IntervalKind.EFFICIENT);
  }

  private static long misses(HiddenProblem problem, IntervalKind kind) {
    return IntStream.range(0, 200)
        .parallel()
        .filter(i -> !judged(problem, 72_000 + i).total(kind).contains(0))
        .count();
  }

  /**
   * 200 intervals of 95% miss 10 times on average, and more than 22 times with probability 0.0002.
   * The control: without the column of clusters, episodes by themselves miss far more often.
   */
  @Test
  void intervalsByClusterCoverAndByEpisodeDoNot() {
    assertThat(misses(Users.of(10, 10), IntervalKind.EFFICIENT)).isLessThanOrEqualTo(22);
    assertThat(misses(Users.uneven(40), IntervalKind.EFFICIENT)).isLessThanOrEqualTo(22);
    assertThat(misses(Users.of(10, 10), IntervalKind.ROBUST)).isLessThanOrEqualTo(22);
    assertThat(misses(Users.hiddenDays(10, 40), IntervalKind.EFFICIENT)).isGreaterThan(40);
  }

  /** The value's variance by episode is about 2 to 4 times that from counts. */
  @Test
  void aLevelThatEpisodesShareShowsInTheRatioOfVariances() {
    EvaluationResult shared = EvaluationResult.of(judged(Frailty.random(500), 73_000), KINDS);
    assertThat(shared.warnings()).anyMatch(w -> w.endsWith("a sign of hidden state"));
    Environment chain = ChainBandit.of(3);
    SimulatedLog simulated = new SimulatedLog(chain);
    for (int seed = 0; seed < 20; seed++) {
      Log log = simulated.draw(RewardRange.UNIT, 500, 74_000 + seed);
      Fit fit = Fit.of(log);
      Judgment judgment =
          fit.judge(simulated.policy(log.data(), ChainBandit.evaluated(chain, 0.4)));
      assertThat(EvaluationResult.of(judgment, KINDS).warnings())
          .noneMatch(w -> w.endsWith("a sign of hidden state"));
    }
  }

  /**
   * The value of a log whose episodes share a level: 100 intervals of 95% miss 5 times on average,
   * and more than 13 times with probability 0.0005. The control: from counts, they miss more often.
   */
  @Test
  void theVarianceByEpisodeHoldsWhereEpisodesShareALevel() {
    HiddenProblem frailty = Frailty.sticky(300);
    double truth = frailty.truth().value();
    long misses = 0;
    long fromCounts = 0;
    for (int i = 0; i < 100; i++) {
      Judgment judgment = judged(frailty, 75_000 + i);
      misses += judgment.value(IntervalKind.EFFICIENT).contains(truth) ? 0 : 1;
      Fit counted =
          Fit.of(
              Log.ofCounts(judgment.fit().data()),
              judgment.fit().settings(),
              judgment.fit().behavior());
      Interval narrow = counted.judge(judgment.policy()).value(IntervalKind.EFFICIENT);
      fromCounts += narrow.contains(truth) ? 0 : 1;
    }
    assertThat(misses).isLessThanOrEqualTo(13);
    assertThat(fromCounts).isGreaterThan(13);
  }

  /** A log of 200 episodes has one or two of the rewards that decide, if any. */
  @Test
  void whereFewOutcomesCarryTheVarianceEfficientDoesNotDecide() {
    Environment chain = ChainBandit.of(3);
    SimulatedLog simulated = new SimulatedLog(chain);
    int silent = 0;
    for (int seed = 0; seed < 40; seed++) {
      Log log = simulated.draw(RewardRange.UNIT, 200, 76_000 + seed);
      Judgment judgment =
          Fit.of(log).judge(simulated.policy(log.data(), ChainBandit.evaluated(chain, 0)));
      List<String> against =
          EvaluationResult.of(judgment, KINDS).objections().get(IntervalKind.EFFICIENT);
      silent +=
          against.stream().anyMatch(w -> w.matches(".*effective number of \\S+ outcomes;.*"))
              ? 1
              : 0;
    }
    assertThat(silent).isGreaterThan(20);
  }

  /**
   * Arms that are repeated with probability 0.99: where no episode leaves its own, the rows that
   * carry the variance of {@code robust} are missing. The control: where arms are random, none are.
   */
  @Test
  void whereWeightsAreMissingRobustDoesNotDecide() {
    assertThat(missing(Frailty.sticky(300), 78_000)).isGreaterThan(10);
    assertThat(missing(Frailty.random(300), 78_000)).isZero();
  }

  /** In how many of 20 logs {@code robust} does not decide about some step for want of weights. */
  private static long missing(HiddenProblem problem, long seed) {
    return IntStream.range(0, 20)
        .mapToObj(
            i ->
                EvaluationResult.of(judged(problem, seed + i), List.of(IntervalKind.ROBUST))
                    .steps())
        .filter(
            steps ->
                steps.stream()
                    .map(EvaluationResult.StepAnswer::decision)
                    .anyMatch(
                        d ->
                            d.reason().contains("rows that carry the variance are missing")
                                && d.decidedBy().isEmpty()
                                && d.verdict().kind() == Verdict.Kind.CANNOT_TELL))
        .count();
  }

  /**
   * Of a few large weights: 40 intervals of 95% with Student's t for those that carry the variance
   * miss 2 times on average, and more than 7 times with probability 0.0007. The control: with as
   * many degrees of freedom as episodes, more do.
   */
  @Test
  void fewLargeWeightsHaveFewDegreesOfFreedom() {
    HiddenProblem problem = Frailty.sticky(300);
    int step = 5;
    double truth = problem.truth().effect(step);
    int misses = 0;
    int normal = 0;
    double least = Double.MAX_VALUE;
    for (int i = 0; i < 40; i++) {
      Interval interval = judged(problem, 79_000 + i).step(step, IntervalKind.ROBUST);
      StandardError error = interval.error().orElseThrow();
      least = Math.min(least, error.degreesOfFreedom().orElseThrow());
      misses += interval.contains(truth) ? 0 : 1;
      normal += Math.abs(interval.estimate() - truth) > 1.96 * error.value() ? 1 : 0;
    }
    assertThat(least).isLessThan(3);
    assertThat(misses).isLessThan(normal);
  }

  /** What decides must not depend on which other intervals were asked for. */
  @Test
  void fewOutcomesSpeakAgainstRobustAlsoByItself() {
    Environment chain = ChainBandit.of(3);
    SimulatedLog simulated = new SimulatedLog(chain);
    for (int seed = 0; seed < 5; seed++) {
      Log log = simulated.draw(RewardRange.UNIT, 200, 76_000 + seed);
      Judgment both =
          Fit.of(log).judge(simulated.policy(log.data(), ChainBandit.evaluated(chain, 0.4)));
      Judgment alone =
          Fit.of(log).judge(simulated.policy(log.data(), ChainBandit.evaluated(chain, 0.4)));
      List<IntervalKind> robust = List.of(IntervalKind.ROBUST);
      assertThat(EvaluationResult.of(alone, robust).objections().get(IntervalKind.ROBUST))
          .isEqualTo(EvaluationResult.of(both, KINDS).objections().get(IntervalKind.ROBUST));
    }
  }

  /** The liking of users has the variance 0.16, that of a single outcome is about 1. */
  @Test
  void aPlanCountsClusters() {
    Judgment judgment = judged(Users.of(20, 40), 77_000);
    PlanResult plan = judgment.plan(OptionalInt.empty(), 0.1);
    double width = judgment.total(IntervalKind.EFFICIENT).width();
    assertThat(plan.width()).isCloseTo(width, org.assertj.core.api.Assertions.within(0.02 * width));
    assertThat(plan.warnings())
        .anyMatch(w -> w.startsWith("the log has 20 clusters, with an effective number of 20.0"));
  }
}
