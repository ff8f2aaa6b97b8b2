package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** What is earned by betting against probabilities, by hand. */
class ClusterBetsTest {
  /** Σλ and Σλ² of 1/32, 1/16, 1/8, 1/4, 1/2 and 0.9. */
  private static final double SUM = 31 / 32.0 + 0.9;

  private static final double SQUARES = 341 / 1024.0 + 0.81;

  private static ClusterBets oneGroup(double up, double down) {
    return new ClusterBets(new double[] {up}, new double[] {down});
  }

  /** Two decisions, both made, with a probability of ½: S/M = ½, of at most ½ and of at most 1. */
  @Test
  void oneClusterByHand() {
    ClusterBets bets = oneGroup(0.5, 1);
    bets.expect(2);
    bets.add(0, 1, 0.5);
    bets.add(0, 1, 0.5);
    assertThat(bets.capital()).isEqualTo(1); // nothing is decided before the cluster is closed
    bets.close();
    // six times 1 + λ, and six times 1 − λ/2
    assertThat(bets.capital()).isCloseTo(1 + (SUM - SUM / 2) / 12, within(1e-14));
    assertThat(bets.words(0)).isEqualTo("2 decisions, expected 1.0");
    double before = bets.capital();
    bets.close();
    assertThat(bets.capital()).isEqualTo(before);
  }

  /** A cluster of two opportunities used one, the next one none: S/M = ¼ and −½. */
  @Test
  void clustersMultiplyAndPartsAddUp() {
    ClusterBets first = oneGroup(1, 1);
    first.expect(1);
    first.expect(1);
    first.add(0, 1, 0.5);
    first.close();
    ClusterBets second = first.empty();
    assertThat(second.capital()).isEqualTo(1);
    second.expect(1);
    second.add(0, 1, 1.5); // three halves of a decision, so to say: S = −½ as well
    second.close();
    first.plus(second);
    // (1 + λ/4)(1 − λ/2) and (1 − λ/4)(1 + λ/2), whose mean is 1 − λ²/8
    assertThat(first.capital()).isCloseTo(1 - SQUARES / 6 / 8, within(1e-14));
    assertThat(first.words(0)).isEqualTo("2 decisions, expected 2.0");
  }

  @Test
  void theGroupThatEarnedMostIsNamed() {
    ClusterBets bets = new ClusterBets(new double[] {1, 1, 1}, new double[] {1, 1, 1});
    assertThat(bets.best()).isZero();
    bets.expect(1);
    bets.add(0, 0, 0.25);
    bets.add(1, 1, 0.25);
    bets.add(2, 0, 0.75);
    bets.close();
    assertThat(bets.best()).isEqualTo(1); // of two that earned the same, the first
    bets.expect(1);
    bets.add(2, 0, 0.5);
    bets.close();
    assertThat(bets.best()).isEqualTo(2);
  }

  @Test
  void nothingIsBetWhereASideIsInfinite() {
    ClusterBets bets = oneGroup(1, Double.POSITIVE_INFINITY);
    bets.expect(1);
    bets.add(0, 0, 1);
    bets.close();
    // six times 1 − λ, and six times 1
    assertThat(bets.capital()).isCloseTo(1 - SUM / 12, within(1e-14));
  }

  @Test
  void noCapitalIsInfinite() {
    ClusterBets bets = oneGroup(1, 1);
    for (int i = 0; i < 2000; i++) {
      bets.expect(1);
      bets.add(0, 1, 0);
      bets.close();
    }
    // 1.9²⁰⁰⁰ and 1.5²⁰⁰⁰ are beyond e⁶⁰⁰, and 1.25²⁰⁰⁰ = e⁴⁴⁶ is not
    assertThat(bets.capital()).isCloseTo(2 * Math.exp(600) / 12, within(Math.exp(590)));
  }
}
