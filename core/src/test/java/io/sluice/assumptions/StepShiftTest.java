package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.CountsAccumulator;
import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Shape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How far actions move the next state, and what of it is noise. */
class StepShiftTest {
  private static final Shape TWO = new Shape(2, 2, 2);

  /** A row of step 1; step 2 has nothing to say here. */
  private record Row(int state, int action, int next) {}

  private static TransitionCounts counts(Shape shape, List<Row> rows) {
    CountsAccumulator counts = new CountsAccumulator(shape);
    for (Row row : rows) {
      counts.add(1, row.state(), row.action(), row.next(), 0);
      if (row.next() != shape.end()) {
        counts.add(2, row.next(), 0, shape.end(), 0);
      }
    }
    return counts.toCounts();
  }

  @Test
  void whereEveryActionLeadsElsewhereTheShiftIsHalfByHand() {
    List<Row> rows = new ArrayList<>(Collections.nCopies(100, new Row(0, 0, 0)));
    rows.addAll(Collections.nCopies(100, new Row(0, 1, 1)));
    StepShift answer = StepShift.of(counts(TWO, rows)).get(0);
    // P̂(·|x) = (½, ½), P̂(·|x,a) = (1, 0) or (0, 1): half the distance is ½ for both actions
    assertThat(answer.shift()).isCloseTo(0.5, within(1e-15));
    assertThat(answer.banditShare()).isZero();
    // χ² = Σ (n − e)²/e = 4 · 50²/50 = 200, times 199/200, on 1 df: p = 2·Φ(−√199) < 1e-40
    assertThat(answer.pValue()).isLessThan(1e-40);
    assertThat(answer.isPlanning()).isTrue();
  }

  @Test
  void whereActionsLeadAlikeThereIsNoShiftButStillNoise() {
    List<Row> rows =
        List.of(new Row(0, 0, 0), new Row(0, 0, 1), new Row(0, 1, 0), new Row(0, 1, 1));
    StepShift answer = StepShift.of(counts(TWO, rows)).get(0);
    assertThat(answer.shift()).isZero();
    // dealing 2 of 4 rows: each next state's share is off by 1/6 on average, half of two such: 1/6
    assertThat(answer.noise()).isCloseTo(1 / 6.0, within(1e-15));
    assertThat(answer.pValue()).isEqualTo(1);
    assertThat(answer.banditShare()).isEqualTo(1);
    assertThat(answer.isPlanning()).isFalse();
  }

  @Test
  void oneActionOrOneNextStateCannotShow() {
    List<Row> rows =
        List.of(new Row(0, 0, 0), new Row(0, 0, 1), new Row(1, 0, 1), new Row(1, 1, 1));
    StepShift answer = StepShift.of(counts(TWO, rows)).get(0);
    assertThat(answer.shift()).isZero();
    assertThat(answer.noise()).isZero();
    assertThat(answer.pValue()).isEqualTo(1);
    assertThat(answer.banditShare()).isEqualTo(1);
  }

  @Test
  void anEndIsANextStateLikeAnyOther() {
    List<Row> rows = new ArrayList<>(Collections.nCopies(50, new Row(0, 0, 0)));
    rows.addAll(Collections.nCopies(50, new Row(0, 1, TWO.end())));
    assertThat(StepShift.of(counts(TWO, rows)).get(0).shift()).isCloseTo(0.5, within(1e-15));
  }

  /**
   * Noise is the average shift when actions are dealt out at random within each state. 2,000 deals:
   * the mean of shifts with standard deviation s is off by more than 4s/√2000 with probability
   * below 1e-4.
   */
  @Test
  void noiseIsTheAverageShiftOfPermutedActions() {
    Shape shape = new Shape(4, 3, 2);
    Random random = new Random(5);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      int action = random.nextInt(3);
      rows.add(new Row(random.nextInt(3), action, (2 * action + random.nextInt(2)) % 5));
    }
    double sum = 0;
    double squares = 0;
    int deals = 2_000;
    for (int deal = 0; deal < deals; deal++) {
      double shift = StepShift.of(counts(shape, dealt(rows, random))).get(0).shift();
      sum += shift;
      squares += shift * shift;
    }
    double mean = sum / deals;
    double deviation = Math.sqrt(squares / deals - mean * mean);
    StepShift answer = StepShift.of(counts(shape, rows)).get(0);
    assertThat(answer.noise()).isCloseTo(mean, within(4 * deviation / Math.sqrt(deals)));
    assertThat(answer.shift()).isGreaterThan(2 * answer.noise());
  }

  private static List<Row> dealt(List<Row> rows, Random random) {
    List<Row> all = new ArrayList<>();
    for (int state = 0; state < 4; state++) {
      int here = state;
      List<Row> mine = rows.stream().filter(r -> r.state() == here).toList();
      List<Integer> actions = new ArrayList<>(mine.stream().map(Row::action).toList());
      Collections.shuffle(actions, random);
      for (int i = 0; i < mine.size(); i++) {
        all.add(new Row(state, actions.get(i), mine.get(i).next()));
      }
    }
    return all;
  }

  /**
   * 60 states of 20 rows, three actions of which two are rare, next states of very different
   * frequency: at a level of 1%, nine or more of 200 such logs have a probability of 0.0002. χ²
   * said planning in about a fifth of such logs.
   */
  @Test
  void sparseAndSkewedTablesAreNotCalledPlanningTooOften() {
    int planning = 0;
    Shape shape = new Shape(60, 3, 2);
    for (int log = 0; log < 200; log++) {
      Random random = new Random(7_000 + log);
      List<Row> rows = new ArrayList<>();
      for (int i = 0; i < 1200; i++) {
        double u = random.nextDouble();
        int next = (int) (60 * Math.pow(random.nextDouble(), 5));
        rows.add(new Row(i % 60, u < 0.03 ? 1 : u < 0.06 ? 2 : 0, next));
      }
      planning += StepShift.of(counts(shape, rows)).get(0).isPlanning() ? 1 : 0;
    }
    assertThat(planning).isLessThan(9);
  }
}
