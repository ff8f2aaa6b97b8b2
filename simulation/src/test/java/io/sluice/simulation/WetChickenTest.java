package io.sluice.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.TransitionCounts;
import io.sluice.model.Model;
import io.sluice.model.SparseRows;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WetChickenTest {
  private static final Offset<Double> EXACT = within(1e-12);

  /** Values of the river that were computed elsewhere, in the authors' units, to five digits. */
  @ParameterizedTest
  @CsvSource({
    "5, 0.1, 6.60737, 8.64456",
    "10, 0.1, 14.30338, 20.17469",
    "10, 0.2, 14.11875, 20.17469",
    "10, 0.5, 13.00999, 20.17469",
    "20, 0.1, 29.71828, 43.09564",
  })
  void valuesAreThePublishedOnes(int horizon, double exploring, double behavior, double optimum) {
    Environment river = new WetChicken(horizon, exploring).environment();
    assertThat(WetChicken.MOST * Truth.value(river, river.behavior()))
        .isCloseTo(behavior, within(5.1e-6));
    assertThat(WetChicken.MOST * Truth.optimum(river)).isCloseTo(optimum, within(5.1e-6));
  }

  /** {@code state,action,next_state,prob,reward} of a table that nobody here wrote. */
  @Test
  void theDynamicsAreThoseOfAnIndependentTable() throws IOException {
    List<String> lines = Files.readAllLines(SharedData.file("wet-chicken/transitions.csv"));
    Environment river = WetChicken.of(10).environment();
    Model model = river.model();
    Map<List<Integer>, Double> expected = new TreeMap<>((a, b) -> compare(a, b));
    double[] rewards = new double[25 * 5];
    for (String line : lines.subList(1, lines.size())) {
      String[] f = line.split(",");
      int pair = 5 * Integer.parseInt(f[0]) + Integer.parseInt(f[1]);
      double p = Double.parseDouble(f[3]);
      expected.merge(List.of(pair, Integer.parseInt(f[2])), p, Double::sum);
      rewards[pair] += p * Double.parseDouble(f[4]);
    }
    Map<List<Integer>, Double> ours = new TreeMap<>((a, b) -> compare(a, b));
    SparseRows next = model.next();
    for (int pair = 0; pair < rewards.length; pair++) {
      assertThat(WetChicken.MOST * model.reward(pair)).isCloseTo(rewards[pair], within(1e-10));
      for (int k = next.start(pair); k < next.start(pair + 1); k++) {
        ours.put(List.of(pair, next.column(k)), next.value(k));
      }
    }
    assertThat(ours.keySet()).isEqualTo(expected.keySet());
    ours.forEach((at, p) -> assertThat(p).isCloseTo(expected.get(at), within(1e-11)));
  }

  private static int compare(List<Integer> a, List<Integer> b) {
    return a.get(0).equals(b.get(0)) ? a.get(1) - b.get(1) : a.get(0) - b.get(0);
  }

  @Test
  void onTheSlowBankTurbulenceIsAllThereIs() {
    Environment river = WetChicken.of(10).environment();
    // v = 0, s = 3.5: x + U(−3.5, 3.5), a seventh for each whole number
    Map<String, Double> drift = Rows.next(river, 1, 0, 0);
    assertThat(drift.keySet()).containsExactly("0,0", "1,0", "2,0", "3,0");
    assertThat(drift.get("0,0")).isCloseTo(4 / 7.0, EXACT);
    assertThat(drift.get("3,0")).isCloseTo(1 / 7.0, EXACT);
    // paddling back takes 2 away: only one seventh still goes down the river
    Map<String, Double> back = Rows.next(river, 1, 0, 2);
    assertThat(back.get("1,0")).isCloseTo(1 / 7.0, EXACT);
    assertThat(Rows.reward(river, "0,0", "drift")).isCloseTo((1 + 2 + 3) / 7.0 / 4, EXACT);
  }

  @Test
  void fallingLeadsBackToTheStartAndEarnsNothing() {
    Environment river = WetChicken.of(10).environment();
    // at (4,4): v = 2.4, s = 1.1: 4 + U(1.3, 3.5) is always above 4.5
    assertThat(Rows.move(river, "4,4", "drift")).isEqualTo("0,0");
    assertThat(Rows.reward(river, "4,4", "drift")).isZero();
  }

  @Test
  void aRewardSaysWhereTheCanoeArrived() {
    Environment river = WetChicken.of(6).environment();
    TransitionCounts counts = new Rollouts(river, 71).count(2_000);
    int moves = 0;
    for (int i = 0; i < counts.firstCell(6); i++) {
      double each = counts.rewardSum(i) / counts.count(i);
      int downstream = counts.next(i) / 5;
      assertThat(each).isEqualTo(downstream / 4.0);
      moves++;
    }
    assertThat(moves).isGreaterThan(500);
    // at the last step the log does not say where, but the mean must be right: rewards lie in
    // [0, 1], so the mean return of 2,000 has a standard deviation of at most 6/2/√2,000 = 0.067
    assertThat(counts.meanReturn()).isCloseTo(Truth.value(river, river.behavior()), within(0.2));
  }

  @Test
  void exploringMoreThanAlwaysIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new WetChicken(10, 1.5))
        .withMessageContaining("got 1.5");
  }
}
