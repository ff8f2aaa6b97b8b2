package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.assumptions.ActionUse.Bin;
import io.sluice.assumptions.ActionUse.Taken;
import io.sluice.counts.CountsAccumulator;
import io.sluice.mdp.Labels;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How often actions were taken, and should have been, by hand. */
class ActionUseTest {
  private static final Shape SHAPE = new Shape(3, 3, 2);
  private static final Labels NAMES = Labels.of(List.of("a", "b", "c"));

  private static void add(CountsAccumulator rows, int step, int state, int action, int times) {
    for (int i = 0; i < times; i++) {
      rows.add(step, state, action, SHAPE.end(), 0);
    }
  }

  /** State 0 at both steps, state 1 at the second; state 2 is never met. */
  private static ActionUse use() {
    CountsAccumulator rows = new CountsAccumulator(SHAPE);
    add(rows, 1, 0, 0, 3);
    add(rows, 1, 0, 1, 7);
    add(rows, 2, 0, 1, 4);
    add(rows, 2, 1, 2, 6);
    double[][] said = {{0.25, 0.75, 0}, {0, 0.05, 0.95}, {1, 0, 0}};
    return ActionUse.of(rows.toCounts(), Policy.stationary(SHAPE, (x, a) -> said[x][a]), NAMES);
  }

  @Test
  void actionsTakenMostComeFirst() {
    // 20 decisions, 14 of them in state 0, which never shows c, and 6 in state 1, which shows c
    // alone
    assertThat(use().actions())
        .containsExactly(
            new Taken("b", 11, 0.55, 0.05, 0.75, 0.3),
            new Taken("c", 6, 0.3, 0, 0.95, 0.7),
            new Taken("a", 3, 0.15, 0, 0.25, 0.3));
  }

  @Test
  void ofEqualActionsTheNameDecides() {
    CountsAccumulator rows = new CountsAccumulator(SHAPE);
    add(rows, 1, 0, 2, 2);
    add(rows, 1, 0, 0, 2);
    add(rows, 1, 0, 1, 2);
    assertThat(ActionUse.of(rows.toCounts(), Policy.uniform(SHAPE), NAMES).actions())
        .extracting(Taken::action)
        .containsExactly("a", "b", "c");
  }

  @Test
  void binsByHand() {
    List<Bin> bins = use().bins();
    assertThat(bins).extracting(Bin::low).containsExactly(0.0, 0.2, 0.7, 0.9);
    assertThat(bins).extracting(Bin::high).containsExactly(0.1, 0.3, 0.8, 1.0);
    // 0: c in state 0, a and b in state 1: 14 + 6 + 6 decisions, 6·0.05 expected
    Bin first = bins.get(0);
    assertThat(first.decisions()).isEqualTo(26);
    assertThat(first.expected()).isCloseTo(0.3 / 26, within(1e-12));
    assertThat(first.taken()).isZero();
    assertThat(first.deviation()).isCloseTo(Math.sqrt(6 * 0.05 * 0.95) / 26, within(1e-12));
    // 0.75: b in state 0
    Bin third = bins.get(2);
    assertThat(third.decisions()).isEqualTo(14);
    assertThat(third.expected()).isCloseTo(0.75, within(1e-12));
    assertThat(third.taken()).isCloseTo(11 / 14.0, within(1e-12));
    assertThat(third.deviation()).isCloseTo(Math.sqrt(14 * 0.75 * 0.25) / 14, within(1e-12));
    assertThat(bins.get(3).taken()).isEqualTo(1);
  }

  /** What is certain is in the last bin. */
  @Test
  void certainActionsAreInTheLastBin() {
    CountsAccumulator rows = new CountsAccumulator(SHAPE);
    add(rows, 2, 1, 1, 5);
    assertThat(ActionUse.of(rows.toCounts(), Policy.everywhere(SHAPE, 0, 1, 0), NAMES).bins())
        .containsExactly(new Bin(0, 0.1, 10, 0, 0, 0), new Bin(0.9, 1, 5, 1, 1, 0));
  }
}
