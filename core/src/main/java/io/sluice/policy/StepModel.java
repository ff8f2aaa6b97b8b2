package io.sluice.policy;

import java.util.List;
import java.util.Map;

/** How a policy decides at one step. */
public sealed interface StepModel {
  /** A tree of questions about single columns. */
  record Tree(Node root) implements StepModel {}

  /** A place in a tree. */
  sealed interface Node {}

  /** Where an action is taken. */
  record Leaf(int action) implements Node {}

  /**
   * Is a number at most this?
   *
   * @param missing the answer where the value is missing
   */
  record AtMost(int column, double threshold, boolean missing, Node yes, Node no) implements Node {}

  /**
   * Is a category one of these levels? All unknown levels count as one.
   *
   * @param levels places of levels; the number of levels stands for all others
   * @param missing the answer where the value is missing
   */
  record OneOf(int column, List<Integer> levels, boolean missing, Node yes, Node no)
      implements Node {
    public OneOf {
      levels = List.copyOf(levels);
    }
  }

  /** The highest of scores, the first of equal ones; a score for each action. */
  record Scores(List<Score> scores) implements StepModel {
    public Scores {
      scores = List.copyOf(scores);
    }
  }

  /**
   * Probabilities by the state, which is the only column.
   *
   * @param states of each state the probabilities of all actions
   * @param fallback the same for every other state, and where it is missing
   */
  record Table(Map<String, List<Double>> states, List<Double> fallback) implements StepModel {
    public Table {
      states = Map.copyOf(states);
      fallback = List.copyOf(fallback);
    }
  }
}
