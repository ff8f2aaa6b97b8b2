package io.sluice.inputs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.TransitionCounts;
import io.sluice.fixtures.Log;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.model.Model;
import io.sluice.model.SparseRows;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/**
 * Five episodes of one step; the logged policy tosses a coin.
 *
 * <pre>
 *  state action reward   π     w = π/π_b   w − 1
 *    0     0      1     0.25     0.5       −0.5
 *    0     1     0.5    0.75     1.5        0.5
 *    1     0      1      1        2          1
 *    1     1      0      0        0         −1
 *    1     0      0      1        2          1
 * </pre>
 */
class BanditEstimatorByHandTest {
  private static final Offset<Double> CLOSE = within(1e-9);
  private static final Shape SHAPE = new Shape(2, 2, 1);
  private static final Policy EVEN = Policy.uniform(SHAPE);
  private static final Policy EVALUATED =
      Policy.stationary(SHAPE, (x, a) -> x == 0 ? (a == 0 ? 0.25 : 0.75) : 1 - a);
  private static final double Z = 1.6448536269514722; // Φ⁻¹(0.95), for δ = 0.1

  private static TransitionCounts log(int times) {
    return new Log(SHAPE)
        .episodes(times, 0, 0, 1)
        .episodes(times, 0, 1, 0.5)
        .episodes(times, 1, 0, 1)
        .episodes(times, 1, 1, 0)
        .episodes(times, 1, 0, 0)
        .counts();
  }

  private static BanditEstimator estimator(TransitionCounts counts) {
    return new BanditEstimator(counts, 1, EVEN, EVALUATED, 0.1);
  }

  private static void check(ImmediateEffect effect, String method, double estimate, double radius) {
    assertThat(effect.method()).isEqualTo(method);
    assertThat(effect.estimate()).isCloseTo(estimate, CLOSE);
    assertThat(effect.radius()).isCloseTo(radius, CLOSE);
    assertThat(effect.delta()).isEqualTo(0.1);
    assertThat(effect.step()).isEqualTo(1);
  }

  @Test
  void inversePropensityScoring() {
    BanditEstimator e = estimator(log(1));
    // terms (w−1)r: −0.5, 0.25, 1, 0, 0; mean 0.75/5 = 0.15
    // squares 0.25 + 0.0625 + 1 = 1.3125; variance (1.3125 − 0.75²/5)/4 = 0.3
    // range: w−1 lies in [−1, 1] and r in [0, 1], so 2
    // 2√(ln 20/10) = 1.0946656610
    check(e.ips(Radius.HOEFFDING), "ips-hoeffding", 0.15, 1.0946656610223948);
    // √(2·0.3·ln 40/5) + 7·2·ln 40/(3·4) = 4.9690238430
    check(e.ips(Radius.BERNSTEIN), "ips-bernstein", 0.15, 4.9690238429592455);
    check(e.ips(Radius.NORMAL), "ips-normal", 0.15, Z * Math.sqrt(0.3 / 5));
  }

  @Test
  void selfNormalized() {
    BanditEstimator e = estimator(log(1));
    // Σwr = 0.5 + 0.75 + 2 = 3.25, Σw = 6; mean reward 2.5/5; 3.25/6 − 0.5 = 0.0416667
    double estimate = 3.25 / 6 - 0.5;
    // largest weight 2, mean weight 1.2, δ/2 each: 2√(ln 40/10)/1.2 + √(ln 40/10) = 1.6196305651
    check(e.selfNormalized(Radius.HOEFFDING), "snips-hoeffding", estimate, 1.6196305650888139);
    // influence w(r−v)/1.2 − (r−0.5) with v = 13/24; Σ² = 0.580078125; /4 = 0.14501953125
    check(
        e.selfNormalized(Radius.NORMAL),
        "snips-normal",
        estimate,
        Z * Math.sqrt(0.14501953125 / 5));
    // with so few rows the ratio's part is cut to 1; rewards have variance 0.25:
    // 1 + √(2·0.25·ln 80/5) + 7·ln 80/12, Bernstein's ln(4/δ) at δ/2
    double log = Math.log(80);
    check(
        e.selfNormalized(Radius.BERNSTEIN),
        "snips-bernstein",
        estimate,
        1 + Math.sqrt(0.1 * log) + 7 * log / 12);
  }

  @Test
  void selfNormalizedWithEnoughRowsForBernstein() {
    // the same rows 1000 times over: sums of squares times 1000, divided by 4999
    double n = 5_000;
    double log = Math.log(80); // Σw²(r−v)² = 2.0703125, Σ(w−w̄)² = 3.3, Σ(r−r̄)² = 1
    double noise = Math.sqrt(2 * 2_070.3125 / 4_999 * log / n) + 7 * 2 * log / (3 * 4_999);
    double slack = 1.2 - Math.sqrt(2 * 3_300 / 4_999.0 * log / n);
    double rewards = Math.sqrt(2 * 1_000 / 4_999.0 * log / n) + 7 * log / (3 * 4_999);
    check(
        estimator(log(1_000)).selfNormalized(Radius.BERNSTEIN),
        "snips-bernstein",
        3.25 / 6 - 0.5,
        noise / slack + rewards);
  }

  @Test
  void doublyRobust() {
    BanditEstimator e = estimator(log(1));
    // R̂: (0.4, 0.6), (0.5, 0.1). Σ_a(π−π_b)R̂: −0.25·0.4 + 0.25·0.6 = 0.05; 0.5·0.5 − 0.5·0.1 =
    // 0.2
    // terms: 0.05 − 0.5·0.6 = −0.25; 0.05 + 0.5·(−0.1) = 0; 0.2 + 0.5 = 0.7; 0.2 + 0.1 = 0.3;
    // 0.2 − 0.5 = −0.3; mean 0.45/5 = 0.09; variance (0.7325 − 0.45²/5)/4 = 0.173
    // range: state 1 spans 0.2 + 1·[−0.5, 0.5] and 0.2 − 1·[−0.1, 0.9], so [−0.7, 0.7]: 1.4
    Model rewards = rewards(0.4, 0.6, 0.5, 0.1);
    // 1.4√(ln 20/10)
    check(e.doublyRobust(Radius.HOEFFDING, rewards), "dr-hoeffding", 0.09, 0.7662659627156764);
    // √(2·0.173·ln 40/5) + 7·1.4·ln 40/12
    check(e.doublyRobust(Radius.BERNSTEIN, rewards), "dr-bernstein", 0.09, 3.5178278570219343);
    check(e.doublyRobust(Radius.NORMAL, rewards), "dr-normal", 0.09, Z * Math.sqrt(0.173 / 5));
  }

  @Test
  void doublyRobustWithoutAModelIsInversePropensityScoring() {
    BanditEstimator e = estimator(log(1));
    for (Radius radius : Radius.values()) {
      ImmediateEffect ips = e.ips(radius);
      ImmediateEffect dr = e.doublyRobust(radius, rewards(0, 0, 0, 0));
      assertThat(dr.estimate()).isEqualTo(ips.estimate());
      assertThat(dr.radius()).isEqualTo(ips.radius());
    }
  }

  @Test
  void directMethod() {
    BanditEstimator e = estimator(log(1));
    // d̂ = (0.4, 0.6); R̂ = (1, 0.5), (0.5, 0)
    // 0.4·(−0.25·1 + 0.25·0.5) + 0.6·(0.5·0.5 − 0.5·0) = 0.4·(−0.125) + 0.6·0.25 = 0.1
    // c = 0.1, 0.1, 0.3, 0.3 and n = 1, 1, 2, 1: Σc²/n = 0.01 + 0.01 + 0.045 + 0.09 = 0.155; τ =
    // 0.5
    // √(0.155·ln 40/2) + 2·0.5·√(ln 40/10)
    check(e.direct(Radius.HOEFFDING), "dm-hoeffding", 0.1, 1.142046563340756);
    // one or two rows a pair say nothing: each error is cut to 1, Σc = 0.8, + √(ln 40/10)
    check(e.direct(Radius.BERNSTEIN), "dm-bernstein", 0.1, 1.4073614619083052);
    // only (1,0) varies: 0.3²·0.5/2 = 0.0225; states: (0.4·0.125² + 0.6·0.25² − 0.1²)/5 = 0.00675
    check(e.direct(Radius.NORMAL), "dm-normal", 0.1, Z * Math.sqrt(0.02925));
  }

  @Test
  void directMethodWithEnoughRowsForBernstein() {
    // 1000 times over: n = 1000, 1000, 2000, 1000, variance of (1,0) is 500/1999, δ/2/4 a pair
    double log = Math.log(4 / 0.0125);
    double thousand = 7 * log / (3 * 999);
    double varying = Math.sqrt(2 * 500 / 1_999.0 * log / 2_000) + 7 * log / (3 * 1_999);
    double states = Math.sqrt(Math.log(40) / 10_000);
    check(
        estimator(log(1_000)).direct(Radius.BERNSTEIN),
        "dm-bernstein",
        0.1,
        0.5 * thousand + 0.3 * varying + states);
  }

  @Test
  void aPairNeverSeenAddsHalfItsWeightToTheDirectMethod() {
    // π_b and π take action 1 in half and in all cases; the log has action 0 only
    TransitionCounts thin = new Log(SHAPE).episodes(10, 0, 0, 0.5).counts();
    Policy second = Policy.everywhere(SHAPE, 0, 1);
    BanditEstimator e = new BanditEstimator(thin, 1, EVEN, second, 0.1);
    // −0.5·0.5, and 0.5·½ for what was never seen, which may be off by 0.25; no variance at all
    check(e.direct(Radius.NORMAL), "dm-normal", 0, 0.25);
  }

  @Test
  void episodesThatEndedBeforeCountWithEffectZero() {
    Shape two = new Shape(1, 2, 2);
    TransitionCounts counts = new Log(two).episodes(3, 0, 0, 0).episode(0, 0, 0, 0, 1, 1).counts();
    Policy second = Policy.everywhere(two, 0, 1);
    BanditEstimator e = new BanditEstimator(counts, 2, Policy.uniform(two), second, 0.1);
    // one row of w = 2, r = 1 among four episodes: (2−1)·1/4
    assertThat(e.ips(Radius.NORMAL).estimate()).isCloseTo(0.25, CLOSE);
    // Σwr/Σw = 2/(2 + 3·1), minus the mean reward 1/4
    assertThat(e.selfNormalized(Radius.NORMAL).estimate()).isCloseTo(0.15, CLOSE);
    // d̂ = 1/4: (0.5·1 − 0.5·½)/4, action 0 being unseen at step 2
    assertThat(e.direct(Radius.NORMAL).estimate()).isCloseTo(0.0625, CLOSE);
  }

  @Test
  void whatTheLoggedPolicyNeverDoesCannotBeWeighted() {
    Policy first = Policy.everywhere(SHAPE, 1, 0);
    BanditEstimator e = new BanditEstimator(log(1), 1, first, EVALUATED, 0.1);
    assertThatThrownBy(() -> e.ips(Radius.NORMAL))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("step 1, state 0, action 1")
        .hasMessageContaining("π = 0.75")
        .hasMessageContaining("use the direct method");
    assertThatThrownBy(() -> new BanditEstimator(log(1), 1, EVEN, EVALUATED, 1))
        .hasMessageContaining("(0, 1), got 1.0");
    assertThatThrownBy(() -> new BanditEstimator(log(1), 2, EVEN, EVALUATED, 0.1))
        .hasMessageContaining("got 2");
  }

  private static Model rewards(double... means) {
    SparseRows.Writer none = new SparseRows.Writer(4, 0);
    for (int i = 0; i < 4; i++) {
      none.endRow();
    }
    return Model.known(SHAPE, Model.Pooling.POOLED, means, none.done());
  }
}
