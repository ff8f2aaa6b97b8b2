package io.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.CountsAccumulator;
import io.sluice.counts.TransitionCounts;
import io.sluice.fixtures.RandomMdps;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model.Pooling;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** The bonus against its definition, computed row by row from logs kept whole. */
class BernsteinDefinitionTest {
  private static final Shape SHAPE = new Shape(3, 2, 3);
  private static final ValueRange RANGE = new ValueRange(3, 2.5, 0.25);
  private static final double DELTA = 0.1;
  private static final double LOG = Math.log(4 * 3 * 2 * 3 / DELTA);
  private static final double RANGE_LOG = Math.log(8 * 3 * 2 * 3 / DELTA);

  private record Row(int step, int state, int action, int next, double reward) {}

  private final SplittableRandom random = new SplittableRandom(5);

  /** Rewards of any size in [0, 1], smaller ones with some next states; some episodes end early. */
  private List<Row> rows(int episodes) {
    List<Row> rows = new ArrayList<>();
    for (int t = 0; t < episodes; t++) {
      int x = random.nextInt(3);
      for (int h = 1; h <= 3 && x != SHAPE.end(); h++) {
        int next = h == 3 ? SHAPE.end() : random.nextInt(10) == 0 ? SHAPE.end() : random.nextInt(3);
        double reward = random.nextDouble() / (1 + next);
        rows.add(new Row(h, x, random.nextInt(2), next, reward));
        x = next;
      }
    }
    return rows;
  }

  private static TransitionCounts counts(List<Row> rows) {
    CountsAccumulator counts = new CountsAccumulator(SHAPE);
    rows.forEach(r -> counts.add(r.step, r.state, r.action, r.next, r.reward));
    return counts.toCounts();
  }

  /** Bounds of the next step, up to {@code gap} apart in every state and known at the end. */
  private StepValues next(int step, double gap) {
    double top = RANGE.top(step + 1);
    double[] low = random.doubles(4, 0, top).toArray();
    double[] high = low.clone();
    for (int x = 0; x < 3; x++) {
      high[x] = Math.min(top, low[x] + gap * random.nextDouble() * top);
    }
    low[3] = high[3] = RANGE.ended(step + 1);
    return new StepValues(
        StateVector.withEnd(low), StateVector.withEnd(low), StateVector.withEnd(high));
  }

  private static double variance(List<Row> rows, ToDoubleFunction<Row> of) {
    double mean = rows.stream().mapToDouble(of).average().orElseThrow();
    return rows.stream().mapToDouble(r -> Math.pow(of.applyAsDouble(r) - mean, 2)).sum()
        / (rows.size() - 1);
  }

  private static double middle(StepValues next, int x) {
    return (next.pessimistic().at(x) + next.optimistic().at(x)) / 2;
  }

  private static double halfGap(StepValues next, int x) {
    return (next.optimistic().at(x) - next.pessimistic().at(x)) / 2;
  }

  private static double hoeffding(int step, int n) {
    return RANGE.top(step) * Math.sqrt(RANGE_LOG / (2 * n));
  }

  private static double rest(int step, int n) {
    return 7 * RANGE.top(step) * LOG / (3 * (n - 1));
  }

  private static List<Row> of(List<Row> rows, int step, int state, int action) {
    return rows.stream()
        .filter(r -> step == 0 || r.step == step)
        .filter(r -> r.state == state && r.action == action)
        .toList();
  }

  private interface Check {
    void of(int step, int state, int action, Bonus.OfStep bonus, StepValues next);
  }

  private void everywhere(List<Row> rows, Pooling pooling, double gap, Check check) {
    TransitionCounts counts = counts(rows);
    Model model = Model.estimate(counts, pooling);
    Bonus bonus = Bonus.bernstein(counts, model, SHAPE, RANGE, DELTA);
    for (int h = 1; h <= 3; h++) {
      StepValues next = h == 3 ? zero() : next(h, gap);
      for (int x = 0; x < 3; x++) {
        for (int a = 0; a < 2; a++) {
          check.of(h, x, a, bonus.at(h, next), next);
        }
      }
    }
  }

  private static StepValues zero() {
    StateVector zero = StateVector.constant(SHAPE, 0);
    return new StepValues(zero, zero, zero);
  }

  @Test
  void withAModelPerStepItIsTheFormula() {
    int[] smaller = new int[1];
    for (int episodes : new int[] {40, 3_000, 20_000}) {
      List<Row> rows = rows(episodes);
      everywhere(
          rows,
          Pooling.PER_STEP,
          0.2,
          (h, x, a, bonus, next) -> {
            List<Row> own = of(rows, h, x, a);
            int n = own.size();
            double sd =
                Math.sqrt(variance(own, r -> r.reward + middle(next, r.next)))
                    + Math.sqrt(
                        own.stream().mapToDouble(r -> Math.pow(halfGap(next, r.next), 2)).sum()
                            / (n - 1));
            double bernstein = Math.sqrt(2 * LOG / n) * sd + rest(h, n);
            double b = bonus.of(((h - 1) * 3 + x) * 2 + a, n);
            assertThat(b).isCloseTo(Math.min(bernstein, hoeffding(h, n)), within(1e-12));
            smaller[0] += b < hoeffding(h, n) ? 1 : 0;
          });
    }
    assertThat(smaller[0]).isBetween(18, 3 * 18 - 1); // both sides of the minimum were looked at
  }

  @Test
  void pooledItIsTheVarianceOfTheSumThatTheEstimateIs() {
    List<Row> rows = rows(5_000);
    everywhere(
        rows,
        Pooling.POOLED,
        0.05,
        (h, x, a, bonus, next) -> {
          List<Row> all = of(rows, 0, x, a);
          List<Row> moves = all.stream().filter(r -> r.step < 3).toList();
          int n = all.size();
          int m = moves.size();
          // R̂ + P̂V = Σ_moves (r/n + V/m) + Σ_others r/n: m and n−m terms of two kinds
          double ofMoves = m * variance(moves, r -> r.reward / n + middle(next, r.next) / m);
          double ofOthers = (n - m) * variance(all, r -> r.reward / n);
          double gap = moves.stream().mapToDouble(r -> Math.pow(halfGap(next, r.next), 2)).sum();
          double sd = Math.sqrt(ofMoves + ofOthers) + Math.sqrt(gap / m / (m - 1));
          double expected =
              h == 3
                  ? Math.sqrt(2 * LOG * variance(all, Row::reward) / n) + rest(h, n)
                  : Math.sqrt(2 * LOG) * sd + rest(h, m);
          assertThat(expected).isLessThan(hoeffding(h, n)); // or nothing would be tested here
          assertThat(bonus.of(x * 2 + a, n)).isCloseTo(expected, within(1e-12));
        });
  }

  /**
   * The step of the proof: whatever V the bounds allow, its own Maurer–Pontil bound is not more.
   */
  @Test
  void itIsNoLessThanForAnyValueBetweenTheBounds() {
    List<Row> rows = rows(5_000);
    everywhere(
        rows,
        Pooling.PER_STEP,
        0.3,
        (h, x, a, bonus, next) -> {
          List<Row> own = of(rows, h, x, a);
          int n = own.size();
          double b = bonus.of(((h - 1) * 3 + x) * 2 + a, n);
          for (int i = 0; i < 50; i++) {
            double[] value = new double[4];
            for (int y = 0; y < 4; y++) {
              double share = i % 2 == 0 ? random.nextInt(2) : random.nextDouble();
              value[y] = middle(next, y) + (2 * share - 1) * halfGap(next, y);
            }
            double v = variance(own, r -> r.reward + value[r.next]);
            double known = Math.sqrt(2 * LOG * v / n) + rest(h, n);
            assertThat(b).isGreaterThanOrEqualTo(Math.min(known, hoeffding(h, n)) - 1e-12);
          }
        });
  }

  @Test
  void itIsNeverMoreThanAFewPercentAboveHoeffding() {
    double ratio = Math.sqrt(RANGE_LOG / Math.log(2 * 3 * 2 * 3 / DELTA));
    assertThat(ratio).isCloseTo(1.112, within(1e-3)); // √(ln 1440/ln 360); N = 18 is small
    int above = 0;
    int below = 0;
    for (int seed = 0; seed < 200; seed++) {
      RandomMdps mdps = new RandomMdps(seed);
      Model truth = mdps.model(SHAPE, Pooling.PER_STEP, 0.1);
      Policy policy = mdps.policy(SHAPE);
      TransitionCounts counts = mdps.log(truth, mdps.start(SHAPE), policy, 1 + 40 * seed);
      Pooling pooling = Pooling.values()[seed % 2];
      Model model = Model.estimate(counts, pooling);
      Bonus hoeffding = Bonus.hoeffding(SHAPE, RANGE, DELTA);
      Bonus bernstein = Bonus.bernstein(counts, model, SHAPE, RANGE, DELTA);
      ValueTable values = Backups.of(model, bernstein, RANGE).evaluate(policy);
      for (int h = 1; h <= 3; h++) {
        for (int pair = model.pair(h, 0, 0); pair <= model.pair(h, 2, 1); pair++) {
          long n = model.visits(pair);
          double known = hoeffding.at(h, null).of(pair, n);
          double b = bernstein.at(h, values.at(h + 1)).of(pair, n);
          assertThat(b).isBetween(0.0, ratio * known * (1 + 1e-12));
          above += b > known ? 1 : 0;
          below += b < known ? 1 : 0;
        }
      }
    }
    assertThat(above).isPositive();
    assertThat(below).isPositive();
  }
}
