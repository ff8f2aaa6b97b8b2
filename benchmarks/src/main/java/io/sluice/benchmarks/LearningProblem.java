package io.sluice.benchmarks;

import io.sluice.features.FeatureColumn;
import io.sluice.features.FeatureTable;
import io.sluice.policy.SavedPolicy;
import io.sluice.simulation.ContinuousSession;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Where logs of {@link BoostedLearningStudy} come from, and what policies are truly worth. */
sealed interface LearningProblem {
  /** How many rollouts a value is the mean of, and their seed: the same for all policies. */
  int ROLLOUTS = 20_000;

  long SEED = 7_003;

  /** A log in five folds. */
  FeatureTable draw(long seed, int episodes);

  /** What a policy is worth, or the logged one. */
  double value(Optional<SavedPolicy> policy);

  /** {@link ContinuousSession} at strength 1. */
  record Session(ContinuousSession session) implements LearningProblem {
    static Session of(boolean thresholds) {
      return new Session(new ContinuousSession(1, thresholds));
    }

    @Override
    public FeatureTable draw(long seed, int episodes) {
      return session.draw(seed, episodes, 5);
    }

    @Override
    public double value(Optional<SavedPolicy> policy) {
      return policy
          .map(p -> session.value(p::choose, SEED, ROLLOUTS))
          .orElseGet(() -> session.loggedValue(SEED, ROLLOUTS))
          .mean();
    }

    @Override
    public String toString() {
      return session.thresholds() ? "thresholds" : "smooth";
    }
  }

  /**
   * What is earned jumps in the columns by much more than actions change it: made for trees to be
   * of use. Three steps, columns u, v, w and n, uniform on [−1, 1] at first, two actions.
   *
   * <pre>
   * r = jump·(1{u > 0.3, v > −0.2} − 1{v < −0.5}) + 0.3·1{a = 1{w > 0.2}} + 0.5·ε
   * x′ = (x + uniform noise)/2, u′ + 0.1 after the second action;  π_b of it 0.5 + 0.2·u
   * </pre>
   */
  record Jumps(double jump) implements LearningProblem {
    private static final int HORIZON = 3;
    private static final int SIZE = 4;

    private static double behavior(double[] x) {
      return 0.5 + 0.2 * x[0];
    }

    private double pays(double[] x, int action) {
      double high = x[0] > 0.3 && x[1] > -0.2 ? jump : 0;
      double low = x[1] < -0.5 ? jump : 0;
      return high - low + ((action == 1) == (x[2] > 0.2) ? 0.3 : 0);
    }

    private static double[] start(SplittableRandom random) {
      return random.doubles(SIZE, -1, 1).toArray();
    }

    private static double[] next(double[] x, int action, SplittableRandom random) {
      double[] next = start(random);
      for (int j = 0; j < SIZE; j++) {
        next[j] = (x[j] + next[j]) / 2;
      }
      next[0] = Math.min(1, next[0] + 0.1 * action);
      return next;
    }

    @Override
    public FeatureTable draw(long seed, int episodes) {
      FeatureTable log =
          new FeatureTable(
              Stream.of("u", "v", "w", "n").map(FeatureColumn::number).toList(),
              List.of("a0", "a1"),
              HORIZON,
              5,
              false);
      SplittableRandom random = new SplittableRandom(seed);
      for (int t = 0; t < episodes; t++) {
        log.begin(t, t % 5);
        double[] x = start(random);
        for (int k = 1; k <= HORIZON; k++) {
          double second = behavior(x);
          int action = random.nextDouble() < second ? 1 : 0;
          double[] logged = {1 - second, second};
          log.row(x, action, pays(x, action) + 0.5 * random.nextGaussian(), logged, logged);
          x = next(x, action, random);
        }
      }
      return log;
    }

    @Override
    public double value(Optional<SavedPolicy> policy) {
      SplittableRandom random = new SplittableRandom(SEED);
      double sum = 0;
      for (int t = 0; t < ROLLOUTS; t++) {
        double[] x = start(random);
        for (int k = 1; k <= HORIZON; k++) {
          int logged = random.nextDouble() < behavior(x) ? 1 : 0;
          int action = policy.isPresent() ? policy.get().choose(k, x) : logged;
          sum += pays(x, action);
          x = next(x, action, random);
        }
      }
      return sum / ROLLOUTS;
    }

    @Override
    public String toString() {
      return "jumps " + jump;
    }
  }
}
