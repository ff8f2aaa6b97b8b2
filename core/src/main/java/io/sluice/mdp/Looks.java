package io.sluice.mdp;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * When a growing log is looked at: after values of a column, such as days, in their order.
 *
 * <p>Looks come at every value at first, and later at every value by which the log has grown by
 * half a percent. Stages begin at looks by which the log has doubled; what is estimated for a stage
 * comes from earlier ones. Both are settled by how many episodes the values before have. So what a
 * look at a longer log says of earlier episodes does not change, if no episode is added later to a
 * value that was already there. Only the last look can come sooner than it would in a longer log.
 *
 * @param names the last value of each
 * @param episodes how many there are up to each
 * @param stages the stage of what is new at each, from 0
 * @param ofValue the first look at which the episodes of a value are there
 */
public record Looks(
    List<String> names, List<Long> episodes, List<Integer> stages, Map<String, Integer> ofValue)
    implements Serializable {
  /** How many episodes the first stage has at least. */
  public static final int FIRST = 100;

  private static final int FRACTION = 200;

  public Looks {
    names = List.copyOf(names);
    episodes = List.copyOf(episodes);
    stages = List.copyOf(stages);
    ofValue = Map.copyOf(ofValue);
  }

  /**
   * @param values in order
   * @param counts of episodes, by value
   */
  static Looks of(List<String> values, Map<String, Long> counts) {
    List<String> names = new ArrayList<>();
    List<Long> episodes = new ArrayList<>();
    List<Integer> stages = new ArrayList<>();
    Map<String, Integer> ofValue = new HashMap<>();
    long all = 0;
    long atLook = 0;
    long nextStage = FIRST;
    int stage = 0;
    for (int i = 0; i < values.size(); i++) {
      ofValue.put(values.get(i), names.size());
      all += counts.getOrDefault(values.get(i), 0L);
      if ((all - atLook) * FRACTION >= atLook || i == values.size() - 1) {
        names.add(values.get(i));
        episodes.add(all);
        stages.add(stage);
        atLook = all;
        if (all >= nextStage) {
          stage++;
          nextStage = 2 * all;
        }
      }
    }
    return new Looks(names, episodes, stages, ofValue);
  }

  public int size() {
    return names.size();
  }

  /** How many stages have begun. */
  public int stageCount() {
    return stages.isEmpty() ? 0 : stages.get(stages.size() - 1) + 1;
  }
}
