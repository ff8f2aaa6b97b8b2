package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.fixtures.Episodes;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import org.junit.jupiter.api.Test;

/** Propensities that differ from row to row against the actions, by hand. */
class PropensityRowsTest {
  /** So many episodes of one row each. */
  private static PropensityRows add(
      PropensityRows to, Shape shape, int times, int action, double p) {
    Episodes log = new Episodes(shape, RewardRange.UNIT);
    for (int i = 0; i < times; i++) {
      log.add(i, 0, 0, action, 1, p);
    }
    log.forEach(to::add);
    return to;
  }

  /** The second action should have been taken with 0.25: 25 of 100, and was 45 times. */
  @Test
  void aBinOfTwoActionsByHand() {
    Shape shape = new Shape(1, 2, 1);
    PropensityRows rows = add(new PropensityRows(shape), shape, 45, 1, 0.25);
    rows.plus(add(rows.empty(), shape, 55, 0, 0.75));
    // and 100 rows with 0.75, of which it has 55 and not 75: together 100 for 100
    add(rows, shape, 55, 1, 0.75);
    add(rows, shape, 45, 0, 0.25);
    // variance 18.75: 2·11·exp(−400/(37.5 + 40/3)) = 0.00843
    PooledCalibration found = rows.calibration(0.0085).orElseThrow();
    assertThat(found.z()).isCloseTo(20 / Math.sqrt(18.75), within(1e-12));
    assertThat(found.worst())
        .isEqualTo("probabilities from 0.2 to 0.3: 45 decisions, expected 25.0");
    assertThat(found.alarm()).isTrue();
    assertThat(rows.calibration(0.0084).orElseThrow().alarm()).isFalse();
  }

  /** A little too seldom in two bins: 20 of 80 for 0.5 and for 0.7 is further off in all rows. */
  @Test
  void allRowsTogetherByHand() {
    Shape shape = new Shape(1, 2, 1);
    PropensityRows rows = new PropensityRows(shape);
    add(rows, shape, 20, 1, 0.5);
    add(rows, shape, 40, 0, 0.5);
    add(rows, shape, 30, 1, 0.7);
    add(rows, shape, 30, 0, 0.3);
    // 50 for 30 + 42, variance 15 + 12.6; alone 10 and 12 too few
    PooledCalibration found = rows.calibration(0.001).orElseThrow();
    assertThat(found.worst()).isEqualTo("the second action: 50 decisions, expected 72.0");
    assertThat(found.z()).isCloseTo(22 / Math.sqrt(27.6), within(1e-9));
  }

  /** Three actions: ten rows of the first with 0.25 among twenty with 0.5. */
  @Test
  void inversePropensitiesOfMoreActionsByHand() {
    Shape shape = new Shape(1, 3, 1);
    PropensityRows rows = add(new PropensityRows(shape), shape, 10, 0, 0.25);
    PropensityRows others = add(rows.empty(), shape, 5, 1, 0.5);
    rows.plus(add(others, shape, 5, 2, 0.5));
    // Σ1/p = 40 of 20 rows; Σd² = 160 − 80 + 20 = 100: t = 2, against the quantile of level/3
    PooledCalibration found = rows.calibration(0.07).orElseThrow();
    assertThat(found.z()).isCloseTo(2, within(1e-12));
    assertThat(found.alarm()).isTrue();
    assertThat(rows.calibration(0.067).orElseThrow().alarm()).isFalse();
    assertThat(found.worst())
        .isEqualTo("mean inverse propensity 2.000 of an action, must be at most 1");
  }

  @Test
  void partsAddUpInAllThatIsSummed() {
    Shape shape = new Shape(1, 3, 1);
    PropensityRows rows = add(new PropensityRows(shape), shape, 5, 0, 0.25);
    assertThat(rows.plus(add(rows.empty(), shape, 5, 0, 0.25))).isSameAs(rows);
    // 40 of 10 rows: 30/√(160 − 80 + 10)
    assertThat(rows.calibration(0.001).orElseThrow().z())
        .isCloseTo(30 / Math.sqrt(90), within(1e-12));
  }

  @Test
  void nothingIsSaidOfASingleActionOrOfNoRows() {
    Shape one = new Shape(1, 1, 1);
    assertThat(add(new PropensityRows(one), one, 9, 0, 1).calibration(0.001)).isEmpty();
    assertThat(new PropensityRows(new Shape(1, 2, 1)).calibration(0.001)).isEmpty();
  }
}
