package io.sluice.interval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.TransitionCounts;
import io.sluice.fixtures.Dense;
import io.sluice.fixtures.RandomMdps;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import io.sluice.model.SparseRows;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds for every interval from a model; a new one is tested by existing. */
@ParameterizedClass
@EnumSource(ModelInterval.class)
record EveryModelIntervalTest(ModelInterval method) {
  private static final Shape SHAPE = new Shape(4, 3, 3);

  /** A log with a model of it and two policies. */
  private record Case(
      TransitionCounts counts, Model model, Bonus bonus, Policy behavior, Policy evaluated) {
    static Case of(int seed, int episodes) {
      RandomMdps random = new RandomMdps(seed);
      Model truth = random.model(SHAPE, Pooling.PER_STEP, seed % 2 * 0.2);
      Policy behavior = random.policy(SHAPE);
      TransitionCounts counts = random.log(truth, random.start(SHAPE), behavior, episodes);
      Model model = Model.estimate(counts, seed % 3 == 0 ? Pooling.PER_STEP : Pooling.POOLED);
      Bonus bonus = Bonus.paper(SHAPE, 0.05);
      return new Case(counts, model, bonus, behavior, random.policy(SHAPE));
    }

    Case scaled(double scale) {
      return new Case(counts, model, bonus.scaled(scale), behavior, evaluated);
    }

    ModelEvaluation evaluation() {
      Backups backups = Backups.of(model, bonus, ValueRange.of(SHAPE));
      return ModelEvaluation.of(counts, backups, behavior, evaluated);
    }
  }

  private static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (int seed = 0; seed < 30; seed++) {
      cases.add(Case.of(seed, seed < 15 ? 15 : 2_000)); // thin logs with unseen pairs, and fat ones
    }
    return cases;
  }

  @Test
  void itsBoundsContainItsEstimate() {
    for (Case c : cases()) {
      for (Interval interval : method.profile(c.evaluation()).steps()) {
        assertThat(interval.lower()).isLessThanOrEqualTo(interval.estimate());
        assertThat(interval.upper()).isGreaterThanOrEqualTo(interval.estimate());
        assertThat(interval.contains(interval.estimate())).isTrue();
      }
    }
  }

  @Test
  void itsPartsAddUpToItsWidth() {
    for (Case c : cases()) {
      for (Interval interval : method.profile(c.evaluation()).steps()) {
        assertThat(interval.parts()).isNotEmpty();
        double sum = 0;
        for (Part part : interval.parts()) {
          sum += part.below() + part.above();
        }
        assertThat(sum).isCloseTo(interval.width(), within(1e-12)).isPositive();
      }
    }
  }

  @Test
  void aLargerBonusMakesItWider() {
    for (Case c : cases()) {
      for (int h = 1; h <= 3; h++) {
        double tenth = method.at(c.scaled(0.1).evaluation(), h).width();
        double half = method.at(c.scaled(0.5).evaluation(), h).width();
        double whole = method.at(c.evaluation(), h).width();
        assertThat(half).isGreaterThan(tenth);
        assertThat(whole).isGreaterThanOrEqualTo(half); // clipping may have stopped both
      }
    }
  }

  /**
   * Where each action has one outcome and all were seen, the model is the truth: without a bonus
   * nothing is left to doubt, and the estimate is the effect (or, for the bandit, its immediate
   * part).
   */
  @Test
  void withoutABonusADeterministicProblemIsKnown() {
    Model truth = deterministic();
    RandomMdps random = new RandomMdps(77);
    Policy behavior = random.stationaryPolicy(SHAPE);
    Policy evaluated = random.policy(SHAPE);
    TransitionCounts counts = random.log(truth, random.start(SHAPE), behavior, 3_000);
    Model model = Model.estimate(counts, Pooling.POOLED);
    Bonus none = Bonus.paper(SHAPE, 0.05).scaled(0);
    Case c = new Case(counts, model, none, behavior, evaluated);
    for (int h = 1; h <= 3; h++) {
      Interval interval = method.at(c.evaluation(), h);
      assertThat(interval.width()).isCloseTo(0, within(1e-12));
      assertThat(interval.estimate()).isCloseTo(effect(truth, c, h), within(1e-12));
    }
  }

  private double effect(Model truth, Case c, int step) {
    StateVector share = c.counts.distribution(step);
    double effect = 0;
    for (int x = 0; x < SHAPE.states(); x++) {
      if (method == ModelInterval.BANDIT) {
        double wanted = Dense.reward(truth, step, x, c.evaluated);
        effect += share.at(x) * (wanted - Dense.reward(truth, step, x, c.behavior));
      } else {
        effect +=
            share.at(x) * (spliced(truth, c, step, step, x) - spliced(truth, c, step + 1, step, x));
      }
    }
    return effect;
  }

  private static double spliced(Model truth, Case c, int change, int step, int state) {
    Policy policy = Policy.spliced(c.behavior, c.evaluated, change);
    return Backups.exact(truth).evaluate(policy).at(step).point().at(state);
  }

  /** Rewards 0 or 1, and one next state for each pair. */
  private static Model deterministic() {
    int pairs = SHAPE.states() * SHAPE.actions();
    SparseRows.Writer rows = new SparseRows.Writer(pairs, pairs);
    double[] reward = new double[pairs];
    for (int i = 0; i < pairs; i++) {
      rows.entry((i * 7 + i / 3) % SHAPE.states(), 1);
      rows.endRow();
      reward[i] = i * i % 3 % 2;
    }
    return Model.known(SHAPE, Pooling.POOLED, reward, rows.done());
  }

  @Test
  void theSameInputGivesTheSameInterval() {
    for (int seed = 0; seed < 5; seed++) {
      EffectProfile once = method.profile(Case.of(seed, 50).evaluation());
      EffectProfile again = method.profile(Case.of(seed, 50).evaluation());
      assertThat(again).isEqualTo(once);
      assertThat(method.profile(Case.of(seed + 100, 50).evaluation())).isNotEqualTo(once);
    }
  }

  @Test
  void itSaysHowOftenItMayFailAndByWhichMethod() {
    Interval interval = method.at(cases().get(0).evaluation(), 1);
    assertThat(interval.failure()).isEqualTo(new Failure(0.05, 0));
    assertThat(interval.method()).isEqualTo(method.methodName()).isLowerCase();
  }
}
