package io.sluice.simulation.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.CountsAccumulator;
import io.sluice.counts.TransitionCounts;
import io.sluice.influence.EfficientInterval;
import io.sluice.influence.EfficientInterval.Variance;
import io.sluice.influence.InfluenceSums;
import io.sluice.influence.Influences;
import io.sluice.interval.EffectProfile;
import io.sluice.interval.Interval;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Policy;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import io.sluice.simulation.Environment;
import io.sluice.simulation.RandomMdp;
import io.sluice.simulation.Rollouts;
import io.sluice.simulation.Truth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Logs whose episodes are cut off before each step with a probability that depends on the state:
 * 0.1, 0.35 or 0.6. Some also end early.
 */
class CutEpisodesTest {
  private static final double DELTA = 0.05;
  private static final int RUNS = 300;
  private static final int EPISODES = 1_000;
  private static final Environment PROBLEM =
      new RandomMdp(new Shape(3, 2, 4), 3, 0.7, 0.05).changingEnvironment(5);
  private static final Environment ALIKE =
      new RandomMdp(new Shape(3, 2, 4), 3, 0.7, 0.05).environment(5);

  private static List<Episode> cut(Environment problem, long seed) {
    int end = problem.shape().end();
    SplittableRandom random = new SplittableRandom(~seed);
    List<Episode> all = new ArrayList<>();
    Episode.Writer writer = new Episode.Writer(problem.shape(), RewardRange.UNIT);
    new Rollouts(problem, seed)
        .forEachEpisode(
            EPISODES,
            whole -> {
              writer.begin(whole.cluster(), whole.fold());
              boolean running = true;
              for (int h = 1; running && h <= whole.length(); h++) {
                int next = whole.next(h);
                writer.row(
                    whole.state(h), whole.action(h), next, whole.reward(h), whole.propensity(h));
                running = next == end || random.nextDouble() >= 0.1 + 0.25 * next;
              }
              all.add(writer.episode());
            });
    return all;
  }

  private static TransitionCounts counts(Environment problem, List<Episode> episodes) {
    CountsAccumulator counts = new CountsAccumulator(problem.shape());
    episodes.forEach(counts::add);
    return counts.toCounts();
  }

  private static Influences influences(
      Environment problem, TransitionCounts counts, Pooling pooling, Policy evaluated) {
    return Influences.of(
        counts,
        Model.estimate(counts, pooling),
        ValueRange.of(problem.shape()),
        problem.behavior(),
        evaluated);
  }

  /**
   * The mean return is estimated without bias, to 4 standard errors of the mean of 300 logs; that
   * of the episodes as logged is far off, which is the control.
   */
  @Test
  void theLoggedPolicyIsWorthWhatWholeEpisodesEarn() {
    double truth = Truth.value(PROBLEM, PROBLEM.behavior());
    double sum = 0;
    double squares = 0;
    double logged = 0;
    for (int run = 0; run < RUNS; run++) {
      List<Episode> episodes = cut(PROBLEM, run);
      double estimate = counts(PROBLEM, episodes).meanReturn();
      sum += estimate;
      squares += estimate * estimate;
      logged += episodes.stream().mapToDouble(Episode::totalReward).average().orElseThrow();
    }
    double mean = sum / RUNS;
    double error = Math.sqrt((squares / RUNS - mean * mean) / RUNS);
    assertThat(mean).isCloseTo(truth, within(4 * error));
    assertThat(logged / RUNS).isLessThan(truth - 50 * error);
  }

  @Test
  void theLoggedPolicyDoesNotBeatItself() {
    for (Pooling pooling : Pooling.values()) {
      TransitionCounts counts = counts(PROBLEM, cut(PROBLEM, 1));
      Influences same = influences(PROBLEM, counts, pooling, PROBLEM.behavior());
      EffectProfile profile = EfficientInterval.profile(same, DELTA);
      assertThat(profile.total().lower()).isZero();
      assertThat(profile.total().upper()).isZero();
      assertThat(value(profile).estimate()).isEqualTo(counts.meanReturn());
    }
  }

  private static Interval value(EffectProfile profile) {
    return profile.whole().orElseThrow().value();
  }

  /**
   * {@code efficient} covers every step's effect, their total and the value, from counts and from
   * episodes. 300 runs with 5% allowed: more than 28 misses have a probability below 0.001, and
   * asymptotic intervals get 6 more.
   */
  @ParameterizedTest
  @EnumSource(Pooling.class)
  void efficientCoversAsOftenAsItSays(Pooling pooling) {
    Environment problem = pooling == Pooling.POOLED ? ALIKE : PROBLEM;
    Policy evaluated = Policy.everywhere(problem.shape(), 0.2, 0.8);
    Truth truth = Truth.of(problem, evaluated);
    double value = Truth.value(problem, evaluated);
    double total = value - Truth.value(problem, problem.behavior());
    int[][] misses = new int[2][6];
    for (int run = 0; run < RUNS; run++) {
      List<Episode> episodes = cut(problem, run);
      Influences all = influences(problem, counts(problem, episodes), pooling, evaluated);
      InfluenceSums sums = new InfluenceSums(all, false);
      episodes.forEach(sums::add);
      List<EffectProfile> both =
          List.of(
              EfficientInterval.profile(all, DELTA),
              EfficientInterval.profile(all, sums, Variance.PLAIN, DELTA));
      for (int i = 0; i < 2; i++) {
        for (int h = 1; h <= 4; h++) {
          misses[i][h - 1] += both.get(i).at(h).contains(truth.effect(h)) ? 0 : 1;
        }
        misses[i][4] += both.get(i).total().contains(total) ? 0 : 1;
        misses[i][5] += value(both.get(i)).contains(value) ? 0 : 1;
      }
    }
    assertThat(Misses.tail(RUNS, DELTA, 28)).isLessThan(0.001);
    for (int[] of : misses) {
      String all = "%s, %s".formatted(pooling, Arrays.toString(of));
      assertThat(Arrays.stream(of).max().orElseThrow()).as(all).isLessThanOrEqualTo(34);
      assertThat(Arrays.stream(of).sum()).as(all).isGreaterThan(40); // of 1,800: not too wide
    }
  }

  /** The control: with rows that weigh 1 each the value's interval misses most of the time. */
  @Test
  void withoutWeightsTheValueIsMissed() {
    Policy evaluated = Policy.everywhere(PROBLEM.shape(), 0.2, 0.8);
    double value = Truth.value(PROBLEM, evaluated);
    int misses = 0;
    for (int run = 0; run < 50; run++) {
      List<Episode> episodes = cut(PROBLEM, run);
      Influences all = influences(PROBLEM, counts(PROBLEM, episodes), Pooling.PER_STEP, evaluated);
      EffectProfile profile = EfficientInterval.profile(all, DELTA);
      double logged = episodes.stream().mapToDouble(Episode::totalReward).average().orElseThrow();
      Interval plain = profile.total().moved(logged);
      misses += plain.contains(value) ? 0 : 1;
    }
    assertThat(misses).isGreaterThan(45);
  }
}
