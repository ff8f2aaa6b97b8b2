package io.sluice.simulation.stress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.simulation.stress.StressLog.Drawn;
import io.sluice.simulation.stress.StressLog.Row;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Every stress problem has what it is named for: what a log shows, and what it leaves out. Seeds
 * are fixed; bands are five standard errors or more.
 */
class StressLogTest {
  @Test
  void customersLeaveEarly() {
    List<Drawn> all = Draws.draw(Churn.of());
    long left = all.stream().filter(e -> e.rows().size() == 1).count();
    assertThat(left / 2_000.0).isCloseTo(0.4, within(0.055)); // 5·√(0.24/2,000)
  }

  @Test
  void propensitiesDifferWithinAStateOnlyWhereTheLoggedPolicyKnewMore() {
    assertThat(propensities(Severity.of(2_000))).containsExactlyInAnyOrder(0.2, 0.8);
    assertThat(propensities(Catastrophe.large(100))).containsExactly(0.5);
  }

  private static Set<Double> propensities(HiddenProblem problem) {
    return Draws.draw(problem).stream()
        .flatMap(e -> e.rows().stream())
        .filter(r -> r.action().equals("a1"))
        .map(Row::propensity)
        .collect(Collectors.toSet());
  }

  @Test
  void halfOfTheEpisodesAreCutAndTheRestIsWhole() {
    List<Drawn> all = Draws.draw(CutOff.same());
    long cut = all.stream().filter(e -> e.rows().size() < 4).count();
    assertThat(cut / 2_000.0).isCloseTo(0.5, within(0.056));
    assertThat(all).allMatch(e -> e.rows().get(e.rows().size() - 1).next().startsWith("x"));
  }

  @Test
  void nothingMarksAnEndButANextStateThatMayBeginRows() {
    for (HiddenProblem p : List.of(EndedWithoutMark.of(), EndedWithoutMark.atStart())) {
      Set<String> begins = new HashSet<>();
      Set<String> lasts = new HashSet<>();
      for (Drawn e : Draws.draw(p)) {
        e.rows().forEach(r -> begins.add(r.state()));
        assertThat(Draws.returned(e)).isIn(-1.0, 0.0, 1.0);
        if (Draws.returned(e) != 0) {
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
    List<Row> all = Draws.rows(WrongPropensities.always(), 1);
    assertThat(Draws.taken(all)).isCloseTo(0.35, within(0.055));
    assertThat(all).allMatch(r -> r.propensity() == 0.5);
  }

  @Test
  void mostContextsAreMetOnce() {
    Map<String, Long> met =
        Draws.rows(RankedContexts.metOnce(), 1).stream()
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
  void policiesOfEqualRewardsDifferByRoundingOnly() {
    HiddenProblem problem = EqualRewards.of();
    double most = 0;
    for (int a = 0; a < 3; a++) {
      double logged = problem.process().behavior().probability(1, 0, a);
      most = Math.max(most, Math.abs(problem.choice().probability(1, 0, a) - logged));
    }
    assertThat(most).isPositive().isLessThan(1e-12);
    assertThat(Draws.draw(problem).stream().flatMap(e -> e.rows().stream()))
        .allMatch(r -> r.reward() == 0.5);
  }

  @Test
  void tablesOfTheSparseNullAreThinAndSkewed() {
    Map<String, Long> cells =
        Draws.draw(NothingMatters.sparse(500)).stream()
            .flatMap(e -> e.rows().stream())
            .collect(Collectors.groupingBy(r -> r.state() + r.action(), Collectors.counting()));
    long thin = cells.values().stream().filter(n -> n < 5).count();
    assertThat(thin).isGreaterThan(cells.size() / 2);
    assertThat(cells.get("x0a0")).isGreaterThan(100);
  }

  @Test
  void everyEpisodeIsThereTwice() {
    List<Drawn> all = Draws.draw(NothingMatters.enteredTwice());
    assertThat(all).hasSize(1_000);
    assertThat(all.subList(0, 500)).isEqualTo(all.subList(500, 1_000));
    assertThat(Draws.draw(NothingMatters.longHorizon()).get(0).rows()).hasSize(20);
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
