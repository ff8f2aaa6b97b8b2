package io.sluice.inputs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.TransitionCounts;
import io.sluice.distributions.NormalQuantile;
import io.sluice.fixtures.Log;
import io.sluice.fixtures.RandomMdps;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Estimates by the weights of a known π_b, by hand and by their definition. */
class WeightedEstimatorTest {
  private static final Offset<Double> CLOSE = within(1e-12);
  private static final Shape ONE = new Shape(2, 2, 1);
  private static final Policy EVEN = Policy.uniform(ONE);
  private static final Policy SECOND = Policy.everywhere(ONE, 0, 1);

  /** Action 1 was never seen in state 1. */
  private static TransitionCounts thin() {
    return new Log(ONE)
        .episode(0, 0, 0)
        .episode(0, 1, 1)
        .episode(1, 0, 1)
        .episode(1, 0, 1)
        .counts();
  }

  private static WeightedEstimator weighted(TransitionCounts counts, Policy evaluated) {
    return new WeightedEstimator(counts, 1, EVEN, evaluated, 0.1);
  }

  @Test
  void aroundTheMiddleByHand() {
    // ω − 1 is −1 and 1, r − ½ is ±½: terms ½, ½, −½, −½; mean 0, variance 1/3, range 1
    ImmediateEffect effect = weighted(thin(), SECOND).bernstein();
    double log = Math.log(40);
    assertThat(effect.estimate()).isCloseTo(0, CLOSE);
    assertThat(effect.radius()).isCloseTo(Math.sqrt(2 * log / 3 / 4) + 7 * log / 9, CLOSE);
    assertThat(effect.method()).isEqualTo("dr-bernstein");
  }

  @Test
  void leavingOneOutByHand() {
    // R̄ = 3/4. Guesses of all rows: (0.5, 2.5/3), (3.5/4, 0.75); (π−π_b) = (−½, ½).
    // Row 1 (0,0,0): own guess 1.5/2 = 0.75; ½(2.5/3 − 0.75) − (0 − 0.75)
    double first = (2.5 / 3 - 0.75) / 2 + 0.75;
    // Row 2 (0,1,1): own guess 1.5/2 = 0.75; ½(0.75 − 0.5) + (1 − 0.75)
    double second = 0.25 / 2 + 0.25;
    // Rows 3 and 4 (1,0,1): own guess (1 + 1.5)/3; ½(0.75 − 2.5/3) − (1 − 2.5/3)
    double third = (0.75 - 2.5 / 3) / 2 - (1 - 2.5 / 3);
    double mean = (first + second + 2 * third) / 4;
    ImmediateEffect effect = weighted(thin(), SECOND).leaveOneOut(Pooling.PER_STEP, 0);
    assertThat(effect.estimate()).isCloseTo(mean, CLOSE);
    double variance = (square(first - mean) + square(second - mean) + 2 * square(third - mean)) / 3;
    double z = NormalQuantile.twoSided(0.1);
    assertThat(effect.radius()).isCloseTo(z * Math.sqrt(variance / 4), CLOSE);
  }

  private static double square(double x) {
    return x * x;
  }

  @Test
  void guessesOfPairsSeenOnceOrNeverAreDrawnToTheMean() {
    Model model = Model.estimate(thin(), Pooling.PER_STEP);
    RewardPrediction shrunk = RewardPrediction.shrunk(model, 1);
    // R̄ = 3/4: (0 + 1.5)/3, (1 + 1.5)/3, (2 + 1.5)/4, 1.5/2
    assertThat(shrunk.of(0, 0)).isCloseTo(0.5, CLOSE);
    assertThat(shrunk.of(0, 1)).isCloseTo(2.5 / 3, CLOSE);
    assertThat(shrunk.of(1, 0)).isCloseTo(0.875, CLOSE);
    assertThat(shrunk.of(1, 1)).isCloseTo(0.75, CLOSE);
    RewardPrediction plain = RewardPrediction.of(model, 1);
    assertThat(plain.of(1, 1)).isZero();
    assertThat(plain.of(1, 0)).isEqualTo(1);
  }

  @Test
  void atTheLoggedPolicyBothAreExactlyZero() {
    WeightedEstimator same = weighted(thin(), EVEN);
    assertThat(same.bernstein().estimate()).isZero();
    assertThat(same.bernstein().radius()).isZero();
    for (Pooling pooling : Pooling.values()) {
      assertThat(same.leaveOneOut(pooling, 0.75).estimate()).isZero();
      assertThat(same.leaveOneOut(pooling, 0.75).radius()).isZero();
    }
  }

  @Test
  void whatTheLoggedPolicyNeverDoesCannotBeWeighted() {
    Policy first = Policy.everywhere(ONE, 1, 0);
    assertThat(weighted(thin(), SECOND).isPossible()).isTrue();
    assertThat(new WeightedEstimator(thin(), 1, first, SECOND, 0.1).isPossible()).isFalse();
    assertThat(new WeightedEstimator(thin(), 1, SECOND, SECOND, 0.1).isPossible()).isTrue();
  }

  @Test
  void theNarrowerOfTwoThatHoldTogetherIsTaken() {
    // 4 rows say little: Bernstein's last term alone is 7 ln 80/9 = 3.4
    ImmediateEffect few = weighted(thin(), SECOND).narrower();
    assertThat(few.method()).isEqualTo("dm-hoeffding");
    assertThat(few.radius())
        .isEqualTo(
            new BanditEstimator(thin(), 1, EVEN, SECOND, 0.05).direct(Radius.HOEFFDING).radius());
    assertThat(few.delta()).isEqualTo(0.1);
    TransitionCounts thousands =
        new Log(ONE).episodes(5_000, 0, 0, 0).episodes(5_000, 0, 1, 1).counts();
    ImmediateEffect many = weighted(thousands, SECOND).narrower();
    assertThat(many.method()).isEqualTo("dr-bernstein");
    assertThat(many.radius())
        .isEqualTo(new WeightedEstimator(thousands, 1, EVEN, SECOND, 0.05).bernstein().radius());
  }

  @Test
  void withoutSupportOnlyTheDirectMethodIsLeft() {
    Policy first = Policy.everywhere(ONE, 1, 0);
    ImmediateEffect effect = new WeightedEstimator(thin(), 1, first, SECOND, 0.1).narrower();
    assertThat(effect.method()).isEqualTo("dm-hoeffding");
  }

  /** The definition: for every row, guesses from the log without it. */
  @ParameterizedTest
  @EnumSource(Pooling.class)
  void everyRowIsGuessedFromAllOthers(Pooling pooling) {
    Shape shape = new Shape(3, 2, 2);
    RandomMdps random = new RandomMdps(4);
    Policy behavior = random.policy(shape);
    Policy evaluated = random.policy(shape);
    Model truth = random.model(shape, Pooling.PER_STEP, 0.2);
    TransitionCounts counts = random.log(truth, random.start(shape), behavior, 12);
    for (int step = 1; step <= 2; step++) {
      List<Row> rows = rows(counts, pooling == Pooling.POOLED ? 0 : step);
      double mean = rows.stream().mapToDouble(Row::reward).average().orElseThrow();
      double[] here = counts.visits(step).toArray();
      double sum = 0;
      for (Row row : rows) {
        double inState = rows.stream().filter(r -> r.state == row.state).count();
        double term = 0;
        for (int a = 0; a < 2; a++) {
          int action = a;
          double change =
              evaluated.probability(step, row.state, a) - behavior.probability(step, row.state, a);
          double[] others =
              rows.stream()
                  .filter(r -> r.number != row.number && r.state == row.state && r.action == action)
                  .mapToDouble(Row::reward)
                  .toArray();
          double total = 2 * mean;
          for (double r : others) {
            total += r;
          }
          double guess = total / (others.length + 2);
          term += change * guess;
          if (a == row.action) {
            double logged = // the mean of π_b over the rows in the state
                rows.stream()
                    .filter(r -> r.state == row.state)
                    .mapToDouble(r -> behavior.probability(r.step, r.state, action))
                    .average()
                    .orElseThrow();
            term += change / logged * (row.reward - guess);
          }
        }
        sum += here[row.state] / counts.episodes() / inState * term;
      }
      double estimate =
          new WeightedEstimator(counts, step, behavior, evaluated, 0.1)
              .leaveOneOut(pooling, 0)
              .estimate();
      assertThat(estimate).isCloseTo(sum, CLOSE);
    }
  }

  private record Row(int number, int step, int state, int action, double reward) {}

  /** The rows of a step, or of all of them; rewards are 0 or 1, so sums give them back. */
  private static List<Row> rows(TransitionCounts counts, int step) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < counts.cells(); i++) {
      for (int j = 0; (step == 0 || counts.step(i) == step) && j < counts.count(i); j++) {
        double reward = j < counts.rewardSum(i) ? 1 : 0;
        rows.add(new Row(rows.size(), counts.step(i), counts.state(i), counts.action(i), reward));
      }
    }
    return rows;
  }
}
