package io.sluice.influence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.fixtures.Log;
import io.sluice.influence.EfficientInterval.Variance;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/**
 * One state, one step. The first action paid 1 in one of 30 rows: m = 1/30, and within the pair v =
 * (1 − 1/30)/29 = 1/30. A reward like that is 0 with q = v/(v + m²) = 30/31.
 */
class HiddenVarianceByHandTest {
  private static final Offset<Double> CLOSE = within(1e-6);
  private static final double Z = 1.959963984540054;
  private static final Shape SHAPE = new Shape(1, 3, 1);

  private static Log oneInThirty() {
    return new Log(SHAPE).episodes(1, 0, 0, 1).episodes(29, 0, 0, 0);
  }

  private static Influence influence(Log log) {
    return Influences.of(
            log.counts(),
            Model.estimate(log.counts(), Pooling.POOLED),
            ValueRange.of(SHAPE),
            Policy.everywhere(SHAPE, 0.6, 0.4, 0),
            Policy.everywhere(SHAPE, 0, 1, 0))
        .at(1);
  }

  private static HiddenVariance hidden(Log log) {
    return influence(log).plugIn().hidden();
  }

  @Test
  void twentyRowsWithoutARareRewardSayLittle() {
    // one pair of two varies: s = ½, q²⁰ = 0.519050, ½q²⁰/(½q²⁰ + ½) = 0.341694, times 1/30
    HiddenVariance hidden = hidden(oneInThirty().episodes(20, 0, 1, 0));
    assertThat(hidden.at(0, 1)).isCloseTo(0.011390, CLOSE);
  }

  @Test
  void rewardsThatNobodyElsePaysAreTakenToBeConstant() {
    // c = 1: q = (1/30)/(1/30 + (29/30)²) = 0.034443, q⁴ = 1.4·10⁻⁶; s = ⅓
    HiddenVariance hidden = hidden(oneInThirty().episodes(20, 0, 1, 0).episodes(4, 0, 2, 1));
    assertThat(hidden.at(0, 2)).isPositive().isLessThan(1e-7);
    // a single row of it is not: ⅓q/(⅓q + ⅔) = 0.016930, times 1/30
    assertThat(hidden(oneInThirty().episodes(20, 0, 1, 0).episodes(1, 0, 2, 1)).at(0, 2))
        .isCloseTo(0.000564, CLOSE);
  }

  @Test
  void manyRowsSayAll() {
    assertThat(hidden(oneInThirty().episodes(400, 0, 1, 0)).at(0, 1)).isLessThan(1e-7);
  }

  @Test
  void whatWasSeenToVaryHidesNothingAndNeitherDoesWhatWasNotSeen() {
    HiddenVariance hidden = hidden(oneInThirty().episodes(20, 0, 1, 0));
    assertThat(hidden.at(0, 0)).isZero();
    assertThat(hidden.at(0, 2)).isZero();
  }

  @Test
  void whereNothingVariesThereIsNothingToJudgeBy() {
    // 0.1 twenty times: the sums round, and that is not taken for a variance
    HiddenVariance hidden = hidden(new Log(SHAPE).episodes(30, 0, 0, 0).episodes(20, 0, 1, 0.1));
    assertThat(hidden.at(0, 0)).isZero();
    assertThat(hidden.at(0, 1)).isZero();
  }

  @Test
  void theIntervalIsWiderByWhatMayBeHidden() {
    // T = 50, weights −50·0.6/30 = −1 and 50·0.6/20 = 1.5; squares 29/30 and 0
    // hidden 20·0.0113898·1.5² = 0.512541
    // raised by √(1·min(29/30, 1) + 2.25·min(0.341694·0.658306·0.512541, 2.25))
    // = √1.226071 = 1.107281
    Influence influence = influence(oneInThirty().episodes(20, 0, 1, 0));
    assertThat(EfficientInterval.ofCounts(influence, 0.05).width())
        .isCloseTo(2 * Z * Math.sqrt(0.966667 + 1.107281 + 0.512541) / 50, CLOSE);
    // plain: 29/30 and nothing else
    assertThat(EfficientInterval.ofCounts(influence, Variance.PLAIN, 0.05).width())
        .isCloseTo(2 * Z * Math.sqrt(29 / 30.0) / 50, CLOSE);
  }
}
