package io.sluice.logs;

import io.sluice.mdp.SettingException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What of the past becomes part of the state: the last actions of the episode, or the states that
 * they were taken in as well.
 *
 * <p>A state is then named {@code state|action}, the last action first, or {@code
 * state|action|state}; a part is empty where the episode had not begun yet. Policies may name the
 * state alone: {@link io.sluice.mdp.Labels#idsOf}.
 *
 * @param length how many decisions back
 * @param states whether the states of those decisions count too
 */
public record History(int length, boolean states) {
  /** The state and next state as they are in the log. */
  static final String OWN_STATE = "own_state";

  static final String OWN_NEXT = "own_next_state";

  private static final String STATES = ":states";
  private static final int MOST = 100;

  public History {
    if (length < 1 || length > MOST) {
      throw new SettingException(
          "history", "needs 1 to %s decisions, got %s".formatted(MOST, length));
    }
  }

  /** From {@code N} or {@code N:states}. */
  public static History parse(String written) {
    boolean states = written.endsWith(STATES);
    String number = states ? written.substring(0, written.length() - STATES.length()) : written;
    if (!number.matches("[0-9]{1,9}")) {
      throw new SettingException("history", "needs N or N:states, got " + written);
    }
    return new History(Integer.parseInt(number), states);
  }

  /**
   * Rows with states that hold the past.
   *
   * @param rows with {@link #OWN_STATE}, and {@link #OWN_NEXT} if there are next states
   * @param escaped a name as a part of a longer one
   */
  String of(String rows, boolean hasNext, UnaryOperator<String> escaped) {
    String state = joined(OWN_STATE, 0, escaped) + " AS state";
    String next =
        hasNext
            ? ", CASE WHEN %s IS NOT NULL THEN %s END AS next_state"
                .formatted(OWN_NEXT, joined(OWN_NEXT, 1, escaped))
            : "";
    return "SELECT h.*, %s%s FROM (%s) h".formatted(state, next, rows);
  }

  /**
   * @param ahead by how many decisions the past of the next state is longer: 1, else 0
   */
  private String joined(String own, int ahead, UnaryOperator<String> escaped) {
    List<String> parts = new ArrayList<>(List.of(escaped.apply(own)));
    for (int i = 1; i <= length; i++) {
      parts.add(past("action", i - ahead, escaped));
      if (states) {
        parts.add(past(OWN_STATE, i - ahead, escaped));
      }
    }
    return String.join(" || '|' || ", parts);
  }

  private static String past(String column, int back, UnaryOperator<String> escaped) {
    String value =
        back == 0
            ? column
            : "lag(%s, %s) OVER (PARTITION BY episode ORDER BY step)".formatted(column, back);
    return "coalesce(%s, '')".formatted(escaped.apply(value));
  }

  /** As a user writes it. */
  @Override
  public String toString() {
    return length + (states ? STATES : "");
  }

  /** In words. */
  String words() {
    String actions = length == 1 ? "the last action" : "the last %s actions".formatted(length);
    return states ? actions + " with " + (length == 1 ? "its state" : "their states") : actions;
  }
}
