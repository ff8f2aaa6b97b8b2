package io.sluice.serve;

import io.sluice.interval.IntervalKind;
import java.util.List;

/**
 * What a form needs to know of a log.
 *
 * @param states how many there are; 0 where states are columns
 * @param features the columns that are the state; none where states are labels
 * @param intervals those that can be asked for
 */
public record LogAbout(
    long episodes,
    int horizon,
    int states,
    List<String> features,
    List<String> actions,
    List<IntervalKind> intervals) {
  public LogAbout {
    features = List.copyOf(features);
    actions = List.copyOf(actions);
    intervals = List.copyOf(intervals);
  }
}
