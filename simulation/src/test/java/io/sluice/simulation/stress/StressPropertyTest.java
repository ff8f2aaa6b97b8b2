package io.sluice.simulation.stress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.fit.Fit;
import io.sluice.mdp.Policy;
import io.sluice.simulation.stress.StressLog.Drawn;
import io.sluice.simulation.stress.StressLog.Row;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Every stress problem has what it is named for: what rewards and actions depend on. Seeds are
 * fixed; bands are five standard errors or more.
 */
class StressPropertyTest {
  @Test
  void aLotteryIsWonOrLostAsAWhole() {
    for (Drawn e : Draws.draw(Lottery.of(10))) {
      assertThat(Draws.returned(e)).isIn(0.0, 9.0);
    }
  }

  /** Likings are ±0.4 by user, so ±0.2 here: a standard deviation of 0.2, and not 0.7/√1,000. */
  @Test
  void episodesOfAUserAreAlike() {
    Map<String, List<Drawn>> users =
        Draws.draw(Users.of(20, 1_000)).stream().collect(Collectors.groupingBy(Drawn::cluster));
    assertThat(users).hasSize(20);
    for (List<Drawn> own : users.values()) {
      assertThat(Math.abs(Draws.liking(own))).isCloseTo(0.2, within(0.12));
    }
    List<Integer> sizes = Users.unequal(20).design().clusters();
    assertThat(sizes.get(0)).isGreaterThan(30 * sizes.get(19));
  }

  @Test
  void neighborsShareADayThatTheLogDoesNotShow() {
    HiddenProblem days = Users.hiddenDays(40, 25);
    assertThat(days.draw(7).clusters()).isFalse();
    assertThat(days.draw(7).csv()).doesNotContain("cluster");
    List<Drawn> all = Draws.draw(days);
    double within = 0; // of neighbors, and of those half a log apart
    double across = 0;
    for (int i = 0; i + 1 < all.size(); i++) {
      within +=
          Draws.liking(all.subList(i, i + 1))
              * Draws.liking(all.subList(i + 1, i + 2))
              / all.size();
      int far = (i + all.size() / 2) % all.size();
      across +=
          Draws.liking(all.subList(i, i + 1))
              * Draws.liking(all.subList(far, far + 1))
              / all.size();
    }
    assertThat(within).isGreaterThan(across + 0.01); // about 0.04·24/25 more
  }

  /** Between two rewards of an episode: 0.35²/0.25 = 0.49. */
  @Test
  void rewardsOfAnEpisodeAreCorrelated() {
    for (HiddenProblem p : List.of(Frailty.random(2_000), Frailty.sticky(2_000))) {
      List<Drawn> all = Draws.draw(p);
      double product =
          all.stream()
              .mapToDouble(e -> (e.rows().get(1).reward() - 0.5) * (e.rows().get(8).reward() - 0.5))
              .average()
              .orElseThrow();
      assertThat(product / 0.25).isCloseTo(0.49, within(0.1));
    }
    double repeated =
        Draws.draw(Frailty.sticky(2_000)).stream()
            .flatMap(e -> e.rows().stream())
            .mapToInt(r -> r.state().substring(4).equals(r.action().substring(1)) ? 1 : 0)
            .average()
            .orElseThrow();
    assertThat(repeated).isCloseTo(0.99, within(0.005));
  }

  /** With none in a1's 50 rows: 0.988⁵⁰ = 0.55 of logs; of 100 logs, 30 to 80. */
  @Test
  void manyLogsShowNoCatastrophe() {
    HiddenProblem problem = Catastrophe.inThousand(12, 100);
    assertThat(without(problem, 0)).isBetween(30L, 80L);
    // (1 − 0.025/8)⁵⁰⁰ = 21%
    assertThat(without(RareHarmOnPath.of(), 0)).isBetween(4L, 42L);
  }

  private static long without(HiddenProblem problem, double harm) {
    return LongStream.range(0, 100)
        .filter(
            seed ->
                problem.draw(seed).episodes().stream()
                    .flatMap(e -> e.rows().stream())
                    .noneMatch(r -> r.reward() == harm))
        .count();
  }

  @Test
  void aRareActionIsHardlyEverRewarded() {
    List<Row> all = Draws.rows(RareArm.of(), 1);
    assertThat(Draws.taken(all)).isCloseTo(0.1, within(0.048));
    long rewarded = all.stream().filter(r -> r.action().equals("a1") && r.reward() == 1).count();
    assertThat(rewarded).isLessThan(8);
  }

  @Test
  void theLoggerDriftsAndRewardsDoNot() {
    HiddenProblem problem = DriftingLogger.of();
    assertThat(problem.draw(7).propensities()).isFalse();
    for (int h = 1; h <= 3; h++) {
      List<Row> all = Draws.rows(problem, h);
      assertThat(Draws.taken(all)).isCloseTo(List.of(0.1, 0.5, 0.9).get(h - 1), within(0.056));
      assertThat(Draws.mean(all, r -> r.action().equals("a1"))).isCloseTo(0.6, within(0.18));
    }
  }

  @Test
  void whatPaysChangesWithTheStep() {
    for (HiddenProblem p : List.of(StepsDiffer.of(), StepsDiffer.sparse())) {
      assertThat(Draws.mean(Draws.rows(p, 1), r -> r.action().equals("a1")))
          .isCloseTo(0.8, within(0.13));
      assertThat(Draws.mean(Draws.rows(p, 2), r -> r.action().equals("a1")))
          .isCloseTo(0.2, within(0.13));
    }
    Map<String, Long> pairs =
        Draws.draw(StepsDiffer.sparse()).stream()
            .flatMap(e -> e.rows().stream())
            .collect(Collectors.groupingBy(r -> r.state() + r.action(), Collectors.counting()));
    // Poisson with mean ½: 4 rows or more in 0.175% of 2,000 pairs
    assertThat(pairs.values().stream().filter(n -> n >= 4).count()).isLessThan(15);
  }

  @Test
  void rewardsDependOnTheLastAction() {
    List<List<Row>> pairs = Draws.draw(LastAction.of()).stream().map(Drawn::rows).toList();
    assertThat(after(pairs, 2, r -> r.get(0).action().equals("a1"))).isCloseTo(0.82, within(0.08));
    assertThat(after(pairs, 2, r -> r.get(0).action().equals("a0"))).isCloseTo(0.22, within(0.08));
  }

  /** Neither of the last two actions tells, but both together do. */
  @Test
  void rewardsDependOnTheParityOfTheLastTwoActionsOnly() {
    List<List<Row>> all = Draws.draw(LastAction.parity()).stream().map(Drawn::rows).toList();
    for (int k = 0; k < 2; k++) {
      int before = k;
      double given = after(all, 3, r -> r.get(before).action().equals("a1"));
      assertThat(given).isCloseTo(0.5, within(0.08));
    }
    Predicate<List<Row>> same = r -> r.get(0).action().equals(r.get(1).action());
    assertThat(after(all, 3, same)).isCloseTo(0.2, within(0.065));
    assertThat(after(all, 3, same.negate())).isCloseTo(0.8, within(0.065));
  }

  private static double after(List<List<Row>> episodes, int step, Predicate<List<Row>> history) {
    return episodes.stream()
        .filter(history)
        .mapToDouble(r -> r.get(step - 1).reward())
        .average()
        .orElseThrow();
  }

  @Test
  void theLearnedPolicyIsAnotherOneForEachLog() {
    HiddenProblem problem = NothingMatters.learnedAndJudged();
    Policy one = problem.evaluated(Fit.of(problem.draw(1).toLog()));
    Policy two = problem.evaluated(Fit.of(problem.draw(2).toLog()));
    int differs = 0;
    for (int x = 0; x < 20; x++) {
      differs += one.probability(1, x, 0) != two.probability(1, x, 0) ? 1 : 0;
    }
    assertThat(differs).isPositive();
  }
}
