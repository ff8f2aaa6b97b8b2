package io.sluice.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.counts.CountsAccumulator;
import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Shape;
import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RolloutsTest {
  static Stream<Environment> environments() {
    return Stream.of(
        ChainBandit.of(3),
        GridWorld.paper().environment(),
        SearchSession.mixed().environment(),
        new RandomMdp(new Shape(20, 4, 5), 6, 0.5, 0.1).changingEnvironment(61));
  }

  @ParameterizedTest
  @MethodSource("environments")
  void theNumberOfThreadsChangesNothing(Environment environment) throws Exception {
    Callable<TransitionCounts> counting = () -> new Rollouts(environment, 62).count(20_000);
    assertThat(onThreads(1, counting)).isEqualTo(onThreads(4, counting));
  }

  private static <T> T onThreads(int threads, Callable<T> work) throws Exception {
    ForkJoinPool pool = new ForkJoinPool(threads);
    try {
      return pool.submit(work).get();
    } finally {
      pool.shutdown();
    }
  }

  @ParameterizedTest
  @MethodSource("environments")
  void aLongLogBeginsWithTheShortOne(Environment environment) {
    Rollouts rollouts = new Rollouts(environment, 63);
    TransitionCounts whole = rollouts.count(0, 9_000);
    for (int cut : new int[] {0, 1, 4_095, 4_096, 5_000, 9_000}) {
      assertThat(rollouts.count(0, cut).plus(rollouts.count(cut, 9_000))).isEqualTo(whole);
    }
    assertThat(rollouts.count(9_000)).isEqualTo(whole);
    assertThat(whole.episodes()).isEqualTo(9_000);
  }

  @ParameterizedTest
  @MethodSource("environments")
  void countingIsCountingTheRowsOneByOne(Environment environment) {
    CountsAccumulator byHand = new CountsAccumulator(environment.shape());
    new Rollouts(environment, 64)
        .forEachRow(5_000, (episode, h, x, a, next, r) -> byHand.add(h, x, a, next, r));
    assertThat(byHand.toCounts()).isEqualTo(new Rollouts(environment, 64).count(5_000));
  }

  @ParameterizedTest
  @MethodSource("environments")
  void episodesAreTheirRowsWithTheirProbabilities(Environment environment) {
    CountsAccumulator byHand = new CountsAccumulator(environment.shape());
    long[] seen = new long[2]; // episodes of each fold
    new Rollouts(environment, 64)
        .forEachEpisode(
            5_000,
            e -> {
              assertThat(e.cluster()).isEqualTo(seen[0] + seen[1]);
              seen[e.fold()]++;
              for (int h = 1; h <= e.length(); h++) {
                byHand.add(h, e.state(h), e.action(h), e.next(h), e.unitReward(h));
                assertThat(e.propensity(h))
                    .isEqualTo(environment.behavior().probability(h, e.state(h), e.action(h)));
              }
            });
    assertThat(byHand.toCounts()).isEqualTo(new Rollouts(environment, 64).count(5_000));
    assertThat(seen).containsExactly(2_500, 2_500);
  }

  @ParameterizedTest
  @MethodSource("environments")
  void anotherSeedOrAnotherStretchGivesOtherEpisodes(Environment environment) {
    Rollouts rollouts = new Rollouts(environment, 65);
    assertThat(rollouts.count(2_000)).isNotEqualTo(new Rollouts(environment, 66).count(2_000));
    assertThat(rollouts.count(2_000)).isNotEqualTo(rollouts.count(2_000, 4_000));
  }

  @ParameterizedTest
  @MethodSource("environments")
  void rowsOfAnEpisodeFollowEachOtherUntilItEnds(Environment environment) {
    int end = environment.shape().end();
    int[] last = {-1, 0, end}; // episode, step and next state of the row before
    new Rollouts(environment, 67)
        .forEachRow(
            2_000,
            (episode, h, x, a, next, r) -> {
              if (last[2] == end) {
                assertThat(episode).isEqualTo(last[0] + 1);
                assertThat(h).isEqualTo(1);
              } else {
                assertThat(episode).isEqualTo(last[0]);
                assertThat(h).isEqualTo(last[1] + 1);
                assertThat(x).isEqualTo(last[2]);
              }
              if (h == environment.shape().horizon()) {
                assertThat(next).isEqualTo(end);
              }
              last[0] = episode;
              last[1] = h;
              last[2] = next;
            });
    assertThat(last[0]).isEqualTo(1_999);
    assertThat(last[2]).isEqualTo(end);
  }

  /**
   * Mean returns of neighboring seeds and neighboring episodes are uncorrelated: over 400 seeds,
   * |correlation| of one seed's mean with the next one's stays below 4.5/√400, which independent
   * seeds exceed with probability 7·10⁻⁶.
   */
  @Test
  void neighboringSeedsAreUnrelated() {
    Environment environment = RandomMdp.of(6, 3, 4, 1).environment(68);
    double truth = Truth.value(environment, environment.behavior());
    double[] off = new double[401];
    for (int s = 0; s < off.length; s++) {
      off[s] = new Rollouts(environment, s).count(200).meanReturn() - truth;
    }
    double products = 0;
    double squares = 0;
    for (int s = 0; s < 400; s++) {
      products += off[s] * off[s + 1];
      squares += off[s] * off[s];
    }
    assertThat(Math.abs(products / squares)).isLessThan(4.5 / 20);
  }

  @Test
  void noEpisodesGiveNoCounts() {
    Environment chain = ChainBandit.of(3);
    assertThat(new Rollouts(chain, 1).count(0)).isEqualTo(TransitionCounts.none(chain.shape()));
  }
}
