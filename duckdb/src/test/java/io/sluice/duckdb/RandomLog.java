package io.sluice.duckdb;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Logs whose rewards add up to different doubles in different orders. */
public final class RandomLog {
  private static final double[] REWARDS = {0, 0.1, 1.0 / 3, 0.7, 1, 1e-5, 0.30000000000000004};
  private static final int HORIZON = 5;

  private RandomLog() {}

  /** About so many rows: 30 states, 4 actions, up to 5 steps, some episodes shorter. */
  public static Table of(int rows, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<List<String>> all = new ArrayList<>();
    for (int episode = 1; all.size() < rows; episode++) {
      int length = random.nextInt(4) == 0 ? 1 + random.nextInt(HORIZON) : HORIZON;
      for (int step = 1; step <= length; step++) {
        all.add(
            List.of(
                Integer.toString(episode),
                Integer.toString(step),
                "s" + random.nextInt(30),
                "a" + random.nextInt(4),
                Double.toString(REWARDS[random.nextInt(REWARDS.length)])));
      }
    }
    return new Table(List.of("episode", "step", "state", "action", "reward"), all);
  }
}
