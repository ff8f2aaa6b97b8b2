package io.sluice.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fit.Fit;
import io.sluice.fit.Judgment;
import io.sluice.fit.Log;
import io.sluice.interval.IntervalKind;
import io.sluice.mdp.Policy;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A fast part of the study in the benchmarks: mean squared errors of V_π on Cliff Walking, where
 * many pairs are never seen, over 20 logs of 1,000 episodes and fixed seeds.
 */
class CliffEstimatesTest {
  private static final CliffWalking CLIFF = new CliffWalking(1_000);
  private static final List<IntervalKind> KINDS =
      List.of(IntervalKind.ROBUST, IntervalKind.DR, IntervalKind.EFFICIENT, IntervalKind.PDIS);

  @Test
  void estimatesAreCloseAlthoughPairsAreUnseen() {
    Environment environment = CLIFF.environment();
    Policy evaluated = CliffWalking.evaluated(environment);
    double truth = CLIFF.published(Truth.value(environment, evaluated));
    double[] errors = new double[KINDS.size()];
    IntStream.range(0, 20)
        .parallel()
        .mapToObj(run -> estimates(environment, evaluated, 9_000 + run))
        .forEachOrdered(
            estimates -> {
              for (int i = 0; i < errors.length; i++) {
                errors[i] += Math.pow(estimates.get(i) - truth, 2) / 20;
              }
            });
    assertThat(errors[0]).isLessThan(1);
    assertThat(errors[1]).isLessThan(1);
    assertThat(errors[2]).isLessThan(1);
    assertThat(errors[3]).isGreaterThan(10); // the control: weights without values
  }

  private static List<Double> estimates(Environment environment, Policy evaluated, long seed) {
    SimulatedLog simulated = new SimulatedLog(environment);
    Log log = simulated.draw(CliffWalking.RANGE, 1_000, seed);
    Judgment judged = Fit.of(log).judge(simulated.policy(log.data(), evaluated)).with(KINDS);
    return KINDS.stream().map(kind -> judged.value(kind).estimate()).toList();
  }
}
