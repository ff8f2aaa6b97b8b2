package io.sluice.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.policy.StepModel.AtMost;
import io.sluice.policy.StepModel.Leaf;
import io.sluice.policy.StepModel.Scores;
import io.sluice.policy.StepModel.Table;
import io.sluice.policy.StepModel.Tree;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SavedPolicyTest {
  private static final Origin ORIGIN = new Origin("1", "vi", "00", Map.of(), Optional.empty());

  private static SavedPolicy of(StepModel model) {
    return new SavedPolicy(
        ORIGIN,
        List.of("a", "b"),
        List.of(PolicyColumn.number("price", 0, 10), PolicyColumn.category("kind", List.of("x"))),
        List.of(new Term.Constant(), new Term.Number(0, 5, 2)),
        List.of(model));
  }

  @Test
  void aTreeAsksOneColumnAfterTheOther() {
    SavedPolicy policy = of(new Tree(new AtMost(0, 3, true, new Leaf(1), new Leaf(0))));
    assertThat(policy.choose(Map.of("price", 3))).isEqualTo("b");
    assertThat(policy.choose(Map.of("price", "3.0001"))).isEqualTo("a");
    assertThat(policy.choose(Map.of())).isEqualTo("b"); // missing counts as yes
    assertThat(policy.probabilities(Map.of("price", 4)))
        .containsExactly(Map.entry("a", 1.0), Map.entry("b", 0.0));
  }

  /** 1 + 2·z − √(0.25·z²) against 0, z = (x − 5)/2: at 5 it is 1; at 4, 1 − 1 − 0.25 < 0. */
  @Test
  void theHighestScoreLessWhatIsUncertainIsTaken() {
    Score first = new Score(new double[] {1, 2}, new double[] {0, 0, 0.25}, new double[0]);
    Score second = new Score(new double[] {0, 0}, new double[0], new double[0]);
    SavedPolicy policy = of(new Scores(List.of(first, second)));
    assertThat(first.of(new double[] {1, -0.5})).isEqualTo(-0.25);
    assertThat(policy.choose(Map.of("price", 5))).isEqualTo("a");
    assertThat(policy.choose(Map.of("price", 4))).isEqualTo("b");
    assertThat(policy.choose(Map.of("price", -1e300))).isEqualTo("b"); // as 0, the least of the log
  }

  @Test
  void ofEqualScoresTheFirstActionIsTaken() {
    Score same = new Score(new double[] {1, 2}, new double[0], new double[0]);
    assertThat(of(new Scores(List.of(same, same))).choose(Map.of("price", 7))).isEqualTo("a");
  }

  /**
   * b at the first step and a at the second: what is learned from steps 0 and 1 decides by those.
   */
  @Test
  void stepsAreCountedAsInTheLogThatItWasLearnedFrom() {
    SavedPolicy policy =
        new SavedPolicy(
            ORIGIN,
            0,
            List.of("a", "b"),
            List.of(PolicyColumn.number("price", 0, 10)),
            List.of(),
            List.of(new Tree(new Leaf(1)), new Tree(new Leaf(0))));
    SavedPolicy read = PolicyJson.read(PolicyJson.text(policy), "p");
    for (SavedPolicy one : List.of(policy, read, policy.withOrigin(ORIGIN))) {
      assertThat(one.choose(Map.of("step", 0))).isEqualTo("b");
      assertThat(one.choose(Map.of("step", "1"))).isEqualTo("a");
      assertThatThrownBy(() -> one.choose(Map.of("step", 2)))
          .hasMessage("step: needs a whole number from 0 to 1, got 2");
      assertThatThrownBy(() -> one.choose(Map.of())).hasMessageContaining("from 0 to 1, got null");
    }
    // A file that does not say counts from 1.
    String silent = PolicyJson.text(policy).replace("  \"firstStep\": 0,\n", "");
    assertThat(silent).doesNotContain("firstStep");
    SavedPolicy fromOne = PolicyJson.read(silent, "p");
    assertThat(fromOne.choose(Map.of("step", 1))).isEqualTo("b");
    assertThat(fromOne.choose(Map.of("step", 2))).isEqualTo("a");
    assertThatThrownBy(
            () ->
                PolicyJson.read(
                    PolicyJson.text(policy).replace("firstStep\": 0", "firstStep\": 2"), "p"))
        .hasMessage("p: policy.firstStep: needs 0 or 1, got 2.0");
  }

  @Test
  void aTableHasAFallbackForStatesThatWereNeverSeen() {
    SavedPolicy policy =
        new SavedPolicy(
            ORIGIN,
            List.of("a", "b"),
            List.of(PolicyColumn.category("state", List.of("s1"))),
            List.of(),
            List.of(new Table(Map.of("s1", List.of(0.25, 0.75)), List.of(1.0, 0.0))));
    assertThat(policy.probabilities(Map.of("state", "s1"))).containsEntry("b", 0.75);
    assertThat(policy.choose(Map.of("state", "s2"))).isEqualTo("a");
    assertThat(PolicyJson.read(PolicyJson.text(policy), "p")).isEqualTo(policy);
  }
}
