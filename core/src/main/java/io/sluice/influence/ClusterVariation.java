package io.sluice.influence;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How the clusters of a log differ.
 *
 * @param sizes how many clusters there are of each number of episodes
 * @param level the standard deviation of a cluster's level of rewards, in [0, 1] units
 * @param byAction the standard deviation of what an action earns more in one cluster than in
 *     others, in [0, 1] units
 */
public record ClusterVariation(SortedMap<Long, Long> sizes, double level, double byAction) {
  public ClusterVariation {
    sizes = Collections.unmodifiableSortedMap(new TreeMap<>(sizes));
    if (!(level >= 0 && byAction >= 0)) { // written so that NaN fails too
      throw new IllegalArgumentException(
          "variation of clusters: needs standard deviations of at least 0, got %s and %s"
              .formatted(level, byAction));
    }
  }
}
