package io.sluice.logs;

import java.util.List;
import java.util.Locale;

/** What a column of a log is for, with the names it is recognised by; the first is ours. */
public enum Role {
  EPISODE("episode_id trajectory trajectory_id session session_id traj_id"),
  STEP("t timestep time_step step_id stage"),
  STATE("obs observation context state_id s"),
  ACTION("item_id arm treatment action_id a"),
  REWARD("click outcome r rewards"),
  NEXT_STATE("next_obs next_observation next_context s_next"),
  PROPENSITY(
      "pscore propensity_score action_prob action_probability behavior_prob prob probability"),
  CLUSTER("user user_id subject subject_id"),
  END("done terminal terminals terminated terminations is_terminal"),
  TRUNCATED("truncation truncations is_truncated timeout timeouts");

  /** Separated by spaces; a text, because a list need not be immutable. */
  private final String aliases;

  Role(String aliases) {
    this.aliases = aliases;
  }

  /** The name of the role, which is also its column's default name. */
  public String columnName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Other names that columns of this kind go by. */
  public List<String> aliases() {
    return List.of(aliases.split(" "));
  }

  /** Whether a column of this name has it unless a user says otherwise. */
  boolean isName(String column) {
    String name = column.toLowerCase(Locale.ROOT);
    return name.equals(columnName()) || aliases().contains(name);
  }
}
