package io.sluice.fit;

import io.sluice.interval.IntervalKind;
import io.sluice.interval.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * For whom is a policy better? Effects within segments, with intervals that hold at once. Amounts
 * are in the user's units.
 *
 * @param column the column that defines segments
 * @param ofEpisodes whether segments are of episodes, not of decisions
 * @param ordered whether they follow each other in time
 * @param pooled how many values have too few episodes for a segment of their own
 * @param interval whose scores are averaged: {@code robust} or {@code efficient}
 * @param critical how many standard errors intervals reach, so that all hold together; more where
 *     few episodes carry the variance
 * @param alone how many they would reach, if there were only one
 * @param effects at every step, and the total last where segments are of episodes
 */
public record SegmentResult(
    String column,
    boolean ofEpisodes,
    boolean ordered,
    int pooled,
    IntervalKind interval,
    double critical,
    double alone,
    List<Effects> effects,
    List<String> warnings) {
  public SegmentResult {
    effects = List.copyOf(effects);
    warnings = List.copyOf(warnings);
  }

  /**
   * One effect, by segment.
   *
   * @param step none for the total
   * @param same the test that it is the same in all segments
   * @param trend the test that it does not rise or fall over time; only where segments are ordered
   */
  public record Effects(
      OptionalInt step, List<Entry> segments, SameTest same, Optional<SameTest> trend) {
    public Effects {
      segments = List.copyOf(segments);
    }
  }

  /**
   * The effect within a segment.
   *
   * @param size how many episodes, or decisions at the step, it has
   * @param reason why there is no conclusion; may be empty
   */
  public record Entry(
      String segment,
      long size,
      double estimate,
      double lower,
      double upper,
      double standardError,
      Verdict.Kind verdict,
      String reason) {}

  /**
   * A Wald test.
   *
   * @param statistic F
   * @param contrasts how many differences it is about
   * @param pValue if effects are the same, at most this with this probability, asymptotically
   * @param missing why there is no test; empty if there is one
   */
  public record SameTest(double statistic, int contrasts, double pValue, String missing) {
    static SameTest none(String why) {
      return new SameTest(0, 0, 1, why);
    }

    public boolean isPresent() {
      return missing.isEmpty();
    }
  }
}
