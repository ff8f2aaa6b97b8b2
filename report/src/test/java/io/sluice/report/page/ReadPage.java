package io.sluice.report.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** A page as a browser reads it: parsed, with its data. */
record ReadPage(Document html) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static ReadPage of(Page page) {
    return of(page.html());
  }

  static ReadPage of(String html) {
    return new ReadPage(Jsoup.parse(html));
  }

  /** What a script element that holds data has inside. */
  JsonNode data(String id) {
    try {
      return JSON.readTree(html.selectFirst("script#" + id).data());
    } catch (JsonProcessingException e) {
      throw new AssertionError("script " + id + " is no JSON", e);
    }
  }

  /** What ECharts is given for a chart, at a position of its slider. */
  JsonNode option(String chart, int frame) {
    return data("charts").get(chart).get("frames").get(frame);
  }

  ChartData chart(String id) {
    return new ChartData(option(id, 0));
  }

  ChartData chart(String id, int frame) {
    return new ChartData(option(id, frame));
  }

  boolean has(String id) {
    return html.getElementById(id) != null;
  }

  /** The cells of a table, numbers with all their digits: what "copy as CSV" copies. */
  List<List<String>> rows(String table) {
    Element found = html.getElementById(table);
    if (found == null) {
      throw new AssertionError("no table " + table);
    }
    return found.select("tbody tr").stream()
        .map(row -> row.select("td").stream().map(ReadPage::value).toList())
        .toList();
  }

  private static String value(Element cell) {
    return cell.hasAttr("data-value") ? cell.attr("data-value") : cell.wholeText();
  }

  /** The sentences of a tone, such as {@code good}; all of them if it is empty. */
  List<String> verdicts(String tone) {
    return html.select(".verdicts li" + (tone.isEmpty() ? "" : "." + tone)).stream()
        .map(Element::wholeText)
        .toList();
  }

  List<String> headings() {
    return html.select("section > h2").eachText();
  }

  String lead() {
    return html.selectFirst(".lead").wholeText();
  }

  /** All text of a section. */
  String section(String heading) {
    return html.select("section").stream()
        .filter(section -> section.selectFirst("h2").text().equals(heading))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no section " + heading))
        .wholeText();
  }
}
