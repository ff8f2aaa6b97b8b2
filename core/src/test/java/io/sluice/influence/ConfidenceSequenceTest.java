package io.sluice.influence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ConfidenceSequenceTest {
  /** Computed from the formula of Waudby-Smith et al. by another program. */
  @Test
  void reachesAsFarAsTheFormulaSays() {
    assertThat(ConfidenceSequence.critical(250, 0.05)).isCloseTo(3.2642933718264056, within(1e-9));
    assertThat(ConfidenceSequence.critical(1_000, 0.05))
        .isCloseTo(3.0352089903762534, within(1e-9));
    assertThat(ConfidenceSequence.critical(100_000, 0.05))
        .isCloseTo(3.56164104091890, within(1e-9));
    assertThatThrownBy(() -> ConfidenceSequence.critical(10, 0))
        .hasMessageContaining("δ must lie in (0, 1)");
  }

  /**
   * 400 sequences of 5,000 fair coins ±1, looked at after every coin from 250 on. If 5% are missed
   * at any time, more than 34 are in 0.1% of such tests (binomial tail). The control: ±1.96 misses
   * far more often.
   */
  @Test
  void holdsAtAllTimesAtOnce() {
    double[] critical = new double[5_001];
    for (int t = 250; t < critical.length; t++) {
      critical[t] = ConfidenceSequence.critical(t, 0.05) * Math.sqrt(t);
    }
    int missed = 0;
    int once = 0;
    for (int i = 0; i < 400; i++) {
      SplittableRandom random = new SplittableRandom(70 + i);
      boolean out = false;
      boolean outOnce = false;
      double sum = 0;
      for (int t = 1; t < critical.length; t++) {
        sum += random.nextBoolean() ? 1 : -1;
        out |= t >= 250 && Math.abs(sum) > critical[t];
        outOnce |= t >= 250 && Math.abs(sum) > 1.96 * Math.sqrt(t);
      }
      missed += out ? 1 : 0;
      once += outOnce ? 1 : 0;
    }
    assertThat(missed).isLessThanOrEqualTo(34);
    assertThat(once).isGreaterThan(120);
  }
}
