package io.sluice.fit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fit.AnytimeResult.Look;
import io.sluice.influence.ConfidenceSequence;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One action in ten is y. The policy takes it always, so its rows have weight 10 and others 0. */
class AnytimeTotalTest {
  private record Row(String action, double reward, int day) {}

  /** How much wider the last interval is than c_t standard errors of the scores. */
  private static double wider(boolean rewarded) {
    List<List<Row>> all = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      boolean y = i % 10 == 0;
      boolean pays = i % 30 == (rewarded && i % 60 == 0 ? 0 : 7);
      all.add(List.of(new Row(y ? "y" : "x", pays ? 1 : 0, i / 20)));
    }
    ObjectLog<List<Row>, Row> log =
        Log.of(all, e -> e, row -> "home", Row::action, Row::reward)
            .withPropensity(row -> row.action().equals("y") ? 0.1 : 0.9)
            .withTimes("day", Row::day);
    List<Look> looks = AnytimeTotal.looks(Fit.of(log).judge(state -> "y"));
    assertThat(looks.get(0).episodes()).isBetween(350L, 400L);
    Look last = looks.get(looks.size() - 1);
    double once = (last.onceUpper() - last.onceLower()) / 1.959964;
    return (last.upper() - last.lower()) / once / ConfidenceSequence.critical(1_900, 0.05);
  }

  /** No y was ever rewarded: its scores hardly vary, which is no sign that they cannot. */
  @Test
  void rewardsThatNoLargeWeightMetWidenTheInterval() {
    assertThat(wider(false)).isGreaterThan(1.5);
  }

  /** The control: as many of y as of x were rewarded, so scores show what residuals do. */
  @Test
  void rewardsThatLargeWeightsMetDoNot() {
    assertThat(wider(true)).isBetween(0.99, 1.2);
  }
}
