package io.sluice.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fit.BadLogException;
import io.sluice.fit.EvaluationDetails;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.Fit;
import io.sluice.fit.GuaranteeKind;
import io.sluice.fit.Judgment;
import io.sluice.fit.LearningResult;
import io.sluice.fit.Provenance;
import io.sluice.fit.Settings;
import io.sluice.interval.IntervalKind;
import io.sluice.learning.Learner;
import io.sluice.mdp.Shape;
import io.sluice.report.CoverageResult;
import io.sluice.simulation.study.CoverageReading;
import io.sluice.simulation.study.CoverageStudy.Point;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Names of states, actions, policies and files, warnings and commands are text, whatever they look
 * like: every page is made twice, with plain names and with odd ones in the same order, and the two
 * differ in nothing but the names.
 */
class NamesAreTextTest {
  private static final List<String> ODD_STATES =
      sorted(
          "",
          "</script><img src=x onerror=1>",
          "\"><svg onload='hit()'>",
          "&amp; & &lt;b&gt;",
          "{{body}} ${x} $1 \\u003c %s",
          "\u2028line\u2029",
          "😀 \u202Eright to left\u200F",
          "<!-- <script>",
          "]]> ' OR '1'='1");
  private static final List<String> ODD_ACTIONS = sorted("<b>\u2066bold\u2069</b>", "a'b\"c&d");
  private static final String ODD_NOTE = "</li></ul><script>hit()</script> {{charts}} & \u2028 👀";
  private static final String ODD_COMMAND = "sluice x '</pre><script>hit()</script>' \"{{body}}\"";

  private static final List<String> STATES =
      IntStream.range(0, ODD_STATES.size()).mapToObj("(plain state %d)"::formatted).toList();
  private static final List<String> ACTIONS = List.of("(plain action 0)", "(plain action 1)");
  private static final String NOTE = "(plain note)";
  private static final String PLAIN_COMMAND = "(plain command)";

  private static final Fit PLAIN = SmallLog.named(STATES, ACTIONS).fit();
  private static final Fit ODD = SmallLog.named(ODD_STATES, ODD_ACTIONS).fit();

  /** In the order of names in a log, so that results with other names are the same. */
  private static List<String> sorted(String... names) {
    return java.util.Arrays.stream(names).sorted().toList();
  }

  private static Map<String, String> names() {
    Map<String, String> names = new LinkedHashMap<>();
    names.put(NOTE, ODD_NOTE);
    names.put(PLAIN_COMMAND, ODD_COMMAND);
    for (int i = 0; i < STATES.size(); i++) {
      names.put(STATES.get(i), ODD_STATES.get(i));
    }
    for (int i = 0; i < ACTIONS.size(); i++) {
      names.put(ACTIONS.get(i), ODD_ACTIONS.get(i));
    }
    names.put(PLAIN.provenance().input(), ODD.provenance().input());
    return names;
  }

  private static void assertText(Page plain, Page odd) {
    ReadPage page = ReadPage.of(odd);
    PageChecks.differInNamesOnly(ReadPage.of(plain), page, names());
    PageChecks.textsAreText(page);
    PageChecks.idsAreUniqueAndReferencesLead(page);
  }

  private static Page evaluation(Fit fit, String action, String note, String command) {
    List<IntervalKind> kinds = IntervalKind.withAllOfPages(List.of());
    Judgment judgment = fit.judge(fit.data().policy(state -> action), List.of(note, note + "!"));
    return EvaluationPage.of(
        EvaluationResult.of(judgment, kinds), EvaluationDetails.of(judgment, kinds), command);
  }

  @Test
  void onThePageOfAnEvaluation() {
    Page odd = evaluation(ODD, ODD_ACTIONS.get(1), ODD_NOTE, ODD_COMMAND);
    assertText(evaluation(PLAIN, ACTIONS.get(1), NOTE, PLAIN_COMMAND), odd);
    ReadPage page = ReadPage.of(odd);
    assertThat(page.rows("differences").stream().map(row -> row.get(1)).distinct())
        .containsExactlyInAnyOrderElementsOf(ODD_STATES);
    assertThat(page.verdicts("note")).contains(ODD_NOTE);
    assertThat(page.chart("changes").names()).containsExactlyInAnyOrderElementsOf(ODD_STATES);
    // An empty name can be chosen too, and is not "any".
    assertThat(
            page.html()
                .select("select[data-table=differences][data-column=1] option")
                .eachAttr("value"))
        .startsWith("")
        .contains("=")
        .doesNotHaveDuplicates();
  }

  private static Page check(Fit fit, String command) {
    return CheckPage.of(fit.check(), CheckDetails.of(fit), command);
  }

  @Test
  void onThePageOfACheck() {
    Page odd = check(ODD, ODD_COMMAND);
    assertText(check(PLAIN, PLAIN_COMMAND), odd);
    assertThat(ReadPage.of(odd).rows("visits-numbers").stream().map(row -> row.get(0)))
        .containsExactlyInAnyOrderElementsOf(ODD_STATES);
    assertThat(ReadPage.of(odd).rows("overlap-numbers").stream().map(row -> row.get(0)))
        .containsExactlyInAnyOrderElementsOf(ODD_ACTIONS);
  }

  /** Its warnings and its table of disagreements have names of states and actions in them. */
  @Test
  void onThePageOfACheckThatWarns() {
    Function<List<String>, Function<List<String>, Fit>> wrong =
        states ->
            actions ->
                SmallLog.named(states, actions)
                    .fit(row -> row.action().equals(actions.get(0)) ? 0.1 : 0.9);
    Fit odd = wrong.apply(ODD_STATES).apply(ODD_ACTIONS);
    assertThat(odd.check().calibration().orElseThrow().disagreeing()).hasSizeGreaterThan(3);
    assertThat(odd.check().warnings()).isNotEmpty();
    assertText(check(wrong.apply(STATES).apply(ACTIONS), PLAIN_COMMAND), check(odd, ODD_COMMAND));
  }

  @Test
  void onThePageOfABadLog() {
    assertText(
        CheckPage.of(new BadLogException(List.of(NOTE, "x " + NOTE), 7), PLAIN_COMMAND),
        CheckPage.of(new BadLogException(List.of(ODD_NOTE, "x " + ODD_NOTE), 7), ODD_COMMAND));
  }

  private static Page learned(LearningResult result, String csv, String command) {
    return LearningPage.of(result, csv, Path.of(csv.replace('/', '_')), command);
  }

  @Test
  void onThePagesOfALearnedPolicy() {
    String file = ODD_NOTE.replace('/', '_');
    String csv = NOTE.replace(NOTE, file);
    assertThat(csv).contains("<script>");
    Map<String, String> names = names();
    names.put(NOTE, file);
    for (Function<Fit, LearningResult> learner :
        List.<Function<Fit, LearningResult>>of(
            fit -> fit.learn(Learner.VI), fit -> fit.certify(GuaranteeKind.ASYMPTOTIC))) {
      LearningResult result = learner.apply(ODD);
      ReadPage odd = ReadPage.of(learned(result, csv, ODD_COMMAND));
      ReadPage plain = ReadPage.of(learned(learner.apply(PLAIN), NOTE, PLAIN_COMMAND));
      PageChecks.differInNamesOnly(plain, odd, names);
      PageChecks.textsAreText(odd);
      if (result.keep().isEmpty()) {
        assertThat(odd.data("policy").asText()).isEqualTo(csv);
      }
    }
  }

  private static Page coverage(String name, String command) {
    return CoveragePage.of(
        new CoverageResult(
            "of " + name,
            new Shape(2, 2, 1),
            0,
            "mix:0.1:" + name,
            10,
            100,
            List.of(0.5),
            CoverageReading.of(List.of(new Point("sharp", 1, 0.95, 100, 99, 0.5))),
            Optional.empty(),
            List.of(name),
            Provenance.ofProblem(name, Settings.defaults(), "logged")),
        command);
  }

  @Test
  void onThePageOfACoverageStudy() {
    Page odd = coverage(ODD_NOTE, ODD_COMMAND);
    assertText(coverage(NOTE, PLAIN_COMMAND), odd);
    assertThat(ReadPage.of(odd).lead()).startsWith("of " + ODD_NOTE).endsWith(ODD_NOTE + ".");
  }

  /** Everywhere that a text can stand on a page at all. */
  @Test
  void inEveryKindOfBlock() {
    assertText(everywhere(NOTE), everywhere(ODD_NOTE));
  }

  private static Page everywhere(String name) {
    Block.Table table =
        new Block.Table(
            "table",
            name,
            List.of(name, "again"),
            IntStream.range(0, 20).mapToObj(i -> List.<Object>of(name + i % 2, name + i)).toList(),
            100);
    Block.Table numbers = new Block.Table("numbers", name, List.of(name), List.of(List.of(1)));
    Block.Table more = new Block.Table("more", name, List.of(name), List.of(List.of(1)));
    Map<String, Object> option = Map.of("series", List.of(Map.of("name", name)), name, name);
    return new Page(
        name,
        name,
        List.of(
            Section.of(
                name,
                Block.Words.of(name),
                new Block.Verdicts(List.of(new Block.Verdict(Block.Tone.GOOD, name))),
                new Block.Chart("chart", name, 100, option, numbers),
                new Block.Slider(
                    "slider",
                    name,
                    name,
                    100,
                    List.of(new Block.Frame(name, name, option)),
                    0,
                    more),
                table,
                new Block.Download("file", name, name, name))),
        "{\"x\" : \"%s\"}".formatted(name.replace("\"", "\\\"")),
        List.of(name, "$ " + name));
  }
}
