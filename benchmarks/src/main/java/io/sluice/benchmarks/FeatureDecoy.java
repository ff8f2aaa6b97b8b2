package io.sluice.benchmarks;

import io.sluice.features.FeatureColumn;
import io.sluice.features.FeatureTable;
import io.sluice.policy.SavedPolicy;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A problem to be fooled by: two columns x and z, uniform on [−1, 1] at every step whatever was
 * done, a reward of 0 or 1 that depends on the step, x and the action, and a logged policy that
 * depends on x.
 */
enum FeatureDecoy {
  /** The first action is the best, and seven others, each seen rarely, are a little worse. */
  MANY(8, 2) {
    @Override
    double pays(int step, double x, int action) {
      return action == 0 ? 0.55 : 0.5;
    }

    @Override
    double logged(double x, int action) {
      return action == 0 ? 0.4 : 0.6 / 7;
    }
  },
  /** The second action pays more in the only corner where it was logged, and little elsewhere. */
  CORNER(2, 2) {
    @Override
    double pays(int step, double x, int action) {
      return action == 0 ? 0.5 : x > 0.6 ? 0.9 : 0.1;
    }

    @Override
    double logged(double x, int action) {
      double second = x > 0.6 ? 0.5 : 0.02;
      return action == 1 ? second : 1 - second;
    }
  },
  /** What is best at the first two steps is worst at the last two. */
  REVERSED(2, 4) {
    @Override
    double pays(int step, double x, int action) {
      return (action == 1) == (x > 0) == (step <= 2) ? 0.6 : 0.45;
    }

    @Override
    double logged(double x, int action) {
      return 0.5;
    }
  },
  /** Nothing matters. */
  NOTHING(3, 3) {
    @Override
    double pays(int step, double x, int action) {
      return 0.5;
    }

    @Override
    double logged(double x, int action) {
      return action == 0 ? 0.6 : 0.2;
    }
  };

  private static final int GRID = 400;

  private final int actions;
  private final int horizon;

  FeatureDecoy(int actions, int horizon) {
    this.actions = actions;
    this.horizon = horizon;
  }

  abstract double pays(int step, double x, int action);

  abstract double logged(double x, int action);

  FeatureTable draw(long seed, int episodes, int folds) {
    List<String> names = IntStream.range(0, actions).mapToObj(a -> "a" + a).toList();
    FeatureTable log =
        new FeatureTable(
            List.of(FeatureColumn.number("x"), FeatureColumn.number("z")),
            names,
            horizon,
            folds,
            false);
    SplittableRandom random = new SplittableRandom(seed);
    for (int t = 0; t < episodes; t++) {
      log.begin(t, t % folds);
      for (int k = 1; k <= horizon; k++) {
        double x = 2 * random.nextDouble() - 1;
        double[] behavior = IntStream.range(0, actions).mapToDouble(a -> logged(x, a)).toArray();
        int action = 0;
        double left = random.nextDouble() - behavior[0];
        while (left >= 0 && action + 1 < actions) {
          left -= behavior[++action];
        }
        double reward = random.nextDouble() < pays(k, x, action) ? 1 : 0;
        log.row(new double[] {x, 2 * random.nextDouble() - 1}, action, reward, behavior, behavior);
      }
    }
    return log;
  }

  /** What a policy is worth, by integration over a grid. */
  double value(SavedPolicy policy) {
    double sum = 0;
    int other = 20;
    for (int k = 1; k <= horizon; k++) {
      for (int i = 0; i < GRID; i++) {
        double x = (2 * i + 1.0) / GRID - 1;
        for (int j = 0; j < other; j++) {
          double z = (2 * j + 1.0) / other - 1;
          sum += pays(k, x, policy.choose(k, new double[] {x, z})) / (GRID * other);
        }
      }
    }
    return sum;
  }

  double loggedValue() {
    double sum = 0;
    for (int k = 1; k <= horizon; k++) {
      for (int i = 0; i < GRID; i++) {
        double x = (2 * i + 1.0) / GRID - 1;
        for (int a = 0; a < actions; a++) {
          sum += logged(x, a) * pays(k, x, a) / GRID;
        }
      }
    }
    return sum;
  }
}
