package io.sluice.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.fit.BadLogException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnMapTest {
  private static ColumnMap resolve(String columns, Map<Role, List<String>> asked) {
    return ColumnMap.resolve(List.of(columns.split(",")), asked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "episode,step,state,action,reward",
        "Episode,STEP,State,ACTION,Reward",
        "trajectory_id,t,obs,item_id,click",
        "session,timestep,context,arm,outcome",
        "episode_id,time_step,observation,treatment,rewards",
      })
  void namesThatPeopleUseAreRecognised(String columns) {
    ColumnMap map = resolve(columns, Map.of());
    List<String> names = List.of(columns.split(","));
    for (Role role : List.of(Role.EPISODE, Role.STEP, Role.STATE, Role.ACTION, Role.REWARD)) {
      assertThat(map.of(role)).containsExactly(names.get(role.ordinal()));
    }
    assertThat(map.has(Role.PROPENSITY)).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Role.class)
  void everyAliasIsRecognised(Role role) {
    for (String alias : role.aliases()) {
      List<String> columns =
          new ArrayList<>(List.of("episode", "step", "state", "action", "reward"));
      columns.remove(role.columnName());
      columns.add(alias);
      assertThat(ColumnMap.resolve(columns, Map.of()).of(role)).containsExactly(alias);
    }
  }

  @Test
  void ourOwnNameWinsOverAnAliasAndTheUserOverBoth() {
    String columns = "state,obs,context,action,reward";
    assertThat(resolve(columns, Map.of()).of(Role.STATE)).containsExactly("state");
    Map<Role, List<String>> asked = Map.of(Role.STATE, List.of("context", "OBS"));
    assertThat(resolve(columns, asked).of(Role.STATE)).containsExactly("context", "obs");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "state,action; column reward: needs a column of that name, or one of click, outcome, r, rewards, got only state, action (map yours with `columns` reward=NAME)",
        "episode,state,action,reward; column step: needs a column of that name, or one of t, timestep, time_step, step_id, stage, got only episode, state, action, reward (map yours with `columns` step=NAME, or say `columns` episode= if every row is a decision of its own)",
        "t,state,action,reward; column episode: needs a column of that name, or one of episode_id, trajectory, trajectory_id, session, session_id, traj_id, got only t, state, action, reward (map yours with `columns` episode=NAME)",
        "obs,context,action,reward; column for state: needs one, but obs and context could all be meant (say `columns` state=obs)",
      })
  void aMissingOrAmbiguousColumnIsNamed(String columns, String message) {
    assertThatThrownBy(() -> resolve(columns, Map.of()))
        .isInstanceOf(BadLogException.class)
        .hasMessage(message);
  }

  @Test
  void aRoleThatTheUserGivesToNoColumnIsNotLookedFor() {
    ColumnMap map = resolve("session_id,state,action,reward,prob", Map.of(Role.EPISODE, List.of()));
    assertThat(map.has(Role.EPISODE)).isFalse();
    assertThat(map.has(Role.PROPENSITY)).isTrue();
    assertThat(resolve("state,action,reward,prob", Map.of(Role.PROPENSITY, List.of())).all())
        .containsExactlyInAnyOrder("state", "action", "reward");
  }

  @Test
  void aColumnThatTheUserNamesMustBeThere() {
    String columns = "state,action,reward";
    assertThatThrownBy(() -> resolve(columns, Map.of(Role.STATE, List.of("location"))))
        .hasMessage(
            "columns state=location: needs a column of the log, which has state, action, reward");
    assertThatThrownBy(() -> resolve(columns, Map.of(Role.REWARD, List.of("state", "reward"))))
        .hasMessage("columns reward: needs one column, got [state, reward]");
  }

  @Test
  void whatTheUserNamesIsTakenAsItIsWritten() {
    ColumnMap map =
        resolve(
            "STATE,state,action,points",
            Map.of(Role.REWARD, List.of("points"), Role.STATE, List.of("state")));
    assertThat(map.of(Role.REWARD)).containsExactly("points");
    assertThat(map.of(Role.STATE)).containsExactly("state");
    assertThat(map.has(Role.REWARD)).isTrue();
    assertThat(map.all()).containsExactlyInAnyOrder("state", "action", "points");
  }

  @Test
  void withFeaturesNoColumnIsTheState() {
    List<String> columns = List.of("state", "next_state", "action", "reward");
    ColumnMap map = ColumnMap.withFeatures(columns, Map.of());
    assertThat(map.has(Role.STATE)).isFalse();
    assertThat(map.has(Role.NEXT_STATE)).isFalse();
    assertThat(map.of(Role.ACTION)).containsExactly("action");
    assertThatThrownBy(() -> ColumnMap.withFeatures(List.of("state", "action"), Map.of()))
        .hasMessageStartingWith("column reward: needs");
  }

  @Test
  void theColumnsOfAnEpisodeAreFoundAlone() {
    assertThat(ColumnMap.of(Role.EPISODE, List.of("x", "session"), Map.of()))
        .containsExactly("session");
    assertThat(ColumnMap.of(Role.EPISODE, List.of("x"), Map.of())).isEmpty();
    assertThat(
            ColumnMap.of(Role.EPISODE, List.of("A", "b"), Map.of(Role.EPISODE, List.of("a", "b"))))
        .containsExactly("A", "b");
  }

  @Test
  void whereSeveralAreMissingEpisodesOfSeveralStepsAreMentionedUnlessTheyAreThere() {
    assertThatThrownBy(() -> resolve("x,reward", Map.of()))
        .hasMessageEndingWith(
            "(map yours with `columns` state=NAME,action=NAME, and episodes of several steps with episode=NAME,step=NAME; if a state is several columns, state=A+B, or `features` A,B)");
    assertThatThrownBy(() -> resolve("episode,step,reward", Map.of()))
        .hasMessageEndingWith(
            "(map yours with `columns` state=NAME,action=NAME; if a state is several columns, state=A+B, or `features` A,B)");
  }
}
