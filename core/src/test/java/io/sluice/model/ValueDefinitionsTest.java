package io.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.fixtures.Dense;
import io.sluice.fixtures.RandomMdps;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.model.Model.Pooling;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The paper's identities on random problems whose truth is known. */
class ValueDefinitionsTest {
  private static final Offset<Double> CLOSE = within(1e-12);

  /** A random problem with two policies. */
  private record Problem(
      Model model, StateVector start, Policy behavior, Policy evaluated, String name) {
    static Problem of(int seed, Shape shape) {
      RandomMdps random = new RandomMdps(seed);
      Pooling pooling = seed % 2 == 0 ? Pooling.PER_STEP : Pooling.POOLED;
      double ends = seed % 3 == 0 ? 0.2 : 0;
      Model model = random.model(shape, pooling, ends);
      Policy behavior = seed % 4 == 0 ? random.stationaryPolicy(shape) : random.policy(shape);
      return new Problem(
          model,
          random.start(shape),
          behavior,
          random.policy(shape),
          "seed %d, %s, ends %s".formatted(seed, pooling, ends));
    }

    StateVector value(Policy policy, int step) {
      return Backups.exact(model).evaluate(policy).at(step).point();
    }

    /** π̃_h: the logged policy before step h, the evaluated one from there on. */
    Policy spliced(int step) {
      return Policy.spliced(behavior, evaluated, step);
    }

    /** α^(h) = E[V^(h)_π̃h(x) − V^(h)_π̃h+1(x)], x drawn from the logged policy's step h. */
    double effect(int step) {
      StateVector states = Occupancy.forward(model, behavior, start).get(step - 1);
      return states.dot(value(spliced(step), step)) - states.dot(value(spliced(step + 1), step));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Problem> problems() {
    return IntStream.range(0, 24)
        .mapToObj(seed -> Problem.of(seed, new Shape(2 + seed % 5, 2 + seed % 3, 1 + seed % 6)));
  }

  static Stream<Problem> tinyProblems() {
    return IntStream.range(100, 112).mapToObj(seed -> Problem.of(seed, new Shape(2, 2, 3)));
  }

  @ParameterizedTest
  @MethodSource("problems")
  void theEffectsOfAllStepsAddUpToTheDifferenceOfValues(Problem p) {
    int horizon = p.model.shape().horizon();
    double sum = IntStream.rangeClosed(1, horizon).mapToDouble(p::effect).sum();
    double difference = p.start.dot(p.value(p.evaluated, 1)) - p.start.dot(p.value(p.behavior, 1));
    assertThat(sum).isCloseTo(difference, CLOSE);
    assertThat(Math.abs(difference)).isGreaterThan(1e-6); // the identity is not 0 = 0
  }

  @ParameterizedTest
  @MethodSource("problems")
  void anEffectIsTheDifferenceOfTwoSplicedValues(Problem p) {
    for (int h = 1; h <= p.model.shape().horizon(); h++) {
      double from = p.start.dot(p.value(p.spliced(h), 1));
      double later = p.start.dot(p.value(p.spliced(h + 1), 1));
      assertThat(p.effect(h)).as("step %d", h).isCloseTo(from - later, CLOSE);
    }
  }

  /** {@code eq:connecting-estimand-to-shift}: α = θ + E ∫ V_π^(h+1)(x′) Δ(x′|x,π). */
  @ParameterizedTest
  @MethodSource("problems")
  void anEffectIsImmediateOrCarriedByTheShift(Problem p) {
    Shape shape = p.model.shape();
    for (int h = 1; h <= shape.horizon(); h++) {
      StateVector states = Occupancy.forward(p.model, p.behavior, p.start).get(h - 1);
      StateVector next =
          h == shape.horizon() ? StateVector.constant(shape, 0) : p.value(p.evaluated, h + 1);
      double sum = 0;
      for (int x = 0; x < shape.states(); x++) {
        double effect =
            Dense.reward(p.model, h, x, p.evaluated) - Dense.reward(p.model, h, x, p.behavior);
        double[] shift = Dense.shift(p.model, p.behavior, h, x, p.evaluated);
        for (int y = 0; y < shape.states(); y++) {
          effect += shift[y] * next.at(y);
        }
        sum += states.at(x) * effect;
      }
      assertThat(p.effect(h)).as("step %d", h).isCloseTo(sum, CLOSE);
    }
  }

  @ParameterizedTest
  @MethodSource("tinyProblems")
  void aValueIsTheMeanReturnOverAllTrajectories(Problem p) {
    for (Policy policy : List.of(p.behavior, p.evaluated, p.spliced(2))) {
      for (int x = 0; x < p.model.shape().states(); x++) {
        double enumerated = trajectories(p.model, policy, 1, x, 1, 0);
        assertThat(p.value(policy, 1).at(x)).isCloseTo(enumerated, CLOSE);
      }
    }
  }

  /** Σ over all ways to go on of probability times return, with nothing shared between them. */
  private static double trajectories(
      Model model, Policy policy, int step, int state, double chance, double soFar) {
    if (step > model.shape().horizon() || state == model.shape().end()) {
      return chance * soFar;
    }
    double sum = 0;
    for (int a = 0; a < model.shape().actions(); a++) {
      double taken = chance * policy.probability(step, state, a);
      double earned = soFar + model.reward(model.pair(step, state, a));
      double[] next = Dense.next(model, step, state, a);
      for (int y = 0; y < next.length; y++) {
        if (next[y] > 0) {
          sum += trajectories(model, policy, step + 1, y, taken * next[y], earned);
        }
      }
    }
    return sum;
  }

  @ParameterizedTest
  @MethodSource("problems")
  void anOccupancyKeepsAllEpisodes(Problem p) {
    for (StateVector states : Occupancy.forward(p.model, p.evaluated, p.start)) {
      double total = 0;
      for (double share : states.toArray()) {
        total += share;
      }
      assertThat(total).isCloseTo(1, CLOSE);
    }
  }
}
