package io.sluice.report.page;

import static io.sluice.report.page.Html.json;
import static io.sluice.report.page.Html.script;
import static io.sluice.report.page.Html.text;

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
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
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
 * @param result the result as {@code --format json} prints it, embedded for programs unless it is
 *     large; "null" if there is none
 * @param foot provenance and the command that repeats it, line by line
 */
public record Page(
    String title, String lead, List<Section> sections, String result, List<String> foot) {
  private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

  /** A larger result is not for a page that people open. */
  private static final int LARGE = 1_000_000;

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
            "policy", policy(),
            "title", text(title),
            "lead", text(lead),
            "style", style(),
            "body", body.toString(),
            "foot", String.join("\n", foot.stream().map(Page::footLine).toList()),
            "result", script(result.length() <= LARGE ? result : "null"),
            "charts", script(json(charts)),
            "library", library(),
            "script", program());
    // One pass over the template, so that a label called {{body}} stays one.
    return PLACE
        .matcher(resource("page.html"))
        .replaceAll(place -> Matcher.quoteReplacement(parts.get(place.group(1))));
  }

  /**
   * What the page may do: run these two scripts and use this style, named by their hashes, and
   * nothing else; nothing that a log's names could add.
   */
  public String policy() {
    return "default-src 'none'; style-src %s; script-src %s %s; img-src data:; base-uri 'none'; form-action 'none'"
        .formatted(hash(style()), hash(library()), hash(program()));
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Heights stand here and not at the charts, where a policy by hashes would forbid them. */
  private String style() {
    StringBuilder style = new StringBuilder("\n").append(resource("page.css"));
    for (Section section : sections) {
      for (Block block : section.blocks()) {
        if (block instanceof Chart chart) {
          style.append(height(chart.id(), chart.height()));
        } else if (block instanceof Slider slider) {
          style.append(height(slider.id(), slider.height()));
        }
      }
    }
    return style.toString();
  }

  private static String height(String id, int height) {
    return "#%s { height: %spx; }\n".formatted(text(id), height);
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
      charts.put(chart.id(), Map.of("frames", List.of(chart.option()), "height", chart.height()));
      figure(chart.id(), chart.caption(), "", chart.numbers(), body);
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
          Map.of(
              "frames",
              options,
              "words",
              words,
              "names",
              names,
              "start",
              slider.start(),
              "height",
              slider.height()));
      figure(slider.id(), slider.caption(), control(slider), slider.numbers(), body);
    } else if (block instanceof Table table) {
      TableHtml.add(table, body);
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
        <input type="range" id="%1$s-slider" class="slider" data-chart="%1$s" min="0" max="%4$s" step="1" value="%5$s">
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
      String id, String caption, String control, Table numbers, StringBuilder body) {
    body.append("<figure>\n<figcaption>").append(text(caption)).append("</figcaption>\n");
    body.append(control);
    body.append(
        "<div class=\"chart\" id=\"%s\" role=\"img\" aria-label=\"%s\"></div>\n"
            .formatted(text(id), text(caption)));
    body.append("<details><summary>numbers</summary>\n");
    TableHtml.add(numbers, body);
    body.append("</details>\n</figure>\n");
  }

  private static String program() {
    return "\n" + resource("page.js");
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
