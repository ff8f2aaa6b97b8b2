package io.sluice.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GridWorldTest {
  private static final Offset<Double> EXACT = within(1e-12);

  private final Environment grid = GridWorld.paper().environment();

  @ParameterizedTest(name = "{0} {1} → {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        // inside
        "1,1 | left  | 0,1",
        "1,1 | right | 2,1",
        "1,1 | up    | 1,2",
        "1,1 | down  | 1,0",
        // the four corners of 8 × 3
        "0,0 | left  | 0,0",
        "0,0 | right | 1,0",
        "0,0 | up    | 0,1",
        "0,0 | down  | 0,0",
        "7,0 | left  | 6,0",
        "7,0 | right | 7,0",
        "7,0 | up    | 7,1",
        "7,0 | down  | 7,0",
        "0,2 | left  | 0,2",
        "0,2 | right | 1,2",
        "0,2 | up    | 0,2",
        "0,2 | down  | 0,1",
        "7,2 | left  | 6,2",
        "7,2 | right | 7,2",
        "7,2 | up    | 7,2",
        "7,2 | down  | 7,1",
        // walls
        "0,1 | left  | 0,1",
        "7,1 | right | 7,1",
        "5,2 | up    | 5,2",
        "5,0 | down  | 5,0",
      })
  void wallsKeepThePosition(String from, String action, String to) {
    assertThat(Rows.move(grid, from, action)).isEqualTo(to);
  }

  @Test
  void theGoalIsNeverLeftAndPaysOnlyOnEntering() {
    for (String a : grid.actions()) {
      assertThat(Rows.move(grid, "2,2", a)).isEqualTo("2,2");
      assertThat(Rows.reward(grid, "2,2", a)).isZero();
    }
    int paying = 0;
    for (String x : grid.states()) {
      for (String a : grid.actions()) {
        boolean enters = !x.equals("2,2") && Rows.move(grid, x, a).equals("2,2");
        assertThat(Rows.reward(grid, x, a)).as(x + " " + a).isEqualTo(enters ? 1 : 0);
        paying += enters ? 1 : 0;
      }
    }
    assertThat(paying).as("from the left, from the right, from below").isEqualTo(3);
    assertThat(Rows.reward(grid, "1,2", "right")).isEqualTo(1);
    assertThat(Rows.reward(grid, "3,2", "left")).isEqualTo(1);
    assertThat(Rows.reward(grid, "2,1", "up")).isEqualTo(1);
  }

  @Test
  void noEpisodeIsPaidTwice() {
    Environment longer = new GridWorld(8, 3, 1, 1, 2, 2, 12).environment();
    double[] paid = new double[3_000];
    new Rollouts(longer, 21)
        .forEachRow(paid.length, (episode, h, x, a, next, r) -> paid[episode] += r);
    assertThat(paid).containsOnly(0, 1);
  }

  @Test
  void valuesAreThoseWorkedOutByHand() {
    // right-up or up-right: 2·0.1·0.5; or up, up against the wall, right: 0.5·0.5·0.1
    assertThat(Truth.value(grid, grid.behavior())).isCloseTo(0.1 + 0.025, EXACT);
    assertThat(Truth.optimum(grid)).isCloseTo(1, EXACT);
  }

  @Test
  void aUniformStartMeansEveryCellTheGoalIncluded() {
    Environment uniform = GridWorld.paper().uniformStart().environment();
    for (int x = 0; x < 24; x++) {
      assertThat(uniform.start().at(x)).isCloseTo(1 / 24.0, EXACT);
    }
    // Within three moves of (2,2), without itself: 5 cells of row 2 (columns 0, 1, 3, 4, 5),
    // 5 of row 1 (columns 0 … 4), 3 of row 0 (columns 1, 2, 3)
    assertThat(Truth.optimum(uniform)).isCloseTo(13 / 24.0, EXACT);
  }

  @Test
  void evaluatedPoliciesTradeUpForDown() {
    assertThat(GridWorld.evaluated(grid, 0.15).probability(1, 3, 0)).isCloseTo(0.25, EXACT);
    assertThat(GridWorld.evaluated(grid, 0.15).probability(1, 3, 1)).isCloseTo(0.2, EXACT);
    assertThat(GridWorld.evaluated(grid, 0.15).probability(1, 3, 2)).isCloseTo(0.4, EXACT);
    assertThat(GridWorld.evaluated(grid, 0.15).probability(1, 3, 3)).isCloseTo(0.15, EXACT);
  }

  @Test
  void aGoalOrStartOutsideTheGridIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new GridWorld(8, 3, 1, 1, 8, 2, 3))
        .withMessageContaining("8 × 3")
        .withMessageContaining("(8, 2)");
    assertThatIllegalArgumentException().isThrownBy(() -> new GridWorld(8, 3, 1, 3, 2, 2, 3));
  }
}
