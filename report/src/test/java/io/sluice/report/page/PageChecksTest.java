package io.sluice.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.fit.EvaluationDetails;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.Judgment;
import io.sluice.interval.IntervalKind;
import io.sluice.report.json.EvaluationJson;
import io.sluice.report.json.Json;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/**
 * Negative controls: what {@link PageChecks} and the tests of pages forbid is done to a page that
 * passes them, and is seen.
 */
class PageChecksTest {
  private static final Judgment JUDGMENT = SmallLog.usual().fit().judge(state -> "list");
  private static final List<IntervalKind> KINDS = IntervalKind.withAllOfPages(List.of());
  private static final EvaluationResult RESULT = EvaluationResult.of(JUDGMENT, KINDS);
  private static final String HTML =
      EvaluationPage.of(RESULT, EvaluationDetails.of(JUDGMENT, KINDS), PageRules.COMMAND).html();
  private static final List<String> HEADINGS = ReadPage.of(HTML).headings();

  static void assertFails(ThrowingCallable check, String says) {
    assertThatThrownBy(check).isInstanceOf(AssertionError.class).hasMessageContaining(says);
  }

  /** The check passes the page, and fails once a text in it is another. */
  private static void assertSeen(Consumer<ReadPage> check, String from, String to, String says) {
    check.accept(ReadPage.of(HTML));
    assertThat(HTML).contains(from);
    String doctored = HTML.replaceFirst(Pattern.quote(from), Matcher.quoteReplacement(to));
    assertFails(() -> check.accept(ReadPage.of(doctored)), says);
  }

  @Test
  void aPageWithoutALanguageWouldBeSeen() {
    assertSeen(PageChecks::isTitledOnce, "<html lang=\"en\">", "<html>", "en");
  }

  @Test
  void aSecondTitleWouldBeSeen() {
    assertSeen(PageChecks::isTitledOnce, "<section>", "<h1>More</h1><section>", "h1");
  }

  @Test
  void anotherTitleInTheTabWouldBeSeen() {
    assertSeen(PageChecks::isTitledOnce, "<title>", "<title>Other: ", "Other");
  }

  @Test
  void sectionsInAnotherOrderWouldBeSeen() {
    assertSeen(
        page -> PageChecks.hasSections(page, HEADINGS), "<h2>Now or later?", "<h2>Later", "Later");
  }

  @Test
  void aSectionWithoutAHeadingWouldBeSeen() {
    assertSeen(
        page -> PageChecks.hasSections(page, HEADINGS), "<section>", "<section><p></p>", "h2");
  }

  @Test
  void aSkippedLevelWouldBeSeen() {
    assertSeen(
        page -> PageChecks.hasSections(page, HEADINGS), "<footer>", "<h4>x</h4><footer>", "h4");
  }

  @Test
  void aPageWithoutAVerdictWouldBeSeen() {
    assertSeen(PageChecks::beginsWithAVerdict, "class=\"verdicts\"", "class=\"x\"", "empty");
  }

  @Test
  void aTableWithoutACaptionWouldBeSeen() {
    assertSeen(
        PageChecks::tablesAreCaptionedAndHeaded,
        "id=\"values-caption\"",
        "id=\"x\"",
        "caption of values");
  }

  @Test
  void aColumnWithoutAHeadingWouldBeSeen() {
    assertSeen(
        PageChecks::tablesAreCaptionedAndHeaded,
        "<th scope=\"col\">lower</th>",
        "",
        "rows of effects-numbers");
  }

  @Test
  void aHeadingThatIsNoneWouldBeSeen() {
    assertSeen(
        PageChecks::tablesAreCaptionedAndHeaded,
        "<th scope=\"col\">lower</th>",
        "<td>lower</td>",
        "rows of effects-numbers");
  }

  @Test
  void aChartWithoutNumbersWouldBeSeen() {
    assertSeen(
        PageChecks::chartsHaveTheirNumbers,
        "<details><summary>numbers</summary>",
        "<div>",
        "numbers of effects");
  }

  @Test
  void aChartThatNobodyDescribesWouldBeSeen() {
    assertSeen(PageChecks::chartsHaveTheirNumbers, "aria-label=\"All intervals", "title=\"", "All");
  }

  @Test
  void aChartWithoutDataWouldBeSeen() {
    assertSeen(PageChecks::chartsHaveTheirNumbers, "\"ledger\":{", "\"other\":{", "data of ledger");
  }

  @Test
  void dataWithoutAChartWouldBeSeen() {
    assertSeen(
        PageChecks::chartsHaveTheirNumbers,
        "\"ledger\":{",
        "\"other\":{\"frames\":[]},\"ledger\":{",
        "other");
  }

  @Test
  void anIdThatComesTwiceWouldBeSeen() {
    assertSeen(
        PageChecks::idsAreUniqueAndReferencesLead, "id=\"ledger\"", "id=\"effects\"", "effects");
  }

  @Test
  void aReferenceThatLeadsNowhereWouldBeSeen() {
    assertSeen(
        PageChecks::idsAreUniqueAndReferencesLead,
        "data-table=\"values\"",
        "data-table=\"nothing\"",
        "nothing");
  }

  @Test
  void everythingThatAsksForSomethingWouldBeSeen() {
    for (String more :
        List.of(
            "<img src=\"https://example.org/x.png\">",
            "<script src=\"x.js\"></script>",
            "<link rel=\"stylesheet\" href=\"http://example.org/x.css\">",
            "<a href=\"https://example.org\">x</a>",
            "<iframe></iframe>",
            "<form action=\"/x\"></form>",
            "<style>@import 'x.css'</style>",
            "<style>p { background: url(x.png) }</style>",
            "<p style=\"color: red\"></p>")) {
      assertSeen(PageChecks::asksForNothing, "</header>", more + "</header>", "");
    }
  }

  @Test
  void aPolicyThatAllowsMoreWouldBeSeen() {
    assertSeen(
        PageChecks::asksForNothing, "default-src 'none'", "default-src https:", "default-src");
    assertSeen(
        PageChecks::asksForNothing, "script-src 'sha256-", "script-src 'unsafe-inline' '", "");
    assertSeen(PageChecks::asksForNothing, "</style>", " </style>", "hash");
  }

  @Test
  void aNameThatBecameMarkupWouldBeSeen() {
    for (String more :
        List.of(
            "<script>hit()</script>",
            "<p onclick=\"hit()\"></p>",
            "<p title=\"javascript:hit()\"></p>",
            "<svg></svg>")) {
      assertSeen(PageChecks::textsAreText, "</header>", more + "</header>", "");
    }
  }

  @Test
  void anotherResultWouldBeSeen() {
    String json = Json.text(EvaluationJson.of(RESULT));
    Consumer<ReadPage> check = page -> PageChecks.holdsTheResult(page, json);
    assertSeen(check, "\"episodes\" : 300", "\"episodes\" : 301", "301");
    assertSeen(check, "\"steps\" : [", "\"more\" : 1, \"steps\" : [", "more");
    // in another order
    assertSeen(
        check,
        "\"horizon\" : 3,\n  \"episodes\" : 300,",
        "\"episodes\" : 300,\n  \"horizon\" : 3,",
        "horizon");
  }

  @Test
  void dataInAnotherOrderWouldBeSeen() {
    assertSeen(
        PageChecks::chartDataIsInOneOrder, "\"grid\":{\"bottom\":40,", "\"grid\":{\"x\":1,", "x");
  }

  @Test
  void aNumberThatReadsAsAnotherWouldBeSeen() {
    Matcher cell = Pattern.compile("data-value=\"(0\\.\\d+)\">(0\\.\\d{4})<").matcher(HTML);
    assertThat(cell.find()).isTrue();
    String shown = cell.group(2);
    String other = "%.4f".formatted(Double.parseDouble(shown) + 0.0001);
    assertSeen(PageChecks::numbersReadAsTheyAre, "\">" + shown + "<", "\">" + other + "<", other);
    assertFails(() -> PageChecks.isShown("0.12", 0.12345), "digits");
    assertFails(() -> PageChecks.isShown("0.1234", -0.1234), "0.1234");
    assertFails(() -> PageChecks.isShown("NaN", 1), "NaN");
    PageChecks.isShown("−0.1235", -0.12345);
    PageChecks.isShown("1,234.5", 1234.5);
    PageChecks.isShown("1.23e-05", 0.0000123);
  }

  @Test
  void anotherCommandWouldBeSeen() {
    assertSeen(
        page -> PageChecks.saysHowItWasMade(page, "δ = 0.05", PageRules.COMMAND),
        "<pre>$ sluice",
        "<pre>$ other",
        "other");
  }

  /** One digit of one table and of one chart: the tests of numbers are about all of them. */
  @Test
  void oneOtherDigitWouldBeSeen() {
    ReadPage page = ReadPage.of(HTML);
    String digits = page.rows("effects-numbers").get(7).get(3);
    String other = digits.substring(0, digits.length() - 1) + (digits.endsWith("1") ? "2" : "1");
    ReadPage table =
        ReadPage.of(HTML.replaceFirst("data-value=\"" + digits, "data-value=\"" + other));
    assertThat(table.rows("effects-numbers")).isNotEqualTo(page.rows("effects-numbers"));
    List<ChartData.Bar> bars = page.chart("effects").bars();
    EvaluationPageTest.assertBars(page.chart("effects"), bars);
    int data = HTML.indexOf("id=\"charts\"");
    int at = HTML.indexOf(digits, HTML.indexOf("\"effects\":{", data));
    assertThat(at).isPositive();
    ReadPage chart =
        ReadPage.of(HTML.substring(0, at) + other + HTML.substring(at + digits.length()));
    assertFails(() -> EvaluationPageTest.assertBars(chart.chart("effects"), bars), other);
  }

  /** What escaping prevents, done to a page where it has prevented it. */
  @Test
  void namesThatWereNotEscapedWouldBeSeen() {
    Map<String, String> names = Map.of("homepage", "<b>homepage</b>");
    String odd = HTML.replace("homepage", "&lt;b&gt;homepage&lt;/b&gt;");
    int data = odd.indexOf("<script");
    String escaped =
        odd.substring(0, data)
            + odd.substring(data)
                .replace("&lt;b&gt;homepage&lt;/b&gt;", "\\u003cb>homepage\\u003c/b>");
    ReadPage plain = ReadPage.of(HTML);
    PageChecks.differInNamesOnly(plain, ReadPage.of(escaped), names);
    String inText = escaped.replaceFirst("<td>&lt;b&gt;homepage&lt;/b&gt;", "<td><b>homepage</b>");
    String inData = escaped.replaceFirst("\\\\u003cb>homepage", "<b>homepage");
    String cut = escaped.replaceFirst("&lt;b&gt;homepage&lt;/b&gt;</td>", "&lt;b&gt;homepage</td>");
    for (String doctored : List.of(inText, inData, cut)) {
      assertThat(doctored).isNotEqualTo(escaped);
      assertFails(() -> PageChecks.differInNamesOnly(plain, ReadPage.of(doctored), names), "");
    }
  }
}
