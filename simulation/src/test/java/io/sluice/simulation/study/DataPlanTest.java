package io.sluice.simulation.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.TransitionCounts;
import io.sluice.design.DataPlan;
import io.sluice.influence.EfficientInterval;
import io.sluice.influence.EfficientInterval.Variance;
import io.sluice.influence.Influence;
import io.sluice.influence.Influences;
import io.sluice.mdp.Policy;
import io.sluice.mdp.StateVector;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import io.sluice.simulation.ChainBandit;
import io.sluice.simulation.Environment;
import io.sluice.simulation.RandomMdp;
import io.sluice.simulation.Rollouts;
import io.sluice.simulation.SearchSession;
import io.sluice.simulation.Truth;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Plans come true: a log is drawn, a plan made from it, and a second log drawn as planned. Widths
 * are means over {@value #RUNS} such pairs; one width varies by 3% to 13%, most of it because the
 * first log does, so a mean by at most 2%.
 */
class DataPlanTest {
  private static final int RUNS = 50;
  private static final double DELTA = 0.05;

  /**
   * @param step 0 for the whole
   */
  record Case(String name, Environment environment, Policy evaluated, int episodes, int step) {
    Influence influence(TransitionCounts counts, Pooling pooling) {
      Influences all =
          Influences.of(
              counts,
              Model.estimate(counts, pooling),
              ValueRange.of(counts.shape()),
              environment.behavior(),
              evaluated);
      return step == 0 ? all.total() : all.at(step);
    }

    double width(TransitionCounts counts) {
      return EfficientInterval.ofCounts(influence(counts, Pooling.POOLED), DELTA).width();
    }

    /** For less of the width than the log gives. */
    DataPlan plan(long seed) {
      TransitionCounts counts = new Rollouts(environment, seed).count(episodes);
      double less = episodes > 10_000 ? 0.7 : 0.5;
      return DataPlan.of(influence(counts, Pooling.POOLED), DELTA, less * width(counts));
    }

    @Override
    public String toString() {
      return name + ", " + (step == 0 ? "total" : "step " + step);
    }
  }

  static Stream<Case> cases() {
    Environment chain = ChainBandit.of(3);
    Environment search = SearchSession.mixed().environment();
    Environment random = RandomMdp.of(6, 3, 3, 0.5).environment(2);
    Stream<Case> chains =
        Stream.of(0, 1)
            .map(h -> new Case("chain", chain, ChainBandit.evaluated(chain, 0.3), 20_000, h));
    Stream<Case> others =
        Stream.of(0, 1, 2)
            .flatMap(
                h ->
                    Stream.of(
                        new Case("search", search, Policy.uniform(search.shape()), 2_000, h),
                        new Case("random", random, Policy.uniform(random.shape()), 1_000, h)));
    return Stream.concat(chains, others);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theLogThatIsPlannedGivesTheWidthThatWasWanted(Case c) {
    double wide = 0;
    double half = 0;
    for (int run = 0; run < RUNS; run++) {
      DataPlan plan = c.plan(1_000 + run);
      int planned = (int) plan.episodes().getAsLong();
      Rollouts second = new Rollouts(c.environment(), 500_000 + run);
      TransitionCounts few = second.count(planned / 2);
      wide += c.width(few.plus(second.count(planned / 2, planned))) / plan.wanted() / RUNS;
      half += c.width(few) / plan.wanted() / RUNS;
    }
    assertThat(wide).isCloseTo(1, within(0.05));
    // The control: half as many episodes miss it by √2, and a little for variances thinly seen.
    assertThat(half).isCloseTo(Math.sqrt(2), within(0.07));
  }

  static Stream<Case> single() {
    Environment search = new SearchSession(0.5, 1).environment();
    Environment random = RandomMdp.of(6, 3, 1, 0.5).environment(2);
    return Stream.concat(
        cases().filter(c -> c.step() > 0),
        Stream.of(
            new Case("one search", search, always(search, 1), 2_000, 0),
            new Case("one search", search, always(search, 2), 2_000, 1),
            new Case("one step", random, always(random, 0), 1_000, 0),
            new Case("one step", random, always(random, 2), 1_000, 1)));
  }

  private static Policy always(Environment environment, int action) {
    return Policy.stationary(environment.shape(), (x, a) -> a == action ? 1 : 0);
  }

  @ParameterizedTest
  @MethodSource("single")
  void exploringAsRecommendedGetsThereWithFewerEpisodes(Case c) {
    double wide = 0;
    double otherwise = 0;
    double saved = 0;
    for (int run = 0; run < RUNS; run++) {
      DataPlan plan = c.plan(1_000 + run);
      int planned = (int) plan.exploringEpisodes().getAsLong();
      Environment explored = c.environment().withBehavior(plan.exploration().policy());
      wide += c.width(new Rollouts(explored, 700_000 + run).count(planned)) / plan.wanted() / RUNS;
      TransitionCounts logged = new Rollouts(c.environment(), 700_000 + run).count(planned);
      otherwise += c.width(logged) / plan.wanted() / RUNS;
      saved += 1 - planned / (double) plan.episodes().getAsLong();
    }
    assertThat(wide).isCloseTo(1, within(0.1));
    assertThat(saved / RUNS).isGreaterThan(0.2);
    // The control: as many episodes of the logged policy do not do.
    assertThat(otherwise).isGreaterThan(1.1);
  }

  /**
   * Exploring that may cost half of what it would: the width is what was planned, and so, on
   * average, is the cost in truth. The control: without a limit it costs more.
   */
  @Test
  void exploringWithinACostGivesTheWidthAtThatCost() {
    Environment drawn = RandomMdp.of(6, 3, 1, 0.5).environment(2);
    Policy uniform = Policy.uniform(drawn.shape());
    Environment random =
        drawn.withBehavior(Policy.mixture(0.7, Truth.optimalPolicy(drawn), uniform));
    Case c = new Case("one step, mostly the best action", random, uniform, 1_000, 1);
    double wide = 0;
    double cost = 0;
    double free = 0;
    for (int run = 0; run < RUNS; run++) {
      TransitionCounts counts = new Rollouts(random, 1_000 + run).count(c.episodes());
      Influence influence = c.influence(counts, Pooling.POOLED);
      double wanted = 0.5 * c.width(counts);
      DataPlan any = DataPlan.of(influence, DELTA, wanted);
      double most = any.exploration().cost() / 2;
      DataPlan plan = DataPlan.of(influence, Variance.SHRUNK, DELTA, wanted, 1, t -> 0, most);
      int planned = (int) plan.exploringEpisodes().getAsLong();
      Environment explored = random.withBehavior(plan.exploration().policy());
      wide += c.width(new Rollouts(explored, 700_000 + run).count(planned)) / wanted / RUNS;
      cost += cost(random, plan) / most / RUNS;
      free += cost(random, any) / most / RUNS;
    }
    assertThat(wide).isCloseTo(1, within(0.1));
    assertThat(cost).isCloseTo(1, within(0.1));
    assertThat(free).isGreaterThan(1.5);
  }

  private static double cost(Environment environment, DataPlan plan) {
    Truth truth = Truth.of(environment, plan.exploration().policy());
    return truth.behaviorValue() - truth.value();
  }

  static Stream<Case> wholes() {
    return cases().filter(c -> c.step() == 0);
  }

  /**
   * For the whole, what was planned for is the error of V̂_π − V̂_πb. Its standard deviation over
   * 100 logs (known to 7%) is no more than planned; with a quarter of the episodes it is.
   */
  @ParameterizedTest
  @MethodSource("wholes")
  void exploringForTheWholeKeepsTheDifferenceOfBothValuesWithinThePlan(Case c) {
    DataPlan plan = c.plan(77);
    int planned = (int) plan.exploringEpisodes().getAsLong();
    assertThat(planned / (double) plan.episodes().getAsLong()).isLessThan(0.8);
    Environment explored = c.environment().withBehavior(plan.exploration().policy());
    assertThat(width(c, explored, planned) / plan.wanted()).isLessThan(1.15);
    assertThat(width(c, explored, planned / 4) / plan.wanted()).isGreaterThan(1);
  }

  /** Of an interval for V_π − V_πb, if its error were known. */
  private static double width(Case c, Environment explored, int episodes) {
    Truth truth = Truth.of(c.environment(), c.evaluated());
    double squares = 0;
    for (int run = 0; run < 100; run++) {
      TransitionCounts counts = new Rollouts(explored, 800_000 + run).count(episodes);
      double error = difference(c, counts) - truth.value() + truth.behaviorValue();
      squares += error * error;
    }
    return 2 * 1.96 * Math.sqrt(squares / 100);
  }

  private static double difference(Case c, TransitionCounts counts) {
    Model model = Model.estimate(counts, Pooling.POOLED);
    Backups backups = Backups.of(model, Bonus.NONE, ValueRange.of(counts.shape()));
    StateVector start = counts.distribution(1);
    return start.dot(backups.evaluate(c.evaluated()).at(1).point())
        - start.dot(backups.evaluate(c.environment().behavior()).at(1).point());
  }
}
