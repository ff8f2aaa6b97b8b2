package io.sluice.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.assumptions.ActionUse;
import io.sluice.counts.RewardHistogram;
import io.sluice.fit.Behavior;
import io.sluice.fit.Differences;
import io.sluice.fit.Fit;
import io.sluice.fit.Heat;
import io.sluice.fit.Log;
import io.sluice.fit.LogData;
import io.sluice.fit.Settings;
import io.sluice.mdp.Policy;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** What pages show of a log, by hand. */
class CheckDetailsTest {
  private static final Offset<Double> CLOSE = within(1e-12);

  /** One decision. */
  private record Row(String state, String action, double reward) {}

  /**
   * Four episodes of two steps. In x, a leads to x and b to y; in y (one episode) only a was seen.
   */
  private static final List<List<Row>> LOG =
      List.of(
          List.of(new Row("x", "a", 0), new Row("x", "a", 1)),
          List.of(new Row("x", "a", 0), new Row("x", "b", 0.5)),
          List.of(new Row("x", "b", 0), new Row("y", "a", 1)),
          List.of(new Row("y", "a", 0), new Row("y", "a", 0)));

  private static Log log(List<List<Row>> episodes) {
    return Log.of(episodes, rows -> rows, Row::state, Row::action, Row::reward);
  }

  /** A logged policy that takes a with probability 0.75 everywhere. */
  private static Policy mostlyA() {
    return Policy.everywhere(log(LOG).data().shape(), 0.75, 0.25);
  }

  private CheckDetails details() {
    return CheckDetails.of(Fit.of(log(LOG), Settings.defaults(), Behavior.known(mostlyA())));
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
            new RewardHistogram.Bin(0, 0, 5),
            new RewardHistogram.Bin(0.5, 0.5, 1),
            new RewardHistogram.Bin(1, 1, 2));
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
    List<List<Row>> log = new ArrayList<>();
    for (int i = 0; i <= 100; i++) {
      log.add(List.of(new Row("x", "a", i / 100.0)));
    }
    List<RewardHistogram.Bin> bins =
        log(log).episodes().orElseThrow().collect(new RewardHistogram(0, 1, 4)).bins();
    // 0 … 0.24, 0.25 … 0.49, 0.5 … 0.74, and 0.75 … 1 with the largest of all
    assertThat(bins.stream().map(RewardHistogram.Bin::rows)).containsExactly(25L, 25L, 25L, 26L);
    assertThat(bins.get(1).low()).isEqualTo(0.25);
    assertThat(bins.get(1).high()).isEqualTo(0.5);
  }

  /** Always b: 1/4 → 1 in x and y, so that three quarters of all decisions change. */
  @Test
  void whereAPolicyDiffers() {
    LogData data = log(LOG).data();
    Differences differences =
        Differences.between(data, mostlyA(), Policy.everywhere(data.shape(), 0, 1));
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
