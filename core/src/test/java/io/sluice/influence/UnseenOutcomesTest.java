package io.sluice.influence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.fixtures.Episodes;
import io.sluice.fixtures.Log;
import io.sluice.mdp.Policy;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One state, two actions at ½ each; the policy always takes the second. */
class UnseenOutcomesTest {
  private static final Offset<Double> CLOSE = within(1e-12);
  private static final Shape ONE = new Shape(1, 2, 1);
  private static final Shape TWO = new Shape(1, 2, 2);

  private static Influences influences(Shape shape, Log log, Pooling pooling) {
    return Influences.of(
        log.counts(),
        Model.estimate(log.counts(), pooling),
        ValueRange.of(shape),
        Policy.everywhere(shape, 0.5, 0.5),
        Policy.everywhere(shape, 0, 1));
  }

  private static Log plant() {
    return new Log(ONE).episodes(50, 0, 0, 0.99).episodes(47, 0, 1, 1);
  }

  @ParameterizedTest
  @CsvSource({"0.05,3", "0.1,3", "0.01,5", "0.3,2", "0.9,1"})
  void threeAtFivePercent(double delta, int number) {
    assertThat(UnseenOutcomes.number(delta)).isEqualTo(number);
  }

  @Test
  void theEstimateIsComputedAgainWithThreeOfTheWorst() {
    Influence influence = influences(ONE, plant(), Pooling.PER_STEP).at(1);
    UnseenOutcomes unseen = UnseenOutcomes.lowering(influence, 0.05);
    // μ = ½ at the second action: ½·3/(47 + 3)·1 = 0.03, against an estimate of 0.005
    assertThat(unseen).isEqualTo(new UnseenOutcomes(3, 47, unseen.cost(), 0, 1, true, false));
    assertThat(unseen.cost()).isCloseTo(0.03, CLOSE);
    Log with = plant().episodes(3, 0, 1, 0);
    assertThat(influence.estimate() - unseen.cost())
        .isCloseTo(influences(ONE, with, Pooling.PER_STEP).at(1).estimate(), CLOSE);
  }

  /** Clusters of as many episodes each, of which all take the second action, and one the first. */
  private static ClusterRows clusters(int count, int each) {
    ClusterRows rows = new ClusterRows(ONE);
    Episodes log = new Episodes(ONE, RewardRange.UNIT);
    for (int i = 0; i < count * each; i++) {
      log.add(i / each, 0, 0, 1, 1, 0.5);
    }
    log.add(count, 0, 0, 0, 1, 0.5);
    log.forEach(rows::add);
    return rows;
  }

  @Test
  void theRowsOfAClusterAreOneOutcome() {
    Influence influence = influences(ONE, plant(), Pooling.PER_STEP).at(1);
    // 47 clusters with the second action: ½·3/(47 + 3)·1; the first action, given up, could pay
    // 0.01 more in three clusters besides its one: ½·3/(1 + 3)·0.01 = 0.00375
    assertThat(UnseenOutcomes.ofClusters(influence, 0.05, true, clusters(47, 1)).cost())
        .isCloseTo(0.03, CLOSE);
    // 12 clusters of 4 rows each: ½·3/(12 + 3)
    UnseenOutcomes few = UnseenOutcomes.ofClusters(influence, 0.05, true, clusters(12, 4));
    assertThat(few.cost()).isCloseTo(0.1, CLOSE);
    assertThat(few.rows()).isEqualTo(12);
    assertThat(few.ofClusters()).isTrue();
  }

  @Test
  void whatRaisesMostIsTheWorstOfTheActionThatIsGivenUp() {
    Influence influence = influences(ONE, plant(), Pooling.POOLED).total();
    UnseenOutcomes unseen = UnseenOutcomes.raising(influence, 0.05);
    // the second action pays 1, and cannot pay more; −μ = ½ at the first: ½·3/53·0.99
    assertThat(unseen.cost()).isCloseTo(0.5 * 3 / 53 * 0.99, CLOSE);
    assertThat(unseen.pair()).isZero();
    assertThat(unseen.low()).isTrue();
  }

  @Test
  void whatFollowsIsPartOfAnOutcome() {
    // step 1 pays nothing, step 2 pays 1: three bad outcomes at step 1 lose what would follow
    Log log = new Log(TWO).episodes(20, 0, 0, 0, 0, 0, 0).episodes(27, 0, 1, 0, 0, 1, 1);
    Influence influence = influences(TWO, log, Pooling.PER_STEP).at(1);
    UnseenOutcomes unseen = UnseenOutcomes.lowering(influence, 0.05);
    // Q̂_1 = V̂_2 = R̂_2(second) = 1 for both actions: ½·3/30·(1 − 0), or ½·3/23·(1 − 1) + …;
    // the first action, given up, could pay 1 and then be followed by 1: ½·3/23·(1 + 0)
    assertThat(unseen.cost()).isCloseTo(0.5 * 3 / 23, CLOSE);
    assertThat(unseen.low()).isFalse();
    Influence last = influences(TWO, log, Pooling.PER_STEP).at(2);
    assertThat(UnseenOutcomes.lowering(last, 0.05).cost()).isCloseTo(0.5 * 3 / 23, CLOSE);
  }

  @Test
  void moreRowsLeaveLessOpenAndSamePoliciesNothing() {
    Log many = new Log(ONE).episodes(5000, 0, 0, 0.99).episodes(4997, 0, 1, 1);
    Influence influence = influences(ONE, many, Pooling.PER_STEP).at(1);
    assertThat(UnseenOutcomes.lowering(influence, 0.05).cost()).isCloseTo(0.0003, CLOSE);
    Influence same =
        Influences.of(
                many.counts(),
                Model.estimate(many.counts(), Pooling.PER_STEP),
                ValueRange.of(ONE),
                Policy.everywhere(ONE, 0.5, 0.5),
                Policy.everywhere(ONE, 0.5, 0.5))
            .at(1);
    assertThat(UnseenOutcomes.lowering(same, 0.05).pair()).isEqualTo(-1);
  }
}
