package io.sluice.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.assumptions.SharedColumn;
import io.sluice.fit.BadLogException;
import io.sluice.fit.EpisodeEnds;
import io.sluice.mdp.RewardRange;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What is kept of a log beside its counts: written, read, damaged, and put together. */
class SavedCountsTest {
  private static final EpisodeEnds ENDS =
      new EpisodeEnds(3, 1, 0, 0, 0, 2, true, EpisodeEnds.Reading.ENDED);

  private static Origin origin(long seed, boolean next, boolean clusters, String input) {
    return new Origin(
        List.of("state=s", "action=a"),
        seed,
        next,
        clusters,
        List.of(new SharedColumn("a b", SharedColumn.Outcome.ALIKE, 3.25)),
        Optional.of(new RewardRange(0, 2)),
        List.of(input));
  }

  private static SavedCounts counts(String file, Origin origin, int horizon, RewardRange range) {
    return new SavedCounts(
        file,
        origin,
        1,
        horizon,
        8,
        List.of("b"),
        range,
        List.of(0.0, 1.0),
        true,
        ENDS,
        List.of("n"));
  }

  private static SavedCounts counts(String file, String input) {
    return counts(file, origin(7, false, false, input), 2, RewardRange.UNIT);
  }

  @Test
  void whatIsWrittenIsRead() {
    SavedCounts one = counts("a", "x");
    assertThat(SavedCounts.of("a", one.entries())).isEqualTo(one);
    SavedCounts bare =
        new SavedCounts(
            "b",
            new Origin(List.of(), -1, true, true, List.of(), Optional.empty(), List.of()),
            0,
            1,
            1,
            List.of(),
            new RewardRange(-2, 5),
            List.of(),
            false,
            ENDS,
            List.of());
    assertThat(SavedCounts.of("b", bare.entries())).isEqualTo(bare);
  }

  private static String refused(Consumer<Map<String, String>> damage) {
    Map<String, String> entries = new TreeMap<>(counts("a", "x").entries());
    damage.accept(entries);
    try {
      SavedCounts.of("a", entries);
      return "";
    } catch (BadLogException e) {
      return String.valueOf(e.getMessage());
    }
  }

  @Test
  void damagedEntriesAreRefused() {
    for (String name : counts("a", "x").entries().keySet()) {
      if (!name.equals("sluice.counts")) {
        assertThat(refused(e -> e.remove(name)))
            .isEqualTo(
                "a: needs the entry %s in its metadata, got none (count the log again)", name);
      }
    }
    assertThat(refused(e -> e.remove("sluice.counts"))).contains("got another Parquet file");
    assertThat(refused(e -> e.put("sluice.counts", "1"))).contains("got version 1 (count");
    String unlikely =
        "a: needs counts as sluice count writes them, got metadata that cannot be right (count the log again)";
    for (String[] bad :
        new String[][] {
          {"first", "2"},
          {"first", "-1"},
          {"horizon", "0"},
          {"rows", "0"},
          {"rewards", "1"},
          {"rewards", ""},
          {"returns", "1"},
          {"observed", "1"},
          {"observed", "1\n2\n3"}
        }) {
      assertThat(refused(e -> e.put("sluice." + bad[0], bad[1]))).as(bad[0]).isEqualTo(unlikely);
    }
    for (String name : List.of("first", "horizon", "rows", "rewards", "returns", "seed", "ends")) {
      assertThat(refused(e -> e.put("sluice." + name, "x\ny")))
          .as(name)
          .contains("got metadata that cannot be read");
    }
    assertThat(refused(e -> e.put("sluice.ends", "1\n2"))).contains("cannot be read");
    assertThat(refused(e -> e.put("sluice.rewards", "1\n0"))).contains("cannot be read");
  }

  @Test
  void logsAddUp() {
    SavedCounts both = SavedCounts.together(List.of(counts("a", "x"), counts("b", "w")));
    assertThat(both.file()).isEqualTo("a, b");
    assertThat(both.rows()).isEqualTo(16);
    assertThat(both.horizon()).isEqualTo(2);
    assertThat(both.origin().inputs()).containsExactly("w", "x");
    assertThat(both.ends()).isEqualTo(ENDS.plus(ENDS));
    assertThat(both.notes()).containsExactly("n");
    assertThat(both.observed()).containsExactly(0.0, 1.0);
    assertThat(both.logged()).isTrue();
    SavedCounts longer = counts("b", origin(7, false, false, "w"), 3, RewardRange.UNIT);
    SavedCounts more = SavedCounts.together(List.of(counts("a", "x"), longer));
    assertThat(more.horizon()).isEqualTo(3);
    assertThat(more.ends()).isEqualTo(ENDS.amongLonger().plus(ENDS));
  }

  private static void differs(SavedCounts one, SavedCounts other, String words) {
    assertThatThrownBy(() -> SavedCounts.together(List.of(one, other)))
        .isInstanceOf(BadLogException.class)
        .hasMessage(words);
  }

  @Test
  void logsThatWereReadInOtherWaysDoNotAddUp() {
    SavedCounts a = counts("a", "x");
    RewardRange unit = RewardRange.UNIT;
    differs(
        a,
        counts("b", "x"),
        "b: needs rows that are not counted yet, got those that a has too (input hash x)");
    differs(
        a,
        counts("b", origin(8, false, false, "w"), 2, unit),
        "b: must have the seed as a has, which is 7, got 8");
    differs(
        a,
        counts("b", origin(7, true, false, "w"), 2, unit),
        "b: must have next states in rows as a has, which is none, got some");
    differs(
        a,
        counts("b", origin(7, false, true, "w"), 2, unit),
        "b: must have clusters as a has, which is none, got some");
    RewardRange wide = new RewardRange(0, 2);
    differs(
        a,
        counts("b", origin(7, false, false, "w"), 2, wide),
        "b: must have the reward range as a has, which is [0, 1], got [0, 2]");
    Origin next = origin(7, true, false, "w");
    differs(
        counts("a", origin(7, true, false, "x"), 2, unit),
        counts("b", next, 3, unit),
        "b: must have the number of steps as a has, which is 2, got 3");
    RewardRange above = new RewardRange(1, 2);
    differs(
        counts("a", origin(7, false, false, "x"), 2, above),
        counts("b", origin(7, false, false, "w"), 3, above),
        "b: must have the number of steps as a has, which is 2, got 3");
    Map<String, String> entries = new TreeMap<>(counts("b", "w").entries());
    entries.put("sluice.bins", "");
    differs(
        a, SavedCounts.of("b", entries), "b: must have the bins as a has, which is [b], got none");
    entries = new TreeMap<>(counts("b", "w").entries());
    entries.put("sluice.returns", "");
    differs(
        a,
        SavedCounts.of("b", entries),
        "b: must have the return range as a has, which is [0, 2], got none");
    entries = new TreeMap<>(counts("b", "w").entries());
    entries.put("sluice.propensities", "false");
    differs(
        a,
        SavedCounts.of("b", entries),
        "b: must have propensities as a has, which is some, got none");
    entries = new TreeMap<>(counts("b", "w").entries());
    entries.put("sluice.first", "0");
    differs(
        a,
        SavedCounts.of("b", entries),
        "b: must have the number of the first step as a has, which is 1, got 0");
  }

  @Test
  void ambiguousEndsHaveToBeReadAlike() {
    Map<String, String> cut = new TreeMap<>(counts("b", "w").entries());
    cut.put("sluice.ends", "3\n1\n0\n2\n0\n2\nfalse\nCUT");
    Map<String, String> ended = new TreeMap<>(counts("a", "x").entries());
    ended.put("sluice.ends", "3\n1\n0\n2\n0\n2\nfalse\nENDED");
    SavedCounts b = SavedCounts.of("b", cut);
    assertThat(SavedCounts.together(List.of(counts("a", "x"), b)).rows()).isEqualTo(16);
    assertThatThrownBy(() -> SavedCounts.together(List.of(SavedCounts.of("a", ended), b)))
        .hasMessageContaining("must have `ends` as");
  }

  @Test
  void halvesNeedTheirSeed() {
    SavedCounts one = counts("a", "x");
    one.requireSeed(7);
    assertThatThrownBy(() -> one.requireSeed(8))
        .hasMessage("a: needs `seed` 7, by which its episodes were assigned to halves, got 8");
  }
}
