package io.sluice.logs;

import java.io.Serializable;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The columns kept of a log for the logged policy and for policies that are judged: probabilities,
 * the actions of rules, and what saved policies look at.
 */
final class KeptDecisions implements Serializable {
  /** For each action, the place of its probability; −1 for one that is never taken. */
  final int[] behavior;

  // Executors have the places of the policies that they judge.
  private final transient Map<RowPolicy, Place> places = new LinkedHashMap<>();
  private int probabilities;
  private int rules;
  private int saved;

  /**
   * Where a policy's columns are.
   *
   * @param first of its probabilities, of its rule or of what it looks at
   * @param ofActions for each action the place of its probability; −1 for one it never takes
   */
  static final class Place implements Serializable {
    final int first;
    final int[] ofActions;

    Place(int first, int[] ofActions) {
      this.first = first;
      this.ofActions = ofActions;
    }
  }

  KeptDecisions(int[] behavior) {
    this.behavior = behavior;
    probabilities = behavior.length;
  }

  /** Whether π_b of all actions has columns. */
  boolean knowsAll() {
    return behavior.length > 0;
  }

  /**
   * Adds a policy's columns, after those of its kind that are there already.
   *
   * @param ofActions for each action the place of its probability among the policy's; none of a
   *     policy without columns of probabilities
   */
  void add(RowPolicy proper, int[] ofActions) {
    if (proper instanceof RowPolicy.Rule) {
      places.put(proper, new Place(rules++, ofActions));
    } else if (proper instanceof RowPolicy.Saved one) {
      places.put(proper, new Place(saved, ofActions));
      saved += one.saved().columns().size();
    } else if (proper instanceof RowPolicy.ByState) {
      places.put(proper, new Place(saved++, ofActions));
    } else if (ofActions.length > 0) {
      int first = probabilities;
      places.put(
          proper,
          new Place(first, Arrays.stream(ofActions).map(i -> i < 0 ? i : first + i).toArray()));
      probabilities += (int) Arrays.stream(ofActions).filter(i -> i >= 0).count();
    }
  }

  /** Where its columns are, if it has some. */
  Optional<Place> place(RowPolicy proper) {
    return Optional.ofNullable(places.get(proper));
  }

  int probabilities() {
    return probabilities;
  }

  int rules() {
    return rules;
  }

  /** How many columns saved policies look at. */
  int saved() {
    return saved;
  }
}
