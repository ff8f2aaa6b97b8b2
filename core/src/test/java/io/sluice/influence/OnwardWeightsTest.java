package io.sluice.influence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class OnwardWeightsTest {
  private static final Offset<Double> CLOSE = within(1e-12);
  private static final int HORIZON = 4;

  private record One(int length, double[] ratios, double[] above, double[] below) {}

  private static One draw(SplittableRandom random) {
    double[][] all = new double[3][HORIZON + 1];
    int length = 1 + random.nextInt(HORIZON);
    for (int h = 1; h <= length; h++) {
      all[0][h] = random.nextInt(4) == 0 ? 0 : 2.5 * random.nextDouble();
      all[1][h] = random.nextDouble();
      all[2][h] = 1 - all[1][h];
    }
    return new One(length, all[0], all[1], all[2]);
  }

  /** max over rows k ≥ h of c_k·above where c_k > 0, and −c_k·below where it is not. */
  private static double lowering(One one, int h) {
    double most = 0;
    double c = h > one.length() ? 0 : one.ratios()[h] - 1;
    for (int k = h; k <= one.length(); k++) {
      c *= k == h ? 1 : one.ratios()[k];
      most = Math.max(most, c > 0 ? c * one.above()[k] : -c * one.below()[k]);
    }
    return most;
  }

  @Test
  void theMostThatOneOutcomeMovesIsOverAllLaterRows() {
    SplittableRandom random = new SplittableRandom(3);
    OnwardWeights first = new OnwardWeights(HORIZON);
    OnwardWeights second = new OnwardWeights(HORIZON);
    double[] most = new double[HORIZON + 1];
    double[] sum = new double[HORIZON + 1];
    double[] squares = new double[HORIZON + 1];
    double ofTotal = 0;
    for (int i = 0; i < 50; i++) {
      One one = draw(random);
      (i % 3 == 0 ? first : second).add(i, one.length(), one.ratios(), one.above(), one.below());
      for (int h = 1; h <= HORIZON; h++) {
        most[h] = Math.max(most[h], lowering(one, h));
        double w = 1;
        for (int k = h; k <= one.length(); k++) {
          w *= one.ratios()[k];
        }
        sum[h] += w;
        squares[h] += w * w;
      }
      double w = 1;
      for (int k = 1; k <= one.length(); k++) {
        w *= one.ratios()[k];
        ofTotal = Math.max(ofTotal, w > 1 ? (w - 1) * one.above()[k] : (1 - w) * one.below()[k]);
      }
    }
    OnwardWeights all = first.plus(second);
    for (int h = 1; h <= HORIZON; h++) {
      assertThat(all.cost(h, 3, true)).isCloseTo(3 * most[h] / 53, CLOSE);
      assertThat(all.effectiveSampleSize(h)).isCloseTo(sum[h] * sum[h] / squares[h], CLOSE);
    }
    assertThat(all.cost(HORIZON + 1, 3, true)).isCloseTo(3 * ofTotal / 53, CLOSE);
  }

  @Test
  void unweightedEpisodesCountAsTheyAre() {
    OnwardWeights weights = new OnwardWeights(2);
    for (int i = 0; i < 7; i++) {
      weights.add(i, 1, new double[] {0, 1, 0}, new double[] {0, 1, 0}, new double[3]);
    }
    assertThat(weights.effectiveSampleSize(1)).isEqualTo(7);
    assertThat(weights.effectiveSampleSize(2)).isEqualTo(7);
    assertThat(weights.cost(1, 3, false)).isZero();
  }

  @Test
  void clustersCountByWhatTheyCouldCost() {
    OnwardWeights weights = new OnwardWeights(1);
    for (int i = 0; i < 40; i++) { // ten clusters of four: weight 2 − 1 = 1, half a range to lose
      weights.add(i / 4, 1, new double[] {0, 2}, new double[] {0, 0.5}, new double[2]);
    }
    // three more clusters besides ten: 3·½/(10 + 3); three more rows besides 40: 3·½/43
    assertThat(weights.cost(1, 3, true)).isCloseTo(1.5 / 13, CLOSE);
    assertThat(weights.cost(1, 3, false)).isZero();
  }
}
