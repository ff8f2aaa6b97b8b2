package io.sluice.logs;

import io.sluice.fit.EpisodeEnds.Reading;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.SettingException;
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
 * @param hashed whether to take the hash of what the rows say, by which a log is known again
 * @param mostNames how many different states, and how many actions, there may be at most
 * @param ends what episodes are taken to be of which the log does not say whether they ended or
 *     were cut off
 * @param history what of the past becomes part of the state
 * @param where a condition in SQL; rows for which it does not hold are passed over
 */
public record LogOptions(
    Map<Role, List<String>> columns,
    List<Bins> bins,
    Optional<RewardRange> rewardRange,
    Optional<RewardRange> returnRange,
    boolean split,
    long seed,
    boolean hashed,
    int mostNames,
    Reading ends,
    Optional<History> history,
    Optional<String> where) {
  /**
   * What one name costs in memory, in bytes, with its number, its maps and its share of a model.
   */
  private static final long NAME = 1024;

  public LogOptions {
    columns = Map.copyOf(columns);
    bins = List.copyOf(bins);
  }

  /** Without a hash, with as many names as memory holds, and with ends where a log says nothing. */
  public LogOptions(
      Map<Role, List<String>> columns,
      List<Bins> bins,
      Optional<RewardRange> rewardRange,
      Optional<RewardRange> returnRange,
      boolean split,
      long seed) {
    this(
        columns,
        bins,
        rewardRange,
        returnRange,
        split,
        seed,
        false,
        namesInMemory(),
        Reading.UNKNOWN,
        Optional.empty(),
        Optional.empty());
  }

  private static int namesInMemory() {
    return (int) Math.min(100_000_000, Runtime.getRuntime().maxMemory() / NAME);
  }

  /** Everything by default. */
  public static LogOptions defaults() {
    return new LogOptions(Map.of(), List.of(), Optional.empty(), Optional.empty(), false, 1);
  }

  /** The same in two halves and with a hash: what is kept of a log whose rows may go. */
  public LogOptions toKeep() {
    if (history.isPresent()) {
      throw new SettingException("history", "cannot be kept in counts, got " + history.get());
    }
    if (where.isPresent()) {
      throw new SettingException("where", "cannot be kept in counts, got " + where.get());
    }
    return new LogOptions(
        columns, bins, rewardRange, returnRange, true, seed, true, mostNames, ends, history, where);
  }

  /** The same with another limit on names. */
  public LogOptions withMostNames(int most) {
    return new LogOptions(
        columns, bins, rewardRange, returnRange, split, seed, hashed, most, ends, history, where);
  }

  /**
   * The same with another reading of episodes of which the log does not say whether they ended or
   * were cut off; with both, one sees whether it matters.
   */
  public LogOptions withEnds(Reading reading) {
    return new LogOptions(
        columns,
        bins,
        rewardRange,
        returnRange,
        split,
        seed,
        hashed,
        mostNames,
        reading,
        history,
        where);
  }

  /** The same with something of the past in the state. */
  public LogOptions withHistory(Optional<History> past) {
    return new LogOptions(
        columns, bins, rewardRange, returnRange, split, seed, hashed, mostNames, ends, past, where);
  }

  /** The same for the rows alone for which a condition holds. */
  public LogOptions withWhere(Optional<String> condition) {
    return new LogOptions(
        columns,
        bins,
        rewardRange,
        returnRange,
        split,
        seed,
        hashed,
        mostNames,
        ends,
        history,
        condition);
  }
}
