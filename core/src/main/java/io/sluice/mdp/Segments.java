package io.sluice.mdp;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parts of a log within which effects are judged: episodes by a value that all their rows have, or
 * decisions by a value that was known before them.
 *
 * @param column what they are told apart by
 * @param names of the segments, in order; the last is {@link #OTHER} where some were pooled
 * @param ofEpisodes whether all rows of an episode have the same
 * @param ordered whether they follow each other in time
 * @param pooled how many values have too few episodes or decisions for a segment of their own
 * @param ofValue the segment of every value
 * @param looks when the log is looked at as it grows, where they follow each other in time
 */
public record Segments(
    String column,
    List<String> names,
    boolean ofEpisodes,
    boolean ordered,
    int pooled,
    Map<String, Integer> ofValue,
    @Nullable Looks looks)
    implements Serializable {
  /** The segment of values that few episodes have. */
  public static final String OTHER = "other";

  /** Where nothing is written. */
  public static final String MISSING = "(missing)";

  /** A value with fewer episodes, or decisions, is pooled with others. */
  public static final int LEAST = 50;

  /** How many segments there are at most, without {@link #OTHER}. */
  public static final int MOST = 20;

  /** How many parts a time is divided into. */
  public static final int PERIODS = 10;

  public Segments {
    names = List.copyOf(names);
    ofValue = Map.copyOf(ofValue);
  }

  /**
   * One segment for each value, those with few rows together.
   *
   * @param counts of episodes, or of decisions, by value
   */
  public static Segments of(String column, Map<String, Long> counts, boolean ofEpisodes) {
    List<String> kept =
        counts.keySet().stream()
            .filter(value -> counts.getOrDefault(value, 0L) >= LEAST)
            .sorted(
                Comparator.comparingLong((String value) -> -counts.getOrDefault(value, 0L))
                    .thenComparing(Comparator.naturalOrder()))
            .limit(MOST)
            .sorted(order(counts))
            .toList();
    Map<String, Integer> ofValue = new HashMap<>();
    List<String> names = new ArrayList<>(kept);
    int pooled = counts.size() - kept.size();
    if (pooled > 0) {
      names.add(OTHER);
    }
    for (String value : counts.keySet()) {
      int own = kept.indexOf(value);
      ofValue.put(value, own >= 0 ? own : kept.size());
    }
    return new Segments(column, names, ofEpisodes, false, pooled, ofValue, null);
  }

  /**
   * Periods that follow each other, each with about as many episodes as the next.
   *
   * @param counts of episodes, by a number or a date that sorts as a text does
   */
  public static Segments periods(String column, Map<String, Long> counts) {
    List<String> values = counts.keySet().stream().sorted(order(counts)).toList();
    long all = counts.values().stream().mapToLong(n -> n).sum();
    long periods = Math.max(1, Math.min(PERIODS, all / LEAST));
    Map<String, Integer> ofValue = new HashMap<>();
    List<String> firsts = new ArrayList<>();
    List<String> lasts = new ArrayList<>();
    long inPeriod = all; // so that the first value begins one
    long left = all;
    for (String value : values) {
      boolean enough = inPeriod * periods >= all && 2 * left * periods >= all;
      if (enough) {
        firsts.add(value);
        lasts.add(value);
        inPeriod = 0;
      }
      lasts.set(lasts.size() - 1, value);
      ofValue.put(value, firsts.size() - 1);
      inPeriod += counts.getOrDefault(value, 0L);
      left -= counts.getOrDefault(value, 0L);
    }
    List<String> names = new ArrayList<>();
    for (int i = 0; i < firsts.size(); i++) {
      boolean one = firsts.get(i).equals(lasts.get(i));
      names.add(one ? firsts.get(i) : firsts.get(i) + " to " + lasts.get(i));
    }
    return new Segments(column, names, true, true, 0, ofValue, Looks.of(values, counts));
  }

  /** By number if all are numbers, else by text. */
  private static Comparator<String> order(Map<String, Long> counts) {
    boolean numbers = counts.keySet().stream().allMatch(Segments::isNumber);
    return numbers
        ? Comparator.comparingDouble(Double::parseDouble).thenComparing(Comparator.naturalOrder())
        : Comparator.naturalOrder();
  }

  private static boolean isNumber(String value) {
    return value.matches("[-+]?[0-9]+(\\.[0-9]*)?([eE][-+]?[0-9]+)?");
  }

  /** The first look at which the episodes of a value are there; 0 if there are no looks. */
  public int look(String value) {
    return looks == null ? 0 : looks.ofValue().getOrDefault(value, looks.size() - 1);
  }

  /** The segment of a value. */
  public int of(String value) {
    return ofValue.getOrDefault(value, names.size() - 1);
  }
}
