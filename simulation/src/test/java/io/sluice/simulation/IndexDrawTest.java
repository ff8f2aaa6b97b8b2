package io.sluice.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mdp.StateVector;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class IndexDrawTest {
  @Test
  void aStateIsAsWideAsItsProbability() {
    IndexDraw draw = new IndexDraw(StateVector.of(0.25, 0, 0.5, 0.25));
    assertThat(draw.at(0)).isZero();
    assertThat(draw.at(0.2499)).isZero();
    assertThat(draw.at(0.25)).isEqualTo(2);
    assertThat(draw.at(0.7499)).isEqualTo(2);
    assertThat(draw.at(0.75)).isEqualTo(3);
    assertThat(draw.at(Math.nextDown(1.0))).isEqualTo(3);
  }

  @Test
  void whatRoundingLeavesOverGoesToTheLastStateThereIs() {
    IndexDraw draw = new IndexDraw(StateVector.of(0.5, 0.4999999, 0));
    assertThat(draw.at(0.99999999)).isEqualTo(1);
  }

  /** Searching must not change a single simulated row, also where a number lies on an edge. */
  @Test
  void searchingAmongManyFindsWhatGoingThroughThemFinds() {
    SplittableRandom random = new SplittableRandom(5);
    for (int size : new int[] {17, 100, 3_000}) {
      double[] weights = random.doubles(size).map(u -> u < 0.2 ? 0 : u * u * u).toArray();
      double sum = 0;
      for (double w : weights) {
        sum += w;
      }
      for (int x = 0; x < size; x++) {
        weights[x] /= sum;
      }
      IndexDraw draw = new IndexDraw(StateVector.of(weights));
      double edge = 0;
      int otherSide = 0;
      for (int x = 0; x < size; x++) {
        edge += weights[x];
        double near = Math.nextDown(Math.nextDown(edge));
        for (int i = 0; i < 5 && near < 1; i++, near = Math.nextUp(near)) {
          assertThat(draw.at(near)).isEqualTo(draw.oneByOne(near));
          otherSide += (near < edge) != (draw.oneByOne(near) <= x) ? 1 : 0;
        }
        double anywhere = random.nextDouble();
        assertThat(draw.at(anywhere)).isEqualTo(draw.oneByOne(anywhere));
      }
      // The control: the sums alone would sometimes have said another state.
      assertThat(otherSide).as("numbers on the other side of an edge").isPositive();
    }
  }
}
