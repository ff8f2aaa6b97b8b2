package io.sluice.influence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.influence.MaxT.Contrast;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Three policies at two places. The second place of the last policy is rarely far from 0. */
class PolicyContrastsTest {
  private static final int PLACES = 2;

  private static ScoreProducts products(List<Contrast> contrasts) {
    ScoreProducts sums = new ScoreProducts(3 * PLACES, contrasts);
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 200; i++) {
      double shared = random.nextGaussian();
      double[] scores = new double[3 * PLACES];
      for (int s = 0; s < scores.length; s++) {
        scores[s] = shared + (s == 5 ? (i % 50 == 0 ? 20 : 0) : 0.2 * random.nextGaussian());
      }
      sums.add(i, scores);
    }
    return sums;
  }

  private static PolicyContrasts contrasts() {
    return new PolicyContrasts(products(PolicyContrasts.all(3, PLACES)), 3, PLACES, 0.05, 1);
  }

  /** Each by itself, in a list of its own, has the number that it has among all. */
  @Test
  void everyIntervalHasTheDegreesOfFreedomOfItsOwnVariance() {
    PolicyContrasts all = contrasts();
    for (int place = 0; place < PLACES; place++) {
      for (int p = 0; p < 3; p++) {
        Contrast own = Contrast.of(p * PLACES + place);
        assertThat(all.reach(p, place)).isCloseTo(alone(own, all.critical()), within(1e-9));
        for (int q = 0; q < p; q++) {
          Contrast difference = new Contrast(p * PLACES + place, q * PLACES + place);
          double reach = alone(difference, all.critical());
          assertThat(all.reach(p, q, place)).isCloseTo(reach, within(1e-9));
          assertThat(all.reach(q, p, place)).isEqualTo(all.reach(p, q, place));
        }
      }
    }
  }

  private static double alone(Contrast contrast, double critical) {
    ScoreProducts sums = products(List.of(contrast));
    double mean =
        sums.mean(contrast.plus()) - (contrast.minus() < 0 ? 0 : sums.mean(contrast.minus()));
    double squares = contrast.variance(sums.covariance()) * 200 * 200;
    return MaxT.reach(critical, sums.freedom(0, mean, squares, 200, 199));
  }

  @Test
  void theFewerEpisodesCarryAVarianceTheFartherTheIntervalReaches() {
    PolicyContrasts all = contrasts();
    assertThat(all.reach(0, 1)).isBetween(all.critical(), 1.05 * all.critical());
    assertThat(all.reach(2, 1)).isGreaterThan(1.2 * all.critical());
    assertThat(all.reach(0, 2, 1)).isGreaterThan(1.2 * all.critical());
    assertThat(all.reach(0, 1, 1)).isBetween(all.critical(), 1.05 * all.critical());
  }

  /** What two policies share cancels; their own standard errors raise it in proportion. */
  @Test
  void aDifferenceHasTheErrorOfWhatPoliciesDoNotShare() {
    double plain = contrasts().error(0, 1, 0, 0, 1, 1);
    assertThat(plain).isLessThan(1);
    double own = Math.sqrt(products(List.of()).covariance()[0][0]);
    double other = Math.sqrt(products(List.of()).covariance()[2][2]);
    double single = contrasts().error(0, 1, 0, own, other, 1);
    assertThat(single).isCloseTo(Math.sqrt(2) * 0.2 / Math.sqrt(200), within(0.003));
    assertThat(contrasts().error(0, 1, 0, 2 * own, other, 1)).isCloseTo(2 * single, within(1e-9));
  }

  /** With one cluster there is no variance to have degrees of freedom, and no verdict. */
  @Test
  void oneClusterReachesTheCriticalValue() {
    ScoreProducts sums = new ScoreProducts(2, PolicyContrasts.all(2, 1));
    sums.add(7, new double[] {1, 2});
    sums.add(7, new double[] {3, 1});
    PolicyContrasts one = new PolicyContrasts(sums, 2, 1, 0.05, 1);
    assertThat(one.reach(0, 0)).isEqualTo(one.critical());
    assertThat(one.reach(0, 1, 0)).isEqualTo(one.critical());
  }
}
