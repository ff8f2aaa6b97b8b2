package io.sluice.fit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * No certificate rests on a model that {@code robust} contradicts for the policy that it chose. One
 * state, eight steps, coins for actions. Action 1 at step 4 lowers its own reward by 0.2, so a
 * model takes action 0 everywhere; but the last reward is higher by 0.6 if the actions of steps 4
 * and 5 differ, which no test of one action at a time sees: in truth that policy loses 0.2.
 */
class DelayedEffectTest {
  private record Row(int action, double reward) {}

  private static Log log(double delayed, long seed) {
    Random random = new Random(seed);
    List<List<Row>> episodes = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      List<Row> rows = new ArrayList<>();
      int fourth = 0;
      int fifth = 0;
      for (int h = 1; h <= 8; h++) {
        int action = random.nextInt(2);
        fourth = h == 4 ? action : fourth;
        fifth = h == 5 ? action : fifth;
        double chance = h == 4 ? 0.7 - 0.2 * action : h == 8 ? 0.2 + delayed * (fourth ^ fifth) : 0;
        rows.add(new Row(action, random.nextDouble() < chance ? 1 : 0));
      }
      episodes.add(rows);
    }
    return Log.of(episodes, rows -> rows, row -> "s", Row::action, Row::reward)
        .withPropensity(row -> 0.5);
  }

  @Test
  void whatAModelCannotSeeIsNotCertified() {
    for (long seed = 1; seed <= 3; seed++) {
      LearningResult result = Fit.of(log(0.6, seed)).certify(0.05);
      assertThat(result.certifiedGain()).isZero();
      assertThat(result.certificate().orElseThrow().judges().get(0).reason().orElseThrow())
          .contains("robust contradicts the model here");
    }
  }

  /** The control: without the delay the model is right, and is relied on. */
  @Test
  void whatAModelSeesIsCertified() {
    for (long seed = 1; seed <= 3; seed++) {
      assertThat(Fit.of(log(0, seed)).certify(0.05).certifiedGain()).isPositive();
    }
  }
}
