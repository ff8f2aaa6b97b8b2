package io.sluice.logs;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.assumptions.SharedColumn;
import io.sluice.assumptions.SharedColumn.Outcome;
import io.sluice.mdp.RewardRange;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Where counts come from, and how features are read. */
class OriginTest {
  @Test
  void theRolesOfColumnsAreKept() {
    List<String> columns = List.of("id", "t", "s1", "s2", "action", "reward", "next_state");
    Map<Role, List<String>> asked =
        Map.of(Role.EPISODE, List.of("id"), Role.STATE, List.of("s1", "s2"));
    Optional<RewardRange> returns = Optional.of(new RewardRange(0, 3));
    LogOptions options = new LogOptions(asked, List.of(), Optional.empty(), returns, true, 9);
    SharedColumn alike = new SharedColumn("ward", Outcome.ALIKE, 9);
    List<SharedColumn> shared = List.of(new SharedColumn("day", Outcome.NOT_ALIKE, 0), alike);
    assertThat(Origin.of(ColumnMap.resolve(columns, asked), options, shared, "12ab"))
        .isEqualTo(
            new Origin(
                List.of(
                    "episode=id",
                    "step=t",
                    "state=s1+s2",
                    "action=action",
                    "reward=reward",
                    "next_state=next_state"),
                9,
                true,
                false,
                List.of(alike),
                returns,
                List.of("12ab")));
  }

  @Test
  void featureOptionsChangeOneByOne() {
    RowPolicy uniform = RowPolicy.parse("uniform", true);
    RowPolicy logged = RowPolicy.parse("behavior", true);
    FeatureOptions one =
        new FeatureOptions(
            LogOptions.defaults(), List.of("x"), Optional.of("p_"), true, uniform, 5);
    Optional<SegmentColumns> day = Optional.of(new SegmentColumns(List.of("day"), true));
    assertThat(one.by()).isEmpty();
    assertThat(one.by(day).with(logged))
        .isEqualTo(
            new FeatureOptions(
                LogOptions.defaults(), List.of("x"), Optional.of("p_"), true, logged, 5, day));
  }
}
