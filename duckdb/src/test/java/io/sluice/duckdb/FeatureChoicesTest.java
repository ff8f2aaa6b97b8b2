package io.sluice.duckdb;

import static io.sluice.duckdb.FeatureLog.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.assumptions.SharedColumn;
import io.sluice.features.FeatureColumn;
import io.sluice.features.FeatureSource;
import io.sluice.fit.BadLogException;
import io.sluice.logs.Bins;
import io.sluice.logs.FeatureOptions;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.Role;
import io.sluice.logs.RowPolicy;
import io.sluice.logs.RowPolicy.Columns;
import io.sluice.logs.RowPolicy.Uniform;
import io.sluice.logs.SegmentColumns;
import io.sluice.mdp.SettingException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which columns of a log may be features, and which are if all are asked for. */
class FeatureChoicesTest {
  private static final String H = "episode,step,x,action,reward,propensity,next_state";
  private static final String ROW = "1,1,1,a,0,1,t";

  @TempDir Path folder;

  private void refused(String message, FeatureOptions options, String... lines) {
    assertThatThrownBy(() -> FeatureLog.read(folder, options, FeatureSource::columns, lines))
        .hasMessage(message);
  }

  @Test
  void whatIsKnownAfterTheDecisionIsNoFeature() {
    for (String role : List.of("action", "reward", "propensity", "episode")) {
      refused(
          "features %s: needs a column that was known before the decision, got the column of %s"
              .formatted(role, role),
          options(new Uniform(), "x", role),
          H,
          ROW);
    }
    refused(
        "features next_state: needs a column that was known before the decision, got a next state",
        options(new Uniform(), "next_state"),
        H,
        ROW);
    refused(
        "features s_next: needs a column that was known before the decision, got a next state",
        options(new Uniform(), "s_next"),
        H.replace("next_state", "s_next"),
        ROW);
    refused(
        "features y: needs a column of the log, which has episode, step, x, action, reward, propensity, next_state",
        options(new Uniform(), "y"),
        H,
        ROW);
    refused(
        "by next_x: needs a column that was known before the decision, got a next state",
        options(new Uniform(), "x").by(Optional.of(new SegmentColumns(List.of("next_x"), false))),
        H + ",next_x",
        ROW + ",1");
  }

  @Test
  void theStateIsTheFeatureIfNoneIsNamed() {
    FeatureLog.read(
        folder,
        options(new Uniform()),
        source -> {
          assertThat(source.columns()).containsExactly(FeatureColumn.number("state"));
          assertThat(FeatureLog.episodes(source)).containsExactly("3.5 a 0.0 NaN NaN 1.0");
          return 0;
        },
        "state,x,action,reward",
        "3.5,2,a,0");
  }

  @Test
  void statesNeedNoBinsAndActionsMayHaveThem() {
    LogOptions log = Opened.columns(Map.of(), Bins.parse("x=1"));
    refused(
        "bins x: needs a column of the action, because states need no bins here, got another",
        new FeatureOptions(log, List.of("x"), Optional.empty(), false, new Uniform(), 5),
        H,
        ROW);
    LogOptions price = Opened.columns(Map.of(Role.ACTION, List.of("price")), Bins.parse("price=5"));
    assertThat(
            FeatureLog.<List<String>>read(
                folder,
                new FeatureOptions(price, List.of("x"), Optional.empty(), false, new Uniform(), 5),
                FeatureSource::actions,
                "x,price,reward",
                "1,4,0",
                "1,6,0"))
        .containsExactly("<5", ">=5");
  }

  private static FeatureOptions behavior(RowPolicy policy, String... features) {
    return new FeatureOptions(
        LogOptions.defaults(), List.of(features), Optional.of("x_"), false, policy, 5);
  }

  @Test
  void aPrefixNeedsColumns() {
    refused(
        "policy columns:p: needs columns p<action>, got only p, x, action, reward, propensity",
        options(new Columns("p"), "x"),
        "p,x,action,reward,propensity",
        "1,1,a,0,1");
    refused(
        "behavior columns:x_: needs columns x_<action>, got only p, x_a, action, reward",
        behavior(new Uniform(), "x_a"),
        "p,x_a,action,reward",
        "1,1,a,0");
  }

  @Test
  void probabilitiesAreAtLeastZeroAndSumToOne() {
    refused(
        """
        column x_c: is one of `features`, and so not taken for a probability
        log.csv:3: probabilities of the logged policy must be at least 0 and sum to 1, got x_a = 0.5, x_b = 0.498
        log.csv:4: probabilities of the logged policy must be at least 0 and sum to 1, got x_a = -0.5, x_b = 1.5
        log.csv:5: probabilities of the logged policy must be at least 0 and sum to 1, got x_a = nothing, x_b = 1""",
        behavior(new Uniform(), "x_c"),
        "x_c,x_a,x_b,action,reward",
        "1,0.5,0.4991,a,0",
        "1,0.5,0.498,a,0",
        "1,-0.5,1.5,a,0",
        "1,,1,a,0");
    refused(
        "log.csv:2: probabilities of the policy must be at least 0 and sum to 1, got p_a = nan, p_b = 1",
        options(new Columns("p_"), "x"),
        "x,p_a,p_b,action,reward",
        "1,nan,1,a,0");
    String[] many = new String[26];
    many[0] = "x,p_a,p_b,action,reward";
    for (int i = 1; i <= 25; i++) {
      many[i] = "1,1,1,a,0";
    }
    assertThatThrownBy(
            () ->
                FeatureLog.read(
                    folder, options(new Columns("p_"), "x"), FeatureSource::columns, many))
        .isInstanceOfSatisfying(
            BadLogException.class,
            e -> {
              assertThat(e.errors()).hasSize(20);
              assertThat(e.total()).isEqualTo(25);
            });
    assertThatThrownBy(
            () ->
                FeatureLog.read(
                    folder,
                    behavior(new Uniform(), "x_c"),
                    FeatureSource::columns,
                    "x_c,x_a,action,reward",
                    "1,2,a,0"))
        .isInstanceOfSatisfying(
            BadLogException.class,
            e -> assertThat(e.total()).isEqualTo(2).isEqualTo(e.errors().size()));
  }

  /**
   * Two hundred rows; every column but the first four and p_a, p_b says something it should not.
   */
  private static String[] everything() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "price,age,note,fold,next_price,p_a,p_b,p_c,one,byaction,byreward,again,id,name,ifa,if1,edge,rare,next_visit,episode,step,action,reward,propensity");
    for (int i = 0; i < 200; i++) {
      boolean a = i % 2 == 0;
      String action = i % 50 == 49 ? "c" : a ? "a" : "b";
      int reward = i / 2 % 2;
      lines.add(
          String.join(
              ",",
              i * 7 % 50 / 4.0 + "",
              i % 40 == 0 ? "" : i % 21 + "",
              "n" + i % 100,
              "" + i % 3,
              i % 11 + "",
              i % 3 == 0 ? "0.25" : "0.5",
              i % 3 == 0 ? "0.75" : "0.5",
              "0",
              "7",
              action + i % 4,
              reward == 1 ? "v" + i % 3 : "w" + i % 3,
              reward + ".0",
              i * 17 % 200 + "",
              "m" + i,
              a ? i * 37 % 50 + ".5" + i : "",
              reward == 1 ? i * 37 % 50 + ".5" + i : "",
              "k" + i % 40,
              i % 50 == 49 ? i * 37 % 70 + ".5" : "",
              i % 9 + "",
              "e" + i,
              "1",
              action,
              reward + "",
              "0.5"));
    }
    return lines.toArray(String[]::new);
  }

  @Test
  void ofAllColumnsThoseAreTakenThatTellNothingAfterwards() {
    FeatureLog.read(
        folder,
        options(new Uniform(), "all"),
        source -> {
          assertThat(source.columns().stream().map(FeatureColumn::name))
              .containsExactly("price", "age", "note", "rare", "next_visit");
          assertThat(source.notes())
              .containsExactly(
                  "column next_price is known after the decision only and is not used as a feature",
                  "column p_a has probabilities of a policy and is not used as a feature",
                  "column p_b has probabilities of a policy and is not used as a feature",
                  "column p_c has probabilities of a policy and is not used as a feature",
                  "features: price, age, note, rare, next_visit",
                  "column one has at most one value and is not used as a feature",
                  "column byaction reveals the action and is not used as a feature",
                  "column byreward reveals the reward and is not used as a feature",
                  "column again reveals the reward and is not used as a feature",
                  "column id has a different value in most rows and is not used as a feature",
                  "column name has a different value in most rows and is not used as a feature",
                  "column edge reveals the reward and is not used as a feature",
                  "column ifa reveals the action and is not used as a feature",
                  "column if1 reveals the reward and is not used as a feature",
                  "folds for cross-fitting are those of column fold");
          return 0;
        },
        everything());
  }

  /** With one action nothing shows that columns are probabilities but the policy that is asked. */
  @Test
  void probabilitiesOfAPolicyAreNoFeatures() {
    FeatureLog.read(
        folder,
        options(new Columns("p_"), "all"),
        source -> {
          assertThat(source.columns()).containsExactly(FeatureColumn.number("price"));
          assertThat(source.notes())
              .contains("column p_a has probabilities of a policy and is not used as a feature");
          return 0;
        },
        "price,p_a,p_b,action,reward",
        "1.5,0.25,0.75,a,0",
        "2.5,0.75,0.25,a,1",
        "1.5,0.5,0.5,a,1",
        "2.5,0.5,0.5,a,0");
  }

  /** Upper and lower case are alike, but what is written so comes first. */
  @Test
  void aFeatureIsTheColumnThatIsWrittenSo() {
    assertThat(
            FeatureLog.read(
                folder,
                options(new Uniform(), "\u0131"),
                FeatureSource::columns,
                "i,\u0131,action,reward",
                "1,2,a,0"))
        .containsExactly(FeatureColumn.number("\u0131"));
  }

  @Test
  void noFeatureIsLeftIfAllTellSomething() {
    refused(
        "features: needs a column, got none that can be one",
        options(new Uniform(), "all"),
        "x,action,reward",
        "1,a,0",
        "1,b,0");
    // a column of that name is itself
    assertThat(
            FeatureLog.read(
                folder,
                options(new Uniform(), "all"),
                FeatureSource::columns,
                "all,action,reward",
                "1,a,0"))
        .containsExactly(FeatureColumn.number("all"));
  }

  private Optional<String> proposed(String... lines) {
    String path = Table.write(folder.resolve("log.csv"), String.join("\n", lines) + "\n");
    try (DuckDb engine = DuckDb.start(1)) {
      return LogReader.open(engine, List.of(path), LogOptions.defaults(), Set.of())
          .featureProposal();
    }
  }

  /** Forty states of five rows are thin; of forty rows, twenty in a pair of two are not. */
  @Test
  void featuresAreProposedWhereATableIsThin() {
    String[] thin = new String[201];
    thin[0] = "state,price,fold,action,reward";
    for (int i = 0; i < 200; i++) {
      thin[i + 1] =
          "s%d,%s,%d,%s,%d"
              .formatted(i % 40, i * 7 % 50 / 4.0, i % 3, i / 40 % 2 == 0 ? "a" : "b", i / 7 % 2);
    }
    assertThat(proposed(thin))
        .hasValue(
            "100% of decisions are in pairs of a state and an action with fewer than 10 rows: a table is thin; try `features` state,price, as far as these columns were known before the decision");
    // nothing but names of states: a state as a number may help
    for (int i = 0; i < 200; i++) {
      thin[i + 1] = "s%d,1,%d,a,%d".formatted(i % 40, i % 2, i / 3 % 2);
    }
    assertThat(proposed(thin)).isEmpty();
    for (int i = 0; i < 200; i++) {
      thin[i + 1] = "%d,1,%d,a,%d".formatted(i % 40, i % 2, i / 3 % 2);
    }
    assertThat(proposed(thin).orElseThrow()).contains("try `features` state, as far");
    String[] half = new String[29];
    half[0] = "state,action,reward";
    for (int i = 0; i < 28; i++) {
      half[i + 1] = "%s,a,0".formatted(i < 10 ? 1 : i < 19 ? 2 : 3);
    }
    assertThat(proposed(half).orElseThrow()).startsWith("64% of decisions");
    half[28] = "1,a,0";
    half[27] = "2,a,0"; // 11, 10 and 7 rows
    assertThat(proposed(half)).isEmpty();
    for (int i = 0; i < 28; i++) {
      half[i + 1] = "%s,a,0".formatted(i < 14 ? 1 : i < 21 ? 2 : 3); // just half
    }
    assertThat(proposed(half)).isEmpty();
  }

  /** A hundred episodes of ten customers, by whatever column. */
  @Test
  void aColumnWithAUseIsNoUnit() {
    String[] lines = new String[101];
    lines[0] = "customer,visitor,next_visitor,state,x,episode,step,action,reward";
    for (int i = 0; i < 100; i++) {
      int who = i / 10;
      lines[i + 1] =
          "c%1$d,v%1$d,n%1$d,s%1$d,%2$d,%2$d,1,%3$s,%4$d"
              .formatted(who, i, i % 3 == 0 ? "a" : "b", i % 10 > 0 == (who % 2 == 0) ? 1 : 0);
    }
    FeatureOptions x = options(new Uniform(), "x");
    assertThat(FeatureLog.<Boolean>read(folder, x, FeatureSource::hasClusters, lines)).isTrue();
    assertThat(shared(x, lines)).containsExactly("customer", "visitor");
    assertThat(shared(options(new Uniform(), "x", "visitor"), lines)).containsExactly("customer");
    assertThat(shared(x.by(Optional.of(new SegmentColumns(List.of("customer"), false))), lines))
        .containsExactly("visitor");
  }

  private List<String> shared(FeatureOptions options, String... lines) {
    return FeatureLog.read(
        folder,
        options,
        source -> source.sharedColumns().stream().map(SharedColumn::name).sorted().toList(),
        lines);
  }

  /** The second row is left out, and counts as a line. */
  @Test
  void linesAreThoseOfTheFileWhereRowsAreLeftOut() {
    LogOptions where = LogOptions.defaults().withWhere(Optional.of("x > 1"));
    refused(
        "log.csv:4: probabilities of the policy must be at least 0 and sum to 1, got p_a = 1, p_b = 1",
        new FeatureOptions(where, List.of("x"), Optional.empty(), false, new Columns("p_"), 5),
        "x,p_a,p_b,action,reward",
        "2,1,0,a,0",
        "1,1,0,a,0",
        "2,1,1,a,0");
  }

  @Test
  void segmentsAreToldApartByWhatIsThere() {
    assertThatThrownBy(
            () ->
                FeatureLog.read(
                    folder,
                    options(new Uniform(), "x")
                        .by(Optional.of(new SegmentColumns(List.of("town"), false))),
                    FeatureSource::columns,
                    H,
                    ROW))
        .isInstanceOf(SettingException.class)
        .hasMessageStartingWith("by town: needs a column of the log");
  }
}
