package io.sluice.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class StateDesignTest {
  private static final Offset<Double> CLOSE = within(1e-12);

  @Test
  void rowsOfEarlierStepsAreMadeUpFor() {
    // 0.8 and 0.2 rows an episode, half of them fixed; c = 0.2·0.8 = 0.8·0.2, so half a row each is
    // best: of the first 0.1 is to be added, of the second 0.4, in 0.5 visits
    StateDesign design = new StateDesign(new double[] {0.4, 0.1}, new double[] {0.4, 0.1});
    design.seen(0, 0.2, 0);
    design.seen(1, 0.8, 0);
    assertThat(design.logged()).containsExactly(0.8, 0.2);
    assertThat(design.best()).containsExactly(new double[] {0.2, 0.8}, CLOSE);
    assertThat(design.variance(new double[] {0.8, 0.2})).isCloseTo(1, CLOSE);
    assertThat(design.variance(new double[] {0.2, 0.8})).isCloseTo(0.64, CLOSE);
  }

  @Test
  void anActionThatDoesNotMatterKeepsATenth() {
    StateDesign design = new StateDesign(new double[3], new double[] {0.1, 0.25, 0.15});
    design.seen(0, 2, 0);
    // logged 0.2, 0.5 and 0.3
    assertThat(design.best()).containsExactly(new double[] {0.92, 0.05, 0.03}, CLOSE);
  }

  @Test
  void equalRowsAreNoCertaintyIfTheyAreFew() {
    // The second matters as the first does, but was seen in four equal rows only, the first in 100.
    StateDesign few = new StateDesign(new double[2], new double[] {0.5, 0.5});
    few.seen(0, 0.25, 0.01);
    few.seen(1, 0, 0.25);
    // roots √0.13 = 0.360555 and √0.125 = 0.353553
    assertThat(few.best()[1]).isCloseTo(0.495097, within(1e-6));
  }

  @Test
  void whereNothingMattersNothingChanges() {
    StateDesign design = new StateDesign(new double[2], new double[] {0.5, 0.1});
    design.seen(0, 0, 0);
    design.neverSeen(1, 0);
    assertThat(design.best()).containsExactly(design.logged());
    StateDesign neverMet = new StateDesign(new double[2], new double[2]);
    assertThat(neverMet.best()).containsExactly(neverMet.logged());
  }

  @Test
  void anActionThatWasNeverTakenIsTakenIfItMatters() {
    StateDesign design = new StateDesign(new double[2], new double[] {1, 0});
    design.seen(0, 0.25, 0);
    design.neverSeen(1, 1);
    // c = 0.25 and 1/4
    assertThat(design.best()).containsExactly(new double[] {0.5, 0.5}, CLOSE);
  }

  /** The definition: nothing that keeps to the floor adds less to the variance. */
  @Test
  void noOtherProbabilitiesAreBetter() {
    SplittableRandom random = new SplittableRandom(11);
    for (int i = 0; i < 200; i++) {
      StateDesign design =
          new StateDesign(random.doubles(4, 0, 0.1).toArray(), random.doubles(4).toArray());
      for (int a = 0; a < 4; a++) {
        design.seen(a, random.nextInt(3) * random.nextDouble(), 0);
      }
      double least = design.variance(design.best());
      for (int j = 0; j < 200; j++) {
        double[] q = random.doubles(4).map(u -> -Math.log1p(-u)).toArray();
        double sum = q[0] + q[1] + q[2] + q[3];
        for (int a = 0; a < 4; a++) {
          q[a] = 0.1 * design.logged()[a] + 0.9 * q[a] / sum;
        }
        assertThat(design.variance(q)).isGreaterThanOrEqualTo(least * (1 - 1e-12));
      }
    }
  }
}
