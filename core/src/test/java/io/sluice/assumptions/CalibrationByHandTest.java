package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.assumptions.Calibration.Disagreement;
import io.sluice.counts.CountsAccumulator;
import io.sluice.mdp.Labels;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Action probabilities against the actions of every state, and what is said of it. */
class CalibrationByHandTest {
  private static final Labels STATES = Labels.of(List.of("home", "list", "page", "quit"));
  private static final Labels ACTIONS = Labels.of(List.of("a", "b", "c", "d"));

  /** How often each action was taken at the first step, by state; empty states were not met. */
  private static CountsAccumulator counts(Shape shape, int[]... taken) {
    CountsAccumulator rows = new CountsAccumulator(shape);
    for (int x = 0; x < taken.length; x++) {
      for (int a = 0; a < taken[x].length; a++) {
        for (int i = 0; i < taken[x][a]; i++) {
          rows.add(1, x, a, shape.end(), 0);
        }
      }
    }
    return rows;
  }

  private static Calibration of(CountsAccumulator rows, Policy said, boolean completed) {
    return Calibration.of(rows.toCounts(), said, completed, STATES, ACTIONS);
  }

  private static int[] taken(int... times) {
    return times;
  }

  /** Four actions, 100 rows: 50, 40, 6 and 4 expected; the last is too rare and is alone. */
  @Test
  void theFiguresOfAStateByHand() {
    Shape shape = new Shape(2, 4, 1);
    Calibration found =
        of(
            counts(shape, taken(90, 4, 4, 2)),
            Policy.everywhere(shape, 0.5, 0.4, 0.06, 0.04),
            false);
    assertThat(found.checked()).isEqualTo(1);
    Disagreement only = found.disagreeing().get(0);
    // 1600/50 + 1296/40 + 4/6, and 4/4 of the rare one
    assertThat(only.chiSquare()).isCloseTo(32 + 32.4 + 4 / 6.0 + 1, within(1e-9));
    assertThat(only.degreesOfFreedom()).isEqualTo(3);
    // 2·4·P(at least 90 of 100 with ½), 1.5316450877e-17, computed with Python's fractions;
    // at most 4 of 100 with 0.4 have 5.388e-17
    assertThat(only.pValue()).isCloseTo(8 * 1.5316450877189926e-17, within(1e-24));
    assertThat(only.worst()).isEqualTo("b: 4 of 100, expected 40.0");
    assertThat(only.state()).isEqualTo("home");
    assertThat(only.step()).isZero();
    assertThat(found.agrees()).isFalse();
  }

  /** 5 of 100 are not rare, and two actions of 4.5 are rare together: 9 expected, 19 taken. */
  @Test
  void rareActionsAreTakenTogether() {
    Shape shape = new Shape(1, 4, 1);
    Calibration found =
        of(
            counts(shape, taken(50, 31, 10, 9)),
            Policy.everywhere(shape, 0.86, 0.05, 0.045, 0.045),
            false);
    Disagreement only = found.disagreeing().get(0);
    // 36²/86 + 26²/5 + 10²/9
    assertThat(only.chiSquare()).isCloseTo(1296 / 86.0 + 676 / 5.0 + 100 / 9.0, within(1e-9));
    assertThat(only.degreesOfFreedom()).isEqualTo(2);
    assertThat(only.worst()).isEqualTo("b: 31 of 100, expected 5.0");
  }

  /** Where an action was taken too seldom, its lower tail counts. */
  @Test
  void theLowerTailCountsToo() {
    Shape shape = new Shape(1, 3, 1);
    // none of 30 with 0.6: 0.4³⁰ = 1.15e-12; 15 of 30 with 0.2 have 0.00023
    double[] said = {0.2, 0.2, 0.6};
    Calibration found = of(counts(shape, taken(15, 15, 0)), Policy.everywhere(shape, said), false);
    assertThat(found.disagreeing().get(0).pValue()).isCloseTo(6 * Math.pow(0.4, 30), within(1e-17));
    // where the probability only completes the others to 1, it is not tested
    assertThat(of(counts(shape, taken(15, 15, 0)), Policy.everywhere(shape, said), true))
        .satisfies(
            other -> {
              assertThat(other.checked()).isEqualTo(1);
              assertThat(other.disagreeing()).isEmpty();
            });
  }

  /**
   * 19 of 20 with ½: p = 2·2·21/2²⁰ = 0.00008. States share 0.00025: of three states each has
   * 0.000083, of four 0.0000625.
   */
  @Test
  void statesShareTheLevel() {
    Shape shape = new Shape(4, 2, 1);
    CountsAccumulator three = counts(shape, taken(10, 10), taken(19, 1), taken(10, 10));
    Calibration found = of(three, Policy.uniform(shape), false);
    assertThat(found.checked()).isEqualTo(3);
    assertThat(found.disagreeing()).extracting(Disagreement::state).containsExactly("list");
    CountsAccumulator four =
        counts(shape, taken(10, 10), taken(19, 1), taken(10, 10), taken(10, 10));
    assertThat(of(four, Policy.uniform(shape), false).checked()).isEqualTo(4);
    assertThat(of(four, Policy.uniform(shape), false).disagreeing()).isEmpty();
  }

  /** With 9 rows both actions are expected fewer than five times; with 10 they are not. */
  @Test
  void aStateOfTooFewRowsIsNotChecked() {
    Shape shape = new Shape(2, 2, 1);
    assertThat(of(counts(shape, taken(9, 0)), Policy.uniform(shape), false).checked()).isZero();
    assertThat(of(counts(shape, taken(10, 0)), Policy.uniform(shape), false).checked()).isOne();
    // nor one where nothing is left to chance
    assertThat(of(counts(shape, taken(9, 0)), Policy.everywhere(shape, 1, 0), false).checked())
        .isZero();
  }

  @Test
  void stepsAreTestedApartUnlessThePolicyIsTheSameAtAll() {
    Shape shape = new Shape(2, 2, 2);
    CountsAccumulator rows = new CountsAccumulator(shape);
    for (int i = 0; i < 40; i++) {
      rows.add(1, 1, i % 2, shape.end(), 0);
      rows.add(2, 1, 0, shape.end(), 0);
    }
    Calibration apart = of(rows, Policy.tabular(shape, (h, x, a) -> 0.5), false);
    assertThat(apart.checked()).isEqualTo(2);
    assertThat(apart.disagreeing()).hasSize(1);
    assertThat(apart.warnings().get(0))
        .isEqualTo(
            "step 2, state \"list\": the action probabilities disagree with the log "
                + "(χ² = 40.0 on 1 df, p = 3.6e-12; a: 40 of 40, expected 20.0)");
    Calibration together = of(rows, Policy.uniform(shape), false);
    assertThat(together.checked()).isOne();
    // 60 of 80: p = 4·P(at least 60 of 80 with ½) = 4·4.29e-6
    assertThat(together.warnings().get(0))
        .isEqualTo(
            "state \"list\": the action probabilities disagree with the log "
                + "(χ² = 20.0 on 1 df, p = 1.7e-05; a: 60 of 80, expected 40.0)");
  }

  private static Calibration found(int states, boolean alarm) {
    Disagreement one = new Disagreement(0, "home", 10, 1, 1e-5, "a: 9 of 9, expected 3.0");
    Disagreement most = new Disagreement(3, "list", 20, 2, 1e-9, "b: 0 of 9, expected 3.0");
    List<Disagreement> all =
        states == 4 ? List.of(one, one, most, one) : Collections.nCopies(states, one);
    return new Calibration(1234, all, new PooledCalibration(7, alarm, "what is worst"));
  }

  @Test
  void fewStatesAreNamedAndManyAreCounted() {
    assertThat(found(3, true).warnings())
        .hasSize(3)
        .containsOnly(
            "state \"home\": the action probabilities disagree with the log "
                + "(χ² = 10.0 on 1 df, p = 1.0e-05; a: 9 of 9, expected 3.0)");
    assertThat(found(4, true).warnings())
        .containsExactly(
            "in 4 of 1,234 states checked the action probabilities disagree with the log, most of"
                + " all in step 3, state \"list\" (χ² = 20.0 on 2 df, p = 1.0e-09; b: 0 of 9, expected 3.0)");
  }

  @Test
  void whatIsOffEverywhereIsOneWarning() {
    assertThat(found(0, true).warnings())
        .containsExactly("the action probabilities disagree with the log (what is worst)");
    assertThat(found(0, true).agrees()).isFalse();
    assertThat(found(0, false).warnings()).isEmpty();
    assertThat(found(0, false).agrees()).isTrue();
    assertThat(found(1, false).agrees()).isFalse();
  }
}
