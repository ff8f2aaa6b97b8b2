package io.sluice.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ScoreTest {
  /** Σ w f − √max(0, Σ_i f_i Σ_{j≤i} m_ij f_j) − max(0, Σ c f), one sum after the other. */
  private static double defined(Score score, double[] f) {
    double sum = 0;
    double square = 0;
    double carried = 0;
    for (int i = 0; i < f.length; i++) {
      sum += score.weights().get(i) * f[i];
      double row = 0;
      for (int j = 0; j <= i && !score.penalty().isEmpty(); j++) {
        row += score.penalty().get(i * (i + 1) / 2 + j) * f[j];
      }
      square += f[i] * row;
      carried += score.carried().isEmpty() ? 0 : score.carried().get(i) * f[i];
    }
    return sum - Math.sqrt(Math.max(0, square)) - Math.max(0, carried);
  }

  private static Score draw(SplittableRandom random, int size) {
    boolean plain = random.nextInt(4) == 0;
    return new Score(
        random.doubles(size, -1, 1).toArray(),
        plain ? new double[0] : random.doubles(size * (size + 1) / 2, -0.2, 0.5).toArray(),
        random.nextBoolean() ? new double[0] : random.doubles(size, -0.2, 0.2).toArray());
  }

  @Test
  void scoresAndTheHighestOfThemAreAsDefinedToTheLastBit() {
    SplittableRandom random = new SplittableRandom(1);
    for (int run = 0; run < 5_000; run++) {
      int size = 1 + random.nextInt(11);
      List<Score> scores = new ArrayList<>();
      for (int a = 0; a < 4; a++) {
        boolean again = a > 0 && random.nextInt(3) == 0;
        scores.add(again ? scores.get(random.nextInt(a)) : draw(random, size));
      }
      double[] f = random.doubles(size, -2, 2).toArray();
      int best = 0;
      for (int a = 0; a < scores.size(); a++) {
        double score = defined(scores.get(a), f);
        assertThat(scores.get(a).of(f)).isEqualTo(score);
        best = score > defined(scores.get(best), f) ? a : best;
      }
      assertThat(Score.highest(scores, f)).isEqualTo(best);
    }
  }

  @Test
  void whatIsUncertainDecides() {
    // 1 − √(4·1) = −1 against 0.5: the higher sum of weights does not win.
    Score bold = new Score(new double[] {1}, new double[] {4}, new double[0]);
    Score careful = new Score(new double[] {0.5}, new double[0], new double[0]);
    assertThat(Score.highest(List.of(bold, careful), new double[] {1})).isEqualTo(1);
    assertThat(Score.highest(List.of(careful, careful), new double[] {1})).isZero();
  }
}
