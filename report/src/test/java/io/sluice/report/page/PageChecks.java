package io.sluice.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.report.json.Json;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Element;

/**
 * What holds for every page, checked without a browser. {@link PageChecksTest} has a page for each
 * of these checks that fails it.
 */
final class PageChecks {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The result, the data of charts, the library that draws them, and the page's own script. */
  private static final int OWN_SCRIPTS = 4;

  private PageChecks() {}

  static void isTitledOnce(ReadPage page) {
    assertThat(page.html().selectFirst("html").attr("lang")).isEqualTo("en");
    assertThat(page.html().charset().name()).isEqualTo("UTF-8");
    assertThat(page.html().select("head meta[charset]").eachAttr("charset"))
        .containsExactly("utf-8");
    assertThat(page.html().select("h1")).hasSize(1);
    assertThat(page.html().title()).isNotBlank();
    assertThat(page.html().selectFirst("h1").text()).isEqualTo(page.html().title());
    assertThat(page.lead()).isNotBlank();
  }

  /** Every section begins with its heading, the foot comes last, and no level is skipped. */
  static void hasSections(ReadPage page, List<String> headings) {
    assertThat(page.headings()).isEqualTo(headings).doesNotHaveDuplicates();
    for (Element section : page.html().select("section")) {
      assertThat(section.select("h2")).hasSize(1);
      assertThat(section.firstElementChild().tagName()).isEqualTo("h2");
      assertThat(section.childrenSize()).as(section.text()).isGreaterThan(1);
    }
    List<String> expected = new ArrayList<>(headings);
    expected.add("How this was made");
    assertThat(page.html().select("h2").eachText()).isEqualTo(expected);
    assertThat(page.html().select("h3, h4, h5, h6")).isEmpty();
  }

  static void beginsWithAVerdict(ReadPage page) {
    assertThat(page.html().selectFirst("section").select(".verdicts li").eachText())
        .isNotEmpty()
        .noneMatch(String::isBlank);
  }

  /** Every table says what it is, for those who hear it too, and has a heading for every column. */
  static void tablesAreCaptionedAndHeaded(ReadPage page) {
    for (Element table : page.html().select("table")) {
      assertThat(table.attr("aria-labelledby")).as("caption of %s", table.id()).isNotEmpty();
      Element caption = page.html().getElementById(table.attr("aria-labelledby"));
      assertThat(caption).as("caption of %s", table.id()).isNotNull();
      assertThat(caption.text()).as("caption of %s", table.id()).isNotBlank();
      List<Element> heads = table.select("thead th[scope=col]");
      assertThat(heads).as("headings of %s", table.id()).isNotEmpty();
      assertThat(heads).noneMatch(head -> head.text().isBlank());
      assertThat(table.select("tbody tr"))
          .as("rows of %s", table.id())
          .isNotEmpty()
          .allMatch(row -> row.childrenSize() == heads.size());
    }
  }

  /** Every chart says what it shows, has data to draw, and its numbers stand below it. */
  static void chartsHaveTheirNumbers(ReadPage page) {
    JsonNode charts = page.data("charts");
    List<String> ids = new ArrayList<>();
    for (Element chart : page.html().select(".chart")) {
      ids.add(chart.id());
      Element figure = chart.closest("figure");
      assertThat(figure).as("figure of %s", chart.id()).isNotNull();
      String caption = figure.selectFirst("figcaption").wholeText();
      assertThat(caption).isNotBlank();
      assertThat(chart.attr("role")).isEqualTo("img");
      assertThat(chart.attr("aria-label")).isEqualTo(caption);
      assertThat(figure.select("details table tbody tr"))
          .as("numbers of %s", chart.id())
          .isNotEmpty();
      JsonNode data = charts.get(chart.id());
      assertThat(data).as("data of %s", chart.id()).isNotNull();
      assertThat(data.get("frames")).isNotEmpty();
      data.get("frames").forEach(frame -> assertThat(frame.get("series")).isNotEmpty());
    }
    List<String> withData = new ArrayList<>();
    charts.fieldNames().forEachRemaining(withData::add);
    assertThat(withData).containsExactlyInAnyOrderElementsOf(ids);
  }

  /** No id comes twice, and every reference leads somewhere. */
  static void idsAreUniqueAndReferencesLead(ReadPage page) {
    List<String> ids = page.html().select("[id]").eachAttr("id");
    assertThat(ids).doesNotHaveDuplicates().noneMatch(String::isBlank);
    Set<String> known = new HashSet<>(ids);
    for (String reference :
        List.of("for", "data-for", "data-table", "data-chart", "aria-labelledby")) {
      assertThat(known).as(reference).containsAll(page.html().select("*").eachAttr(reference));
    }
    assertThat(page.html().select("details table").size())
        .isEqualTo(page.html().select(".chart").size());
  }

  /** Nothing is loaded: all script and style is inside, and a policy forbids the rest. */
  static void asksForNothing(ReadPage page) {
    for (String attribute : List.of("src", "srcset", "action", "formaction", "poster", "data")) {
      assertThat(page.html().select("[" + attribute + "]")).as(attribute).isEmpty();
    }
    assertThat(page.html().select("[href]").eachAttr("href"))
        .allMatch(address -> address.startsWith("data:"));
    assertThat(page.html().select("a, img, iframe, object, embed, video, audio, form, base"))
        .isEmpty();
    String policy = page.html().select("meta[http-equiv=Content-Security-Policy]").attr("content");
    assertThat(policy)
        .contains("default-src 'none'", "base-uri 'none'", "form-action 'none'")
        .doesNotContain("http", "*", "unsafe");
    for (Element inline : page.html().select("style, script:not([type])")) {
      assertThat(policy).as("the hash of every script and style").contains(hash(inline.data()));
    }
    for (Element style : page.html().select("style")) {
      assertThat(style.data()).doesNotContain("url(", "@import", "http:", "https:");
    }
    assertThat(page.html().select("[style]")).as("styles that the policy forbids").isEmpty();
  }

  /** As the W3C's Content Security Policy Level 3 has it. */
  private static String hash(String inline) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(inline.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** No name from a log has become an element, a handler or a script. */
  static void textsAreText(ReadPage page) {
    assertThat(page.html().select("script"))
        .hasSize(OWN_SCRIPTS + page.html().select("button.download").size());
    for (Element element : page.html().getAllElements()) {
      for (Attribute attribute : element.attributes()) {
        assertThat(attribute.getKey()).as(element.tagName()).doesNotStartWith("on");
        assertThat(attribute.getValue()).doesNotStartWith("javascript:");
      }
    }
    assertThat(page.html().select("svg, math, template, noscript")).isEmpty();
  }

  /** The result for programs is inside, byte for byte but for what HTML needs escaped. */
  static void holdsTheResult(ReadPage page, String json) {
    JsonNode inside = page.data("result");
    try {
      String again =
          inside.isNull()
              ? "null"
              : Json.text(
                  JSON.convertValue(inside, new TypeReference<LinkedHashMap<String, Object>>() {}));
      assertThat(again).isEqualTo(json);
      assertThat(inside).isEqualTo(JSON.readTree(json));
    } catch (JsonProcessingException e) {
      throw new AssertionError("the expected result is no JSON", e);
    }
  }

  /** Maps of the platform show their entries in an order that changes from run to run. */
  static void chartDataIsInOneOrder(ReadPage page) {
    inOrder(page.data("charts"));
  }

  private static void inOrder(JsonNode node) {
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    assertThat(names).isSorted();
    node.forEach(PageChecks::inOrder);
  }

  /** Every number of a table reads as the number that would be copied. */
  static void numbersReadAsTheyAre(ReadPage page) {
    for (Element cell : page.html().select("td.number")) {
      isShown(cell.text(), Double.parseDouble(cell.attr("data-value")));
    }
    assertThat(page.html().select("td[data-value]:not(.number)")).isEmpty();
  }

  /** That a text is a number, rounded no more than half a unit of its last digit. */
  static void isShown(String text, double value) {
    String plain = text.replace("−", "-").replace("+", "").replace(",", "");
    BigDecimal shown;
    try {
      shown = new BigDecimal(plain);
    } catch (NumberFormatException e) {
      throw new AssertionError("\"%s\" is no number (%s)".formatted(text, value), e);
    }
    double half = shown.ulp().doubleValue() / 2;
    assertThat(shown.doubleValue())
        .as("\"%s\" for %s", text, value)
        .isBetween(value - half * (1 + 1e-9), value + half * (1 + 1e-9));
    assertThat(value == 0 || shown.precision() >= 3 || shown.scale() >= 4 || isWhole(value))
        .as("digits of \"%s\" for %s", text, value)
        .isTrue();
  }

  private static boolean isWhole(double value) {
    return value == Math.rint(value);
  }

  /**
   * That two pages differ in names only: element by element, attribute by attribute, text by text,
   * and in all data. A name that became markup, was cut or was changed would be a difference.
   *
   * @param names what stands in the one for what stands in the other
   */
  static void differInNamesOnly(ReadPage plain, ReadPage odd, Map<String, String> names) {
    List<Element> first = plain.html().getAllElements();
    List<Element> second = odd.html().getAllElements();
    for (int i = 0; i < Math.min(first.size(), second.size()); i++) {
      Element one = first.get(i);
      Element other = second.get(i);
      assertThat(other.tagName()).as("after %s", one.cssSelector()).isEqualTo(one.tagName());
      assertThat(attributes(other, Map.of())).isEqualTo(attributes(one, names));
      if (one.tagName().equals("script") && !one.attr("type").isEmpty()) {
        assertThat(odd.data(one.id())).isEqualTo(renamed(plain.data(one.id()), names));
        assertThat(other.data()).doesNotContain("<", "\u2028", "\u2029");
      } else if (List.of("script", "style").contains(one.tagName())) {
        assertThat(other.data()).isEqualTo(one.data());
      } else {
        assertThat(other.wholeOwnText()).isEqualTo(renamed(one.wholeOwnText(), names));
      }
    }
    assertThat(second).hasSameSizeAs(first);
  }

  private static Map<String, String> attributes(Element element, Map<String, String> names) {
    Map<String, String> all = new LinkedHashMap<>();
    element.attributes().forEach(a -> all.put(a.getKey(), renamed(a.getValue(), names)));
    return all;
  }

  private static String renamed(String text, Map<String, String> names) {
    String renamed = text;
    for (Map.Entry<String, String> name : names.entrySet()) {
      renamed = renamed.replace(name.getKey(), name.getValue());
    }
    return renamed;
  }

  private static JsonNode renamed(JsonNode node, Map<String, String> names) {
    if (node.isTextual()) {
      return JSON.getNodeFactory().textNode(renamed(node.asText(), names));
    }
    if (node.isArray()) {
      ArrayNode all = JSON.createArrayNode();
      node.forEach(one -> all.add(renamed(one, names)));
      return all;
    }
    if (node.isObject()) {
      ObjectNode all = JSON.createObjectNode();
      node.properties()
          .forEach(one -> all.set(renamed(one.getKey(), names), renamed(one.getValue(), names)));
      return all;
    }
    return node;
  }

  /** At the foot: what it was made from, and the command that makes it again. */
  static void saysHowItWasMade(ReadPage page, String provenance, String command) {
    Element foot = page.html().selectFirst("main > footer");
    assertThat(foot.nextElementSibling()).isNull();
    assertThat(foot.selectFirst("p").wholeText()).contains(provenance);
    assertThat(foot.selectFirst("pre").wholeText()).isEqualTo("$ " + command);
  }
}
