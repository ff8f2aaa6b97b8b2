package io.sluice.fit;

import static io.sluice.assumptions.Finding.Verdict.CANNOT_TELL;
import static io.sluice.assumptions.Finding.Verdict.CONTRADICTED;
import static io.sluice.assumptions.Finding.Verdict.HOLDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.Assumptions;
import io.sluice.assumptions.Finding;
import io.sluice.mdp.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What logs say about assumptions that hold in them, and about those that do not. */
class AssumptionsOfLogsTest {
  private record Row(int state, int action, double reward, double propensity) {}

  /** What a row earns, given the step, the action and the one before. */
  @FunctionalInterface
  private interface Reward {
    double probability(int step, int state, int action, int before);
  }

  /** 600 episodes of 3 steps in 4 states that nothing moves; a fair coin decides. */
  private static List<List<Row>> rows(long seed, double second, Reward reward) {
    SplittableRandom random = new SplittableRandom(seed);
    List<List<Row>> log = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      List<Row> rows = new ArrayList<>();
      int before = 0;
      for (int h = 1; h <= 3; h++) {
        int x = random.nextInt(4);
        int a = random.nextDouble() < second ? 1 : 0;
        double r = random.nextDouble() < reward.probability(h, x, a, before) ? 1 : 0;
        rows.add(new Row(x, a, r, 0.5));
        before = a;
      }
      log.add(rows);
    }
    return log;
  }

  private static ObjectLog<List<Row>, Row> log(List<List<Row>> rows) {
    return Log.of(rows, r -> r, Row::state, Row::action, Row::reward)
        .withPropensity(Row::propensity);
  }

  private static Assumptions of(List<List<Row>> rows) {
    Fit fit = Fit.of(log(rows));
    return fit.judge(Policy.everywhere(fit.data().shape(), 0.3, 0.7)).assumptions();
  }

  private static final Reward CLEAN = (h, x, a, before) -> 0.2 + 0.1 * x + 0.2 * a;

  /**
   * Each of five tests has a level of 0.001: two logs or more of 20 with any alarm have a
   * probability of 0.0045.
   */
  @Test
  void nothingIsContradictedWhereEverythingHolds() {
    int alarms = 0;
    for (int i = 0; i < 20; i++) {
      Assumptions found = of(rows(50 + i, 0.5, CLEAN));
      alarms += found.contradicted().isEmpty() ? 0 : 1;
      assertThat(found.of(Assumption.UNCONFOUNDED).verdict()).isEqualTo(HOLDS);
      assertThat(found.of(Assumption.RANGES).verdict()).isEqualTo(HOLDS);
      assertThat(found.of(Assumption.COMPLETE_EPISODES).verdict()).isEqualTo(HOLDS);
      assertThat(found.of(Assumption.POLICY_SOURCE).verdict()).isEqualTo(CANNOT_TELL);
    }
    assertThat(alarms).isLessThan(2);
  }

  @Test
  void stepsThatDifferAreSeen() {
    Assumptions found = of(rows(1, 0.5, (h, x, a, before) -> (h + a) % 2 == 0 ? 0.6 : 0.3));
    assertThat(found.contradicted())
        .extracting(Finding::assumption)
        .containsExactly(Assumption.STATIONARY);
    assertThat(found.of(Assumption.STATIONARY).level()).hasValue(0.001);
  }

  @Test
  void aPreviousActionThatMattersIsSeen() {
    Assumptions found = of(rows(2, 0.5, (h, x, a, before) -> h > 1 && before == a ? 0.65 : 0.3));
    assertThat(found.of(Assumption.MARKOV).verdict()).isEqualTo(CONTRADICTED);
  }

  @Test
  void wrongPropensitiesAreSeenInThePropensitiesAndTheMeanWeight() {
    Assumptions found = of(rows(3, 0.6, CLEAN));
    assertThat(found.of(Assumption.PROPENSITIES).verdict()).isEqualTo(CONTRADICTED);
    assertThat(found.of(Assumption.OVERLAP).verdict()).isEqualTo(CONTRADICTED);
    // w = 0.6 or 1.4: its mean at step 3 is (0.6·0.4 + 1.4·0.6)³ = 1.08³ = 1.26
    assertThat(found.of(Assumption.OVERLAP).statistic().getAsDouble()).isCloseTo(1.2, within(0.15));
  }

  @Test
  void propensitiesThatVaryWithinAStateSayThatThePolicyKnewMore() {
    SplittableRandom random = new SplittableRandom(4);
    List<List<Row>> log = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      double q = random.nextInt(2) == 0 ? 0.8 : 0.2;
      int a = random.nextDouble() < q ? 1 : 0;
      log.add(List.of(new Row(0, a, random.nextInt(2), a == 1 ? q : 1 - q)));
    }
    Assumptions found = of(log);
    assertThat(found.of(Assumption.UNCONFOUNDED).verdict()).isEqualTo(CONTRADICTED);
    assertThat(found.of(Assumption.UNCONFOUNDED).statistic()).hasValue(1);
    assertThat(found.of(Assumption.PROPENSITIES).verdict()).isEqualTo(HOLDS);
  }

  @Test
  void fromCountsAloneWhatNeedsRowsIsLeftOpen() {
    Log rows = log(rows(5, 0.5, CLEAN));
    Fit fit = Fit.of(Log.ofCounts(rows.data()));
    Assumptions found = fit.judge(Policy.uniform(fit.data().shape())).assumptions();
    for (Assumption one :
        List.of(
            Assumption.STATIONARY,
            Assumption.MARKOV,
            Assumption.OVERLAP,
            Assumption.INDEPENDENT_EPISODES)) {
      assertThat(found.of(one).verdict()).isEqualTo(CANNOT_TELL);
      assertThat(found.of(one).figure()).isEqualTo("needs row-level data");
    }
    assertThat(found.of(Assumption.PROPENSITIES).verdict()).isEqualTo(HOLDS);
  }

  @Test
  void aPolicyThatDoesWhatTheLoggedOneNeverDoesHasNoOverlap() {
    List<List<Row>> log =
        rows(6, 0.5, CLEAN).stream()
            .map(e -> e.stream().map(r -> r.state() == 0 ? new Row(0, 0, 0, 1) : r).toList())
            .toList();
    Fit fit = Fit.of(log(log));
    Finding overlap =
        fit.judge(Policy.uniform(fit.data().shape())).assumptions().of(Assumption.OVERLAP);
    assertThat(overlap.verdict()).isEqualTo(CONTRADICTED);
    assertThat(overlap.statistic()).hasValue(3); // state 0 at each of three steps
  }

  @Test
  void findingsOfOthersCanTakeTheirPlace() {
    Assumptions found = of(rows(7, 0.5, CLEAN));
    Finding source =
        Finding.known(Assumption.POLICY_SOURCE, CONTRADICTED, "learned from this log", "Do not.");
    assertThat(found.with(source).of(Assumption.POLICY_SOURCE)).isEqualTo(source);
    assertThat(found.with(source).worstFirst().get(0)).isEqualTo(source);
  }
}
