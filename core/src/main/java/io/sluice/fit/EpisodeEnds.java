package io.sluice.fit;

import io.sluice.counts.CellCursor;
import io.sluice.counts.TransitionCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How the episodes of a log stop: at the horizon, at an end after which nothing is earned, or cut
 * off although they would have gone on.
 *
 * @param full episodes with all H steps: what would follow does not matter
 * @param ended those that ended before, by what the log says or by a last next state that is empty
 *     or begins no row
 * @param cut those that the log says were cut off before
 * @param ambiguous those of which the log does not say which it was: their last next state begins
 *     rows of other episodes, and no column marks ends or cuts
 * @param unplaced those among the cut in a state that begins no row, of which nothing is known
 * @param filled rows with an empty next state that another row of the episode follows: it was taken
 *     from that one
 * @param marked whether a column of the log marks ends or cuts
 * @param reading how ambiguous episodes were read
 */
public record EpisodeEnds(
    long full,
    long ended,
    long cut,
    long ambiguous,
    long unplaced,
    long filled,
    boolean marked,
    Reading reading) {
  /** How episodes are read if the log does not say how they ended. */
  public enum Reading {
    /** Estimates are of episodes that ended; intervals and verdicts hold in both cases. */
    UNKNOWN,
    /** It earns 0 from then on. */
    ENDED,
    /** It would have continued from its last next state. */
    CUT;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Returns the ends of a log without marks and without ambiguous episodes. */
  public static EpisodeEnds of(TransitionCounts counts) {
    long full = 0;
    for (CellCursor at = counts.walk(counts.shape().horizon()); at.advance(); ) {
      full += counts.count(at.cell());
    }
    long cut = counts.cutEpisodes();
    long ended = counts.episodes() - full - cut;
    return new EpisodeEnds(full, ended, cut, 0, 0, 0, false, Reading.UNKNOWN);
  }

  /** Returns the number of episodes that count as cut off. */
  public long readAsCut() {
    return cut + (reading == Reading.CUT ? ambiguous : 0);
  }

  /** Returns the number of episodes that count as ended before step H. */
  public long readAsEnded() {
    return ended + (reading == Reading.CUT ? 0 : ambiguous);
  }

  /** Returns the sum of two logs that were read in the same way. */
  public EpisodeEnds plus(EpisodeEnds other) {
    return new EpisodeEnds(
        full + other.full,
        ended + other.ended,
        cut + other.cut,
        ambiguous + other.ambiguous,
        unplaced + other.unplaced,
        filled + other.filled,
        marked && other.marked,
        ambiguous > 0 ? reading : other.reading);
  }

  /** Returns these ends for a longer horizon, at which episodes of full length have ended early. */
  public EpisodeEnds amongLonger() {
    return new EpisodeEnds(0, ended + full, cut, ambiguous, unplaced, filled, marked, reading);
  }

  /** Returns notes for readers of results. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (filled > 0) {
      notes.add(
          String.format(
              Locale.ROOT,
              "next_state is empty in %,d %s that another of the same episode follows: taken from that one",
              filled,
              filled == 1 ? "row" : "rows"));
    }
    if (ambiguous > 0) {
      boolean one = ambiguous == 1;
      notes.add(
          "%s before the last step, and the log does not say whether %s ended or %s cut off (columns terminated and truncated would): %s counted as %s%s"
              .formatted(
                  episodes(ambiguous, "stops", "stop"),
                  one ? "it" : "they",
                  one ? "was" : "were",
                  one ? "it is" : "they are",
                  reading == Reading.CUT ? "cut off" : "ended",
                  reading == Reading.UNKNOWN ? " in estimates (set `ends` if you know)" : ""));
    }
    if (readAsCut() > 0) {
      notes.add(
          "%s cut off: what would have followed is estimated from episodes that went on from the same state, so that values are for whole episodes; this assumes that cuts, given step and state, do not depend on what would have followed"
              .formatted(episodes(readAsCut(), "was", "were")));
    }
    if (unplaced > 0) {
      notes.add(
          "%s cut off in a state that begins no row: what would have followed is unknown, and no verdict is given"
              .formatted(episodes(unplaced, "was", "were")));
    }
    return notes;
  }

  private static String episodes(long number, String one, String several) {
    return String.format(
        Locale.ROOT,
        "%,d %s %s",
        number,
        number == 1 ? "episode" : "episodes",
        number == 1 ? one : several);
  }
}
