package io.sluice.distributions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Tails of counts. */
class BinomialTest {
  @Test
  void tailsByHand() {
    // P(X ≥ 2), n = 3, p = ½: (3 + 1)/8;  p = 0.1: 3·0.01·0.9 + 0.001
    assertThat(Binomial.atLeast(3, 0.5, 2)).isCloseTo(0.5, within(1e-14));
    assertThat(Binomial.atLeast(3, 0.1, 2)).isCloseTo(0.028, within(1e-14));
    assertThat(Binomial.atLeast(3, 0.9, 1)).isCloseTo(0.999, within(1e-14));
    assertThat(Binomial.atLeast(10, 0.5, 10)).isCloseTo(1 / 1024.0, within(1e-15));
    assertThat(Binomial.atLeast(3, 0.1, 0)).isEqualTo(1);
    assertThat(Binomial.atLeast(3, 0.1, 4)).isZero();
  }

  /** Of no count, m ≤ ln(1/δ) exactly; every bound makes its inequality an equation. */
  @Test
  void poissonBoundsByHand() {
    assertThat(Poisson.upperMean(0, 0.01)).isCloseTo(Math.log(100), within(1e-9));
    assertThat(Poisson.lowerMean(0, 0.01)).isZero();
    for (double m : new double[] {Poisson.lowerMean(50, 0.01), Poisson.upperMean(50, 0.01)}) {
      assertThat(m - 50 + 50 * Math.log(50 / m)).isCloseTo(Math.log(100), within(1e-9));
    }
    assertThat(Poisson.lowerMean(50, 0.01)).isLessThan(50);
    assertThat(Poisson.upperMean(50, 0.01)).isGreaterThan(50);
  }

  @Test
  void normalTailsAreThoseOfTheQuantile() {
    for (double p : new double[] {0.3, 0.01, 1e-6}) {
      assertThat(NormalTail.above(-NormalQuantile.of(p))).isCloseTo(p, within(1e-12));
    }
    assertThat(NormalTail.above(-1)).isCloseTo(1 - NormalTail.above(1), within(1e-15));
  }
}
