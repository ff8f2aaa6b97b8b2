package io.sluice.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.fit.AnytimeResult;
import io.sluice.fit.AnytimeResult.Look;
import io.sluice.influence.ConfidenceSequence;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Verdict;
import io.sluice.mdp.Segments;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Days of 50 episodes of two steps, of a number x that is 0, 1 or 2: staying earns 1 with
 * probability 0.3, going with 0.3 + gain·x, and x does not depend on what was done. The logged
 * policy goes with probability ½, the other one with 0.9, so the total is 2·gain·0.4.
 */
class FeatureAnytimeTest {
  private static final int PER_DAY = 50;
  private static final FeatureSettings PLAIN =
      new FeatureSettings(
          0.05, 1, FeatureSettings.BasisChoice.PLAIN, new RidgeChoice.Fixed(0.1, 0.1));

  private static FeatureTable log(int days, double gain, long seed, boolean clustered) {
    SplittableRandom random = new SplittableRandom(seed);
    FeatureTable log =
        new FeatureTable(
            List.of(FeatureColumn.number("x")), List.of("stay", "go"), 2, 2, clustered);
    Map<String, Long> counts = new HashMap<>();
    IntStream.range(0, days).forEach(day -> counts.put("" + day, (long) PER_DAY));
    log.by(Segments.periods("day", counts));
    for (int t = 0; t < days * PER_DAY; t++) {
      log.begin(clustered ? t / 10 : t, t % 2);
      log.segment("" + t / PER_DAY);
      for (int k = 1; k <= 2; k++) {
        int x = random.nextInt(3);
        int action = random.nextInt(2);
        double reward = random.nextDouble() < 0.3 + gain * x * action ? 1 : 0;
        log.row(new double[] {x}, action, reward, new double[] {0.5, 0.5}, new double[] {0.1, 0.9});
      }
    }
    return log;
  }

  private static List<Look> looks(int days, double gain, long seed) {
    return FeatureAnytime.looks(log(days, gain, seed, false), PLAIN, 0.05);
  }

  /** What was said on day 20 is still said of day 20 on day 40: no later episode is used. */
  @Test
  void laterEpisodesDoNotChangeWhatWasSaid() {
    List<Look> early = looks(20, 0.1, 9);
    List<Look> late = looks(40, 0.1, 9);
    assertThat(early).hasSizeGreaterThan(10);
    assertThat(late.subList(0, early.size())).isEqualTo(early);
  }

  /**
   * 40 logs without any effect, looked at on 34 days. If 5% are missed at any look, more than 7 are
   * in 0.1% of such tests. The control: intervals for one look, looked at as often, miss more.
   */
  @Test
  void theIntervalHoldsAtAllLooks() {
    int missed = 0;
    int once = 0;
    for (int i = 0; i < 40; i++) {
      List<Look> looks = looks(40, 0, 300 + i);
      missed += looks.stream().anyMatch(l -> l.lower() > 0 || l.upper() < 0) ? 1 : 0;
      once += looks.stream().anyMatch(l -> l.onceLower() > 0 || l.onceUpper() < 0) ? 1 : 0;
    }
    assertThat(missed).isLessThanOrEqualTo(7);
    assertThat(once).isGreaterThan(7);
  }

  /** Its mean is near the truth, 0.08, and it is about c_t/1.96 as wide as one for one look. */
  @Test
  void estimatesTheTotal() {
    List<Look> looks = looks(60, 0.1, 3);
    Look last = looks.get(looks.size() - 1);
    assertThat(last.lower()).isLessThan(0.08);
    assertThat(last.upper()).isGreaterThan(0.08);
    double times = (last.upper() - last.lower()) / (last.onceUpper() - last.onceLower());
    assertThat(times).isBetween(1.0, 1.1 * ConfidenceSequence.critical(2_900, 0.05) / 1.96);
  }

  private static AnytimeResult result(FeatureTable log) {
    FeatureEvaluation evaluation = FeatureEvaluation.evaluated(log, PLAIN);
    List<IntervalKind> kinds = List.of(IntervalKind.ROBUST);
    return evaluation.followUps(evaluation.result(kinds), kinds, false).anytime().orElseThrow();
  }

  @Test
  void givesAVerdictAtTheLastLook() {
    AnytimeResult result = result(log(60, 0.2, 2, false));
    assertThat(result.first()).isEqualTo(100);
    assertThat(result.looks().get(0).episodes()).isEqualTo(350);
    assertThat(result.verdict()).as(result.toString()).isEqualTo(Verdict.Kind.BETTER);
  }

  @Test
  void saysWhyThereIsNone() {
    assertThat(result(log(6, 0.2, 2, false)).missing()).startsWith("too few episodes");
    assertThat(result(log(40, 0.2, 2, true)).missing()).startsWith("episodes come in clusters");
    FeatureTable without =
        new FeatureTable(List.of(FeatureColumn.number("x")), List.of("stay", "go"), 2, 2, false);
    assertThatThrownBy(() -> FeatureAnytime.looks(without, PLAIN, 0.05))
        .hasMessageContaining("needs a log that was read by time");
  }
}
