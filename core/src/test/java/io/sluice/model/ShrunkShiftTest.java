package io.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.fixtures.RandomMdps;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model.Pooling;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The shift with its noise taken off, and the shift that is declared away.
 *
 * <p>By hand: in state 0, action 0 goes to either state alike and was seen 160 times, action 1
 * stays and was seen 640 times, the logged policy is (¼, ¾), and the next values are (0.6, 0) in
 * [(0.3, 0), (0.9, 0.3)].
 *
 * <pre>
 *  p_b = (0.875, 0.125), ‖p_b‖₂² = 0.78125;  Δ̂ = (−0.375, 0.375) and (0.125, −0.125)
 *  c = 0.75²/160 + 0.75²/640 = 0.00439453125 and 0.25²/160 + 0.25²/640 = 0.00048828125
 * </pre>
 *
 * In state 1 the actions differ by no more than noise.
 */
class ShrunkShiftTest {
  private static final Offset<Double> CLOSE = within(1e-15);
  private static final Shape SHAPE = new Shape(2, 2, 2);
  private static final Policy BEHAVIOR = Policy.everywhere(SHAPE, 0.25, 0.75);
  private static final StepValues NEXT =
      new StepValues(StateVector.of(0.3, 0), StateVector.of(0.6, 0), StateVector.of(0.9, 0.3));

  private static Model model(long first, long second) {
    SparseRows.Writer rows = new SparseRows.Writer(4, 7);
    double[][] next = {{0.5, 0.5}, {1, 0}, {0.5, 0.5}, {0.6, 0.4}};
    for (double[] row : next) {
      for (int y = 0; y < 2; y++) {
        if (row[y] > 0) {
          rows.entry(y, row[y]);
        }
      }
      rows.endRow();
    }
    long[] visits = {first, second, 10, 10};
    return Model.of(SHAPE, Pooling.POOLED, new double[] {0.2, 0.6, 1, 0}, visits, rows.done());
  }

  private static ActionValues values(InducedShift shift) {
    return Backups.of(shift.model(), Bonus.paper(SHAPE, 0.1), ValueRange.of(SHAPE))
        .withShift(shift)
        .actionValues(1, NEXT);
  }

  private static ShiftNoise noise(Model model, int state) {
    InducedShift shift = InducedShift.of(model, BEHAVIOR);
    return new ShiftNoise(shift, 1, ValueArrays.of(NEXT)).at(state);
  }

  @Test
  void keptAndUndetectedByHand() {
    ShiftNoise noise = noise(model(160, 640), 0);
    // expected ‖Δ̂‖₂² = c(1 − 0.78125): 0.00439453125·0.21875 of 2·0.375², and
    // 0.00048828125·0.21875 of 2·0.125²; both shares are 0.00341796875
    assertThat(noise.kept(0)).isCloseTo(1 - 0.00341796875, CLOSE);
    assertThat(noise.kept(1)).isCloseTo(1 - 0.00341796875, CLOSE);
    // √(2 c √(2·0.78125) ‖Γ‖₂²), √1.5625 = 1.25, ‖Γ‖₂² = 0.6² + 0.3² = 0.45:
    // √0.00494384765625 = 0.0703125 and √0.00054931640625 = 0.0234375
    assertThat(noise.undetected(0)).isCloseTo(0.0703125, CLOSE);
    assertThat(noise.undetected(1)).isCloseTo(0.0234375, CLOSE);
  }

  @Test
  void carriedByHand() {
    ActionValues q = values(InducedShift.of(model(160, 640), BEHAVIOR).shrunk()).at(0);
    // action 0: Σ|Δ̂|Γ = 0.375·0.9 = 0.3375; ΣΔ̂V̂ = −0.225; hidden 0.225 + 0.0703125 = 0.2953125
    double off = 0.00341796875;
    assertThat(q.carried(0)).isCloseTo((1 - off) * 0.3375 + off * 0.2953125, CLOSE);
    assertThat(q.removedShift(0)).isCloseTo(-off * 0.225, CLOSE);
    // action 1: 0.125·0.9 = 0.1125; 0.075; hidden 0.075 + 0.0234375 = 0.0984375
    assertThat(q.carried(1)).isCloseTo((1 - off) * 0.1125 + off * 0.0984375, CLOSE);
    assertThat(q.removedShift(1)).isCloseTo(off * 0.075, CLOSE);
  }

  @Test
  void hiddenIsNeverMoreThanAllThatWasSeen() {
    // a sixteenth of the rows: undetected is four times 0.0703125, and 0.225 + 0.28125 > 0.3375
    ActionValues q = values(InducedShift.of(model(10, 40), BEHAVIOR).shrunk()).at(0);
    assertThat(q.carried(0)).isCloseTo(0.3375, CLOSE);
  }

  @Test
  void whatCanBeNoiseIsNotKept() {
    // state 1: p_b = (0.575, 0.425), ‖p_b‖₂² = 0.51125; ‖Δ̂‖₂² = 2·0.075² = 0.01125 and less
    // than c(1 − 0.51125), c = 0.75²/10 + 0.75²/10 = 0.1125
    Model model = model(160, 640);
    ShiftNoise noise = noise(model, 1);
    assertThat(noise.kept(0)).isZero();
    assertThat(noise.kept(1)).isZero();
    ActionValues q = values(InducedShift.of(model, BEHAVIOR).shrunk()).at(1);
    ActionValues plain = values(InducedShift.of(model, BEHAVIOR)).at(1);
    // all of ΣΔ̂V̂ = −0.075·0.6 is taken off; what is charged is |ΣΔ̂V̂| + undetected or Σ|Δ̂|Γ,
    // 0.045 + √(2·0.1125·√1.0225·0.45) or 0.075·0.9
    assertThat(q.removedShift(0)).isCloseTo(-0.045, CLOSE);
    assertThat(q.carried(0)).isCloseTo(0.0675, CLOSE).isEqualTo(plain.carried(0));
  }

  @ParameterizedTest
  @EnumSource(Pooling.class)
  void aDeclaredStepCarriesNothingAndBelievesNothing(Pooling pooling) {
    Drawn drawn = new Drawn(1, pooling, 60);
    for (InducedShift shift : new InducedShift[] {drawn.shift, drawn.shift.shrunk()}) {
      for (int h = 1; h <= 3; h++) {
        ActionValues q = drawn.values(shift.exogenous(step -> step == 2), h);
        ActionValues plain = drawn.values(drawn.shift, h);
        ActionValues undeclared = drawn.values(shift, h);
        for (int x = 0; x < 4; x++) {
          q.at(x);
          plain.at(x);
          undeclared.at(x);
          double behind = 0; // Σ π_b P̂V̂
          for (int a = 0; a < 3; a++) {
            double logged = shift.behavior().probability(h, x, a);
            behind += logged * (plain.point(a) - plain.reward(a));
          }
          for (int a = 0; a < 3; a++) {
            if (h == 2) {
              assertThat(q.carried(a)).isZero();
              assertThat(q.removedShift(a))
                  .isCloseTo(plain.point(a) - plain.reward(a) - behind, within(1e-12));
            } else {
              assertThat(q.carried(a)).isEqualTo(undeclared.carried(a));
              assertThat(q.removedShift(a)).isEqualTo(undeclared.removedShift(a));
            }
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Pooling.class)
  void thePlugInIsWhatItWasToTheLastBit(Pooling pooling) {
    Drawn drawn = new Drawn(2, pooling, 60);
    for (int h = 1; h <= 3; h++) {
      ActionValues plain = drawn.values(drawn.shift, h);
      ActionValues declared = drawn.values(drawn.shift.exogenous(step -> false), h);
      for (int x = 0; x < 4; x++) {
        plain.at(x);
        declared.at(x);
        for (int a = 0; a < 3; a++) {
          assertThat(plain.removedShift(a)).isZero();
          assertThat(declared.removedShift(a)).isZero();
          assertThat(declared.carried(a)).isEqualTo(plain.carried(a));
          assertThat(declared.carriedBySign(a)).isEqualTo(plain.carriedBySign(a));
        }
      }
    }
  }

  /** k·Δ̂ with 0 ≤ k ≤ 1: no longer than Δ̂, and a row that sums to 0, as Δ̂'s rows do. */
  @ParameterizedTest
  @EnumSource(Pooling.class)
  void aShrunkRowIsShorterAndStillSumsToZero(Pooling pooling) {
    int shorter = 0;
    for (int seed = 0; seed < 10; seed++) {
      Drawn drawn = new Drawn(seed, pooling, 3_000); // so many that every pair is seen
      ShiftNoise noise = new ShiftNoise(drawn.shift, 1, ValueArrays.of(drawn.next));
      ActionValues plain = drawn.values(drawn.shift, 1);
      ActionValues shrunk = drawn.values(drawn.shift.shrunk(), 1);
      ActionValues higher = drawn.values(drawn.shift.shrunk(), 1, 0.25);
      for (int x = 0; x < 4; x++) {
        noise.at(x);
        plain.at(x);
        shrunk.at(x);
        higher.at(x);
        for (int a = 0; a < 3; a++) {
          assertThat(plain.isVisited(a)).isTrue();
          assertThat(noise.kept(a)).isBetween(0.0, 1.0);
          assertThat(shrunk.carried(a)).isLessThanOrEqualTo(plain.carried(a) + 1e-15);
          shorter += shrunk.carried(a) < plain.carried(a) ? 1 : 0;
          // values that are higher everywhere by the same move no sum of a row that sums to 0
          assertThat(higher.removedShift(a)).isCloseTo(shrunk.removedShift(a), within(1e-12));
          assertThat(higher.carried(a)).isCloseTo(shrunk.carried(a), within(1e-12));
        }
      }
    }
    assertThat(shorter).isGreaterThan(60); // of 120
  }

  /** A log of a random problem with four states and no early end, and made-up next values. */
  private static final class Drawn {
    final Model model;
    final InducedShift shift;
    final StepValues next;

    Drawn(long seed, Pooling pooling, int episodes) {
      Shape shape = new Shape(4, 3, 3);
      RandomMdps random = new RandomMdps(seed);
      Policy behavior = random.policy(shape);
      Model truth = random.model(shape, Pooling.PER_STEP, 0);
      model = Model.estimate(random.log(truth, random.start(shape), behavior, episodes), pooling);
      shift = InducedShift.of(model, behavior);
      StateVector low = random.values(shape, 1);
      StateVector mid = random.values(shape, 1);
      StateVector high = random.values(shape, 1);
      next = new StepValues(low, plus(low, mid, 0), plus(plus(low, mid, 0), high, 0));
    }

    ActionValues values(InducedShift with, int step) {
      return values(with, step, 0);
    }

    ActionValues values(InducedShift with, int step, double higher) {
      StateVector none = StateVector.of(0, 0, 0, 0);
      return Backups.of(model, Bonus.paper(model.shape(), 0.1), ValueRange.of(model.shape()))
          .withShift(with)
          .actionValues(
              step,
              new StepValues(
                  plus(next.pessimistic(), none, higher),
                  plus(next.point(), none, higher),
                  plus(next.optimistic(), none, higher)));
    }

    private static StateVector plus(StateVector left, StateVector right, double more) {
      double[] sum = new double[left.size()];
      for (int x = 0; x < sum.length; x++) {
        sum[x] = left.at(x) + right.at(x) + more;
      }
      return StateVector.of(sum);
    }
  }
}
