package io.sluice.duckdb;

import static io.sluice.duckdb.FeatureLog.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.assumptions.Finding;
import io.sluice.assumptions.Finding.Verdict;
import io.sluice.features.FeatureColumn;
import io.sluice.features.FeatureEpisode;
import io.sluice.features.FeatureSource;
import io.sluice.fit.BadLogException;
import io.sluice.logs.FeatureOptions;
import io.sluice.logs.LogOptions;
import io.sluice.logs.RowPolicy;
import io.sluice.logs.RowPolicy.Always;
import io.sluice.logs.RowPolicy.Columns;
import io.sluice.logs.RowPolicy.Logged;
import io.sluice.logs.RowPolicy.Mix;
import io.sluice.logs.RowPolicy.Rule;
import io.sluice.logs.RowPolicy.Uniform;
import io.sluice.logs.SegmentColumns;
import io.sluice.mdp.Segments;
import io.sluice.mdp.SettingException;
import io.sluice.policy.PolicyColumn.Reading;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of small logs with feature columns: features, probabilities, folds, clusters, segments. */
class FeatureRowsByHandTest {
  private static final String H = "episode,step,x,action,reward,propensity";

  @TempDir Path folder;

  private <T> T read(
      FeatureOptions options, java.util.function.Function<FeatureSource, T> then, String... lines) {
    return FeatureLog.read(folder, options, then, lines);
  }

  private List<String> episodes(FeatureOptions options, String... lines) {
    return read(options, FeatureLog::episodes, lines);
  }

  private static FeatureOptions behavior(RowPolicy policy) {
    return new FeatureOptions(
        LogOptions.defaults(), List.of("x"), Optional.of("b_"), false, policy, 5);
  }

  /** 1 January 2020 is day 18,262; of the devices, two have twenty rows. */
  @Test
  void numbersDatesListsAndNamesAreFeatures() {
    List<String> lines = new ArrayList<>(List.of("price,day,v,device,action,reward,propensity"));
    for (int i = 0; i < 20; i++) {
      lines.add("2,2020-01-01,\"[1, 2]\",tablet,a,0,0.5");
      lines.add("3.5,2020-01-02 12:00:00,\"[3, 4]\",phone,b,1,0.5");
    }
    lines.add("NA,,,none,a,0,0.25");
    lines.add("4,2020-01-01,\"[nan, 6]\",watch,b,0,0.25");
    FeatureOptions asked = options(new Uniform(), "Price", "day", "v", "device", "price");
    read(
        asked,
        source -> {
          assertThat(source.columns())
              .containsExactly(
                  FeatureColumn.number("price"),
                  FeatureColumn.number("day", new Reading.Days()),
                  FeatureColumn.number("v[1]", new Reading.Element("v", 1)),
                  FeatureColumn.number("v[2]", new Reading.Element("v", 2)),
                  FeatureColumn.category("device", List.of("phone", "tablet")));
          assertThat(FeatureLog.episodes(source).stream().distinct())
              .containsExactly(
                  "2.0,18262.0,1.0,2.0,1.0 a 0.0 0.5 0.5,0.5 0.5,0.5",
                  "3.5,18263.5,3.0,4.0,0.0 b 1.0 0.5 0.5,0.5 0.5,0.5",
                  "4.0,18262.0,NaN,6.0,2.0 b 0.0 0.25 0.75,0.25 0.5,0.5",
                  "NaN,NaN,NaN,NaN,NaN a 0.0 0.25 0.25,0.75 0.5,0.5");
          assertThat(source.horizon()).isEqualTo(1);
          assertThat(source.firstStep()).isEqualTo(1);
          assertThat(source.behaviorSource()).isEqualTo("logged");
          assertThat(source.notes())
              .containsExactly("no episode column: every row is an episode of one step");
          return 0;
        },
        lines.toArray(String[]::new));
  }

  @Test
  void aColumnWithARoleMayBeAFeature() {
    assertThat(episodes(options(new Uniform(), "step"), H, "1,1,5,a,0,1", "1,2,5,a,0,1"))
        .containsExactly("1.0 a 0.0 1.0 1.0 1.0 ; 2.0 a 0.0 1.0 1.0 1.0");
  }

  /** Steps are from 0 in the log. */
  @Test
  void episodesHaveTheirRowsInOrder() {
    String[] lines = {H, "1,1,7,b,1,0.5", "2,0,5,a,0,0.75", "1,0,6,a,0.5,0.25"};
    read(
        options(new Uniform(), "x"),
        source -> {
          assertThat(FeatureLog.episodes(source))
              .containsExactly(
                  "5.0 a 0.0 0.75 0.75,0.25 0.5,0.5",
                  "6.0 a 0.5 0.25 0.25,0.75 0.5,0.5 ; 7.0 b 1.0 0.5 0.5,0.5 0.5,0.5");
          assertThat(source.horizon()).isEqualTo(2);
          assertThat(source.firstStep()).isZero();
          return 0;
        },
        lines);
  }

  @Test
  void ofThreeActionsAPropensitySaysOne() {
    String[] lines = {H, "1,1,6,a,0,0.25", "2,1,6,b,0,0.25", "3,1,6,c,0,0.5"};
    assertThat(episodes(options(new Always("c"), "x"), lines))
        .containsExactly(
            "6.0 a 0.0 0.25 0.25,NaN,NaN 0.0,0.0,1.0",
            "6.0 b 0.0 0.25 NaN,0.25,NaN 0.0,0.0,1.0",
            "6.0 c 0.0 0.5 NaN,NaN,0.5 0.0,0.0,1.0");
    assertThatThrownBy(() -> episodes(options(new Mix(0.5, new Always("c")), "x"), lines))
        .isInstanceOf(SettingException.class)
        .hasMessage(
            "policy: needs the logged policy's probabilities of all actions to judge it or a mixture with it, got those of the chosen ones only");
  }

  private static final String[] COLUMNS = {
    "x,action,reward,b_u,b_v,p_v,p_w", "1,u,0,0.4,0.6,0.3,0.7", "2,v,1,0.9999,0.0006,1,0"
  };

  private static final String[] THREE = {
    "x,action,reward,b_u,b_v,b_w,p_v,p_w", "1,u,0,0.25,0.25,0.5,0.25,0.75", "2,v,1,0.5,0.5,0,1,0"
  };

  /** 0.9999 and 0.0006 sum to 1.0005, which is 1 but for rounding. */
  @Test
  void columnsHaveTheProbabilitiesOfAllActions() {
    assertThat(episodes(behavior(new Logged()), COLUMNS))
        .containsExactly(
            "1.0 u 0.0 0.4 0.4,0.6 0.4,0.6",
            "2.0 v 1.0 5.9970014E-4 0.9994003,5.9970014E-4 0.9994003,5.9970014E-4");
    assertThat(episodes(behavior(new Columns("p_")), THREE))
        .containsExactly(
            "1.0 u 0.0 0.25 0.25,0.25,0.5 0.0,0.25,0.75", "2.0 v 1.0 0.5 0.5,0.5,0.0 0.0,1.0,0.0");
    assertThat(episodes(behavior(new Mix(0.5, new Columns("p_"))), THREE))
        .containsExactly(
            "1.0 u 0.0 0.25 0.25,0.25,0.5 0.125,0.25,0.625",
            "2.0 v 1.0 0.5 0.5,0.5,0.0 0.25,0.75,0.0");
    // 0.7 + 0.2 + 0.1 is 1 but for the last bit
    read(
        behavior(new Logged()),
        source -> {
          source.forEach(e -> assertThat(e.propensity(1)).isEqualTo(0.1));
          return 0;
        },
        "x,action,reward,b_u,b_v,b_w",
        "1,w,0,0.7,0.2,0.1");
    read(
        behavior(new Logged()),
        source -> {
          assertThat(source.behaviorSource()).isEqualTo("columns b_");
          assertThat(source.knowsBehavior()).isTrue();
          assertThat(source.estimatesBehavior()).isFalse();
          return 0;
        },
        THREE);
  }

  @Test
  void anActionThatWasTakenHadSomeProbability() {
    assertThatThrownBy(
            () -> episodes(behavior(new Uniform()), "x,action,reward,b_u,b_v", "1,u,0,0,1"))
        .isInstanceOf(BadLogException.class)
        .hasMessage("logged policy: an action that was taken had some probability, got 0 for u");
    assertThatThrownBy(
            () -> episodes(behavior(new Uniform()), "x,action,reward,b_u,b_v", "1,w,0,0.5,0.5"))
        .isInstanceOf(SettingException.class)
        .hasMessage("behavior columns:b_: needs a column b_w for the action w, got none");
  }

  /** Rules compare numbers, also in columns that are no features. */
  @Test
  void aRuleGivesAnAction() {
    String[] lines = {"y," + H, "10,1,1,1,a,0,0.5", "9,2,1,2,b,0,0.5"};
    assertThat(episodes(options(new Rule("CASE WHEN y > 9 THEN 'b' ELSE 'a' END"), "x"), lines))
        .containsExactly("1.0 a 0.0 0.5 0.5,0.5 0.0,1.0", "2.0 b 0.0 0.5 0.5,0.5 1.0,0.0");
    assertThatThrownBy(
            () -> episodes(options(new Rule("CASE WHEN y > 9 THEN 'b' END"), "x"), lines))
        .isInstanceOf(BadLogException.class)
        .hasMessage("policy sql: must give one of the actions a, b, got nothing");
    assertThatThrownBy(() -> episodes(options(new Rule("'c'"), "x"), lines))
        .isInstanceOf(BadLogException.class)
        .hasMessage("policy sql: must give one of the actions a, b, got \"c\"");
    assertThatThrownBy(() -> episodes(options(new Rule("nothing"), "x"), lines))
        .hasMessageStartingWith(
            "policy sql:nothing: needs an SQL expression over the columns y, episode, step, x, action, reward, propensity, got: ");
    assertThatThrownBy(() -> episodes(options(new Always("c"), "x"), lines))
        .hasMessage("policy always:c: needs one of the actions a, b");
  }

  @Test
  void withoutPropensitiesTheLoggedPolicyIsEstimated() {
    String[] lines = {"x,action,reward", "1,a,0", "2,b,1"};
    read(
        options(new Uniform(), "x"),
        source -> {
          assertThat(FeatureLog.episodes(source))
              .containsExactly("1.0 a 0.0 NaN NaN,NaN 0.5,0.5", "2.0 b 1.0 NaN NaN,NaN 0.5,0.5");
          assertThat(source.notes()).contains("the log has no propensities");
          assertThat(source.estimatesBehavior()).isTrue();
          assertThat(source.behaviorSource()).isEqualTo("estimated");
          return 0;
        },
        lines);
    assertThatThrownBy(() -> episodes(options(new Logged(), "x"), lines))
        .hasMessageEndingWith(
            "got none, and an estimate will not do (log them in columns, and pass `behavior` columns:PREFIX)");
    FeatureOptions asked =
        new FeatureOptions(
            LogOptions.defaults(), List.of("x"), Optional.empty(), true, new Uniform(), 5);
    read(
        asked,
        source -> {
          assertThat(FeatureLog.episodes(source))
              .containsExactly("1.0 a 0.0 NaN NaN,NaN 0.5,0.5", "2.0 b 0.0 NaN NaN,NaN 0.5,0.5");
          assertThat(source.notes()).doesNotContain("the log has no propensities");
          return 0;
        },
        H,
        "1,1,1,a,0,0.5",
        "2,1,2,b,0,0.5");
  }

  /** The numbers of folds and clusters by what is unique in each episode. */
  private Map<Double, List<Long>> places(FeatureOptions options, String... lines) {
    Map<Double, List<Long>> places = new TreeMap<>();
    return read(
        options,
        source -> {
          source.forEach(e -> places.put(e.feature(1, 0), List.of((long) e.fold(), e.cluster())));
          return places;
        },
        lines);
  }

  @Test
  void aColumnMayDivideALogIntoFolds() {
    String[] lines = {"fold," + H, "m,1,1,1,a,0,1", "n,2,1,2,a,0,1", "m,3,1,3,a,0,1"};
    Map<Double, List<Long>> places = places(options(new Uniform(), "x"), lines);
    assertThat(places.values().stream().map(p -> p.get(0))).containsExactly(0L, 1L, 0L);
    assertThat(places.values().stream().map(p -> p.get(1))).containsExactlyInAnyOrder(0L, 1L, 2L);
    read(
        options(new Uniform(), "x"),
        source -> {
          assertThat(source.folds()).isEqualTo(2);
          assertThat(source.hasClusters()).isFalse();
          assertThat(source.notes())
              .containsExactly("folds for cross-fitting are those of column fold");
          return 0;
        },
        lines);
    // a feature of that name is no fold
    read(
        options(new Uniform(), "fold"),
        source -> {
          assertThat(source.folds()).isEqualTo(5);
          return 0;
        },
        lines);
  }

  private void refusedFolds(String message, String... lines) {
    assertThatThrownBy(() -> episodes(options(new Uniform(), "x"), lines))
        .isInstanceOf(BadLogException.class)
        .hasMessage(message);
  }

  @Test
  void foldsHoldEpisodesAndClusters() {
    refusedFolds(
        "episode 1: needs one Fold, got \"m\" and \"n\"",
        "Fold," + H,
        "m,1,1,1,a,0,1",
        "n,1,2,2,a,0,1");
    refusedFolds(
        "cluster u: needs one Fold, got \"m\" and \"n\"",
        "user,Fold," + H,
        "u,m,1,1,1,a,0,1",
        "u,n,2,1,2,a,0,1");
    refusedFolds(
        "column fold: needs a value in every row", "fold,x,action,reward", "m,1,a,0", ",1,a,0");
    refusedFolds(
        "column fold: needs from 2 to 50 different folds, got 1",
        "fold,x,action,reward",
        "m,1,a,0");
    String[] many = new String[22];
    many[0] = "fold," + H;
    for (int i = 1; i <= 21; i++) {
      many[i] = "%d,1,%d,1,a,0,1".formatted(i, i);
    }
    refusedFolds("episode 1: needs one fold, got \"1\" and \"9\"", many);
    String[] two = new String[43];
    two[0] = "fold," + H;
    for (int i = 1; i <= 42; i++) {
      two[i] = "%d,%d,%d,1,a,0,1".formatted(i % 2, (i + 1) / 2, 2 - i % 2);
    }
    assertThatThrownBy(() -> episodes(options(new Uniform(), "x"), two))
        .isInstanceOfSatisfying(
            BadLogException.class,
            e -> {
              assertThat(e.errors()).hasSize(20);
              assertThat(e.total()).isEqualTo(21);
            });
  }

  @Test
  void thereAreAtMostFiftyFolds() {
    String[] lines = new String[51];
    lines[0] = "fold,x,action,reward";
    for (int i = 1; i <= 50; i++) {
      lines[i] = "f%d,1,a,0".formatted(i);
    }
    read(
        options(new Uniform(), "x"),
        source -> {
          assertThat(source.folds()).isEqualTo(50);
          return 0;
        },
        lines);
    List<String> more = new ArrayList<>(List.of(lines));
    more.add("f51,1,a,0");
    refusedFolds(
        "column fold: needs from 2 to 50 different folds, got 51", more.toArray(String[]::new));
  }

  /** Without a column, folds are by a hash, and hold whole clusters. */
  @Test
  void episodesOfAClusterAreTogether() {
    String[] lines = new String[121];
    lines[0] = "user," + H;
    for (int i = 1; i <= 120; i++) {
      lines[i] = "u%d,%d,1,%d,a,0,1".formatted(i % 40, i, i);
    }
    Map<Double, List<Long>> places = places(options(new Uniform(), "x"), lines);
    assertThat(places).hasSize(120);
    places.forEach((x, place) -> assertThat(place).isEqualTo(places.get((x - 1) % 40 + 1)));
    assertThat(places.values().stream().map(p -> p.get(1)).distinct()).hasSize(40);
    assertThat(new TreeSet<>(places.values().stream().map(p -> p.get(0)).toList()))
        .containsExactly(0L, 1L, 2L, 3L, 4L);
    assertThat(read(options(new Uniform(), "x"), FeatureSource::hasClusters, lines)).isTrue();
    // also of rows without episodes, whatever they say
    for (int i = 0; i <= 120; i++) {
      lines[i] = lines[i].replaceFirst("(u[^,]*),[^,]*,[^,]*,", "$1,");
    }
    Map<Double, List<Long>> rows = places(options(new Uniform(), "x"), lines);
    assertThat(rows).hasSize(120);
    rows.forEach((x, place) -> assertThat(place).isEqualTo(rows.get((x - 1) % 40 + 1)));
  }

  /**
   * Rows without episodes are put into folds by what they say, except for segments, and those that
   * say the same by their number; episodes by their names alone.
   */
  @Test
  void foldsDependOnWhatRowsSayAndNotOnTheirOrder() {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 180; i++) {
      rows.add("%s,%d,a,%d".formatted(i % 3 == 0 ? "u" : "v", i / 3, i / 90));
    }
    SegmentColumns by = new SegmentColumns(List.of("town"), false);
    FeatureOptions asked = options(new Uniform(), "x").by(Optional.of(by));
    Map<String, Integer> before = folds(asked, "town,x,action,reward", rows);
    assertThat(before.values().stream().distinct()).hasSize(5);
    java.util.Collections.reverse(rows);
    assertThat(folds(asked, "town,x,action,reward", rows)).isEqualTo(before);
    List<String> named = new ArrayList<>();
    List<String> other = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      named.add("e%d,1,%d,a,0,1".formatted(i, i));
      other.add("e%d,1,%d,b,1,0.5".formatted(i, i));
    }
    FeatureOptions plain = options(new Uniform(), "x");
    assertThat(List.copyOf(folds(plain, H, other).values()))
        .isEqualTo(List.copyOf(folds(plain, H, named).values()));
  }

  /** The folds of rows by their x and segment. */
  private Map<String, Integer> folds(FeatureOptions options, String header, List<String> rows) {
    List<String> lines = new ArrayList<>(List.of(header));
    lines.addAll(rows);
    Map<String, List<Integer>> folds = new TreeMap<>();
    return read(
        options,
        source -> {
          source.forEach(
              e ->
                  folds
                      .computeIfAbsent(
                          e.feature(1, 0)
                              + (source.segments().isPresent() ? " " + e.segment(1) : ""),
                          k -> new ArrayList<>())
                      .add(e.fold()));
          Map<String, Integer> all = new java.util.LinkedHashMap<>();
          folds.forEach((key, of) -> all.put(key + of.stream().sorted().toList(), of.get(0)));
          return all;
        },
        lines.toArray(String[]::new));
  }

  private Finding complete(String... lines) {
    return read(options(new Uniform(), "x"), FeatureSource::completeEpisodes, lines);
  }

  @Test
  void episodesHaveToBeComplete() {
    Finding all = complete(H, "1,1,1,a,0,1", "2,1,1,a,0,1");
    assertThat(all.verdict()).isEqualTo(Verdict.HOLDS);
    assertThat(all.figure()).isEqualTo("all episodes have all steps");
    Finding early = complete(H, "1,1,1,a,0,1", "1,2,1,a,0,1", "2,1,1,a,0,1", "3,1,1,a,0,1");
    assertThat(early.verdict()).isEqualTo(Verdict.CANNOT_TELL);
    assertThat(early.statistic()).hasValue(2);
    String[] marked = {H + ",truncated", "1,1,1,a,0,1,0", "1,2,1,a,0,1,0", "2,1,1,a,0,1,0"};
    assertThat(complete(marked).verdict()).isEqualTo(Verdict.HOLDS);
    assertThat(complete(marked).figure()).isEqualTo("no episode was cut off");
    marked[3] = "2,1,1,a,0,1,1";
    assertThat(complete(marked).verdict()).isEqualTo(Verdict.CONTRADICTED);
    assertThat(complete(marked).statistic()).hasValue(1);
    String[] ends = {H + ",end", "1,1,1,a,0,1,0", "1,2,1,a,0,1,1", "2,1,1,a,0,1,1"};
    assertThat(complete(ends).figure()).isEqualTo("no episode was cut off");
    ends[3] = "2,1,1,a,0,1,0";
    assertThat(complete(ends).verdict()).isEqualTo(Verdict.CONTRADICTED);
    assertThat(complete("x,action,reward", "1,a,0").figure())
        .isEqualTo("all episodes have all steps");
  }

  private Segments segments(SegmentColumns by, String... lines) {
    return read(options(new Uniform(), "x").by(Optional.of(by)), FeatureSource::segments, lines)
        .orElseThrow();
  }

  /** Sixty episodes of two steps; the place is one of theirs, the hour one of the row. */
  private static String[] visits() {
    String[] lines = new String[121];
    lines[0] = "place,hour," + H;
    for (int e = 0; e < 60; e++) {
      for (int h = 1; h <= 2; h++) {
        lines[2 * e + h] =
            "%s,%d,%d,%d,%d,a,0,1".formatted(e < 55 ? "home" : "", h, e, h, 100 * h + e);
      }
    }
    return lines;
  }

  @Test
  void rowsAreAssignedToSegments() {
    Segments place = segments(new SegmentColumns(List.of("place"), false), visits());
    assertThat(place.names()).containsExactly("home", "other");
    assertThat(place.ofValue().keySet()).containsExactlyInAnyOrder("home", Segments.MISSING);
    assertThat(place.ofEpisodes()).isTrue();
    Segments hour = segments(new SegmentColumns(List.of("hour"), false), visits());
    assertThat(hour.names()).containsExactly("1", "2");
    assertThat(hour.ofEpisodes()).isFalse();
    Segments both = segments(new SegmentColumns(List.of("hour", "place"), false), visits());
    assertThat(both.column()).isEqualTo("hour, place");
    assertThat(both.names()).containsExactly("1|home", "2|home", "other");
    // a time is that of the first step: sixty episodes are one period of fifty
    Segments time = segments(new SegmentColumns(List.of("hour"), true), visits());
    assertThat(time.names()).containsExactly("1");
    assertThat(time.ordered()).isTrue();
    read(
        options(new Uniform(), "x").by(Optional.of(new SegmentColumns(List.of("hour"), false))),
        source -> {
          source.forEach(
              e -> {
                assertThat(e.segment(1)).isZero();
                assertThat(e.segment(2)).isEqualTo(1);
                assertThat(e.feature(2, 0) - e.feature(1, 0)).isEqualTo(100);
              });
          return 0;
        },
        visits());
    List<Integer> first = new ArrayList<>();
    read(
        options(new Uniform(), "x").by(Optional.of(new SegmentColumns(List.of("place"), false))),
        source -> {
          assertThat(source.collect(new Counter(first))).isNotNull();
          return 0;
        },
        visits());
    assertThat(first).hasSize(60);
    assertThat(first.stream().filter(s -> s == 0)).hasSize(55);
  }

  /** Remembers the segments of episodes. */
  private record Counter(List<Integer> segments)
      implements io.sluice.features.FeatureAccumulator<Counter> {
    @Override
    public Counter empty() {
      return this;
    }

    @Override
    public void add(FeatureEpisode episode) {
      segments.add(episode.segment(1));
    }

    @Override
    public Counter plus(Counter later) {
      return this;
    }
  }
}
