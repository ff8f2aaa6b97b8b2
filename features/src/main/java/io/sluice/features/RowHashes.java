package io.sluice.features;

import io.sluice.assumptions.RepeatedEpisodes;
import java.io.Serializable;

/**
 * What the rows of episodes are, as hashes: of all that results depend on, of actions and rewards
 * alone, and of each episode, to see which occur more than once.
 */
final class RowHashes implements Serializable {
  private static final int DROPPED = 32; // of the 52 binary digits of a mean reward
  private static final long FIRST = 0x9E3779B97F4A7C15L;
  private static final long SECOND = 0xC2B2AE3D27D4EB4FL;

  private final long[] all = new long[2]; // Σ of the hashes of episodes, so in any order
  private final long[] decisions = new long[2];
  private RepeatedEpisodes repeated = new RepeatedEpisodes();

  /** Adds an episode as hashes, each a chain of its own, so all are made side by side. */
  void add(FeatureEpisode episode) {
    long whole = FIRST;
    long second = SECOND;
    long content = 1;
    long rounded = 1; // without propensities, and of rewards only what is left of their mean
    long decided = FIRST;
    long secondDecided = SECOND;
    double sum = 0;
    for (int k = 1; k <= episode.length(); k++) {
      for (double x : episode.features(k)) {
        long bits = Double.doubleToLongBits(x);
        whole = noted(whole, bits);
        second = added(second, bits);
        content = noted(content, bits);
        rounded = noted(rounded, bits);
      }
      long action = Double.doubleToLongBits(episode.action(k));
      long reward = Double.doubleToLongBits(episode.reward(k));
      long propensity = Double.doubleToLongBits(episode.propensity(k));
      whole = noted(noted(noted(whole, action), reward), propensity);
      second = added(added(added(second, action), reward), propensity);
      content = noted(noted(noted(content, action), reward), propensity);
      rounded = noted(rounded, action);
      decided = noted(noted(decided, action), reward);
      secondDecided = added(added(secondDecided, action), reward);
      sum += episode.reward(k);
    }
    long length = Double.doubleToLongBits(episode.length());
    all[0] += mixed(noted(whole, length));
    all[1] += mixed(added(second, length));
    decisions[0] += mixed(noted(decided, length));
    decisions[1] += mixed(added(secondDecided, length));
    double mean = Double.doubleToLongBits(sum / episode.length()) >> DROPPED;
    repeated.add(mixed(content), mixed(noted(rounded, Double.doubleToLongBits(mean))));
  }

  private static long noted(long hash, long bits) {
    return Long.rotateLeft((hash ^ bits) * 0xFF51AFD7ED558CCDL, 29);
  }

  private static long added(long hash, long bits) {
    return Long.rotateLeft((hash + bits) * 0xC4CEB9FE1A85EC53L, 31);
  }

  static long mixed(long number) {
    long z = (number ^ (number >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  void plus(RowHashes later) {
    for (int i = 0; i < 2; i++) {
      all[i] += later.all[i];
      decisions[i] += later.decisions[i];
    }
    repeated = repeated.plus(later.repeated);
  }

  /** Of all that results depend on. */
  String all() {
    return "%016x%016x".formatted(all[0], all[1]);
  }

  /** Of actions and rewards alone. */
  String decisions() {
    return "%016x%016x".formatted(decisions[0], decisions[1]);
  }

  /** Whether episodes occur more than once, and more often than chance allows. */
  RepeatedEpisodes.Repetitions repetitions() {
    return repeated.repetitions();
  }
}
