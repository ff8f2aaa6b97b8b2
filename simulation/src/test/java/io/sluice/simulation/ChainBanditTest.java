package io.sluice.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Policy;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChainBanditTest {
  private static final Offset<Double> EXACT = within(1e-12);

  @Test
  void valuesOfLengthThreeAreThoseWorkedOutByHand() {
    Environment chain = ChainBandit.of(3);
    // Optimum: the matching action twice, 0.1/3 each, then 1 at top 3.
    assertThat(Truth.optimum(chain)).isCloseTo(0.2 / 3 + 1, EXACT);
    assertThat(Truth.optimum(chain)).isCloseTo(1.066667, within(5e-7));
    // Behavior (0.1, 0.1, 0.8); a matching action is met with 0.1 and pays 1/30, so 1/300 a step.
    // bottom 3, 2: 1/300, 2/300.    top 3: 0.2·1 + 0.8·0.5 = 0.6
    // top 2: 1/300 + 0.4 + 0.2·0.6 + 0.8·1/300 = 0.526
    // top 1: 1/300 + 0.4 + 0.2·0.526 + 0.8·2/300 = 0.513867
    double top2 = 1 / 300.0 + 0.4 + 0.2 * 0.6 + 0.8 / 300;
    assertThat(top2).isCloseTo(0.526, EXACT);
    double top1 = 1 / 300.0 + 0.4 + 0.2 * top2 + 0.8 * 2 / 300;
    assertThat(Truth.value(chain, chain.behavior())).isCloseTo(top1, EXACT);
    assertThat(top1).isCloseTo(0.513867, within(5e-7));
    // Always a3: 0.5 at once, then nothing in the bottom chain.
    assertThat(Truth.value(chain, ChainBandit.evaluated(chain, 1))).isCloseTo(0.5, EXACT);
  }

  @Test
  void valuesOfLengthFourAreThoseWorkedOutByHand() {
    Environment chain = ChainBandit.of(4);
    // Optimum: three matching actions at 0.1/4, then 1.
    assertThat(Truth.optimum(chain)).isCloseTo(1.075, EXACT);
    // Behavior: a step's matching action is worth 0.1·0.025 = 0.0025; bottom 4, 3, 2: 0.0025,
    // 0.005, 0.0075. top 4: 0.6; top 3: 0.4025 + 0.2·0.6 + 0.8·0.0025 = 0.5245;
    // top 2: 0.4025 + 0.2·0.5245 + 0.8·0.005 = 0.5114; top 1: 0.4025 + 0.2·0.5114 + 0.8·0.0075
    assertThat(Truth.value(chain, chain.behavior())).isCloseTo(0.51078, EXACT);
  }

  @Test
  void releasedValuesAreThoseWorkedOutByHand() {
    Environment released = ChainBandit.released(3);
    // Half of the episodes start at bottom 1: optimum 3·(0.1/3) = 0.1 there, behavior 3/300 = 0.01.
    assertThat(Truth.optimum(released)).isCloseTo((0.2 / 3 + 1 + 0.1) / 2, EXACT);
    assertThat(Truth.optimum(released)).isCloseTo(0.583333, within(5e-7));
    double behavior = Truth.value(released, released.behavior());
    double fromTop = Truth.value(ChainBandit.of(3), ChainBandit.of(3).behavior());
    assertThat(behavior).isCloseTo((fromTop + 0.01) / 2, EXACT);
    assertThat(behavior).isCloseTo(0.26193, within(5e-6));
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5})
  void onlyTheDropLeavesTheTopChain(int length) {
    Environment chain = ChainBandit.of(length);
    assertThat(chain.shape().horizon()).isEqualTo(length);
    for (int i = 1; i < length; i++) {
      for (String a : chain.actions()) {
        String from = a.equals("a3") ? "bottom" : "top";
        assertThat(Rows.move(chain, "top" + i, a)).isEqualTo(from + (i + 1));
        assertThat(Rows.move(chain, "bottom" + i, a)).isEqualTo("bottom" + (i + 1));
      }
    }
    for (String a : chain.actions()) {
      assertThat(Rows.move(chain, "top" + length, a)).isEqualTo("end");
      assertThat(Rows.move(chain, "bottom" + length, a)).isEqualTo("end");
    }
  }

  @ParameterizedTest
  @CsvSource({
    // a2 at odd positions, a1 at even ones: 0.1/3
    "3, top1, 0, 0.03333333333333333, 0.5",
    "3, top2, 0.03333333333333333, 0, 0.5",
    "3, top3, 1, 1, 0.5",
    "3, bottom1, 0, 0.03333333333333333, 0",
    "3, bottom2, 0.03333333333333333, 0, 0",
    "3, bottom3, 0, 0.03333333333333333, 0",
    // 0.1/4
    "4, top1, 0, 0.025, 0.5",
    "4, top2, 0.025, 0, 0.5",
    "4, top3, 0, 0.025, 0.5",
    "4, top4, 1, 1, 0.5",
    "4, bottom4, 0.025, 0, 0",
    // 0.1/5
    "5, top4, 0.02, 0, 0.5",
    "5, top5, 1, 1, 0.5",
    "5, bottom5, 0, 0.02, 0",
  })
  void rewardsAreAsDefined(int length, String state, double a1, double a2, double a3) {
    for (Environment chain : new Environment[] {ChainBandit.of(length), released(length)}) {
      assertThat(Rows.reward(chain, state, "a1")).isCloseTo(a1, EXACT);
      assertThat(Rows.reward(chain, state, "a2")).isCloseTo(a2, EXACT);
      assertThat(Rows.reward(chain, state, "a3")).isCloseTo(a3, EXACT);
    }
  }

  private static Environment released(int length) {
    return ChainBandit.released(length);
  }

  @Test
  void theDropPaysOneHalfEveryTimeAndEverythingElseIsZeroOrOne() {
    Environment chain = ChainBandit.of(3);
    new Rollouts(chain, 11)
        .forEachRow(
            2_000,
            (episode, h, x, a, next, r) -> {
              boolean drop = x < 3 && a == 2;
              assertThat(r).satisfies(v -> assertThat(drop ? v == 0.5 : v == 0 || v == 1).isTrue());
            });
  }

  @Test
  void releasedEpisodesStartInEitherChainAndWaitAtTheirEnd() {
    Environment released = released(3);
    assertThat(released.states())
        .containsExactly("top1", "top2", "top3", "bottom1", "bottom2", "bottom3", "end");
    assertThat(released.shape().horizon()).isEqualTo(5);
    assertThat(released.start().at(0)).isEqualTo(0.5);
    assertThat(released.start().at(3)).isEqualTo(0.5);
    for (String a : released.actions()) {
      assertThat(Rows.move(released, "top3", a)).isEqualTo("end");
      assertThat(Rows.move(released, "end", a)).isEqualTo("end");
      assertThat(Rows.reward(released, "end", a)).isZero();
    }
    TransitionCounts counts = new Rollouts(released, 12).count(1_000);
    assertThat(counts.visits(4).at(6)).as("episodes in the end state at step 4").isEqualTo(1_000);
    assertThat(counts.visits(5).at(6)).as("and at step 5").isEqualTo(1_000);
  }

  @Test
  void evaluatedPoliciesSplitTheRestEvenly() {
    Environment chain = ChainBandit.of(3);
    Policy evaluated = ChainBandit.evaluated(chain, 0.3);
    assertThat(evaluated.probability(2, 1, 0)).isCloseTo(0.35, EXACT);
    assertThat(evaluated.probability(2, 1, 1)).isCloseTo(0.35, EXACT);
    assertThat(evaluated.probability(2, 1, 2)).isCloseTo(0.3, EXACT);
  }
}
