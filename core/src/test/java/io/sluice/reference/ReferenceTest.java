package io.sluice.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.fixtures.Dense;
import io.sluice.influence.EfficientInterval;
import io.sluice.influence.Influence;
import io.sluice.influence.InfluenceSums;
import io.sluice.influence.Influences;
import io.sluice.inputs.Holdout;
import io.sluice.inputs.ImmediateEffect;
import io.sluice.inputs.ShiftEstimate;
import io.sluice.interval.EffectProfile;
import io.sluice.interval.Interval;
import io.sluice.interval.ModelEvaluation;
import io.sluice.interval.ModelInterval;
import io.sluice.interval.SharpInterval;
import io.sluice.interval.TheoremInterval;
import io.sluice.interval.TheoremInterval.Reading;
import io.sluice.learning.Learner;
import io.sluice.mdp.DeterministicPolicy;
import io.sluice.mdp.Policy;
import io.sluice.mdp.StateVector;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.Model;
import io.sluice.model.SparseRows;
import io.sluice.model.StepValues;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What an independent program computed, to 1e-9: see {@code reference/ORIGIN.md}. */
class ReferenceTest {
  private static final Offset<Double> CLOSE = within(1e-9);

  @Test
  void casesAreFound() {
    assertThat(ReferenceCase.all()).hasSizeGreaterThanOrEqualTo(3);
  }

  @ParameterizedTest
  @MethodSource("io.sluice.reference.ReferenceCase#all")
  void countsRewardsAndBonusesAgree(ReferenceCase c) {
    Model model = model(c);
    Bonus bonus = Bonus.paper(c.shape, c.delta);
    assertThat(c.counts.episodes()).isEqualTo(c.expected.get("episodes").asLong());
    for (int x = 0; x < c.shape.states(); x++) {
      for (int a = 0; a < c.shape.actions(); a++) {
        int pair = model.pair(1, x, a);
        long n = at(c.expected.get("counts"), x, a).asLong();
        assertThat(model.visits(pair)).isEqualTo(n);
        assertThat(model.isVisited(pair)).isEqualTo(n > 0);
        assertThat(model.reward(pair)).isCloseTo(number(c, "reward", x, a), CLOSE);
        assertThat(bonus.at(1, null).of(pair, n)).isCloseTo(number(c, "bonus", x, a), CLOSE);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("io.sluice.reference.ReferenceCase#all")
  void transitionsAgree(ReferenceCase c) {
    Model model = model(c);
    JsonNode rows = c.expected.get("transitions");
    assertThat(model.next().entries()).isEqualTo(rows.size());
    for (JsonNode row : rows) {
      int x = c.state(row.get(0).asText());
      int a = c.action(row.get(1).asText());
      double p = Dense.next(model, 1, x, a)[c.state(row.get(2).asText())];
      assertThat(p).as(row.toString()).isCloseTo(row.get(3).asDouble(), CLOSE);
    }
  }

  @ParameterizedTest
  @MethodSource("io.sluice.reference.ReferenceCase#all")
  void efficientIntervalsAgree(ReferenceCase c) {
    for (Model.Pooling pooling : Model.Pooling.values()) {
      Model model = Model.estimate(c.counts, pooling);
      String key = pooling == Model.Pooling.POOLED ? "efficient95_pooled" : "efficient95_per_step";
      for (JsonNode policy : c.expected.get("evaluation")) {
        Policy evaluated = c.policy(policy.get("probabilities"));
        Influences influences =
            Influences.of(c.counts, model, ValueRange.of(c.shape), c.behavior, evaluated);
        InfluenceSums sums = new InfluenceSums(influences, false);
        c.forEachEpisode(sums::add);
        EffectProfile plain =
            EfficientInterval.profile(influences, sums, EfficientInterval.Variance.PLAIN, 0.05);
        for (JsonNode step : policy.get("steps")) {
          Influence influence = influences.at(step.get("step").asInt());
          Interval interval = plain.at(step.get("step").asInt());
          // The reference does not widen for pairs never seen.
          double lower = interval.lower() + influence.unknownBelow();
          double upper = interval.upper() - influence.unknownAbove();
          assertThat(lower).as(key).isCloseTo(step.get(key).get(0).asDouble(), CLOSE);
          assertThat(upper).as(key).isCloseTo(step.get(key).get(1).asDouble(), CLOSE);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("io.sluice.reference.ReferenceCase#all")
  void sharpIntervalsAgree(ReferenceCase c) {
    for (JsonNode policy : c.expected.get("evaluation")) {
      Policy evaluated = c.policy(policy.get("probabilities"));
      ModelEvaluation evaluation = ModelEvaluation.of(c.counts, backups(c), c.behavior, evaluated);
      for (JsonNode step : policy.get("steps")) {
        Interval sharp = SharpInterval.alone(evaluation, step.get("step").asInt());
        JsonNode expected = step.get("sharp_without_sampling_term_before_intersection");
        assertThat(sharp.lower()).isCloseTo(expected.get(0).asDouble(), CLOSE);
        assertThat(sharp.upper()).isCloseTo(expected.get(1).asDouble(), CLOSE);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("io.sluice.reference.ReferenceCase#all")
  void valueBoundsAgree(ReferenceCase c) {
    for (JsonNode policy : c.expected.get("evaluation")) {
      var values = backups(c).evaluate(c.policy(policy.get("probabilities")));
      for (int h = 1; h <= c.shape.horizon(); h++) {
        StepValues step = values.at(h);
        for (int x = 0; x < c.shape.states(); x++) {
          String where = "%s, step %d, state %d".formatted(policy.get("policy"), h, x);
          check(where, step.point(), x, at(policy.get("value"), h - 1, x));
          check(where, step.pessimistic(), x, at(policy.get("value_lower"), h - 1, x));
          check(where, step.optimistic(), x, at(policy.get("value_upper"), h - 1, x));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("io.sluice.reference.ReferenceCase#all")
  void standardAndSelectiveAgreeAtEveryStep(ReferenceCase c) {
    for (JsonNode policy : c.expected.get("evaluation")) {
      ModelEvaluation evaluation = evaluation(c, policy);
      assertThat(policy.get("steps")).hasSize(c.shape.horizon());
      for (JsonNode step : policy.get("steps")) {
        int h = step.get("step").asInt();
        check(ModelInterval.STANDARD.at(evaluation, h), step.get("standard"));
        check(ModelInterval.SELECTIVE_PRINTED.at(evaluation, h), step.get("selective"));
        assertThat(ModelInterval.BANDIT.at(evaluation, h).estimate())
            .isCloseTo(step.get("theta_plugin").asDouble(), CLOSE);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("io.sluice.reference.ReferenceCase#all")
  void selectiveWithTheShiftOfThePolicyAgreesAtEveryStep(ReferenceCase c) {
    JsonNode all = c.json("selective.json");
    assertThat(all).hasSameSizeAs(c.expected.get("evaluation"));
    for (int i = 0; i < all.size(); i++) {
      JsonNode policy = c.expected.get("evaluation").get(i);
      assertThat(all.get(i).get("policy")).isEqualTo(policy.get("policy"));
      ModelEvaluation evaluation = evaluation(c, policy);
      assertThat(all.get(i).get("steps")).hasSize(c.shape.horizon());
      for (JsonNode step : all.get(i).get("steps")) {
        int h = step.get("step").asInt();
        check(ModelInterval.SELECTIVE.at(evaluation, h), step.get("bonus_of_difference"));
        check(ModelInterval.SELECTIVE_BY_POLICY.at(evaluation, h), step.get("bonus_of_policy"));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("io.sluice.reference.ReferenceCase#all")
  void bothReadingsOfTheTheoremAgreeAtEveryStep(ReferenceCase c) {
    for (JsonNode policy : c.expected.get("evaluation")) {
      ModelEvaluation evaluation = evaluation(c, policy);
      for (JsonNode step : policy.get("steps")) {
        JsonNode theorem = step.get("theorem");
        Interval mean = theorem(c, policy, evaluation, step, Reading.MEAN);
        Interval perState = theorem(c, policy, evaluation, step, Reading.PER_STATE);
        double alpha = theorem.get("alpha").asDouble();
        assertThat(mean.estimate()).isCloseTo(alpha, CLOSE);
        assertThat(perState.estimate()).isCloseTo(alpha, CLOSE);
        assertThat(mean.upper() - alpha).isCloseTo(theorem.get("L_mean").asDouble(), CLOSE);
        assertThat(alpha - mean.lower()).isCloseTo(theorem.get("L_mean").asDouble(), CLOSE);
        assertThat(perState.width() / 2).isCloseTo(theorem.get("L_per_state").asDouble(), CLOSE);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("io.sluice.reference.ReferenceCase#all")
  void learnedActionsAgreeWhereverTheLogHasBeen(ReferenceCase c) {
    for (Learner learner : new Learner[] {Learner.PSL, Learner.PVI, Learner.SPVI, Learner.VI}) {
      JsonNode expected = c.expected.get("learning").get(learner.learnerName());
      var policy = (DeterministicPolicy) learner.learn(backups(c), c.behavior).policy();
      assertThat(expected.get("actions_at_visited")).isNotEmpty();
      for (JsonNode row : expected.get("actions_at_visited")) {
        int action = policy.action(row.get(1).asInt(), c.state(row.get(0).asText()));
        assertThat(action).as("%s %s", learner, row).isEqualTo(c.action(row.get(2).asText()));
      }
    }
  }

  private static Interval theorem(
      ReferenceCase c,
      JsonNode policy,
      ModelEvaluation evaluation,
      JsonNode step,
      Reading reading) {
    int h = step.get("step").asInt();
    JsonNode theorem = step.get("theorem");
    double theta = step.get("theta_plugin").asDouble();
    double radius = theorem.get("kappa_theta").asDouble();
    return TheoremInterval.of(
        new ImmediateEffect(h, theta, radius, 0, "made up"),
        evaluation.valueBounds(h + 1),
        shift(c, h, c.policy(policy.get("probabilities")), theorem.get("kappa_delta").asDouble()),
        Holdout.of(c.counts),
        c.delta,
        reading);
  }

  /** Δ̂(·|x,π) from the pooled model, in the states of the step; no step follows the last. */
  private static ShiftEstimate shift(ReferenceCase c, int step, Policy evaluated, double error) {
    SparseRows.Writer rows = new SparseRows.Writer(c.shape.states(), 0);
    for (int x = 0; x < c.shape.states(); x++) {
      if (step < c.shape.horizon() && c.counts.visits(step).at(x) > 0) {
        double[] row = Dense.shift(model(c), c.behavior, step, x, evaluated);
        for (int y = 0; y < row.length; y++) {
          rows.entry(y, row[y]);
        }
      }
      rows.endRow();
    }
    return new ShiftEstimate(step, rows.done(), error, 0);
  }

  private static Model model(ReferenceCase c) {
    return Model.estimate(c.counts, Model.Pooling.POOLED);
  }

  private static Backups backups(ReferenceCase c) {
    return Backups.of(model(c), Bonus.paper(c.shape, c.delta), ValueRange.of(c.shape));
  }

  private static ModelEvaluation evaluation(ReferenceCase c, JsonNode policy) {
    Policy evaluated = c.policy(policy.get("probabilities"));
    return ModelEvaluation.of(c.counts, backups(c), c.behavior, evaluated);
  }

  private static JsonNode at(JsonNode table, int row, int column) {
    return table.get(row).get(column);
  }

  private static double number(ReferenceCase c, String table, int row, int column) {
    return at(c.expected.get(table), row, column).asDouble();
  }

  private static void check(String where, StateVector actual, int state, JsonNode expected) {
    assertThat(actual.at(state)).as(where).isCloseTo(expected.asDouble(), CLOSE);
  }

  private static void check(Interval actual, JsonNode expected) {
    assertThat(actual.lower()).as(actual.method()).isCloseTo(expected.get(0).asDouble(), CLOSE);
    assertThat(actual.upper()).as(actual.method()).isCloseTo(expected.get(1).asDouble(), CLOSE);
  }
}
