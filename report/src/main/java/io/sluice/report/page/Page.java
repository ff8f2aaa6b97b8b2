package io.sluice.report.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.report.page.Block.Chart;
import io.sluice.report.page.Block.Download;
import io.sluice.report.page.Block.Slider;
import io.sluice.report.page.Block.Table;
import io.sluice.report.page.Block.Verdict;
import io.sluice.report.page.Block.Verdicts;
import io.sluice.report.page.Block.Words;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page that opens anywhere, offline, by mail: one file, no server, no network request, all script
 * and style inside. A content-security policy in it forbids it to ask for anything.
 *
 * <p>What charts show is embedded as data and drawn by Apache ECharts; tables are plain HTML. Texts
 * from logs are escaped on their way into HTML and into data alike.
 *
 * @param title names the page
 * @param lead one sentence under the title
 * @param result the result as {@code --format json} prints it, embedded for programs
 * @param foot provenance and the command that repeats it, line by line
 */
public record Page(
    String title, String lead, List<Section> sections, String result, List<String> foot) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

  public Page {
    sections = List.copyOf(sections);
    foot = List.copyOf(foot);
  }

  /** The whole file. */
  public String html() {
    StringBuilder body = new StringBuilder();
    Map<String, Object> charts = new LinkedHashMap<>();
    for (Section section : sections) {
      body.append("<section>\n<h2>").append(text(section.title())).append("</h2>\n");
      section.blocks().forEach(block -> add(block, body, charts));
      body.append("</section>\n");
    }
    Map<String, String> parts =
        Map.of(
            "title", text(title),
            "lead", text(lead),
            "style", resource("page.css"),
            "body", body.toString(),
            "foot", String.join("\n", foot.stream().map(Page::footLine).toList()),
            "result", script(result),
            "charts", script(json(charts)),
            "library", library(),
            "script", resource("page.js"));
    // One pass over the template, so that a label called {{body}} stays one.
    return PLACE
        .matcher(resource("page.html"))
        .replaceAll(place -> Matcher.quoteReplacement(parts.get(place.group(1))));
  }

  private static String footLine(String line) {
    return line.startsWith("$ ") ? "<pre>" + text(line) + "</pre>" : "<p>" + text(line) + "</p>";
  }

  private static void add(Block block, StringBuilder body, Map<String, Object> charts) {
    if (block instanceof Words words) {
      words.paragraphs().forEach(p -> body.append("<p>").append(text(p)).append("</p>\n"));
    } else if (block instanceof Verdicts verdicts) {
      body.append("<ul class=\"verdicts\">\n");
      verdicts.all().forEach(v -> body.append(verdict(v)));
      body.append("</ul>\n");
    } else if (block instanceof Chart chart) {
      charts.put(chart.id(), Map.of("frames", List.of(chart.option())));
      figure(chart.id(), chart.caption(), chart.height(), "", chart.numbers(), body);
    } else if (block instanceof Slider slider) {
      List<Object> options = new ArrayList<>();
      List<Object> words = new ArrayList<>();
      List<Object> names = new ArrayList<>();
      for (Block.Frame frame : slider.frames()) {
        options.add(frame.option());
        words.add(frame.words());
        names.add(frame.name());
      }
      charts.put(
          slider.id(),
          Map.of("frames", options, "words", words, "names", names, "start", slider.start()));
      figure(
          slider.id(), slider.caption(), slider.height(), control(slider), slider.numbers(), body);
    } else if (block instanceof Table table) {
      table(table, body);
    } else if (block instanceof Download download) {
      body.append(
          "<p><button type=\"button\" class=\"download\" data-name=\"%s\" data-for=\"%s\">%s</button></p>\n<script type=\"text/plain\" id=\"%s\">%s</script>\n"
              .formatted(
                  text(download.fileName()),
                  text(download.id()),
                  text(download.label()),
                  text(download.id()),
                  script(json(download.content()))));
    }
  }

  private static String verdict(Verdict verdict) {
    return "<li class=\"%s\">%s</li>\n"
        .formatted(verdict.tone().name().toLowerCase(Locale.ROOT), text(verdict.text()));
  }

  private static String control(Slider slider) {
    Block.Frame first = slider.frames().get(slider.start());
    return """
        <label for="%1$s-slider">%2$s <output id="%1$s-name" for="%1$s-slider">%3$s</output></label>
        <input type="range" id="%1$s-slider" class="slider" data-chart="%1$s" min="0" max="%4$d" step="1" value="%5$d">
        <p id="%1$s-words" class="words" aria-live="polite">%6$s</p>
        """
        .formatted(
            text(slider.id()),
            text(slider.label()),
            text(first.name()),
            slider.frames().size() - 1,
            slider.start(),
            text(first.words()));
  }

  private static void figure(
      String id, String caption, int height, String control, Table numbers, StringBuilder body) {
    body.append("<figure>\n<figcaption>").append(text(caption)).append("</figcaption>\n");
    body.append(control);
    body.append(
        "<div class=\"chart\" id=\"%s\" role=\"img\" aria-label=\"%s\" style=\"height:%dpx\"></div>\n"
            .formatted(text(id), text(caption), height));
    body.append("<details><summary>numbers</summary>\n");
    table(numbers, body);
    body.append("</details>\n</figure>\n");
  }

  private static void table(Table table, StringBuilder body) {
    String id = text(table.id());
    body.append("<div class=\"table\">\n<p class=\"tools\">");
    body.append(text(table.caption()));
    if (table.rows().size() < table.total()) {
      body.append(text(Figures.say(" (the first %,d of %,d)", table.rows().size(), table.total())));
    }
    if (table.rows().size() > 12) {
      body.append(
          " <input type=\"search\" data-table=\"%s\" placeholder=\"search\" aria-label=\"search this table\">"
              .formatted(id));
    }
    body.append(
        " <button type=\"button\" class=\"copy\" data-table=\"%s\">copy as CSV</button></p>\n"
            .formatted(id));
    body.append(
        "<div class=\"scroll\" tabindex=\"0\"><table id=\"%s\">\n<thead><tr>".formatted(id));
    table.columns().forEach(c -> body.append("<th scope=\"col\">").append(text(c)).append("</th>"));
    body.append("</tr></thead>\n<tbody>\n");
    for (List<Object> row : table.rows()) {
      body.append("<tr>");
      row.forEach(cell -> body.append(cell(cell)));
      body.append("</tr>\n");
    }
    body.append("</tbody>\n</table></div>\n</div>\n");
  }

  /** Numbers keep all their digits in {@code data-value}, which is what is copied. */
  private static String cell(Object value) {
    if (value instanceof Double number) {
      return "<td class=\"number\" data-value=\"%s\">%s</td>"
          .formatted(number, text(Figures.shown(number)));
    }
    if (value instanceof Number whole) {
      return "<td class=\"number\" data-value=\"%s\">%s</td>"
          .formatted(whole, text(String.format(Locale.ROOT, "%,d", whole.longValue())));
    }
    return "<td>" + text(String.valueOf(value)) + "</td>";
  }

  /** As text in HTML, in an attribute or not. */
  static String text(String value) {
    StringBuilder escaped = new StringBuilder(value.length() + 16);
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '"' -> escaped.append("&quot;");
        case '\'' -> escaped.append("&#39;");
        default -> escaped.append(c);
      }
    }
    return escaped.toString();
  }

  /** JSON that cannot end the element it stands in. */
  private static String script(String json) {
    return json.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029");
  }

  private static String json(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String resource(String name) {
    return read(Page.class.getResourceAsStream(name), name);
  }

  /** Apache ECharts, as its package has it. */
  private static String library() {
    String path = "/META-INF/resources/_static/echarts/6.0.0/dist/echarts.min.js";
    return read(Page.class.getResourceAsStream(path), path).replace("</script", "<\\/script");
  }

  private static String read(InputStream stream, String name) {
    try (InputStream in = stream) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException | NullPointerException e) {
      throw new IllegalStateException("page: needs " + name + ", which this build lacks", e);
    }
  }
}
