package io.sluice.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.mdp.SettingException;
import io.sluice.policy.Origin;
import io.sluice.policy.PolicyColumn;
import io.sluice.policy.SavedPolicy;
import io.sluice.policy.StepModel.AtMost;
import io.sluice.policy.StepModel.Leaf;
import io.sluice.policy.StepModel.Node;
import io.sluice.policy.StepModel.OneOf;
import io.sluice.policy.StepModel.Tree;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RuleReaderTest {
  private static final Leaf LEAF = new Leaf(0);

  private static SavedPolicy policy(Node root) {
    return new SavedPolicy(
        new Origin("1", "tree-2", "00", Map.of(), Optional.empty()),
        List.of("a", "b"),
        List.of(
            PolicyColumn.number("recency", 0, 50),
            PolicyColumn.number("price", 0, 50),
            PolicyColumn.category("device", List.of("phone", "tv", "web"))),
        List.of(),
        List.of(new Tree(root)));
  }

  /** The rules of a tree, from the left, as they are printed. */
  private static List<String> rules(Node root) {
    return new RuleReader(policy(root))
        .at(1).stream()
            .map(r -> new PolicyRule(1, r.when(), "a", 1, 1, 0, 0, 0).condition())
            .toList();
  }

  @Test
  void severalQuestionsAboutANumberAreOneRange() {
    Node root =
        new AtMost(
            0,
            24.02,
            false,
            new AtMost(0, 3, true, LEAF, LEAF),
            new AtMost(0, 36.15, true, LEAF, LEAF));
    assertThat(rules(root))
        .containsExactly(
            "recency ≤ 3",
            "3 < recency ≤ 24.02",
            "24.02 < recency ≤ 36.15 or missing",
            "recency > 36.15");
  }

  @Test
  void whatMayBeMissingIsBracketedBesideAnotherCondition() {
    Node device = new OneOf(2, List.of(0), false, LEAF, LEAF);
    assertThat(rules(new AtMost(1, 13.91, true, device, LEAF)))
        .containsExactly(
            "(price ≤ 13.91 or missing) and device is phone",
            "(price ≤ 13.91 or missing) and (device is missing or not phone)",
            "price > 13.91");
  }

  @Test
  void severalQuestionsAboutACategoryAreOneSetOfLevels() {
    Node later = new OneOf(2, List.of(1), false, LEAF, LEAF);
    assertThat(rules(new OneOf(2, List.of(0), true, LEAF, later)))
        .containsExactly("device is phone or missing", "device is tv", "device is not phone, tv");
    // The number of levels stands for all others.
    assertThat(rules(new OneOf(2, List.of(1, 2, 3), false, LEAF, LEAF)))
        .containsExactly("device is not phone", "device is phone or missing");
  }

  /** A question that only a missing value answers with yes, alone and before another. */
  @Test
  void whetherAValueIsMissingIsAConditionToo() {
    Node number = new AtMost(1, -Double.MAX_VALUE, true, LEAF, new AtMost(1, 5, true, LEAF, LEAF));
    assertThat(rules(number)).containsExactly("price is missing", "price ≤ 5", "price > 5");
    assertThat(rules(new AtMost(1, -Double.MAX_VALUE, true, LEAF, LEAF)))
        .containsExactly("price is missing", "price is not missing");
    assertThat(rules(new OneOf(2, List.of(), true, LEAF, LEAF)))
        .containsExactly("device is missing", "device is not missing");
  }

  /** Rows of a log with the columns in another order, one level more and an action more. */
  @Test
  void rowsOfAnotherLogAreReadByName() {
    List<FeatureColumn> log =
        List.of(
            FeatureColumn.category("device", List.of("car", "web")),
            FeatureColumn.number("price"),
            FeatureColumn.number("recency"));
    PolicyRow row = new PolicyRow(policy(LEAF), log, List.of("0", "b", "a"));
    assertThat(row.of(new double[] {1, 70, -2})).containsExactly(0, 50, 2);
    assertThat(row.of(new double[] {0, 1, 2})).containsExactly(2, 1, 3);
    assertThat(row.of(new double[] {2, 1, 2})).containsExactly(2, 1, 3);
    assertThat(row.of(new double[] {Double.NaN, 1, 2})).containsExactly(2, 1, Double.NaN);
    assertThat(row.action(0)).isEqualTo(2);
    assertThat(row.action(1)).isEqualTo(1);
    assertThatThrownBy(() -> PolicyRow.require(policy(LEAF), log.subList(0, 2)))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("recency of numbers among them, got device, price");
  }
}
