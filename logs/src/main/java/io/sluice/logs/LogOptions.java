package io.sluice.logs;

import io.sluice.mdp.RewardRange;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How to read a log.
 *
 * @param columns the user's own mapping of roles to columns
 * @param bins numeric columns to cut
 * @param rewardRange the declared range of one reward; [0, 1] if none
 * @param returnRange the declared range of an episode's return, in the user's units
 * @param split whether to keep a half of the episodes apart, as a holdout
 * @param seed decides which half an episode belongs to
 */
public record LogOptions(
    Map<Role, List<String>> columns,
    List<Bins> bins,
    Optional<RewardRange> rewardRange,
    Optional<RewardRange> returnRange,
    boolean split,
    long seed) {
  public LogOptions {
    columns = Map.copyOf(columns);
    bins = List.copyOf(bins);
  }

  /** Everything by default. */
  public static LogOptions defaults() {
    return new LogOptions(Map.of(), List.of(), Optional.empty(), Optional.empty(), false, 1);
  }
}
