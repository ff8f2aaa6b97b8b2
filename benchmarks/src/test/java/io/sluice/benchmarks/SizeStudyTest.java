package io.sluice.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.StateVector;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The study of size in small: 10 and 300 states at 3,000 episodes, which leaves 10 rows per state
 * as 10,000 states do at 100,000; the means of 20 logs each.
 *
 * <p>All seeds are fixed. Widths vary by less than 2% between logs.
 */
class SizeStudyTest {
  private static final Map<SizeLine, SizeStudy.Seen> SEEN = new EnumMap<>(SizeLine.class);

  @BeforeAll
  static void run() {
    SizeStudy.run(List.of(10, 300), 3_000, 20).forEach(seen -> SEEN.put(seen.line(), seen));
  }

  /** Also that 20 logs at 95% do not miss five times or more: P = 0.0026 for each line and size. */
  @ParameterizedTest
  @EnumSource(SizeLine.class)
  void widthsThatMustNotDependOnTheNumberOfStatesDoNot(SizeLine line) {
    SizeStudy.Seen seen = SEEN.get(line);
    if (line.mustHold()) {
      assertThat(seen.growth()).isLessThanOrEqualTo(SizeStudy.MOST_GROWTH);
    }
    assertThat(seen.leastCoverage()).as("coverage").isGreaterThan(0.75);
  }

  /** The controls: bonuses per pair grow like √|X|, and so do charges for pairs never seen. */
  @ParameterizedTest
  @EnumSource(
      value = SizeLine.class,
      names = {
        "BANDIT",
        "SELECTIVE_DECLARED",
        "EFFICIENT_UNWEIGHTED",
        "SHARP_DECLARED_UNWEIGHTED",
        "FUSED"
      })
  void whatIsPaidPairByPairGrows(SizeLine line) {
    double atLeast = line == SizeLine.BANDIT || line == SizeLine.SELECTIVE_DECLARED ? 3 : 1.3;
    assertThat(SEEN.get(line).growth()).isGreaterThan(atLeast);
  }

  @Test
  void theEffectIsTheSameAtEverySize() {
    // 0.3·(E R(·,0) − E R(·,2)) = 0.3·(0.2 − 0.1), as all actions span the same 0.7
    assertThat(SizeProblem.effect()).isCloseTo(0.03, within(1e-15));
    assertThatThrownBy(() -> new SizeProblem(15)).hasMessageContaining("multiple of 10, got 15");
  }

  /** 200,000 draws of 40 states: the first of a type has (½ + 1/8)/40, the last (1½ − 1/8)/40. */
  @Test
  void statesAreDrawnAsSaidAndActionsDoNotMoveThem() {
    SizeProblem problem = new SizeProblem(40);
    TransitionCounts counts = problem.log(200_000, new SplittableRandom(5));
    for (int step = 1; step <= 2; step++) {
      StateVector share = counts.distribution(step);
      for (int type = 0; type < 10; type++) {
        assertThat(share.at(type)).isCloseTo(0.625 / 40, within(0.0015)); // five standard errors
        assertThat(share.at(30 + type)).isCloseTo(1.375 / 40, within(0.0021));
      }
    }
    double[] ofAction = new double[3]; // how often each is followed by a state of the last ten
    double[] rows = new double[3];
    for (int i = 0; i < counts.firstCell(2); i++) {
      rows[counts.action(i)] += counts.count(i);
      ofAction[counts.action(i)] += counts.next(i) >= 30 ? counts.count(i) : 0;
    }
    for (int a = 0; a < 3; a++) {
      assertThat(ofAction[a] / rows[a]).isCloseTo(13.75 / 40, within(0.012));
      assertThat(rows[a] / 200_000).isCloseTo(0.2 + 0.1 * a * (a + 1) / 2.0, within(0.006));
    }
  }
}
