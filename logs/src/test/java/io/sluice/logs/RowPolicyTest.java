package io.sluice.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.mdp.SettingException;
import io.sluice.policy.Origin;
import io.sluice.policy.PolicyColumn;
import io.sluice.policy.PolicyJson;
import io.sluice.policy.SavedPolicy;
import io.sluice.policy.StepModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Policies of rows as users name them. */
class RowPolicyTest {
  @TempDir Path folder;

  private String saved() throws IOException {
    SavedPolicy policy =
        new SavedPolicy(
            new Origin("0.2.0", "psl", "78ef", Map.of(), Optional.empty()),
            List.of("a"),
            List.of(PolicyColumn.category("state", List.of())),
            List.of(),
            List.of(new StepModel.Table(Map.of(), List.of(1.0))));
    return Files.writeString(folder.resolve("p.json"), PolicyJson.text(policy)).toString();
  }

  @Test
  void namesOfPolicies() throws IOException {
    assertThat(RowPolicy.parse("uniform", false)).isEqualTo(new RowPolicy.Uniform());
    assertThat(RowPolicy.parse("behavior", false)).isEqualTo(new RowPolicy.Logged());
    assertThat(RowPolicy.parse("always:b", false)).isEqualTo(new RowPolicy.Always("b"));
    assertThat(RowPolicy.parse("columns:p_", false)).isEqualTo(new RowPolicy.Columns("p_"));
    assertThat(RowPolicy.parse("sql:x > 1", true)).isEqualTo(new RowPolicy.Rule("x > 1"));
    assertThat(RowPolicy.parse("p.csv", true)).isEqualTo(new RowPolicy.Table("p.csv"));
    assertThat(RowPolicy.parse(saved(), true))
        .isInstanceOfSatisfying(
            RowPolicy.Saved.class, p -> assertThat(p.saved().actions()).containsExactly("a"));
  }

  /** Files and SQL are read and run, so they come from a command line only. */
  @Test
  void filesAndRulesAreTakenFromTheCommandLineOnly() throws IOException {
    for (String written : List.of("sql:x > 1", "p.csv", saved())) {
      assertThatThrownBy(() -> RowPolicy.parse(written, false))
          .isInstanceOf(SettingException.class)
          .hasMessage(
              "policy "
                  + written
                  + ": needs uniform, behavior, always:ACTION, columns:PREFIX or mix:WEIGHT:POLICY on a log with `features`");
    }
    assertThatThrownBy(() -> RowPolicy.parse("mix:0.5:sql:x", false))
        .hasMessageStartingWith("policy sql:x: needs");
    assertThatThrownBy(() -> RowPolicy.parse(" ", true)).hasMessageStartingWith("policy  : needs");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "always:! policy always:: needs an action, got nothing",
        "columns:! policy columns:: needs the beginning of column names, got nothing",
        "sql:! policy sql:: needs an expression that gives an action, got nothing",
        "mix:1.5:uniform! policy mix:1.5:uniform: needs mix:WEIGHT:POLICY with a weight in [0, 1]",
        "mix:-1:uniform! policy mix:-1:uniform: needs mix:WEIGHT:POLICY with a weight in [0, 1]",
        "mix:x:uniform! policy mix:x:uniform: needs mix:WEIGHT:POLICY with a weight in [0, 1]",
        "mix:0.5! policy mix:0.5: needs mix:WEIGHT:POLICY with a weight in [0, 1]"
      })
  void whatCannotBeMeantIsRefused(String written, String message) {
    assertThatThrownBy(() -> RowPolicy.parse(written, true))
        .isInstanceOf(SettingException.class)
        .hasMessage(message);
  }

  /** The logged policy makes all decisions that the innermost policy does not. */
  @Test
  void mixturesAreWhatTheyMix() {
    RowPolicy mix = RowPolicy.parse("mix:0.5:mix:0.25:columns:p_", true);
    assertThat(mix.share()).isEqualTo(0.125);
    assertThat(mix.proper()).isEqualTo(new RowPolicy.Columns("p_"));
    assertThat(mix.prefix()).hasValue("p_");
    assertThat(RowPolicy.parse("mix:1:behavior", true).share()).isZero();
    assertThat(RowPolicy.parse("mix:0:uniform", true).share()).isZero();
    RowPolicy uniform = RowPolicy.parse("uniform", true);
    assertThat(uniform.share()).isEqualTo(1);
    assertThat(uniform.proper()).isSameAs(uniform);
    assertThat(uniform.prefix()).isEmpty();
  }

  private static final TextTable STATES = new TextTable("state,action,probability", "home,a,1");

  @ParameterizedTest
  @ValueSource(strings = {"columns:p_", "sql:x > 1", "mix:0.5:columns:p_", "mix:1:mix:1:sql:x"})
  void columnsAndRulesDifferBetweenRows(String written) {
    assertThat(RowPolicy.isPerRow(written, STATES)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"uniform", "behavior", "always:a", "mix:0.5:uniform", "mix:1", "none.csv"})
  void namedPoliciesAndMissingFilesDoNot(String written) {
    assertThat(RowPolicy.isPerRow(written, STATES)).isFalse();
    assertThat(RowPolicy.isPerRow("\0", STATES)).isFalse();
  }

  @Test
  void savedPoliciesDoNot() throws IOException {
    assertThat(RowPolicy.isPerRow(saved(), STATES)).isFalse();
  }

  /** A table by episode and step, with the names of policies as names of files. */
  @Test
  void aFileWithProbabilitiesByEpisodeDoes() throws IOException {
    TextTable rows = new TextTable("episode,step,action,probability", "1,1,a,1");
    String file = Files.writeString(folder.resolve("p.csv"), "").toString();
    assertThat(RowPolicy.isPerRow(file, rows)).isTrue();
    assertThat(RowPolicy.isPerRow("mix:0.5:" + file, rows)).isTrue();
    assertThat(RowPolicy.isPerRow(file, STATES)).isFalse(); // by state
    assertThat(RowPolicy.isPerRow(folder.toString(), rows)).isFalse(); // no regular file
    assertThat(RowPolicy.isPerRow("\0", rows)).isFalse();
    assertThat(RowPolicy.isPerRow(saved(), rows)).isFalse();
    for (String name : List.of("uniform", "behavior", "always:a", "mix:1", "none.csv")) {
      assertThat(RowPolicy.isPerRow(name, rows)).as(name).isFalse();
    }
  }
}
