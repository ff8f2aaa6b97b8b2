package io.sluice.simulation.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.CountsAccumulator;
import io.sluice.counts.TransitionCounts;
import io.sluice.distributions.NormalQuantile;
import io.sluice.distributions.StudentQuantile;
import io.sluice.influence.EfficientInterval;
import io.sluice.influence.InfluenceSums;
import io.sluice.influence.Influences;
import io.sluice.interval.EffectProfile;
import io.sluice.interval.Interval;
import io.sluice.mdp.Policy;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import io.sluice.simulation.ChainBandit;
import io.sluice.simulation.CoinWalk;
import io.sluice.simulation.EfficientLimit;
import io.sluice.simulation.Environment;
import io.sluice.simulation.GridWorld;
import io.sluice.simulation.RandomMdp;
import io.sluice.simulation.Rollouts;
import io.sluice.simulation.SearchSession;
import io.sluice.simulation.Truth;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The efficient interval: its coverage where it must cover, and what it reduces to. */
class EfficientIntervalTest {
  private static final double DELTA = 0.05;
  private static final int RUNS = 1_000;

  record Case(String name, Environment environment, Policy evaluated, int episodes) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Case> cases() {
    Environment chain = ChainBandit.of(3);
    Environment grid = GridWorld.paper().environment();
    Environment search = SearchSession.mixed().environment();
    Stream<Case> chains =
        Stream.of(0.0, 0.3, 0.6, 1.0)
            .flatMap(
                lambda ->
                    Stream.of(1_000, 2_000)
                        .map(
                            t ->
                                new Case(
                                    "chain, λ = %s, T = %d".formatted(lambda, t),
                                    chain,
                                    ChainBandit.evaluated(chain, lambda),
                                    t)));
    Stream<Case> dials =
        Stream.of(0.0, 0.5, 1.0)
            .map(
                dial -> {
                  Environment random = RandomMdp.of(6, 3, 3, dial).environment(2);
                  Policy uniform = Policy.uniform(random.shape());
                  return new Case("random, dial " + dial, random, uniform, 1_000);
                });
    return Stream.of(
            chains,
            Stream.of(
                new Case("grid", grid, GridWorld.evaluated(grid, 0.5), 2_000),
                new Case("search", search, Policy.uniform(search.shape()), 1_000)),
            dials)
        .flatMap(s -> s);
  }

  /**
   * Wanted: between 93% and 98% at every step. 1,000 runs have a standard error of at most 0.8%:
   * three of them are allowed below. Above, three of 0.45%, but for GridWorld's first step, whose
   * effect has no variance at all.
   */
  @ParameterizedTest
  @MethodSource("cases")
  void itCoversAsOftenAsItSays(Case c) {
    CoverageStudy study =
        new CoverageStudy(
            c.environment(),
            c.evaluated(),
            List.of(
                Makers.efficient(Pooling.POOLED, c.environment().behavior(), c.evaluated(), DELTA)),
            c.episodes(),
            RUNS,
            500_000);
    for (CoverageStudy.Point point : study.run(Progress.SILENT)) {
      assertThat(point.coverage()).as("%s: %s", c, point).isGreaterThanOrEqualTo(0.93 - 0.024);
      if (!(c.name().equals("grid") && point.step() == 1)) {
        assertThat(point.coverage()).as("%s: %s", c, point).isLessThanOrEqualTo(0.98 + 0.0135);
      }
    }
  }

  /** The control: a third of its width covers about half of the time. */
  @Test
  void aThirdOfItsWidthDoesNotCover() {
    Environment search = SearchSession.mixed().environment();
    Policy uniform = Policy.uniform(search.shape());
    int covered = 0;
    double truth = Truth.of(search, uniform).effect(1);
    for (int run = 0; run < 300; run++) {
      TransitionCounts counts = new Rollouts(search, run).count(1_000);
      Interval full = interval(search, uniform, counts, Pooling.POOLED, 1);
      covered += Math.abs(truth - full.estimate()) <= full.width() / 6 ? 1 : 0;
    }
    assertThat(covered).isBetween(100, 200);
  }

  private static Interval interval(
      Environment environment,
      Policy evaluated,
      TransitionCounts counts,
      Pooling pooling,
      int step) {
    Model model = Model.estimate(counts, pooling);
    ValueRange range = ValueRange.of(counts.shape());
    return EfficientInterval.ofCounts(
        Influences.of(counts, model, range, environment.behavior(), evaluated).at(step), DELTA);
  }

  @Test
  void atTheLoggedPolicyItIsExactlyZero() {
    Environment chain = ChainBandit.of(3);
    TransitionCounts counts = new Rollouts(chain, 1).count(500);
    for (Pooling pooling : Pooling.values()) {
      for (int h = 1; h <= 3; h++) {
        Interval interval = interval(chain, chain.behavior(), counts, pooling, h);
        assertThat(interval.lower()).isZero();
        assertThat(interval.upper()).isZero();
      }
    }
  }

  @Test
  void oneEpisodeAndEqualRewardsAreHandled() {
    RandomMdp kind = new RandomMdp(RandomMdp.of(4, 2, 3, 0).shape(), 2, 0.5, 0.3);
    for (int seed = 0; seed < 50; seed++) {
      Environment environment = kind.environment(seed);
      TransitionCounts counts = new Rollouts(environment, seed).count(1);
      Policy evaluated = kind.policy(new SplittableRandom(seed), 0);
      for (Pooling pooling : Pooling.values()) {
        Interval interval = interval(environment, evaluated, counts, pooling, 1);
        assertThat(interval.lower()).isFinite();
        assertThat(interval.upper()).isFinite();
      }
    }
  }

  /** In the limit residuals of different rows are uncorrelated, so both variances agree. */
  @Test
  void theVarianceFromCountsNearsTheOneFromEpisodes() {
    Environment search = SearchSession.mixed().environment();
    Policy uniform = Policy.uniform(search.shape());
    int episodes = 200_000;
    TransitionCounts counts = new Rollouts(search, 9).count(episodes);
    for (Pooling pooling : Pooling.values()) {
      Model model = Model.estimate(counts, pooling);
      ValueRange range = ValueRange.of(counts.shape());
      Influences influences = Influences.of(counts, model, range, search.behavior(), uniform);
      InfluenceSums sums = new InfluenceSums(influences, false);
      new Rollouts(search, 9).forEachEpisode(episodes, sums::add);
      EffectProfile plain =
          EfficientInterval.profile(influences, sums, EfficientInterval.Variance.PLAIN, DELTA);
      EffectProfile raised = EfficientInterval.profile(influences, DELTA);
      assertThat(raised.at(2).width() / plain.at(2).width()).isCloseTo(1, within(0.03));
      assertThat(raised.total().width() / plain.total().width()).isCloseTo(1, within(0.03));
      double value =
          raised.value(counts, range, DELTA).width() / plain.value(counts, range, DELTA).width();
      assertThat(value).isCloseTo(1, within(0.03));
    }
  }

  /**
   * The whole: V_π − V_πb and V_π. 600 runs at 95% have a standard error of 0.9%, three of which
   * are allowed; the raise makes small logs cover more often than that.
   */
  @ParameterizedTest
  @MethodSource("wholes")
  void theWholeCoversAsOftenAsItSays(Case c) {
    double truth = Truth.of(c.environment(), c.evaluated()).value();
    double logged = Truth.of(c.environment(), c.evaluated()).behaviorValue();
    for (Pooling pooling : Pooling.values()) {
      int totals = 0;
      int values = 0;
      int thirds = 0;
      for (int run = 0; run < 600; run++) {
        TransitionCounts counts = new Rollouts(c.environment(), 40_000 + run).count(c.episodes());
        ValueRange range = ValueRange.of(counts.shape());
        EffectProfile profile =
            EfficientInterval.profile(
                Influences.of(
                    counts,
                    Model.estimate(counts, pooling),
                    range,
                    c.environment().behavior(),
                    c.evaluated()),
                DELTA);
        Interval total = profile.total();
        totals += total.contains(truth - logged) ? 1 : 0;
        thirds += Math.abs(truth - logged - total.estimate()) <= total.width() / 6 ? 1 : 0;
        values += profile.value(counts, range, DELTA).contains(truth) ? 1 : 0;
      }
      assertThat(totals / 600.0).as("total, %s", pooling).isBetween(0.923, 0.99);
      assertThat(values / 600.0).as("value, %s", pooling).isBetween(0.923, 0.99);
      assertThat(thirds / 600.0).as("a third of the width, %s", pooling).isLessThan(0.75);
    }
  }

  /**
   * On ChainBandit with 5,000 episodes: with 1,000 a pair that matters is seen 20 times with a
   * reward of probability 0.033, half of the logs show none, and the interval covers in 80% only.
   */
  static Stream<Case> wholes() {
    Environment chain = ChainBandit.of(3);
    return Stream.concat(
        Stream.of(0.0, 0.6)
            .map(l -> new Case("chain " + l, chain, ChainBandit.evaluated(chain, l), 5_000)),
        cases().filter(c -> !c.name().startsWith("chain")));
  }

  /**
   * Four copies of an episode in one cluster say no more than one of them, but for G/(G−1) and
   * Student's t.
   */
  @Test
  void copiesWithinAClusterAreWorthNothing() {
    Environment search = SearchSession.mixed().environment();
    int episodes = 200;
    for (Pooling pooling : Pooling.values()) {
      EffectProfile once = fromEpisodes(search, episodes, 1, pooling);
      EffectProfile copied = fromEpisodes(search, episodes, 4, pooling);
      double few =
          Math.sqrt(episodes / (episodes - 1.0))
              * StudentQuantile.twoSided(episodes - 1.0, 0.05)
              / NormalQuantile.twoSided(0.05);
      for (int h = 1; h <= search.shape().horizon(); h++) {
        assertThat(copied.at(h).estimate()).isCloseTo(once.at(h).estimate(), within(1e-12));
        assertThat(error(copied.at(h))).isCloseTo(few * error(once.at(h)), within(1e-12));
      }
      assertThat(error(copied.total())).isCloseTo(few * error(once.total()), within(1e-12));
    }
  }

  /** Without what pairs never seen add. */
  private static double error(Interval interval) {
    return interval.parts().get(0).above();
  }

  private static EffectProfile fromEpisodes(
      Environment environment, int episodes, int copies, Pooling pooling) {
    CountsAccumulator counting = new CountsAccumulator(environment.shape());
    for (int copy = 0; copy < copies; copy++) {
      new Rollouts(environment, 3)
          .forEachRow(episodes, (e, h, x, a, next, r) -> counting.add(h, x, a, next, r));
    }
    TransitionCounts counts = counting.toCounts();
    Influences influences =
        Influences.of(
            counts,
            Model.estimate(counts, pooling),
            ValueRange.of(counts.shape()),
            environment.behavior(),
            Policy.uniform(environment.shape()));
    InfluenceSums sums = new InfluenceSums(influences, copies > 1);
    new Rollouts(environment, 3)
        .forEachEpisode(
            episodes,
            episode -> {
              for (int copy = 0; copy < copies; copy++) {
                sums.add(episode);
              }
            });
    return EfficientInterval.profile(influences, sums, EfficientInterval.Variance.PLAIN, DELTA);
  }

  @Test
  void aSingleEpisodeOrClusterSaysThatItShowsNoVariance() {
    Environment search = SearchSession.mixed().environment();
    EffectProfile one = fromEpisodes(search, 1, 1, Pooling.POOLED);
    EffectProfile oneCluster = fromEpisodes(search, 1, 5, Pooling.POOLED);
    assertThat(one.at(1).parts().get(0).name()).isEqualTo("a single episode");
    assertThat(oneCluster.at(1).parts().get(0).name()).isEqualTo("a single cluster");
    assertThat(one.at(1).parts().get(0).above()).isEqualTo(search.shape().horizon());
  }

  /**
   * Pooled, an episode that waits has seen the coin fail, which lowers what waiting is worth: its
   * own state and its rows half cancel. Without that the interval would be √(0.018/0.0055) = 1.8
   * times as wide as its limit.
   */
  @Test
  void rowsThatLeadToTheStateCountWithIt() {
    Environment walk = CoinWalk.of(3);
    Policy toss = CoinWalk.alwaysToss(walk);
    int episodes = 100_000;
    TransitionCounts counts = new Rollouts(walk, 10).count(episodes);
    for (Pooling pooling : Pooling.values()) {
      double width = interval(walk, toss, counts, pooling, 2).width();
      double limit = EfficientLimit.of(walk, toss, 2, pooling).width(episodes, DELTA);
      assertThat(width / limit).isCloseTo(1, within(0.03));
    }
  }
}
