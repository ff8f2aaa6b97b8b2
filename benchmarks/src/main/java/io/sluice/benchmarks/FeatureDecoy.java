package io.sluice.benchmarks;

import io.sluice.features.FeatureColumn;
import io.sluice.features.FeatureTable;
import io.sluice.policy.SavedPolicy;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A problem to be fooled by: two columns x and z, uniform on [−1, 1] at every step whatever was
 * done, a reward, 0 or 1 if nothing else is stated, that depends on the step, the columns and the
 * action, and a logged policy that depends on the columns.
 */
enum FeatureDecoy {
  /** The first action is the best, and seven others, each seen rarely, are a little worse. */
  MANY(8, 2) {
    @Override
    double pays(int step, double x, double z, int action) {
      return action == 0 ? 0.55 : 0.5;
    }

    @Override
    double logged(double x, double z, int action) {
      return action == 0 ? 0.4 : 0.6 / 7;
    }
  },
  /** The second action pays more in the only corner where it was logged, and little elsewhere. */
  CORNER(2, 2) {
    @Override
    double pays(int step, double x, double z, int action) {
      return action == 0 ? 0.5 : x > 0.6 ? 0.9 : 0.1;
    }

    @Override
    double logged(double x, double z, int action) {
      double second = x > 0.6 ? 0.5 : 0.02;
      return action == 1 ? second : 1 - second;
    }
  },
  /** What is best at the first two steps is worst at the last two. */
  REVERSED(2, 4) {
    @Override
    double pays(int step, double x, double z, int action) {
      return (action == 1) == (x > 0) == (step <= 2) ? 0.6 : 0.45;
    }

    @Override
    double logged(double x, double z, int action) {
      return 0.5;
    }
  },
  /** Nothing matters. */
  NOTHING(3, 3) {
    @Override
    double pays(int step, double x, double z, int action) {
      return 0.5;
    }

    @Override
    double logged(double x, double z, int action) {
      return action == 0 ? 0.6 : 0.2;
    }
  },
  /** As the corner, but the corner is that of a product: two regions, in neither column alone. */
  PRODUCT(2, 2) {
    @Override
    double pays(int step, double x, double z, int action) {
      return action == 0 ? 0.5 : x * z > 0.25 ? 0.9 : 0.1;
    }

    @Override
    double logged(double x, double z, int action) {
      double second = x * z > 0.25 ? 0.5 : 0.02;
      return action == 1 ? second : 1 - second;
    }
  },
  /**
   * The second action pays more often, but one time in twenty it costs an amount that has no
   * variance (Pareto with exponent 1.5, from 1 on, 3 on average): few logs have the losses that
   * make it the worse one.
   */
  HEAVY(2, 2) {
    @Override
    double pays(int step, double x, double z, int action) {
      return action == 0 ? 0.5 : 0.6 - 0.05 * 3;
    }

    @Override
    double logged(double x, double z, int action) {
      return action == 0 ? 0.7 : 0.3;
    }

    @Override
    double reward(SplittableRandom random, int step, double x, double z, int action) {
      if (action == 0) {
        return super.reward(random, step, x, z, action);
      }
      double paid = random.nextDouble() < 0.6 ? 1 : 0;
      boolean lost = random.nextDouble() < 0.05;
      return lost ? paid - Math.pow(1 - random.nextDouble(), -1 / 1.5) : paid;
    }
  };

  private static final int GRID = 200;

  private final int actions;
  private final int horizon;

  FeatureDecoy(int actions, int horizon) {
    this.actions = actions;
    this.horizon = horizon;
  }

  /** Whether it was made to break the rule that it judges, and not used to find it. */
  boolean isForeign() {
    return this == PRODUCT || this == HEAVY;
  }

  /** The mean reward. */
  abstract double pays(int step, double x, double z, int action);

  abstract double logged(double x, double z, int action);

  double reward(SplittableRandom random, int step, double x, double z, int action) {
    return random.nextDouble() < pays(step, x, z, action) ? 1 : 0;
  }

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
        double z = 2 * random.nextDouble() - 1;
        double[] behavior = IntStream.range(0, actions).mapToDouble(a -> logged(x, z, a)).toArray();
        int action = 0;
        double left = random.nextDouble() - behavior[0];
        while (left >= 0 && action + 1 < actions) {
          left -= behavior[++action];
        }
        double reward = reward(random, k, x, z, action);
        log.row(new double[] {x, z}, action, reward, behavior, behavior);
      }
    }
    return log;
  }

  /** What a policy is worth. */
  double value(SavedPolicy policy) {
    return integrated((step, x, z) -> pays(step, x, z, policy.choose(step, new double[] {x, z})));
  }

  double loggedValue() {
    return integrated(
        (step, x, z) ->
            IntStream.range(0, actions)
                .mapToDouble(a -> logged(x, z, a) * pays(step, x, z, a))
                .sum());
  }

  private interface Rewards {
    double at(int step, double x, double z);
  }

  /** By integration over a grid. */
  private double integrated(Rewards rewards) {
    double sum = 0;
    for (int k = 1; k <= horizon; k++) {
      for (int i = 0; i < GRID; i++) {
        double x = (2 * i + 1.0) / GRID - 1;
        for (int j = 0; j < GRID; j++) {
          double z = (2 * j + 1.0) / GRID - 1;
          sum += rewards.at(k, x, z) / (GRID * GRID);
        }
      }
    }
    return sum;
  }
}
