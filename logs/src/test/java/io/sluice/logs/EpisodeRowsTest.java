package io.sluice.logs;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.counts.EpisodeBlocks;
import io.sluice.mdp.Episode;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Segments;
import io.sluice.mdp.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Rows become episodes. */
class EpisodeRowsTest {
  /** A row by its texts; empty ones are missing. */
  private record Texts(List<String> values) implements SqlEngine.Row {
    @Override
    public long integer(int column) {
      return Long.parseLong(values.get(column));
    }

    @Override
    public double number(int column) {
      return Double.parseDouble(values.get(column));
    }

    @Override
    public @Nullable String text(int column) {
      return isMissing(column) ? null : values.get(column);
    }

    @Override
    public boolean isMissing(int column) {
      return values.get(column).isEmpty();
    }
  }

  private static EpisodeRows rows(boolean logged) {
    return rows(logged, null);
  }

  private static EpisodeRows rows(boolean logged, @Nullable Segments segments) {
    return new EpisodeRows(
        "step, state",
        "rows",
        List.of("block", "name"),
        new Shape(3, 2, 2),
        RewardRange.UNIT,
        logged,
        segments);
  }

  /** Step, state, action, what follows, reward, propensity, hash, cluster. */
  private static List<Episode> episodes(boolean logged, List<Integer> blocks, String... lines) {
    return episodes(rows(logged), blocks, lines);
  }

  private static List<Episode> episodes(EpisodeRows rows, List<Integer> blocks, String... lines) {
    List<Episode> all = new ArrayList<>();
    EpisodeRows.Reader reader =
        rows.reader(
            (block, episode) -> {
              blocks.add(block);
              all.add(episode);
            });
    for (String line : lines) {
      reader.row(new Texts(List.of(line.split(",", -1))));
    }
    reader.finish();
    return all;
  }

  private static final String HASH = "a1b2c3d4e5f60718293a4b5c6d7e8f90";

  @Test
  void everyFirstStepBeginsAnEpisode() {
    List<Integer> blocks = new ArrayList<>();
    List<Episode> all =
        episodes(
            true,
            blocks,
            "1,0,1,3,0.5,0.25," + HASH + ",u",
            "2,2,0,1,1,0.75," + HASH + ",u",
            "1,1,1,3,0,0.5," + HASH + ",u",
            "1,1,0,3,0,0.5," + HASH + ",v");
    assertThat(all).extracting(Episode::length).containsExactly(2, 1, 1);
    Episode first = all.get(0);
    assertThat(first.state(1)).isZero();
    assertThat(first.action(1)).isOne();
    assertThat(first.next(1)).isEqualTo(2); // the state of the next row
    assertThat(first.next(2)).isOne(); // what the row says
    assertThat(first.reward(1)).isEqualTo(0.5);
    assertThat(first.propensity(2)).isEqualTo(0.75);
    assertThat(first.part()).isEqualTo(EpisodeBlocks.part(HASH));
    assertThat(blocks).containsOnly(EpisodeBlocks.block(HASH));
    // episodes of one name are one cluster
    assertThat(all).extracting(Episode::cluster).containsExactly(0L, 0L, 1L);
  }

  @Test
  void withoutClustersEveryEpisodeIsItsOwn() {
    String row = "1,0,1,3,0.5,," + HASH + ",";
    List<Episode> all = episodes(false, new ArrayList<>(), row, row, row);
    assertThat(all).extracting(Episode::cluster).containsExactly(0L, 1L, 2L);
    assertThat(all.get(0).propensity(1)).isNaN();
    assertThat(all.get(0).segment(1)).isEqualTo(-1);
  }

  @Test
  void noRowsAreNoEpisode() {
    assertThat(episodes(true, new ArrayList<>())).isEmpty();
  }

  @Test
  void queriesNameTheirOrder() {
    OrderedRows query = rows(true).query();
    assertThat(query.inOrder()).isEqualTo("SELECT step, state FROM rows ORDER BY block, name");
    assertThat(query.withKeys())
        .isEqualTo("SELECT step, state, block AS sluice_key0, name AS sluice_key1 FROM rows");
    assertThat(query.keys()).containsExactly("sluice_key0", "sluice_key1");
  }

  /** An episode that begins in one segment and goes on in another. */
  @Test
  void segmentsAreThoseOfRowsOrOfTheFirstRow() {
    String[] lines = {
      "1,0,1,3,0.5,0.5," + HASH + ",u,paris", "2,2,0,1,1,0.5," + HASH + ",u,oslo",
    };
    for (boolean ofEpisodes : new boolean[] {false, true}) {
      Segments cities = Segments.of("city", Map.of("oslo", 50L, "paris", 50L), ofEpisodes);
      Episode one = episodes(rows(true, cities), new ArrayList<>(), lines).get(0);
      assertThat(one.segment(1)).isOne();
      assertThat(one.segment(2)).isEqualTo(ofEpisodes ? 1 : 0);
      assertThat(one.look()).isZero();
    }
  }

  /** A time that episodes are ordered by says at which look each of them is there. */
  @Test
  void periodsHaveLooks() {
    Map<String, Long> days = new java.util.HashMap<>();
    for (int day = 10; day < 30; day++) {
      days.put("" + day, 100L);
    }
    Segments periods = Segments.periods("day", days);
    assertThat(periods.look("29")).isGreaterThan(periods.look("10"));
    String row = "1,0,1,3,0.5,0.5," + HASH + ",,";
    List<Episode> all = episodes(rows(true, periods), new ArrayList<>(), row + 10, row + 29);
    assertThat(all.get(0).look()).isEqualTo(periods.look("10"));
    assertThat(all.get(1).look()).isEqualTo(periods.look("29"));
    assertThat(all.get(1).segment(1)).isEqualTo(periods.of("29"));
  }
}
