package io.sluice.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.influence.Hausman;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.model.Model.Pooling;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** {@code robust} and Hausman's test on logs in memory. */
class RobustJudgmentTest {
  private record Row(String state, int action, double reward, double propensity) {}

  private static ObjectLog<List<Row>, Row> log(List<List<Row>> episodes) {
    return Log.of(episodes, e -> e, Row::state, row -> "a" + row.action(), Row::reward)
        .withPropensity(Row::propensity);
  }

  /**
   * Two steps in one state, two actions at ½ each. The second reward is the first action: a past
   * that the state does not hold.
   */
  private static List<List<Row>> memory(int episodes) {
    SplittableRandom random = new SplittableRandom(5);
    List<List<Row>> all = new ArrayList<>();
    for (int i = 0; i < episodes; i++) {
      int first = random.nextInt(2);
      int second = random.nextInt(2);
      all.add(List.of(new Row("s", first, 0.5, 0.5), new Row("s", second, first, 0.5)));
    }
    return all;
  }

  /** Always a1 earns 1 at step 2 instead of ½ on average, all of it by its first decision. */
  @Test
  void robustFindsWhatTheStateDoesNotHoldAndTheTestSaysThatEfficientMissesIt() {
    Fit fit = Fit.of(log(memory(400)), Settings.defaults().withPooling(Pooling.PER_STEP));
    Judgment judged = fit.judge(state -> "a1");
    assertThat(judged.step(1, IntervalKind.ROBUST).contains(0.5)).isTrue();
    assertThat(judged.step(1, IntervalKind.EFFICIENT).contains(0.5)).isFalse();
    assertThat(judged.value(IntervalKind.ROBUST).contains(1.5)).isTrue();
    Hausman test = judged.hausman();
    assertThat(test.at(1).z().orElseThrow()).isGreaterThan(10);
    assertThat(test.total().z().orElseThrow()).isGreaterThan(10);
    assertThat(Math.abs(test.at(2).z().orElse(0))).isLessThan(3); // the control
    double apart =
        judged.step(1, IntervalKind.ROBUST).estimate()
            - judged.step(1, IntervalKind.EFFICIENT).estimate();
    assertThat(test.at(1).difference()).isCloseTo(apart, within(1e-9));
  }

  @Test
  void unitsScaleEffectsStandardErrorsAndDifferences() {
    List<List<Row>> plain = memory(100);
    List<List<Row>> scaled = new ArrayList<>();
    for (List<Row> episode : plain) {
      scaled.add(
          episode.stream()
              .map(r -> new Row(r.state(), r.action(), 10 * r.reward() - 4, r.propensity()))
              .toList());
    }
    Judgment one = Fit.of(log(plain)).judge(state -> "a1");
    Judgment ten = Fit.of(log(scaled).withRewardRange(-4, 6)).judge(state -> "a1");
    Interval effect = ten.step(1, IntervalKind.ROBUST);
    Interval before = one.step(1, IntervalKind.ROBUST);
    assertThat(effect.estimate()).isCloseTo(10 * before.estimate(), within(1e-9));
    assertThat(effect.error().orElseThrow().value())
        .isCloseTo(10 * before.error().orElseThrow().value(), within(1e-9));
    assertThat(effect.error().get().degreesOfFreedom().orElseThrow())
        .isLessThan(99)
        .isCloseTo(before.error().get().degreesOfFreedom().orElseThrow(), within(1e-6));
    assertThat(ten.value(IntervalKind.ROBUST).estimate())
        .isCloseTo(10 * one.value(IntervalKind.ROBUST).estimate() - 8, within(1e-9));
    assertThat(ten.hausman().total().difference())
        .isCloseTo(10 * one.hausman().total().difference(), within(1e-9));
  }

  @Test
  void theLoggedPolicyHasNoEffectAndNoWidth() {
    Fit fit = Fit.of(log(memory(50)));
    Judgment judged = fit.judge(fit.behavior().policy());
    for (int h = 1; h <= 2; h++) {
      assertThat(judged.step(h, IntervalKind.ROBUST).estimate()).isZero();
      assertThat(judged.step(h, IntervalKind.ROBUST).width()).isZero();
    }
    assertThat(judged.total(IntervalKind.ROBUST).width()).isZero();
    assertThat(judged.hausman().total().z()).isEmpty();
  }

  /**
   * Half of the patients are sick; the sick get a1 with 0.8, the healthy with 0.2, logged row by
   * row and right, but the state does not say who is sick. P(r) = 0.7 or 0.2, and 0.1 more with a1:
   * the effect of always a1 is 0.05.
   */
  @Test
  void propensitiesThatKnowMoreThanTheStateAreUsedRowByRow() {
    SplittableRandom random = new SplittableRandom(6);
    List<List<Row>> all = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      boolean sick = random.nextBoolean();
      double treated = sick ? 0.8 : 0.2;
      int action = random.nextDouble() < treated ? 1 : 0;
      double mean = (sick ? 0.7 : 0.2) + 0.1 * action;
      double reward = random.nextDouble() < mean ? 1 : 0;
      all.add(List.of(new Row("s", action, reward, action == 1 ? treated : 1 - treated)));
    }
    Judgment judged = Fit.of(log(all)).judge(state -> "a1");
    Interval robust = judged.total(IntervalKind.ROBUST);
    assertThat(robust.contains(0.05)).isTrue();
    assertThat(robust.width()).isLessThan(0.1);
    assertThat(judged.total(IntervalKind.EFFICIENT).contains(0.05)).isFalse(); // the control
  }

  @Test
  void whatTheLoggedPolicyNeverDoesAndWhatIsNotKnownIsRefused() {
    List<List<Row>> one = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      one.add(List.of(new Row(i % 2 == 0 ? "s" : "t", i % 2, 0.5, 1)));
    }
    assertThatThrownBy(() -> Fit.of(log(one)).judge(state -> "a1").total(IntervalKind.ROBUST))
        .isInstanceOf(BadLogException.class)
        .hasMessageContaining("robust needs a logged policy that takes it");
    Log counts = Log.ofCounts(log(memory(20)).data());
    assertThatThrownBy(() -> Fit.of(counts).judge(state -> "a1").hausman())
        .isInstanceOf(BadLogException.class)
        .hasMessageContaining("needs rows, got only the counts of a log");
  }
}
