package io.sluice.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Verdict;
import io.sluice.mdp.MixturePolicy;
import io.sluice.mdp.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/** What must hold between answers about related logs and policies, whatever the log. */
class RelationsTest {
  private static final int HORIZON = 3;

  private record Row(String state, String action, double reward, double propensity) {}

  /**
   * Three states and three actions at probabilities of thirds and eighths, rewards in [0, 1] that
   * depend on both, and next states that depend on the action. No episode ends early.
   *
   * @param mirrored with 1 − r in the place of every r
   */
  private static ObjectLog<List<Row>, Row> log(long seed, int episodes, boolean mirrored) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] logged = {{1 / 3.0, 1 / 3.0, 1 / 3.0}, {0.125, 0.75, 0.125}, {0.7, 0.2, 0.1}};
    List<List<Row>> all = new ArrayList<>();
    for (int i = 0; i < episodes; i++) {
      int state = random.nextInt(3);
      List<Row> rows = new ArrayList<>();
      for (int h = 0; h < HORIZON; h++) {
        double[] p = logged[state];
        double u = random.nextDouble();
        int action = u < p[0] ? 0 : u < p[0] + p[1] ? 1 : 2;
        double mean = (1 + state + 2 * action + h) / 12.0;
        double reward = random.nextDouble() < mean ? 1 : random.nextInt(3) / 4.0;
        rows.add(new Row("s" + state, "a" + action, mirrored ? 1 - reward : reward, p[action]));
        state = random.nextDouble() < 0.4 ? action : random.nextInt(3);
      }
      all.add(rows);
    }
    return Log.of(all, e -> e, Row::state, Row::action, Row::reward)
        .withPropensity(Row::propensity);
  }

  @ParameterizedTest
  @EnumSource(
      value = IntervalKind.class,
      names = {"SELECTIVE", "SHARP", "EFFICIENT", "ROBUST"})
  void theLoggedPolicyHasAnEffectOfExactlyZero(IntervalKind kind) {
    for (int seed = 0; seed < 5; seed++) {
      for (ModelChoice model : ModelChoice.values()) {
        Fit fit = Fit.of(log(seed, 40 + 100 * seed, false), settings(model));
        Judgment judged = fit.judge(fit.behavior().policy());
        for (int h = 1; h <= HORIZON; h++) {
          assertZero(judged.step(h, kind));
        }
        assertZero(judged.total(kind));
      }
    }
  }

  private static void assertZero(Interval interval) {
    assertThat(interval.estimate()).isZero();
    assertThat(interval.lower()).isZero();
    assertThat(interval.upper()).isZero();
  }

  private static Settings settings(ModelChoice model) {
    Settings usual = Settings.defaults();
    return new Settings(
        usual.delta(),
        model,
        usual.bonus(),
        usual.scale(),
        usual.states(),
        usual.seed(),
        usual.shift(),
        usual.variance());
  }

  @Test
  void anEstimatedLoggedPolicyHasNoEffectOnItselfEither() {
    ObjectLog<List<Row>, Row> log = log(3, 200, false);
    Fit fit =
        Fit.of(
            log,
            Settings.defaults(),
            Behavior.estimated(log.data().counts(), ModelChoice.PER_STEP, 0.05));
    for (IntervalKind kind : List.of(IntervalKind.SELECTIVE, IntervalKind.EFFICIENT)) {
      assertZero(fit.judge(fit.behavior().policy()).step(1, kind));
      assertZero(fit.judge(fit.behavior().policy()).total(kind));
      assertThat(fit.judge(state -> "a1").step(1, kind).width()).isPositive();
    }
  }

  @Test
  void whereThePoliciesAreTheSameThereIsNothingToJudge() {
    Fit fit = Fit.of(log(2, 200, false));
    String said = "there is nothing to judge";
    EvaluationResult same =
        EvaluationResult.of(fit.judge(fit.behavior().policy()), IntervalKind.USUAL);
    assertThat(same.warnings()).anySatisfy(w -> assertThat(w).endsWith(said));
    assertThat(same.totalDecision().verdict().kind()).isEqualTo(Verdict.Kind.SAME);
    assertThat(same.totalDecision().reason()).endsWith(said);
    EvaluationResult other = EvaluationResult.of(fit.judge(state -> "a1"), IntervalKind.USUAL);
    assertThat(other.warnings()).noneSatisfy(w -> assertThat(w).endsWith(said));
    assertThat(other.totalDecision().verdict().kind()).isNotEqualTo(Verdict.Kind.SAME);
  }

  @ParameterizedTest
  @EnumSource(
      value = IntervalKind.class,
      names = {"SELECTIVE", "SHARP", "EFFICIENT", "ROBUST"})
  void widthsGoToZeroWithTheShareOfThePolicy(IntervalKind kind) {
    Fit fit = Fit.of(log(7, 600, false));
    Policy first = fit.data().policy(state -> "a0");
    for (int h = 0; h <= HORIZON; h++) { // 0: the total
      double before = Double.POSITIVE_INFINITY;
      for (double share : new double[] {1, 0.1, 0.01, 0.001}) {
        Judgment judged = fit.judge(new MixturePolicy(share, first, fit.behavior().policy()));
        double width = (h == 0 ? judged.total(kind) : judged.step(h, kind)).width();
        assertThat(width).isLessThan(before).isLessThan(40 * share);
        before = width;
      }
    }
  }

  /** Effects change their sign if every r becomes 1 − r, and so does all that is known of them. */
  @ParameterizedTest
  @EnumSource(
      value = IntervalKind.class,
      names = {"THEOREM", "THEOREM_PER_STATE", "FUSED"})
  void intervalsOfOneMinusTheRewardAreMirrored(IntervalKind kind) {
    for (int seed = 0; seed < 12; seed++) {
      int episodes = seed < 8 ? 8 + 3 * seed : 500; // thin logs have pairs never seen
      Fit plain = Fit.of(log(seed, episodes, false));
      Fit mirrored = Fit.of(log(seed, episodes, true));
      for (String action : List.of("a0", "a1", "a2")) {
        Judgment one = plain.judge(state -> action);
        Judgment other = mirrored.judge(state -> action);
        for (int h = 1; h <= HORIZON; h++) {
          assertMirrored(one.step(h, kind), other.step(h, kind));
        }
        assertMirrored(one.total(kind), other.total(kind));
      }
    }
  }

  private static void assertMirrored(Interval one, Interval other) {
    assertThat(other.estimate()).isCloseTo(-one.estimate(), within(1e-9));
    assertThat(other.lower()).isCloseTo(-one.upper(), within(1e-9));
    assertThat(other.upper()).isCloseTo(-one.lower(), within(1e-9));
  }

  /** Six episodes are too few for anything: bounds would go far beyond what effects can be. */
  @ParameterizedTest
  @EnumSource(value = IntervalKind.class, mode = Mode.MATCH_ALL)
  void noBoundLeavesThePossibleRange(IntervalKind kind) {
    for (int seed = 0; seed < 4; seed++) {
      for (boolean capped : new boolean[] {false, true}) {
        ObjectLog<List<Row>, Row> log = log(seed, 6 + 20 * seed, false).withRewardRange(-1, 3);
        Fit fit = Fit.of(capped ? log.withReturnRange(-1, 6) : log);
        Judgment judged = fit.judge(Policy.uniform(fit.data().shape()));
        double low = capped ? -1 : -3;
        double high = capped ? 6 : 9;
        for (int h = 1; kind.isForSteps() && h <= HORIZON; h++) {
          assertInside(judged.step(h, kind), 4 * (HORIZON - h + 1), -4 * (HORIZON - h + 1));
        }
        assertInside(judged.total(kind), high - low, low - high);
        assertInside(judged.value(kind), high, low);
      }
    }
  }

  private static void assertInside(Interval interval, double high, double low) {
    assertThat(interval.lower()).isBetween(low, high);
    assertThat(interval.estimate()).isBetween(interval.lower(), interval.upper());
    assertThat(interval.upper()).isBetween(low, high);
  }

  /** The control of the test before: without the declared range they would leave it. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void boundsAreCutWhereTheyWouldLeaveIt(int step) {
    Fit fit = Fit.of(log(1, 6, false));
    Judgment judged = fit.judge(state -> "a0");
    double top = HORIZON - step + 1;
    assertThat(judged.profile(IntervalKind.SELECTIVE).at(step).upper()).isGreaterThan(top);
    assertThat(judged.step(step, IntervalKind.SELECTIVE).upper()).isEqualTo(top);
    // but verdicts, and how many episodes they need, are read from all of it
    assertThat(judged.verdict(step, IntervalKind.SELECTIVE))
        .isEqualTo(Verdict.of(judged.profile(IntervalKind.SELECTIVE).at(step), 6))
        .isNotEqualTo(Verdict.of(judged.step(step, IntervalKind.SELECTIVE), 6));
  }
}
