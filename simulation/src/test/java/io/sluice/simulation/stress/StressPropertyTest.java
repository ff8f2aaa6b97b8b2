package io.sluice.simulation.stress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.fit.Fit;
import io.sluice.simulation.stress.StressLog.Drawn;
import io.sluice.simulation.stress.StressLog.Row;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Every stress problem has what it is named for. Seeds are fixed; bands are five standard errors or
 * more.
 */
class StressPropertyTest {
  private static List<Drawn> draw(HiddenProblem problem) {
    return problem.draw(7).episodes();
  }

  private static List<Row> rows(HiddenProblem problem, int step) {
    return draw(problem).stream()
        .filter(e -> e.rows().size() >= step)
        .map(e -> e.rows().get(step - 1))
        .toList();
  }

  private static double mean(List<Row> rows, Predicate<Row> of) {
    return rows.stream().filter(of).mapToDouble(Row::reward).average().orElseThrow();
  }

  private static double taken(List<Row> rows) {
    return rows.stream().filter(r -> r.action().equals("a1")).count() / (double) rows.size();
  }

  /** +reward with a1, −reward with a0: twice the effect of the user or day on average. */
  private static double liking(List<Drawn> episodes) {
    return episodes.stream()
        .map(e -> e.rows().get(0))
        .mapToDouble(r -> r.action().equals("a1") ? r.reward() : -r.reward())
        .average()
        .orElseThrow();
  }

  private static double returned(Drawn episode) {
    return episode.rows().stream().mapToDouble(Row::reward).sum();
  }

  @Test
  void aLotteryIsWonOrLostAsAWhole() {
    for (Drawn e : draw(Lottery.of(10))) {
      assertThat(returned(e)).isIn(0.0, 9.0);
    }
  }

  @Test
  void customersLeaveEarly() {
    List<Drawn> all = draw(Churn.of());
    long left = all.stream().filter(e -> e.rows().size() == 1).count();
    assertThat(left / 2_000.0).isCloseTo(0.4, within(0.055)); // 5·√(0.24/2,000)
  }

  @Test
  void propensitiesDifferWithinAStateOnlyWhereTheLoggedPolicyKnewMore() {
    assertThat(propensities(Severity.of(2_000))).containsExactlyInAnyOrder(0.2, 0.8);
    assertThat(propensities(Catastrophe.large(100))).containsExactly(0.5);
  }

  private static Set<Double> propensities(HiddenProblem problem) {
    return draw(problem).stream()
        .flatMap(e -> e.rows().stream())
        .filter(r -> r.action().equals("a1"))
        .map(Row::propensity)
        .collect(Collectors.toSet());
  }

  /** Likings are ±0.4 by user, so ±0.2 here: a standard deviation of 0.2, and not 0.7/√1,000. */
  @Test
  void episodesOfAUserAreAlike() {
    Map<String, List<Drawn>> users =
        draw(Users.of(20, 1_000)).stream().collect(Collectors.groupingBy(Drawn::cluster));
    assertThat(users).hasSize(20);
    for (List<Drawn> own : users.values()) {
      assertThat(Math.abs(liking(own))).isCloseTo(0.2, within(0.12));
    }
    List<Integer> sizes = Users.unequal(20).design().clusters();
    assertThat(sizes.get(0)).isGreaterThan(30 * sizes.get(19));
  }

  @Test
  void neighborsShareADayThatTheLogDoesNotShow() {
    HiddenProblem days = Users.hiddenDays(40, 25);
    assertThat(days.draw(7).clusters()).isFalse();
    assertThat(days.draw(7).csv()).doesNotContain("cluster");
    List<Drawn> all = draw(days);
    double within = 0; // of neighbors, and of those half a log apart
    double across = 0;
    for (int i = 0; i + 1 < all.size(); i++) {
      within += liking(all.subList(i, i + 1)) * liking(all.subList(i + 1, i + 2)) / all.size();
      int far = (i + all.size() / 2) % all.size();
      across += liking(all.subList(i, i + 1)) * liking(all.subList(far, far + 1)) / all.size();
    }
    assertThat(within).isGreaterThan(across + 0.01); // about 0.04·24/25 more
  }

  /** Between two rewards of an episode: 0.35²/0.25 = 0.49. */
  @Test
  void rewardsOfAnEpisodeAreCorrelated() {
    for (HiddenProblem p : List.of(Frailty.random(2_000), Frailty.sticky(2_000))) {
      List<Drawn> all = draw(p);
      double product =
          all.stream()
              .mapToDouble(e -> (e.rows().get(1).reward() - 0.5) * (e.rows().get(8).reward() - 0.5))
              .average()
              .orElseThrow();
      assertThat(product / 0.25).isCloseTo(0.49, within(0.1));
    }
    double repeated =
        draw(Frailty.sticky(2_000)).stream()
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
    // (1 − 0.04/8)⁵⁰⁰ = 8.2%
    assertThat(without(RareHarmOnPath.of(), 0)).isBetween(1L, 22L);
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
    List<Row> all = rows(RareArm.of(), 1);
    assertThat(taken(all)).isCloseTo(0.1, within(0.048));
    long rewarded = all.stream().filter(r -> r.action().equals("a1") && r.reward() == 1).count();
    assertThat(rewarded).isLessThan(8);
  }

  @Test
  void theLoggerDriftsAndRewardsDoNot() {
    HiddenProblem problem = DriftingLogger.of();
    assertThat(problem.draw(7).propensities()).isFalse();
    for (int h = 1; h <= 3; h++) {
      List<Row> all = rows(problem, h);
      assertThat(taken(all)).isCloseTo(List.of(0.1, 0.5, 0.9).get(h - 1), within(0.056));
      assertThat(mean(all, r -> r.action().equals("a1"))).isCloseTo(0.6, within(0.18));
    }
  }

  @Test
  void whatPaysChangesWithTheStep() {
    for (HiddenProblem p : List.of(StepsDiffer.of(), StepsDiffer.sparse())) {
      assertThat(mean(rows(p, 1), r -> r.action().equals("a1"))).isCloseTo(0.8, within(0.13));
      assertThat(mean(rows(p, 2), r -> r.action().equals("a1"))).isCloseTo(0.2, within(0.13));
    }
    Map<String, Long> pairs =
        draw(StepsDiffer.sparse()).stream()
            .flatMap(e -> e.rows().stream())
            .collect(Collectors.groupingBy(r -> r.state() + r.action(), Collectors.counting()));
    // Poisson with mean ½: 4 rows or more in 0.175% of 2,000 pairs
    assertThat(pairs.values().stream().filter(n -> n >= 4).count()).isLessThan(15);
  }

  @Test
  void rewardsDependOnTheLastAction() {
    List<List<Row>> pairs = draw(LastAction.of()).stream().map(Drawn::rows).toList();
    assertThat(after(pairs, 2, r -> r.get(0).action().equals("a1"))).isCloseTo(0.82, within(0.08));
    assertThat(after(pairs, 2, r -> r.get(0).action().equals("a0"))).isCloseTo(0.22, within(0.08));
  }

  /** Neither of the last two actions tells, but both together do. */
  @Test
  void rewardsDependOnTheParityOfTheLastTwoActionsOnly() {
    List<List<Row>> all = draw(LastAction.parity()).stream().map(Drawn::rows).toList();
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
  void halfOfTheEpisodesAreCutAndTheRestIsWhole() {
    List<Drawn> all = draw(CutOff.same());
    long cut = all.stream().filter(e -> e.rows().size() < 4).count();
    assertThat(cut / 2_000.0).isCloseTo(0.5, within(0.056));
    assertThat(all).allMatch(e -> e.rows().get(e.rows().size() - 1).next().startsWith("x"));
  }

  @Test
  void nothingMarksAnEndButANextStateThatMayBeginRows() {
    for (HiddenProblem p : List.of(EndedWithoutMark.of(), EndedWithoutMark.atStart())) {
      Set<String> begins = new HashSet<>();
      Set<String> lasts = new HashSet<>();
      for (Drawn e : draw(p)) {
        e.rows().forEach(r -> begins.add(r.state()));
        assertThat(returned(e)).isIn(-1.0, 0.0, 1.0);
        if (returned(e) != 0) {
          lasts.add(e.rows().get(e.rows().size() - 1).next());
        }
      }
      assertThat(lasts).hasSize(1);
      assertThat(begins.containsAll(lasts)).isEqualTo(p.name().equals("ended-at-start"));
      assertThat(p.draw(7).csv())
          .startsWith("episode,step,state,action,reward,propensity,next_state\n");
      int horizon = p.draw(7).toLog().data().shape().horizon();
      assertThat(horizon).isEqualTo(30);
    }
  }

  @Test
  void loggedPropensitiesAreNotHowActionsWereTaken() {
    List<Row> all = rows(WrongPropensities.always(), 1);
    assertThat(taken(all)).isCloseTo(0.35, within(0.055));
    assertThat(all).allMatch(r -> r.propensity() == 0.5);
  }

  @Test
  void mostContextsAreMetOnce() {
    Map<String, Long> met =
        rows(RankedContexts.metOnce(), 1).stream()
            .collect(Collectors.groupingBy(Row::state, Collectors.counting()));
    assertThat(met.values().stream().filter(n -> n == 1).count()).isGreaterThan(met.size() / 2);
    assertThat(RankedContexts.estimated().draw(7).propensities()).isFalse();
  }

  @Test
  void aFewEpisodesHaveMostOfTheWeight() {
    HiddenProblem problem = RankedContexts.smallOverlap();
    List<Double> sizes = new ArrayList<>();
    for (long seed = 0; seed < 20; seed++) {
      double sum = 0;
      double squares = 0;
      for (Drawn e : problem.draw(seed).episodes()) {
        double w = 0.1 / e.rows().get(0).propensity();
        sum += w;
        squares += w * w;
      }
      sizes.add(sum * sum / squares);
    }
    assertThat(sizes.stream().filter(s -> s < 300).count()).isGreaterThanOrEqualTo(18);
    assertThat(sizes.stream().filter(s -> s < 30).count()).isPositive();
    assertThat(0.1 / problem.process().behavior().probability(1, 0, 9)).isBetween(1.9e4, 2.1e4);
  }

  @Test
  void theLearnedPolicyIsAnotherOneForEachLog() {
    HiddenProblem problem = NothingMatters.learnedAndJudged();
    Fit one = Fit.of(problem.draw(1).toLog());
    Fit two = Fit.of(problem.draw(2).toLog());
    int differs = 0;
    for (int x = 0; x < 20; x++) {
      differs +=
          problem.evaluated(one).probability(1, x, 0) != problem.evaluated(two).probability(1, x, 0)
              ? 1
              : 0;
    }
    assertThat(differs).isPositive();
  }

  @Test
  void policiesOfEqualRewardsDifferByRoundingOnly() {
    HiddenProblem problem = EqualRewards.of();
    double most = 0;
    for (int a = 0; a < 3; a++) {
      double logged = problem.process().behavior().probability(1, 0, a);
      most = Math.max(most, Math.abs(problem.choice().probability(1, 0, a) - logged));
    }
    assertThat(most).isPositive().isLessThan(1e-12);
    assertThat(draw(problem).stream().flatMap(e -> e.rows().stream()))
        .allMatch(r -> r.reward() == 0.5);
  }

  @Test
  void tablesOfTheSparseNullAreThinAndSkewed() {
    Map<String, Long> cells =
        draw(NothingMatters.sparse(500)).stream()
            .flatMap(e -> e.rows().stream())
            .collect(Collectors.groupingBy(r -> r.state() + r.action(), Collectors.counting()));
    long thin = cells.values().stream().filter(n -> n < 5).count();
    assertThat(thin).isGreaterThan(cells.size() / 2);
    assertThat(cells.get("x0a0")).isGreaterThan(100);
  }

  @Test
  void everyEpisodeIsThereTwice() {
    List<Drawn> all = draw(NothingMatters.enteredTwice());
    assertThat(all).hasSize(1_000);
    assertThat(all.subList(0, 500)).isEqualTo(all.subList(500, 1_000));
    assertThat(draw(NothingMatters.longHorizon()).get(0).rows()).hasSize(20);
  }

  @Test
  void aSeedGivesTheSameLogAndAnotherSeedAnother() {
    for (StressProblem p : StressProblems.all()) {
      if (p.episodes() <= 500) {
        assertThat(p.draw(3)).as(p.name()).isEqualTo(p.draw(3));
        if (!p.name().startsWith("catastrophe-large")) {
          assertThat(p.draw(3)).as(p.name()).isNotEqualTo(p.draw(4));
        }
      }
    }
    assertThat(StressProblems.all().stream().map(StressProblem::name)).doesNotHaveDuplicates();
  }
}
