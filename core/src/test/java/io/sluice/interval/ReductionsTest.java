package io.sluice.interval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.CountsAccumulator;
import io.sluice.counts.TransitionCounts;
import io.sluice.fixtures.RandomMdps;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import io.sluice.model.SparseRows;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** In special cases the methods become simpler ones. */
class ReductionsTest {
  private static final Shape SHAPE = new Shape(4, 3, 3);

  private final RandomMdps random = new RandomMdps(5);
  private final Model truth = random.model(SHAPE, Pooling.PER_STEP, 0.1);
  private final Policy behavior = random.policy(SHAPE);
  private final Policy evaluated = random.policy(SHAPE);
  private final TransitionCounts counts = random.log(truth, random.start(SHAPE), behavior, 400);

  private ModelEvaluation evaluation(Model model, Policy evaluated) {
    Shape shape = model.shape();
    Backups backups = Backups.of(model, Bonus.paper(shape, 0.05), ValueRange.of(shape));
    return ModelEvaluation.of(counts, backups, behavior, evaluated);
  }

  /** The model with every action's next states replaced by those of the state's first action. */
  private static Model withoutShift(Model model) {
    Shape shape = model.shape();
    int pairs = model.next().rows();
    SparseRows.Writer rows = new SparseRows.Writer(pairs, 0);
    double[] reward = new double[pairs];
    long[] visits = new long[pairs];
    for (int i = 0; i < pairs; i++) {
      int first = i - i % shape.actions();
      for (int k = model.next().start(first); k < model.next().start(first + 1); k++) {
        rows.entry(model.next().column(k), model.next().value(k));
      }
      rows.endRow();
      reward[i] = model.reward(i);
      visits[i] = 20L + i;
    }
    return Model.of(shape, model.pooling(), reward, visits, rows.done());
  }

  @ParameterizedTest
  @EnumSource(Pooling.class)
  void withoutShiftTheStepIsABandit(Pooling pooling) {
    Model model = withoutShift(random.model(SHAPE, pooling, 0.1));
    ModelEvaluation evaluation = evaluation(model, evaluated);
    for (int h = 1; h <= 3; h++) {
      Interval selective = ModelInterval.SELECTIVE.at(evaluation, h);
      Interval bandit = ModelInterval.BANDIT.at(evaluation, h);
      assertThat(selective.parts().get(1).above()).isCloseTo(0, within(1e-12));
      assertThat(selective.estimate()).isCloseTo(bandit.estimate(), within(1e-12));
      assertThat(selective.lower()).isCloseTo(bandit.lower(), within(1e-12));
      assertThat(selective.upper()).isCloseTo(bandit.upper(), within(1e-12));
    }
    // the control: full propagation is wider, and with a shift so is selective
    assertThat(ModelInterval.STANDARD.at(evaluation, 1).width())
        .isGreaterThan(ModelInterval.SELECTIVE.at(evaluation, 1).width() + 0.1);
    ModelEvaluation shifted = evaluation(Model.estimate(counts, pooling), evaluated);
    assertThat(ModelInterval.SELECTIVE.at(shifted, 1).width())
        .isGreaterThan(ModelInterval.BANDIT.at(shifted, 1).width() + 0.1);
  }

  @ParameterizedTest
  @EnumSource(ModelInterval.class)
  void theLoggedPolicyHasNoEffectOnItself(ModelInterval method) {
    for (Pooling pooling : Pooling.values()) {
      Model model = Model.estimate(counts, pooling);
      for (int h = 1; h <= 3; h++) {
        Interval same = method.at(evaluation(model, behavior), h);
        assertThat(Math.abs(same.estimate())).isLessThan(1e-15);
        assertThat(same.contains(0)).isTrue();
        assertThat(Math.abs(method.at(evaluation(model, evaluated), h).estimate()))
            .isGreaterThan(1e-6);
      }
    }
  }

  @Test
  void withOneStepPoolingChangesNoInterval() {
    Shape one = new Shape(4, 3, 1);
    Policy logged = random.policy(one);
    Policy wanted = random.policy(one);
    TransitionCounts log =
        random.log(random.model(one, Pooling.POOLED, 0), random.start(one), logged, 60);
    for (ModelInterval method : ModelInterval.values()) {
      Interval[] intervals = new Interval[2];
      for (Pooling pooling : Pooling.values()) {
        Model model = Model.estimate(log, pooling);
        Backups backups = Backups.of(model, Bonus.paper(one, 0.05), ValueRange.of(one));
        intervals[pooling.ordinal()] =
            method.at(ModelEvaluation.of(log, backups, logged, wanted), 1);
      }
      assertThat(intervals[0]).isEqualTo(intervals[1]);
    }
  }

  @ParameterizedTest
  @EnumSource(ModelInterval.class)
  void renamingTheStatesRenamesNothingElse(ModelInterval method) {
    int[] name = {2, 0, 3, 1, 4}; // the end stays the end
    CountsAccumulator rows = new CountsAccumulator(SHAPE);
    for (int i = 0; i < counts.cells(); i++) {
      // Bernoulli rewards: the sum says how many of the rows were 1
      long ones = Math.round(counts.rewardSum(i));
      for (long k = 0; k < counts.count(i); k++) {
        int x = name[counts.state(i)];
        rows.add(counts.step(i), x, counts.action(i), name[counts.next(i)], k < ones ? 1 : 0);
      }
    }
    TransitionCounts renamed = rows.toCounts();
    Policy logged = renamed(behavior, name);
    Policy wanted = renamed(evaluated, name);
    for (Pooling pooling : Pooling.values()) {
      Backups backups =
          Backups.of(
              Model.estimate(renamed, pooling), Bonus.paper(SHAPE, 0.05), ValueRange.of(SHAPE));
      ModelEvaluation before = evaluation(Model.estimate(counts, pooling), evaluated);
      ModelEvaluation after = ModelEvaluation.of(renamed, backups, logged, wanted);
      for (int h = 1; h <= 3; h++) {
        assertThat(method.at(after, h).lower())
            .isCloseTo(method.at(before, h).lower(), within(1e-12));
        assertThat(method.at(after, h).upper())
            .isCloseTo(method.at(before, h).upper(), within(1e-12));
        for (int x = 0; x < 4; x++) {
          assertThat(after.valueBounds(h).point().at(name[x]))
              .isCloseTo(before.valueBounds(h).point().at(x), within(1e-12));
        }
      }
    }
  }

  private static Policy renamed(Policy policy, int[] name) {
    int[] old = new int[name.length];
    for (int x = 0; x < name.length; x++) {
      old[name[x]] = x;
    }
    return Policy.tabular(SHAPE, (h, x, a) -> policy.probability(h, old[x], a));
  }

  @Test
  void theBanditIsNeverWiderThanSelective() {
    Random seeds = new Random(3);
    for (int i = 0; i < 20; i++) {
      RandomMdps draw = new RandomMdps(seeds.nextLong());
      ModelEvaluation evaluation =
          evaluation(Model.estimate(counts, Pooling.POOLED), draw.policy(SHAPE));
      for (int h = 1; h <= 3; h++) {
        assertThat(ModelInterval.BANDIT.at(evaluation, h).width())
            .isLessThanOrEqualTo(ModelInterval.SELECTIVE.at(evaluation, h).width() + 1e-12);
      }
    }
  }
}
