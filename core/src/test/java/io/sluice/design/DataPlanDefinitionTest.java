package io.sluice.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.sluice.counts.TransitionCounts;
import io.sluice.design.DataPlan.Source;
import io.sluice.fixtures.RandomMdps;
import io.sluice.influence.EfficientInterval;
import io.sluice.influence.Influence;
import io.sluice.influence.Influences;
import io.sluice.influence.LogSums;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Plans on random logs, thin enough that some pairs were never seen. */
class DataPlanDefinitionTest {
  private static final Offset<Double> CLOSE = within(1e-9);
  private static final double DELTA = 0.05;
  private static final Shape SHAPE = new Shape(4, 3, 3);

  /**
   * @param step 0 for the whole
   */
  record Case(long seed, Pooling pooling, int step) {
    TransitionCounts log() {
      return log(60);
    }

    TransitionCounts log(int episodes) {
      RandomMdps random = new RandomMdps(seed);
      Model truth = random.model(SHAPE, Pooling.POOLED, 0.1);
      return random.log(truth, random.start(SHAPE), behavior(), episodes);
    }

    Policy behavior() {
      return new RandomMdps(seed + 100).policy(SHAPE);
    }

    Policy evaluated() {
      return new RandomMdps(seed + 200).policy(SHAPE);
    }

    Influence influence(TransitionCounts counts, Policy evaluated) {
      ValueRange range = ValueRange.of(SHAPE);
      Model model = Model.estimate(counts, pooling);
      Influences all = Influences.of(counts, model, range, behavior(), evaluated);
      return step == 0 ? all.total() : all.at(step);
    }
  }

  static Stream<Case> cases() {
    return Stream.of(1L, 2L, 3L, 4L)
        .flatMap(
            seed ->
                Stream.of(Pooling.values())
                    .flatMap(
                        pooling ->
                            Stream.of(0, 1, 2, 3).map(step -> new Case(seed, pooling, step))));
  }

  /**
   * A log k times over has the same variances, in k times as many rows; only n/(n−1), which a plan
   * leaves as it is, comes closer to 1.
   */
  @ParameterizedTest
  @MethodSource("cases")
  void theWidthOfALogSeveralTimesOverIsTheOneForeseen(Case c) {
    TransitionCounts counts = c.log(5_000);
    DataPlan plan = DataPlan.of(c.influence(counts, c.evaluated()), DELTA, 1);
    assertThat(plan.width())
        .isEqualTo(plan.width(5_000))
        .isCloseTo(
            EfficientInterval.ofCounts(c.influence(counts, c.evaluated()), DELTA).width(), CLOSE);
    TransitionCounts all = counts;
    for (int times = 2; times <= 4; times++) {
      all = all.plus(counts);
      double width = EfficientInterval.ofCounts(c.influence(all, c.evaluated()), DELTA).width();
      assertThat(plan.width(5_000.0 * times)).isCloseTo(width, withinPercentage(1));
      // The control: without what falls faster than 1/√T it would be another number.
      assertThat(plan.width() / Math.sqrt(times))
          .isGreaterThan(1.0002 * plan.width(5_000.0 * times));
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void sharesAddUpToOneLargestFirst(Case c) {
    DataPlan plan = DataPlan.of(c.influence(c.log(), c.evaluated()), DELTA, 1);
    List<Source> all = plan.sources(Integer.MAX_VALUE);
    double sum = plan.shareOfStates();
    double last = 1;
    for (Source source : all) {
      assertThat(source.share()).isPositive().isLessThanOrEqualTo(last);
      assertThat(source.step()).isBetween(c.pooling() == Pooling.POOLED ? 0 : 1, 3);
      last = source.share();
      sum += source.share();
    }
    assertThat(sum).isCloseTo(1, CLOSE);
    assertThat(plan.sources(2)).isEqualTo(all.subList(0, Math.min(2, all.size())));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theEpisodesAreTheFewestThatDo(Case c) {
    Influence influence = c.influence(c.log(), c.evaluated());
    double unseen = DataPlan.of(influence, DELTA, 1).unseen();
    DataPlan plan = DataPlan.of(influence, DELTA, unseen + 0.07);
    long needed = plan.episodes().getAsLong();
    assertThat(plan.width(needed)).isLessThanOrEqualTo(plan.wanted());
    assertThat(plan.width(needed - 1)).isGreaterThan(plan.wanted());
    long exploring = plan.exploringEpisodes().getAsLong();
    assertThat(exploring).isLessThanOrEqualTo(needed);
    assertThat(plan.exploringWidth(exploring)).isLessThanOrEqualTo(plan.wanted());
    assertThat(plan.exploringWidth(exploring - 1)).isGreaterThan(plan.wanted());
    if (unseen > 0) {
      assertThat(DataPlan.of(influence, DELTA, unseen).episodes()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void beforeTheStepTheLoggedPolicyIsFollowedAndNothingIsStarvedAfterwards(Case c) {
    Influence influence = c.influence(c.log(), c.evaluated());
    Exploration exploration = DataPlan.of(influence, DELTA, 0.1).exploration();
    Policy policy = exploration.policy();
    for (int k = 1; k < exploration.first(); k++) {
      for (int x = 0; x < SHAPE.states(); x++) {
        for (int a = 0; a < SHAPE.actions(); a++) {
          assertThat(policy.probability(k, x, a)).isEqualTo(c.behavior().probability(k, x, a));
        }
      }
    }
    assertThat(exploration.changes()).isNotEmpty();
    for (Exploration.ChangedState state : exploration.changes()) {
      assertThat(state.wanted().stream().mapToDouble(p -> p).sum()).isCloseTo(1, CLOSE);
      for (int a = 0; a < SHAPE.actions(); a++) {
        double wanted = state.wanted().get(a);
        assertThat(wanted).isGreaterThanOrEqualTo(0.1 * state.logged().get(a) - 1e-12);
        if (state.step() > 0) {
          assertThat(policy.probability(state.step(), state.state(), a)).isEqualTo(wanted);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void atTheLoggedPolicyThereIsNothingToPlan(Case c) {
    DataPlan plan = DataPlan.of(c.influence(c.log(), c.behavior()), DELTA, 1e-6);
    assertThat(plan.width()).isZero();
    assertThat(plan.episodes()).hasValue(2);
    assertThat(plan.sources(9)).isEmpty();
    assertThat(plan.shareOfStates()).isZero();
    assertThat(plan.exploration().changes()).isEmpty();
  }

  /** With the log's own frequencies, a model per step retells the log exactly. */
  @Test
  void visitsUnderTheLogsOwnFrequenciesAreTheLogs() {
    Case c = new Case(5, Pooling.PER_STEP, 1);
    TransitionCounts counts = c.log();
    LogSums log = LogSums.of(counts, Model.estimate(counts, Pooling.PER_STEP));
    Policy.Rule frequencies =
        (k, x, a) -> log.rows(k - 1, x * SHAPE.actions() + a) / counts.visits(k).at(x);
    for (int first = 1; first <= SHAPE.horizon(); first++) {
      Visits visits = Visits.of(log, c.behavior(), first, frequencies);
      for (int k = first; k <= SHAPE.horizon(); k++) {
        for (int pair = 0; pair < log.pairs(); pair++) {
          assertThat(visits.rows(k - 1, pair)).isCloseTo(log.rows(k - 1, pair) / 60.0, CLOSE);
          assertThat(visits.fixed(k - 1, pair)).isZero();
        }
      }
    }
  }
}
