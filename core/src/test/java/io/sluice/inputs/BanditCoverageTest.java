package io.sluice.inputs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.TransitionCounts;
import io.sluice.fixtures.RandomMdps;
import io.sluice.mdp.DeterministicPolicy;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.model.Model;
import io.sluice.model.SparseRows;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How often the intervals of Input 1 miss, over 2,000 seeded logs of a bandit with two states.
 *
 * <p>At δ = 0.1 an interval may miss 200 times in the mean. {@code hoeffding} and {@code bernstein}
 * promise at most δ for T = 200, and being bounds miss far less: more than 200 misses of an
 * interval that misses with probability 0.05 or less has probability P(Bin(2000, 0.05) &gt; 200)
 * &lt; 1e-19.
 *
 * <p>{@code normal} promises δ in the limit; at T = 2,000 its misses must lie in [146, 254], the
 * mean 200 ± 4 standard deviations (13.4): P(|Bin(2000, 0.1) − 200| &gt; 54) &lt; 7e-5.
 *
 * <p>The control: shrunk intervals must miss more than 200 times. Finite-sample radii are much
 * wider than these logs need, so they are shrunk to a tenth ({@code hoeffding}) and a twentieth
 * ({@code bernstein}): at a fifth, snips and dm with {@code bernstein} would still keep the promise
 * (14 and 2 misses). Smaller mistakes than that are for {@link BanditEstimatorByHandTest} to see.
 */
class BanditCoverageTest {
  private static final int RUNS = 2_000;
  private static final double DELTA = 0.1;
  private static final int ALLOWED = 200;
  private static final Shape SHAPE = new Shape(2, 2, 1);
  private static final StateVector START = StateVector.of(0.4, 0.6);
  private static final double[] MEANS = {0.3, 0.6, 0.5, 0.4};
  private static final Policy BEHAVIOR = Policy.uniform(SHAPE);
  private static final Policy EVALUATED = DeterministicPolicy.of(SHAPE, (h, x) -> x);

  /** θ = 0.4·(0.5·0.3 − 0.5·0.6) + 0.6·(−0.5·0.5 + 0.5·0.4) = 0.4·(−0.15) + 0.6·(−0.05). */
  private static final double TRUTH = -0.09;

  /** The four estimators. */
  enum Method {
    IPS,
    SNIPS,
    DM,
    DR;

    ImmediateEffect estimate(BanditEstimator e, Radius radius, Model other) {
      return switch (this) {
        case IPS -> e.ips(radius);
        case SNIPS -> e.selfNormalized(radius);
        case DM -> e.direct(radius);
        case DR -> e.doublyRobust(radius, other);
      };
    }
  }

  /** Misses at full width, and at the width of the control. */
  private record Misses(int full, int shrunk) {}

  private static final Map<Method, Map<Radius, Misses>> MISSES = new EnumMap<>(Method.class);

  @BeforeAll
  static void run() {
    Map<Radius, TransitionCounts[]> logs = new EnumMap<>(Radius.class);
    logs.put(Radius.HOEFFDING, logs(200, 1));
    logs.put(Radius.BERNSTEIN, logs.get(Radius.HOEFFDING));
    logs.put(Radius.NORMAL, logs(2_000, 2));
    TransitionCounts[] others = logs(100, 3); // what the doubly robust estimator learns from
    for (Method method : Method.values()) {
      Map<Radius, Misses> row = new EnumMap<>(Radius.class);
      logs.forEach((radius, of) -> row.put(radius, misses(method, radius, of, others)));
      MISSES.put(method, row);
    }
  }

  private static TransitionCounts[] logs(int episodes, long seed) {
    SparseRows.Writer none = new SparseRows.Writer(4, 0);
    for (int i = 0; i < 4; i++) {
      none.endRow();
    }
    Model truth = Model.known(SHAPE, Model.Pooling.POOLED, MEANS, none.done());
    RandomMdps random = new RandomMdps(seed);
    TransitionCounts[] logs = new TransitionCounts[RUNS];
    for (int i = 0; i < RUNS; i++) {
      logs[i] = random.log(truth, START, BEHAVIOR, episodes);
    }
    return logs;
  }

  private static Misses misses(
      Method method, Radius radius, TransitionCounts[] logs, TransitionCounts[] others) {
    double shrink =
        switch (radius) {
          case HOEFFDING -> 0.1;
          case BERNSTEIN -> 0.05;
          case NORMAL -> 0.2;
        };
    int full = 0;
    int shrunk = 0;
    for (int i = 0; i < RUNS; i++) {
      BanditEstimator e = new BanditEstimator(logs[i], 1, BEHAVIOR, EVALUATED, DELTA);
      Model other = Model.estimate(others[i], Model.Pooling.POOLED);
      ImmediateEffect effect = method.estimate(e, radius, other);
      double error = Math.abs(effect.estimate() - TRUTH);
      full += error > effect.radius() ? 1 : 0;
      shrunk += error > shrink * effect.radius() ? 1 : 0;
    }
    return new Misses(full, shrunk);
  }

  @ParameterizedTest
  @EnumSource(Method.class)
  void finiteSampleRadiiKeepTheirPromise(Method method) {
    Map<Radius, Misses> misses = MISSES.get(method);
    assertThat(misses.get(Radius.HOEFFDING).full).isLessThanOrEqualTo(ALLOWED);
    assertThat(misses.get(Radius.BERNSTEIN).full).isLessThanOrEqualTo(ALLOWED);
  }

  @ParameterizedTest
  @EnumSource(Method.class)
  void normalRadiiMissAboutAsOftenAsTheySay(Method method) {
    assertThat(MISSES.get(method).get(Radius.NORMAL).full).isBetween(146, 254);
  }

  @ParameterizedTest
  @EnumSource(Method.class)
  void shrunkRadiiAreFoundOut(Method method) {
    MISSES
        .get(method)
        .forEach(
            (radius, misses) ->
                assertThat(misses.shrunk).as("%s %s", method, radius).isGreaterThan(ALLOWED));
  }

  @Test
  void theTruthIsWhatTheModelSays() {
    double truth = 0;
    for (int x = 0; x < 2; x++) {
      for (int a = 0; a < 2; a++) {
        double change = EVALUATED.probability(1, x, a) - BEHAVIOR.probability(1, x, a);
        truth += START.at(x) * change * MEANS[2 * x + a];
      }
    }
    assertThat(truth).isCloseTo(TRUTH, within(1e-12));
  }
}
