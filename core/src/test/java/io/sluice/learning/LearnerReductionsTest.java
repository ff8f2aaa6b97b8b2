package io.sluice.learning;

import static io.sluice.fixtures.TwoStates.EVEN;
import static io.sluice.fixtures.TwoStates.SHAPE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.TransitionCounts;
import io.sluice.fixtures.Dense;
import io.sluice.fixtures.RandomMdps;
import io.sluice.fixtures.TwoStates;
import io.sluice.mdp.DeterministicPolicy;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.InducedShift;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import io.sluice.model.SparseRows;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Learners by hand on {@link TwoStates}, and where they become one another. */
class LearnerReductionsTest {
  private static final List<Learner> CAUTIOUS = List.of(Learner.PSL, Learner.PVI, Learner.SPVI);

  @ParameterizedTest
  @EnumSource(Pooling.class)
  void withOneStepAllCautiousLearnersAreOne(Pooling pooling) {
    Shape one = new Shape(6, 4, 1);
    for (int seed = 0; seed < 10; seed++) {
      RandomMdps random = new RandomMdps(seed);
      Policy behavior = random.policy(one);
      TransitionCounts counts =
          random.log(random.model(one, pooling, 0), random.start(one), behavior, 100);
      Backups backups =
          Backups.of(Model.estimate(counts, pooling), Bonus.paper(one, 0.05), ValueRange.of(one));
      Learned psl = Learner.PSL.learn(backups, behavior);
      for (Learner learner : CAUTIOUS) {
        Learned learned = learner.learn(backups, behavior);
        for (int x = 0; x < 6; x++) {
          for (int a = 0; a < 4; a++) {
            assertThat(learned.score(1, x, a)).isEqualTo(psl.score(1, x, a));
            assertThat(learned.policy().probability(1, x, a))
                .isEqualTo(psl.policy().probability(1, x, a));
          }
        }
      }
    }
  }

  /** Only R̂ − b tells the actions of a declared step apart; what follows is the same for all. */
  @ParameterizedTest
  @EnumSource(Pooling.class)
  void whereStepsAreDeclaredExogenousSpviIsPsl(Pooling pooling) {
    Shape shape = new Shape(5, 3, 3);
    int otherwise = 0;
    for (int seed = 0; seed < 10; seed++) {
      RandomMdps random = new RandomMdps(seed);
      Policy behavior = random.policy(shape);
      Model truth = random.model(shape, pooling, 0);
      TransitionCounts counts = random.log(truth, random.start(shape), behavior, 2_000);
      Model model = Model.estimate(counts, pooling);
      Backups backups = Backups.of(model, Bonus.paper(shape, 0.05), ValueRange.of(shape));
      InducedShift declared = InducedShift.of(model, behavior).exogenous(step -> true);
      Policy psl = Learner.PSL.learn(backups, behavior).policy();
      Policy spvi = Learner.SPVI.learn(backups, behavior).policy();
      Policy bandit = Learner.SPVI.learn(backups.withShift(declared), behavior).policy();
      for (int h = 1; h <= 3; h++) {
        for (int x = 0; x < 5; x++) {
          for (int a = 0; a < 3; a++) {
            assertThat(bandit.probability(h, x, a)).isEqualTo(psl.probability(h, x, a));
            otherwise += spvi.probability(h, x, a) == psl.probability(h, x, a) ? 0 : 1;
          }
        }
      }
    }
    assertThat(otherwise).isPositive(); // the control: undeclared they differ
  }

  @Test
  void scoresByHand() {
    Backups backups = Backups.of(TwoStates.model(), TwoStates.bonus(0.3), ValueRange.of(SHAPE));
    // step 2 is a bandit: all take action 1 (0.6 over 0.2) in state 0 and 0 (1 over 0) in state 1,
    // so V̂ = (0.6, 1), V̂_p = (0.3, 0.7), V̂_o = (0.9, 1 of 1.3 after clipping), Γ = (0.6, 0.3)
    // state 0 at step 1: R̂ − b = 0.2 − 0.3 and 0.6 − 0.3
    check(Learner.PSL.learn(backups, EVEN), -0.1, 0.3);
    // 0.2 + 0.5·0.3 + 0.5·0.7 − 0.3 = 0.4; 0.6 + 0.3 − 0.3 = 0.6
    check(Learner.PVI.learn(backups, EVEN), 0.4, 0.6);
    // Q̂: 0.2 + 0.5·0.6 + 0.5·1 = 1; 0.6 + 0.6 = 1.2
    check(Learner.VI.learn(backups, EVEN), 1, 1.2);
    // carried 0.25·0.6 + 0.25·0.3 = 0.225: 1 − 0.3 − 0.225 and 1.2 − 0.3 − 0.225
    check(Learner.SPVI.learn(backups, EVEN), 0.475, 0.675);
    // by sign, a0 (−0.25, +0.25): 0.25·(1 − 1) + 0.25·(0.6 − 0.3) = 0.075: 1 − 0.3 − 0.075
    //          a1 (+0.25, −0.25): 0.25·(0.9 − 0.6) + 0.25·(1 − 0.7) = 0.15: 1.2 − 0.3 − 0.15
    check(Learner.SPVI_RELEASED.learn(backups, EVEN), 0.625, 0.75);
    // bc follows the coin: V̂ = (0.4, 0.5): 0.2 + 0.45; 0.6 + 0.4
    check(Learner.BC.learn(backups, EVEN), 0.65, 1);
  }

  private static void check(Learned learned, double first, double second) {
    assertThat(learned.score(1, 0, 0)).isCloseTo(first, within(1e-12));
    assertThat(learned.score(1, 0, 1)).isCloseTo(second, within(1e-12));
  }

  @Test
  void renamingTheStatesRenamesThePolicy() {
    // swap the two states of the example: the learned actions swap with them
    Backups backups = Backups.exact(TwoStates.model());
    var policy = (DeterministicPolicy) Learner.VI.learn(backups, EVEN).policy();
    var swapped = (DeterministicPolicy) Learner.VI.learn(swapped(), EVEN).policy();
    for (int h = 1; h <= 2; h++) {
      assertThat(swapped.action(h, 1)).isEqualTo(policy.action(h, 0)).isEqualTo(1);
      assertThat(swapped.action(h, 0)).isEqualTo(policy.action(h, 1)).isEqualTo(0);
    }
  }

  private static Backups swapped() {
    Model model = TwoStates.model();
    SparseRows.Writer rows = new SparseRows.Writer(4, 6);
    int[] old = {2, 3, 0, 1};
    double[] reward = new double[4];
    for (int i = 0; i < 4; i++) {
      double[] row = Dense.next(model, 1, old[i] / 2, old[i] % 2);
      rows.entry(0, row[1]);
      rows.entry(1, row[0]);
      rows.entry(2, row[2]);
      rows.endRow();
      reward[i] = model.reward(old[i]);
    }
    return Backups.exact(Model.known(SHAPE, Pooling.POOLED, reward, rows.done()));
  }

  @Test
  void onAKnownModelValueIterationIsOptimal() {
    Shape tiny = new Shape(2, 2, 2);
    for (int seed = 0; seed < 10; seed++) {
      Model model = new RandomMdps(seed).model(tiny, Pooling.PER_STEP, 0.1);
      Learned learned = Learner.VI.learn(Backups.exact(model), Policy.uniform(tiny));
      for (int x = 0; x < 2; x++) {
        double best = 0;
        for (int code = 0; code < 16; code++) { // all 2⁴ deterministic policies
          int bits = code;
          Policy policy = DeterministicPolicy.of(tiny, (h, s) -> bits >> (2 * h - 2 + s) & 1);
          best = Math.max(best, Backups.exact(model).evaluate(policy).at(1).point().at(x));
        }
        assertThat(learned.values().at(1).point().at(x)).isCloseTo(best, within(1e-12));
      }
    }
  }
}
