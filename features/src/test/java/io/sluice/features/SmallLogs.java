package io.sluice.features;

import java.util.List;
import java.util.SplittableRandom;

/** Logs of two actions on a category with three levels and a number. */
final class SmallLogs {
  static final List<String> LEVELS = List.of("low", "middle", "high");
  private static final List<FeatureColumn> COLUMNS =
      List.of(FeatureColumn.category("level", LEVELS), FeatureColumn.number("price"));

  private SmallLogs() {}

  private static FeatureTable table(int horizon, int folds, boolean clustered) {
    return new FeatureTable(COLUMNS, List.of("stay", "go"), horizon, folds, clustered);
  }

  private static double[] behavior(int level) {
    double p = 0.3 + 0.2 * level;
    return new double[] {p, 1 - p};
  }

  private static double[] evaluated(int level) {
    double p = 0.8 - 0.3 * level;
    return new double[] {p, 1 - p};
  }

  /** Two steps; going raises the level, and one episode in ten ends after the first. */
  static FeatureTable twoSteps(long seed, int episodes, int folds, boolean same) {
    SplittableRandom random = new SplittableRandom(seed);
    FeatureTable log = table(2, folds, false);
    for (int t = 0; t < episodes; t++) {
      log.begin(t, t % folds);
      int level = random.nextInt(3);
      for (int k = 1; k <= 2; k++) {
        double[] b = behavior(level);
        int action = random.nextDouble() < b[0] ? 0 : 1;
        double reward = random.nextDouble() < 0.2 + 0.2 * level + 0.1 * action ? 1 : 0;
        log.row(
            new double[] {level, random.nextGaussian()},
            action,
            reward,
            b,
            same ? b : evaluated(level));
        if (random.nextInt(10) == 0) {
          break;
        }
        level = Math.min(2, Math.max(0, level - 1 + random.nextInt(2) + action));
      }
    }
    return log;
  }

  static FeatureTable oneStep(long seed, int episodes, int folds) {
    return copied(seed, episodes, 1, folds);
  }

  /** Every episode as a cluster of so many copies, in two folds. */
  static FeatureTable copied(long seed, int episodes, int copies) {
    return copied(seed, episodes, copies, 2);
  }

  private static FeatureTable copied(long seed, int episodes, int copies, int folds) {
    SplittableRandom random = new SplittableRandom(seed);
    FeatureTable log = table(1, folds, copies > 1);
    for (int t = 0; t < episodes; t++) {
      int level = random.nextInt(3);
      double[] b = behavior(level);
      int action = random.nextDouble() < b[0] ? 0 : 1;
      double price = random.nextGaussian();
      double reward = 0.3 * price + random.nextGaussian() + action;
      for (int c = 0; c < copies; c++) {
        log.begin(t, t % folds);
        log.row(new double[] {level, price}, action, reward, b, evaluated(level));
      }
    }
    return log;
  }

  /**
   * Two steps whose second reward depends on the action of the first, which no column tells.
   *
   * @param told whether a column does tell
   */
  static FeatureTable remembering(long seed, int episodes, boolean told) {
    SplittableRandom random = new SplittableRandom(seed);
    FeatureTable log =
        new FeatureTable(
            List.of(FeatureColumn.number("noise"), FeatureColumn.number("before")),
            List.of("stay", "go"),
            2,
            5,
            false);
    double[] even = {0.5, 0.5};
    double[] go = {0.1, 0.9};
    for (int t = 0; t < episodes; t++) {
      log.begin(t, t % 5);
      int first = random.nextInt(2);
      log.row(new double[] {random.nextGaussian(), 0}, first, 0, even, go);
      double reward = random.nextDouble() < 0.2 + 0.5 * first ? 1 : 0;
      log.row(
          new double[] {random.nextGaussian(), told ? first : 0},
          random.nextInt(2),
          reward,
          even,
          go);
    }
    return log;
  }

  /** One step; actions are drawn evenly, whatever is said of them. */
  static FeatureTable miscalibrated(long seed, int episodes, double said) {
    SplittableRandom random = new SplittableRandom(seed);
    FeatureTable log = table(1, 3, false);
    double[] b = {said, 1 - said};
    for (int t = 0; t < episodes; t++) {
      log.begin(t, t % 3);
      double[] x = {random.nextInt(3), random.nextGaussian()};
      log.row(x, random.nextInt(2), random.nextGaussian(), b, new double[] {0.7, 0.3});
    }
    return log;
  }
}
