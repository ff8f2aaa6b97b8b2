package io.sluice.features;

import java.io.Serializable;

/**
 * Which half of a log an episode belongs to, and whether it is learned from: by SplitMix64 of
 * {@link FeatureEpisode#number()} with a seed, so the same in every engine. Episodes of a cluster
 * go together.
 *
 * @param halves whether one half is set aside; else all episodes may be learned from
 * @param share of the episodes that may be learned from that are
 */
record Draw(long seed, boolean halves, double share) implements Serializable {
  /** Whether it is set aside to judge what is learned from the others. */
  boolean isJudged(FeatureEpisode episode) {
    return halves && isJudged(episode.number(), seed);
  }

  /** Whether it is learned from. */
  boolean isLearned(FeatureEpisode episode) {
    return !isJudged(episode) && (bits(episode.number(), seed) >>> 11) * 0x1p-53 < share;
  }

  static boolean isJudged(long number, long seed) {
    return (bits(number, seed) & 1) == 1;
  }

  /** One of several parts of about the same size, which do not depend on folds or halves. */
  static int part(long number, long seed, int parts) {
    return (int) Long.remainderUnsigned(bits(number, ~seed), parts);
  }

  private static long bits(long number, long seed) {
    long z = (number + 1) * 0x9E3779B97F4A7C15L + seed * 0xD1B54A32D192ED03L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
