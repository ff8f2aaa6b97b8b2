package io.sluice.simulation.stress;

import io.sluice.simulation.stress.HiddenProcess.Choice;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * How episodes of a hidden process are written down as a log.
 *
 * @param clusters how many episodes each cluster has; all of a cluster begin in one hidden state
 * @param shown whether the log has a column of clusters
 * @param propensities what the log says about the probability of the logged action, if anything
 * @param twice whether every episode is entered twice
 * @param cut whether half of the episodes are cut after a uniformly drawn step before the last
 * @param endLabel with it, rows have a next state, and this stands there when an episode is over
 */
public record LogDesign(
    List<Integer> clusters,
    boolean shown,
    Optional<Choice> propensities,
    boolean twice,
    boolean cut,
    Optional<String> endLabel) {
  public LogDesign {
    clusters = List.copyOf(clusters);
  }

  /** Independent episodes without propensities. */
  public static LogDesign episodes(int count) {
    return new LogDesign(
        Collections.nCopies(count, 1), false, Optional.empty(), false, false, Optional.empty());
  }

  /** Episodes of users or days, say, that share what is hidden. */
  public static LogDesign clusters(List<Integer> sizes, boolean shown) {
    return new LogDesign(sizes, shown, Optional.empty(), false, false, Optional.empty());
  }

  /** The same with propensities, right or wrong. */
  public LogDesign withPropensities(Choice logged) {
    return new LogDesign(clusters, shown, Optional.of(logged), twice, cut, endLabel);
  }

  /** The same with every episode entered twice. */
  public LogDesign enteredTwice() {
    return new LogDesign(clusters, shown, propensities, true, cut, endLabel);
  }

  /** The same with next states, and this one after the end. */
  public LogDesign withNextStates(String afterTheEnd) {
    return new LogDesign(clusters, shown, propensities, twice, cut, Optional.of(afterTheEnd));
  }

  /** The same with half of the episodes cut. */
  public LogDesign withCuts() {
    return new LogDesign(clusters, shown, propensities, twice, true, endLabel);
  }

  /** T. */
  public int episodes() {
    return clusters.stream().mapToInt(n -> n).sum() * (twice ? 2 : 1);
  }
}
