package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.assumptions.StepShift;
import io.sluice.counts.TransitionCounts;
import io.sluice.simulation.RandomMdp;
import io.sluice.simulation.Rollouts;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The bandit-or-planning verdict where the truth is known. */
class ShiftOnKnownProblemsTest {
  private static final int RUNS = 200;

  /** The first step's answer for so many random problems. */
  private static List<StepShift> answers(double dial) {
    List<StepShift> answers = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      var world = RandomMdp.of(4, 3, 2, dial).environment(run);
      TransitionCounts counts = new Rollouts(world, 1_000L + run).count(1_500);
      answers.add(StepShift.of(counts).get(0));
    }
    return answers;
  }

  /**
   * Uniform p-values of 200 independent logs: each decile has 20 of them in the mean, σ = 4.24; the
   * χ² over deciles on 9 df exceeds 33.7 with probability 1e-4. At 5% per state, the decisions in
   * states called bandits are 95% in the mean; a state is an alarm or not, at least 4·200/2
   * effective states, so the mean is off by more than 0.05 with probability below 1e-5.
   */
  @Test
  void whereActionsDoNotMoveTheStatePValuesAreUniform() {
    List<StepShift> answers = answers(0);
    double[] deciles = new double[10];
    double share = 0;
    double shift = 0;
    double noise = 0;
    for (StepShift answer : answers) {
      deciles[Math.min(9, (int) (10 * answer.pValue()))]++;
      share += answer.banditShare() / RUNS;
      shift += answer.shift() / RUNS;
      noise += answer.noise() / RUNS;
    }
    double chi = 0;
    for (double n : deciles) {
      chi += (n - RUNS / 10.0) * (n - RUNS / 10.0) / (RUNS / 10.0);
    }
    assertThat(chi).isLessThan(33.7);
    assertThat(share).isBetween(0.90, 0.99);
    assertThat(shift / noise).isBetween(0.97, 1.03);
    // binomial, 200 at 1%: 9 or more with probability 2e-4
    assertThat(answers.stream().filter(StepShift::isPlanning).count()).isLessThan(9);
  }

  /** The control: where every action has next states of its own, every log says so. */
  @Test
  void whereActionsMoveTheStateItIsCalledPlanning() {
    for (StepShift answer : answers(1)) {
      assertThat(answer.isPlanning()).isTrue();
      assertThat(answer.banditShare()).isLessThan(0.5);
      assertThat(answer.shift()).isGreaterThan(2 * answer.noise());
    }
  }
}
