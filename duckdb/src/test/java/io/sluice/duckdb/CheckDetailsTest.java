package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.answers.ActionUse;
import io.sluice.answers.CheckDetails;
import io.sluice.answers.Differences;
import io.sluice.answers.Heat;
import io.sluice.logs.BehaviorPolicy;
import io.sluice.logs.OpenLog;
import io.sluice.mdp.Policy;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What pages show of a log, by hand. */
class CheckDetailsTest {
  private static final Offset<Double> CLOSE = within(1e-12);

  /**
   * Four episodes of two steps. In x, a leads to x and b to y; in y (one episode) only a was seen.
   */
  private static final Table LOG =
      Table.parse(
          """
          episode,step,state,action,reward
          1,1,x,a,0
          1,2,x,a,1
          2,1,x,a,0
          2,2,x,b,0.5
          3,1,x,b,0
          3,2,y,a,1
          4,1,y,a,0
          4,2,y,a,0
          """);

  @TempDir Path folder;

  /** With a logged policy that takes a with probability 0.75 everywhere. */
  private <T> T on(Table log, Function<OpenLog, T> question) {
    try (DuckDb engine = DuckDb.start(2)) {
      return question.apply(Opened.log(engine, log.toCsv(folder.resolve("log.csv"))));
    }
  }

  private static Policy mostlyA(OpenLog open) {
    return Policy.everywhere(open.data().shape(), 0.75, 0.25);
  }

  private CheckDetails details() {
    return on(LOG, open -> CheckDetails.of(open, BehaviorPolicy.known(mostlyA(open))));
  }

  @Test
  void theShiftOfPairs() {
    CheckDetails details = details();
    // In x at step 1: P̂(·|x) = (2/3, 1/3). a: (1, 0), half the distance is 1/3. b: (0, 1): 2/3.
    assertThat(details.pairs()).hasSize(3);
    CheckDetails.Pair b = pair(details, "x", "b");
    assertThat(b.shift()).isCloseTo(2 / 3.0, CLOSE);
    assertThat(b.rows()).isEqualTo(1);
    assertThat(pair(details, "x", "a").shift()).isCloseTo(1 / 3.0, CLOSE);
    assertThat(pair(details, "y", "a").shift()).isZero();
    // x moves decisions, y does not: x first. (y, b) was never seen and has no cell.
    Heat heat = details.shift();
    assertThat(heat.rows()).containsExactly("x", "y");
    assertThat(heat.columns()).containsExactly("a", "b");
    assertThat(heat.cells()).hasSize(3).noneMatch(cell -> cell.row() == 1 && cell.column() == 1);
  }

  private static CheckDetails.Pair pair(CheckDetails details, String state, String action) {
    return details.pairs().stream()
        .filter(p -> p.state().equals(state) && p.action().equals(action))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void visitsAndRewards() {
    CheckDetails details = details();
    assertThat(details.states())
        .containsExactly(new CheckDetails.Visited("x", 5), new CheckDetails.Visited("y", 3));
    assertThat(details.steps())
        .containsExactly(
            new CheckDetails.StepVisits(1, 4, 2), new CheckDetails.StepVisits(2, 4, 2));
    assertThat(details.rewards())
        .containsExactly(
            new OpenLog.RewardBin(0, 0, 5),
            new OpenLog.RewardBin(0.5, 0.5, 1),
            new OpenLog.RewardBin(1, 1, 2));
  }

  @Test
  void whatTheLoggedPolicyDoes() {
    ActionUse use = details().actions();
    // b is never seen in y, where 3 of 8 decisions are made.
    assertThat(use.actions())
        .containsExactly(
            new ActionUse.Taken("a", 6, 0.75, 0.75, 0.75, 0),
            new ActionUse.Taken("b", 2, 0.25, 0.25, 0.25, 0.375));
    // 8 decisions, a in 6 and b in 2 of them, as said; √(8·¾·¼)/8 = 0.1530931
    assertThat(use.bins()).hasSize(2);
    ActionUse.Bin rare = use.bins().get(0);
    assertThat(rare.low()).isEqualTo(0.2);
    assertThat(rare.decisions()).isEqualTo(8);
    assertThat(rare.expected()).isEqualTo(0.25);
    assertThat(rare.taken()).isEqualTo(0.25);
    assertThat(rare.deviation()).isCloseTo(0.1530931, within(1e-7));
  }

  @Test
  void manyRewardsAreBinned() {
    Table log = Table.of("state", "action", "reward");
    for (int i = 0; i <= 100; i++) {
      log = log.with(Collections.nCopies(1, List.of("x", "a", Double.toString(i / 100.0))));
    }
    List<OpenLog.RewardBin> bins = on(log, open -> open.rewards(4));
    // 0 … 0.24, 0.25 … 0.49, 0.5 … 0.74, and 0.75 … 1 with the largest of all
    assertThat(bins.stream().map(OpenLog.RewardBin::rows)).containsExactly(25L, 25L, 25L, 26L);
    assertThat(bins.get(1).low()).isEqualTo(0.25);
    assertThat(bins.get(1).high()).isEqualTo(0.5);
  }

  /** Always b: 1/4 → 1 in x and y, so that three quarters of all decisions change. */
  @Test
  void whereAPolicyDiffers() {
    Differences differences =
        on(
            LOG,
            open ->
                Differences.between(
                    open.data(), mostlyA(open), Policy.everywhere(open.data().shape(), 0, 1)));
    assertThat(differences.moved()).isCloseTo(0.75, CLOSE);
    assertThat(differences.places()).isEqualTo(4);
    assertThat(differences.bySteps()).allSatisfy(s -> assertThat(s).isCloseTo(0.75, CLOSE));
    // 3 of 8 decisions are in x at step 1; b was seen there once
    var first = differences.all().get(0);
    assertThat(first.state()).isEqualTo("x");
    assertThat(first.step()).isEqualTo(1);
    assertThat(first.share()).isCloseTo(3 / 8.0, CLOSE);
    assertThat(first.visits()).isEqualTo(1);
    assertThat(differences.heat().cells()).hasSize(4);
    assertThat(differences.heat().cells())
        .allSatisfy(cell -> assertThat(cell.amount()).isCloseTo(0.75, CLOSE));
  }
}
