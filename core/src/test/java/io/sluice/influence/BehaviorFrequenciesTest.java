package io.sluice.influence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.fixtures.Episodes;
import io.sluice.influence.EfficientInterval.Variance;
import io.sluice.mdp.Policy;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import io.sluice.model.Threads;
import java.util.BitSet;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** A logged policy that is estimated by frequencies, against ψ written out row by row. */
class BehaviorFrequenciesTest {
  private static final Offset<Double> CLOSE = within(1e-10);
  private static final Shape SHAPE = new Shape(2, 2, 1);

  /** One step, two states; rewards and actions that depend on the state. */
  private static Episodes log(int episodes) {
    SplittableRandom random = new SplittableRandom(11);
    Episodes log = new Episodes(SHAPE, RewardRange.UNIT);
    for (int i = 0; i < episodes; i++) {
      int x = random.nextInt(2);
      int a = random.nextDouble() < (x == 0 ? 0.3 : 0.6) ? 1 : 0;
      double r = random.nextDouble() < 0.2 + 0.3 * x + 0.3 * a ? 1 : 0;
      log.add(i, i % 2, x, a, r, 0.5);
    }
    return log;
  }

  private static Policy frequencies(Episodes log) {
    double[][] n = new double[2][2];
    log.forEach(e -> n[e.state(1)][e.action(1)]++);
    return Policy.stationary(SHAPE, (x, a) -> n[x][a] / (n[x][0] + n[x][1]));
  }

  private static Influences influences(Episodes log, BehaviorFrequencies frequencies) {
    LogSums sums = LogSums.of(log.counts(), Model.estimate(log.counts(), Pooling.PER_STEP));
    Policy evaluated = Policy.everywhere(SHAPE, 0.2, 0.8);
    return Influences.of(
        sums, ValueRange.of(SHAPE), frequencies, evaluated, h -> false, new Threads(1, 0));
  }

  /** ψ = Σ_a π Q̂ + ρ(r − Q̂) − r − α̂, with ρ = π/π̂_b. */
  @Test
  void theFirstTermsAreThoseOfOnlyTheTakenActionsPropensity() {
    Episodes log = log(300);
    Policy taken = frequencies(log);
    Influences influences =
        influences(log, BehaviorFrequencies.everywhere(log.counts(), taken, Pooling.PER_STEP));
    double[][] sums = new double[2][2];
    double[][] n = new double[2][2];
    log.forEach(
        e -> {
          sums[e.state(1)][e.action(1)] += e.unitReward(1);
          n[e.state(1)][e.action(1)]++;
        });
    double estimate = influences.at(1).estimate();
    RowScores scores = new RowScores(influences.at(1));
    double[] squares = new double[2];
    log.forEach(
        e -> {
          int x = e.state(1);
          int a = e.action(1);
          double mean = 0.2 * sums[x][0] / n[x][0] + 0.8 * sums[x][1] / n[x][1];
          double ratio = (a == 1 ? 0.8 : 0.2) / taken.probability(1, x, a);
          double r = e.unitReward(1);
          double psi = mean + ratio * (r - sums[x][a] / n[x][a]) - r - estimate;
          assertThat(scores.of(e)).isCloseTo(psi, CLOSE);
          squares[0] += psi * psi;
        });
    double width = 2 * 1.959963984540054 * Math.sqrt(squares[0]) / 300;
    for (Influence one : new Influence[] {influences.at(1), influences.total()}) {
      assertThat(EfficientInterval.ofCounts(one, Variance.PLAIN, 0.05).width())
          .isCloseTo(width, CLOSE);
    }
  }

  /**
   * V_π does not depend on π_b: ψ = Σ_a π Q̂ + ρ(r − Q̂) − V̂, whatever the logged actions were.
   */
  @Test
  void theValueGainsFromNotKnowingIt() {
    Episodes log = log(300);
    Policy taken = frequencies(log);
    Influences known =
        Influences.of(
            log.counts(),
            Model.estimate(log.counts(), Pooling.PER_STEP),
            ValueRange.of(SHAPE),
            taken,
            Policy.everywhere(SHAPE, 0.2, 0.8));
    Influences estimated =
        influences(log, BehaviorFrequencies.everywhere(log.counts(), taken, Pooling.PER_STEP));
    double with = EfficientInterval.ofCounts(known.value(), Variance.PLAIN, 0.05).width();
    double without = EfficientInterval.ofCounts(estimated.value(), Variance.PLAIN, 0.05).width();
    assertThat(without).isLessThan(with);
    InfluenceSums sums = new InfluenceSums(estimated, false);
    log.forEach(sums::add);
    assertThat(
            EfficientInterval.profile(estimated, sums, Variance.PLAIN, 0.05)
                .whole()
                .orElseThrow()
                .value()
                .width())
        .isCloseTo(without, CLOSE);
  }

  @Test
  void whereThePolicyIsKnownNothingIsAdded() {
    Episodes log = log(300);
    Policy taken = frequencies(log);
    Influences nowhere =
        influences(log, BehaviorFrequencies.where(log.counts(), taken, new BitSet()));
    BitSet one = new BitSet();
    one.set(1);
    Influences partly = influences(log, BehaviorFrequencies.where(log.counts(), taken, one));
    Influences everywhere =
        influences(log, BehaviorFrequencies.everywhere(log.counts(), taken, Pooling.POOLED));
    double least = nowhere.at(1).firstVariance();
    double some = partly.at(1).firstVariance();
    assertThat(least).isLessThan(some);
    assertThat(some).isLessThan(everywhere.at(1).firstVariance());
  }
}
