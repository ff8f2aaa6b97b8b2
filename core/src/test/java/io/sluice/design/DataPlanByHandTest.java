package io.sluice.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.TransitionCounts;
import io.sluice.design.DataPlan.Source;
import io.sluice.design.Exploration.ChangedState;
import io.sluice.fixtures.Log;
import io.sluice.influence.EfficientInterval;
import io.sluice.influence.EfficientInterval.Variance;
import io.sluice.influence.Influence;
import io.sluice.influence.Influences;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/**
 * One state, one step, two actions: 80 rows of the first and 20 of the second, half of each with a
 * reward of 1. Logged with (0.8, 0.2); always the second is wanted.
 *
 * <pre>
 * μ = π − π_b                      −0.8 and 0.8
 * weight T·μ/n                     −80/80 = −1 and 80/20 = 4
 * squares w²·n·¼                   1·80/4 = 20 and 16·20/4 = 80, so Var ψ = 100/100 = 1
 * doubt R²·min(S, R²)              1·1 = 1 and 16·16 = 256, so the raise is √257 = 16.031220
 * </pre>
 */
class DataPlanByHandTest {
  private static final Offset<Double> CLOSE = within(1e-6);
  private static final double Z = 1.959963984540054;
  private static final double DELTA = 0.05;

  private static final Shape SHAPE = new Shape(1, 2, 1);
  private static final Influence INFLUENCE =
      influence(
          new Log(SHAPE)
              .episodes(40, 0, 0, 1)
              .episodes(40, 0, 0, 0)
              .episodes(10, 0, 1, 1)
              .episodes(10, 0, 1, 0)
              .counts(),
          new double[] {0.8, 0.2},
          new double[] {0, 1});

  private static Influence influence(TransitionCounts counts, double[] behavior, double[] policy) {
    return Influences.of(
            counts,
            Model.estimate(counts, Pooling.POOLED),
            ValueRange.of(counts.shape()),
            Policy.everywhere(counts.shape(), behavior),
            Policy.everywhere(counts.shape(), policy))
        .at(1);
  }

  @Test
  void theWidthIsThatOfTheInterval() {
    DataPlan plan = DataPlan.of(INFLUENCE, DELTA, 0.1);
    // variance 1/100 + 16.031220/100² = 0.0116031220
    assertThat(plan.width()).isCloseTo(2 * Z * Math.sqrt(0.0116031220), CLOSE);
    assertThat(plan.width())
        .isCloseTo(EfficientInterval.ofCounts(INFLUENCE, DELTA).width(), within(1e-12));
    assertThat(plan.unseen()).isZero();
    assertThat(plan.wanted()).isEqualTo(0.1);
  }

  @Test
  void episodesAreThoseThatGiveTheWidth() {
    // With 400 episodes the variance is 1/400 + 16.031220/400² = 0.0026001951
    double at400 = 2 * Z * Math.sqrt(0.0026001951);
    assertThat(DataPlan.of(INFLUENCE, DELTA, at400 + 1e-7).episodes()).hasValue(400);
    assertThat(DataPlan.of(INFLUENCE, DELTA, at400 - 1e-4).episodes()).hasValue(401);
    // Fewer than there are, if more width will do. With 9 the second pair has S = 7.2, less than
    // 16:
    // doubts 1 and 16·7.2, so 1/9 + √116.2/9² = 0.2441927208
    assertThat(DataPlan.of(INFLUENCE, DELTA, 2 * Z * Math.sqrt(0.244194)).episodes()).hasValue(9);
  }

  @Test
  void sharesAreThoseOfTheVariance() {
    // 80 + 256/16.031220 = 95.968841 of 116.031220; 20 + 1/16.031220 = 20.062378
    DataPlan plan = DataPlan.of(INFLUENCE, DELTA, 0.1);
    assertThat(plan.shareOfStates()).isZero();
    assertThat(plan.sources(1)).hasSize(1);
    Source first = plan.sources(9).get(0);
    Source second = plan.sources(9).get(1);
    assertThat(first).isEqualTo(new Source(0, 0, 1, first.share(), 20));
    assertThat(second).isEqualTo(new Source(0, 0, 0, second.share(), 80));
    assertThat(first.share()).isCloseTo(0.827095, CLOSE);
    assertThat(second.share()).isCloseTo(0.172905, CLOSE);
  }

  @Test
  void actionsThatMatterAlikeAreTakenAlike() {
    // Both vary and matter about alike. With one more row: (0.2 + 1/100)·0.8 = 0.168 and
    // (0.8 + 16/100)·0.2 = 0.192, with roots 0.409878 and 0.438178: 0.483315 and 0.516685.
    DataPlan plan = DataPlan.of(INFLUENCE, DELTA, 0.1);
    ChangedState state = plan.exploration().changes().get(0);
    assertThat(state.step()).isZero();
    assertThat(state.state()).isZero();
    assertThat(state.logged().get(1)).isEqualTo(0.2);
    assertThat(state.wanted().get(0)).isCloseTo(0.483315, CLOSE);
    assertThat(state.wanted().get(1)).isCloseTo(0.516685, CLOSE);
    assertThat(plan.exploration().policy().probability(1, 0, 1)).isCloseTo(0.516685, CLOSE);
    // Var ψ 0.16/0.483315 + 0.16/0.516685 = 0.331047 + 0.309666 = 0.640713
    // R 0.8/0.483315 = 1.655236 and 4·0.2/0.516685 = 1.548331, doubts R⁴ = 7.506538 and 5.747193
    double variance = 0.640713 / 1000 + Math.sqrt(13.253731) / 1e6;
    assertThat(plan.exploringWidth(1000)).isCloseTo(2 * Z * Math.sqrt(variance), CLOSE);
    assertThat(plan.exploringEpisodes().getAsLong()).isLessThan(plan.episodes().getAsLong());
  }

  /**
   * The second action earns 0.25 where the first earns 0.5. Taken with 0.28 instead of 0.2 it costs
   * 0.08·0.25 = 0.02; without a limit it would be taken more often.
   */
  @Test
  void exploringCostsNoMoreThanAllowed() {
    Influence influence =
        influence(
            new Log(SHAPE)
                .episodes(40, 0, 0, 1)
                .episodes(40, 0, 0, 0)
                .episodes(5, 0, 1, 1)
                .episodes(15, 0, 1, 0)
                .counts(),
            new double[] {0.8, 0.2},
            new double[] {0, 1});
    Exploration limited = costing(influence, 0.02).exploration();
    assertThat(limited.cost()).isCloseTo(0.02, CLOSE);
    assertThat(limited.policy().probability(1, 0, 1)).isCloseTo(0.28, CLOSE);
    Exploration free = DataPlan.of(influence, DELTA, 0.1).exploration();
    assertThat(free.policy().probability(1, 0, 1)).isGreaterThan(0.4);
    assertThat(free.cost())
        .isCloseTo(0.25 * (free.policy().probability(1, 0, 1) - 0.2), within(1e-12));
    assertThat(costing(influence, 0).exploration().changes()).isEmpty();
    assertThatThrownBy(() -> costing(influence, -1)).hasMessageContaining("at least 0, got -1");
  }

  private static DataPlan costing(Influence influence, double most) {
    return DataPlan.of(influence, Variance.SHRUNK, DELTA, 0.1, 1, t -> 0, most);
  }

  /**
   * A third action that was never taken, and is wanted always: it may be worth anything from 0 to
   * 1. The first two: weight −0.5·100/50 = −1, squares 50/4 = 12.5 each.
   */
  @Test
  void whatWasNeverSeenIsNotPlannedAwayButExplored() {
    TransitionCounts counts =
        new Log(new Shape(1, 3, 1))
            .episodes(25, 0, 0, 1)
            .episodes(25, 0, 0, 0)
            .episodes(25, 0, 1, 1)
            .episodes(25, 0, 1, 0)
            .counts();
    Influence influence = influence(counts, new double[] {0.5, 0.5, 0}, new double[] {0, 0, 1});
    DataPlan plan = DataPlan.of(influence, DELTA, 0.5);
    assertThat(plan.unseen()).isEqualTo(1);
    assertThat(plan.episodes()).isEmpty();
    assertThat(DataPlan.of(influence, DELTA, 1.01).episodes()).isNotEmpty();
    // With one more row (0.125 + 0.01)·0.5 = 0.0675, root 0.259808, and ¼, root 0.5
    ChangedState state = plan.exploration().changes().get(0);
    assertThat(state.wanted().get(0)).isCloseTo(0.254809, CLOSE);
    assertThat(state.wanted().get(2)).isCloseTo(0.490381, CLOSE);
    // Var ψ 2·0.125·0.5/0.254809 + 0.25/0.490381 = 1.000370
    // R twice 0.5/0.254809 = 1.962250 and 1/0.490381 = 2.039230, doubts R⁴: 14.825787 twice,
    // 17.292798
    double variance = 1.000370 / 1000 + Math.sqrt(46.944371) / 1e6;
    assertThat(plan.exploringWidth(1000)).isCloseTo(2 * Z * Math.sqrt(variance), CLOSE);
  }

  @Test
  void whatElseIsChargedIsPlannedFor() {
    // At T = 400, 1/√T is 0.05, besides the width of above
    double at400 = 2 * Z * Math.sqrt(0.0026001951) + 0.05;
    DataPlan plan =
        DataPlan.of(INFLUENCE, Variance.SHRUNK, DELTA, at400 + 1e-7, t -> 1 / Math.sqrt(t));
    assertThat(plan.episodes()).hasValue(400);
  }

  @Test
  void thePlainVarianceIsNotRaised() {
    // 2z/√T = 2z/20 at T = 400
    DataPlan plan = DataPlan.of(INFLUENCE, Variance.PLAIN, DELTA, Z / 10 + 1e-9, t -> 0);
    assertThat(plan.episodes()).hasValue(400);
    assertThat(plan.width()).isCloseTo(Z / 5, CLOSE);
    // 80 and 20 of 100
    assertThat(plan.sources(1).get(0).share()).isCloseTo(0.8, CLOSE);
    assertThat(plan.exploringWidth(1000)).isCloseTo(2 * Z * Math.sqrt(0.640714 / 1000), CLOSE);
  }

  @Test
  void aWidthThatCannotBeMeantIsRefused() {
    for (double wanted : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> DataPlan.of(INFLUENCE, DELTA, wanted))
          .hasMessage("data plan: the width wanted must be a number above 0, got " + wanted);
    }
    Influence one =
        influence(
            new Log(SHAPE).episode(0, 0, 1).counts(), new double[] {1, 0}, new double[] {0, 1});
    assertThatThrownBy(() -> DataPlan.of(one, DELTA, 1))
        .hasMessage("data plan: needs at least two episodes, got 1");
  }

  @Test
  void aWidthThatNoNumberReachesHasNone() {
    assertThat(DataPlan.of(INFLUENCE, DELTA, 1e-12).episodes()).isEmpty();
  }
}
