package io.sluice.report.page;

import java.util.List;
import java.util.Map;

/** Something on a page. All texts are text: a label that looks like markup is shown as it is. */
public sealed interface Block {

  /** Paragraphs. */
  record Words(List<String> paragraphs) implements Block {
    public Words {
      paragraphs = List.copyOf(paragraphs);
    }

    public static Words of(String... paragraphs) {
      return new Words(List.of(paragraphs));
    }
  }

  /** What a reader should know before anything else, each with a tone. */
  record Verdicts(List<Verdict> all) implements Block {
    public Verdicts {
      all = List.copyOf(all);
    }
  }

  /**
   * One sentence of a verdict.
   *
   * @param tone decides its color and its mark, which does not depend on color alone
   */
  record Verdict(Tone tone, String text) {}

  /** How a sentence is meant. */
  enum Tone {
    GOOD,
    BAD,
    OPEN,
    NOTE,
    ADVICE
  }

  /**
   * A chart with the numbers it shows.
   *
   * @param id unique on the page
   * @param caption what it says, for those who do not see it too
   * @param height in pixels
   * @param option as Apache ECharts takes it, made of maps, lists, texts and numbers
   * @param numbers shown on demand, and copied as CSV
   */
  record Chart(String id, String caption, int height, Map<String, Object> option, Table numbers)
      implements Block {}

  /**
   * A chart that a slider leads through.
   *
   * @param label what the slider sets
   * @param frames one for each of its positions
   * @param start the position it begins at
   */
  record Slider(
      String id,
      String label,
      String caption,
      int height,
      List<Frame> frames,
      int start,
      Table numbers)
      implements Block {
    public Slider {
      frames = List.copyOf(frames);
    }
  }

  /**
   * One position of a slider.
   *
   * @param name of the position
   * @param words what it says
   */
  record Frame(String name, String words, Map<String, Object> option) {}

  /**
   * A table, searchable where it is long.
   *
   * @param rows texts or numbers, one for each column
   * @param total how many rows there are, if not all are shown; said to the reader
   */
  record Table(String id, String caption, List<String> columns, List<List<Object>> rows, long total)
      implements Block {
    public Table {
      columns = List.copyOf(columns);
      rows = rows.stream().map(List::copyOf).toList();
    }

    public Table(String id, String caption, List<String> columns, List<List<Object>> rows) {
      this(id, caption, columns, rows, rows.size());
    }
  }

  /** A file that the page holds, for readers to save. */
  record Download(String id, String label, String fileName, String content) implements Block {}
}
