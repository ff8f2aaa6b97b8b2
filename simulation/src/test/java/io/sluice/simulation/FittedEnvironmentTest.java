package io.sluice.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.CountsAccumulator;
import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import io.sluice.model.Occupancy;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A world made from a log: its truth by hand, its moments by definition. */
class FittedEnvironmentTest {
  private static final Shape TWO = new Shape(2, 2, 2);
  private static final int END = TWO.end();

  /** Four episodes; (x0,a1) is never seen at step 2, x1 never at step 1. */
  private static TransitionCounts fourEpisodes() {
    CountsAccumulator log = new CountsAccumulator(TWO);
    log.add(1, 0, 0, 1, 1);
    log.add(2, 1, 0, END, 0);
    log.add(1, 0, 0, 1, 0);
    log.add(2, 1, 1, END, 0.5);
    log.add(1, 0, 1, END, 0.5); // ends early
    log.add(1, 0, 0, 0, 1);
    log.add(2, 0, 0, END, 0.5);
    return log.toCounts();
  }

  private static FittedEnvironment fitted(
      TransitionCounts counts, Pooling pooling, Policy behavior, ValueRange range) {
    Shape shape = counts.shape();
    List<String> states = IntStream.range(0, shape.states()).mapToObj(x -> "x" + x).toList();
    List<String> actions = IntStream.range(0, shape.actions()).mapToObj(a -> "a" + a).toList();
    return FittedEnvironment.of(
        counts, Model.estimate(counts, pooling), behavior, range, 0, 1, states, actions);
  }

  private static FittedEnvironment byHand(ValueRange range) {
    TransitionCounts counts = fourEpisodes();
    return fitted(counts, Pooling.PER_STEP, frequencies(counts), range);
  }

  /** How often each action was taken, by step and state; alike where nobody was. */
  private static Policy frequencies(TransitionCounts counts) {
    Shape shape = counts.shape();
    double[][][] taken = new double[shape.horizon() + 1][shape.states()][shape.actions()];
    double[][] all = new double[shape.horizon() + 1][shape.states()];
    for (int i = 0; i < counts.cells(); i++) {
      taken[counts.step(i)][counts.state(i)][counts.action(i)] += counts.count(i);
      all[counts.step(i)][counts.state(i)] += counts.count(i);
    }
    return Policy.tabular(
        shape, (h, x, a) -> all[h][x] == 0 ? 1.0 / shape.actions() : taken[h][x][a] / all[h][x]);
  }

  @Test
  void itsTruthIsThatOfTheModel() {
    FittedEnvironment world = byHand(ValueRange.of(TWO));
    assertThat(Rows.next(world.environment(), 1, 0, 0))
        .containsOnlyKeys("x0", "x1")
        .containsEntry("x0", 1 / 3.0)
        .containsEntry("x1", 2 / 3.0);
    Truth truth = Truth.of(world.environment(), Policy.uniform(TWO));
    // V_2(x1) = ½·0 + ½·0.5 = 0.25, V_2(x0) = ½·0.5 + ½·0 = 0.25, the second 0 being the pair never
    // seen. Q_1(x0,a0) = 2/3 + 0.25, Q_1(x0,a1) = 0.5 + 0. π_b(x0) = (¾, ¼):
    // α^(1) = −¼·(2/3 + 0.25) + ¼·0.5
    assertThat(truth.effect(1)).isCloseTo(0.25 * (0.5 - 2 / 3.0 - 0.25), within(1e-15));
    // π_b is even in x1 and takes a0 in x0, where ¼ of the episodes are: ¼·(½ − 1)·0.5
    assertThat(truth.effect(2)).isCloseTo(-0.0625, within(1e-15));
    // The returns are 1, 0.5, 0.5, 1.5.
    assertThat(truth.behaviorValue()).isCloseTo(0.875, within(1e-15));
  }

  /** Where an ended step counts as ¼, as 0 does for rewards declared to lie in [−1, 3]. */
  @Test
  void anEndedEpisodeGoesOnEarningWhatItsStepsCountAs() {
    FittedEnvironment world = byHand(new ValueRange(2, 2, 0.25));
    Truth truth = Truth.of(world.environment(), Policy.uniform(TWO));
    // V_2(x0) = ½·0.5 + ½·¼ = 0.375. Q_1(x0,a0) = 2/3 + 2/3·0.25 + 1/3·0.375 = 0.958333,
    // Q_1(x0,a1) = 0.5 + 0.25: α^(1) = ¼·(0.75 − 0.958333)
    assertThat(truth.effect(1)).isCloseTo(0.25 * (0.75 - 23 / 24.0), within(1e-15));
    // ¼·(−½·0.5 + ½·¼)
    assertThat(truth.effect(2)).isCloseTo(-0.03125, within(1e-15));
  }

  @Test
  void aPairNeverSeenEndsTheEpisodeAndItsShareIsSaid() {
    FittedEnvironment world = byHand(ValueRange.of(TWO));
    assertThat(Rows.next(world.environment(), 2, 0, 1)).containsOnlyKeys("end");
    assertThat(Rows.next(world.environment(), 1, 1, 0)).containsOnlyKeys("end");
    // At step 2, ¼ of the episodes are in x0, ½ in x1, ¼ are over; the uniform policy takes a1 in
    // x0 half of the time: ¼·½ of ¾.
    List<Double> unseen = world.unseen(Policy.uniform(TWO));
    assertThat(unseen.get(0)).isZero();
    assertThat(unseen.get(1)).isCloseTo(1 / 6.0, within(1e-15));
    assertThat(world.unseen(world.environment().behavior())).containsExactly(0.0, 0.0);
  }

  /** Pooled, (x1,a0) and (x1,a1) have rewards but were never seen to go on. */
  @Test
  void aPairOnlySeenAtTheLastStepIsUnknownBeforeIt() {
    TransitionCounts counts = fourEpisodes();
    Policy uniform = Policy.uniform(TWO);
    FittedEnvironment world = fitted(counts, Pooling.POOLED, uniform, ValueRange.of(TWO));
    assertThat(Rows.next(world.environment(), 1, 1, 1)).containsOnlyKeys("end");
    assertThat(world.environment().model().reward(3)).isEqualTo(0.5);
    assertThat(world.unseen(uniform)).containsExactly(0.0, 0.0); // nobody starts in x1
    CountsAccumulator more = new CountsAccumulator(TWO);
    more.add(1, 1, 0, 0, 1);
    more.add(2, 0, 1, END, 1);
    FittedEnvironment two =
        fitted(counts.plus(more.toCounts()), Pooling.POOLED, uniform, ValueRange.of(TWO));
    // One of five episodes now starts in x1, where a1 has no next state: 1/5·½.
    assertThat(two.unseen(uniform).get(0)).isCloseTo(0.1, within(1e-15));
    assertThat(two.unseen(uniform).get(1)).isZero();
  }

  @ParameterizedTest
  @EnumSource(Pooling.class)
  void rewardsHaveTheLogsMeanAndVarianceInEveryPair(Pooling pooling) {
    TransitionCounts counts = anyLog(11);
    FittedEnvironment world =
        fitted(counts, pooling, frequencies(counts), ValueRange.of(counts.shape()));
    Shape shape = counts.shape();
    double[] n = new double[world.estimate().next().rows()];
    double[] sum = new double[n.length];
    double[] squares = new double[n.length];
    for (int i = 0; i < counts.cells(); i++) {
      int pair = world.estimate().pair(counts.step(i), counts.state(i), counts.action(i));
      n[pair] += counts.count(i);
      sum[pair] += counts.rewardSum(i);
      squares[pair] += counts.squareSum(i);
    }
    int spread = 0;
    for (int pair = 0; pair < n.length; pair++) {
      if (n[pair] > 0) {
        double mean = sum[pair] / n[pair];
        double variance = squares[pair] / n[pair] - mean * mean;
        // The law has two values: the upper one below u = mean, the lower one above.
        double upper = world.environment().rewards().draw(pair, mean, 0);
        double lower = world.environment().rewards().draw(pair, mean, 0x1.fffffep-1);
        assertThat(mean * upper + (1 - mean) * lower).isCloseTo(mean, within(1e-14));
        double second = mean * upper * upper + (1 - mean) * lower * lower;
        assertThat(second - mean * mean).isCloseTo(variance, within(1e-12));
        // The control: a coin of the same mean has another variance.
        spread += Math.abs(mean * (1 - mean) - variance) > 1e-3 ? 1 : 0;
      }
    }
    assertThat(spread).isGreaterThan(shape.states());
  }

  @Test
  void certainRewardsStayCertainAndCoinsStayCoins() {
    CountsAccumulator log = new CountsAccumulator(new Shape(1, 2, 1));
    for (int i = 0; i < 300; i++) {
      log.add(1, 0, 0, 1, 0.3);
      log.add(1, 0, 1, 1, i % 3 == 0 ? 1 : 0);
    }
    TransitionCounts counts = log.toCounts();
    Environment world =
        fitted(counts, Pooling.POOLED, frequencies(counts), ValueRange.of(counts.shape()))
            .environment();
    List<Double> seen = new ArrayList<>();
    new Rollouts(world, 3)
        .forEachRow(
            500,
            (e, h, x, a, next, reward) -> {
              if (a == 0) {
                assertThat(reward).isCloseTo(0.3, within(1e-15));
              } else {
                assertThat(reward).isIn(0.0, 1.0);
              }
              seen.add(reward);
            });
    assertThat(seen.stream().distinct().count()).isEqualTo(3);
  }

  /** Rewards of two values are drawn again, whatever range was declared for them. */
  @Test
  void rewardsStayBetweenTheLowestAndTheHighestOfTheLog() {
    CountsAccumulator log = new CountsAccumulator(new Shape(1, 1, 1));
    for (int i = 0; i < 10; i++) {
      log.add(1, 0, 0, 1, i == 0 ? 0.75 : 0.25);
    }
    TransitionCounts counts = log.toCounts();
    Environment world =
        FittedEnvironment.of(
                counts,
                Model.estimate(counts, Pooling.POOLED),
                frequencies(counts),
                ValueRange.of(counts.shape()),
                0.25,
                0.75,
                List.of("x"),
                List.of("a"))
            .environment();
    // m = 0.3, so the upper value has probability (0.3 − 0.25)/0.5 = 0.1.
    double mean = world.model().reward(0);
    assertThat(world.rewards().draw(0, mean, 0.09)).isEqualTo(0.75);
    assertThat(world.rewards().draw(0, mean, 0.11)).isEqualTo(0.25);
  }

  /** With a model and a policy per step, the world's states and return are the log's. */
  @Test
  void itsStatesAndReturnAreThoseOfTheLog() {
    for (int seed = 0; seed < 20; seed++) {
      TransitionCounts counts = anyLog(seed);
      Environment world =
          fitted(counts, Pooling.PER_STEP, frequencies(counts), ValueRange.of(counts.shape()))
              .environment();
      List<StateVector> visited = Occupancy.forward(world.model(), world.behavior(), world.start());
      for (int h = 1; h <= counts.shape().horizon(); h++) {
        StateVector share = counts.distribution(h);
        for (int x = 0; x <= share.size(); x++) {
          assertThat(visited.get(h - 1).at(x)).isCloseTo(share.at(x), within(1e-12));
        }
      }
      assertThat(Truth.value(world, world.behavior()))
          .isCloseTo(counts.meanReturn(), within(1e-12));
    }
  }

  /** A log of rewards that are neither certain nor coins, some of its episodes short. */
  private static TransitionCounts anyLog(int seed) {
    RandomMdp kind = new RandomMdp(new Shape(4, 3, 3), 2, 0.7, 0.2);
    Environment environment = kind.changingEnvironment(seed);
    SplittableRandom random = new SplittableRandom(seed);
    CountsAccumulator log = new CountsAccumulator(environment.shape());
    new Rollouts(environment, seed)
        .forEachRow(
            150,
            (e, h, x, a, next, r) -> log.add(h, x, a, next, 0.4 * r + 0.6 * random.nextDouble()));
    return log.toCounts();
  }
}
