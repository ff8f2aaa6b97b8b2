package io.sluice.simulation.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.Finding;
import io.sluice.assumptions.LogFindings;
import io.sluice.fit.Fit;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rewards that depend on the last reward contradict that the state is all that matters. */
class LastRewardTest {
  private static final int LOGS = 20;

  private static List<Finding> markov(HiddenProblem problem) {
    return IntStream.range(0, LOGS)
        .mapToObj(i -> Fit.of(problem.draw(62_000_000L + i).toLog()))
        .map(fit -> fit.assumptions().of(Assumption.MARKOV))
        .toList();
  }

  @Test
  void itIsSeenInEveryLog() {
    for (Finding found : markov(LastReward.of())) {
      assertThat(found.isContradicted()).isTrue();
      assertThat(found.figure()).contains("rewards and the reward before");
      assertThat(found.advice()).isEqualTo(LogFindings.LAST_REWARD_MATTERS);
    }
  }

  /** At a level of 0.0045, two alarms or more in 20 logs have a probability of 0.0037. */
  @Test
  void whereRewardsDependOnNothingPastThereIsNoAlarm() {
    assertThat(markov(LastReward.carrying(0)).stream().filter(Finding::isContradicted).count())
        .isLessThan(2);
  }
}
