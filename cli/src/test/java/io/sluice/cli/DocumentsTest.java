package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links between documents lead somewhere, and what newcomers read has short sentences. */
class DocumentsTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```\\w*\\n.*?^```$");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)|src=\"([^\"]+)\"");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.*)$");
  private static final int MOST_WORDS = 40;
  private static final List<String> FOR_NEWCOMERS =
      List.of(
          "README.md",
          "docs/quickstart.md",
          "docs/tutorial.md",
          "docs/how-to.md",
          "docs/paper.md",
          "docs/intervals.md",
          "python/README.md");

  private static List<Path> documents() {
    List<Path> files = new ArrayList<>();
    for (String folder : List.of(".", "docs", "docs/decisions", "benchmarks")) {
      try (Stream<Path> inside = Files.list(Repository.root().resolve(folder))) {
        inside.filter(f -> f.toString().endsWith(".md")).sorted().forEach(files::add);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return files;
  }

  /** The links of a text that lead nowhere from a folder. */
  private static List<String> broken(Path file, String text) {
    return LINK.matcher(BLOCK.matcher(text).replaceAll(""))
        .results()
        .map(m -> m.group(1) != null ? m.group(1) : m.group(2))
        .filter(link -> !link.contains("://") && !leads(file, text, link))
        .toList();
  }

  private static boolean leads(Path file, String text, String link) {
    String[] parts = link.split("#", 2);
    Path target = parts[0].isEmpty() ? file : file.resolveSibling(parts[0]).normalize();
    if (!Files.exists(target)) {
      return false;
    }
    String there = target.equals(file) ? text : parts.length > 1 ? Repository.read(target) : "";
    return parts.length == 1
        || HEADING.matcher(there).results().anyMatch(m -> anchor(m.group(1)).equals(parts[1]));
  }

  /** As hosts of Markdown make it: lower case, hyphens for spaces, no other signs. */
  private static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
  }

  @Test
  void linksLeadToFilesAndHeadings() {
    List<Path> documents = documents();
    assertThat(documents).hasSizeGreaterThan(40);
    assertThat(documents)
        .allSatisfy(file -> assertThat(broken(file, Repository.read(file))).isEmpty());
  }

  @Test
  void aBrokenLinkWouldBeFound() {
    Path readme = Repository.root().resolve("README.md");
    String text =
        "# A title: yes\n[a](#a-title-yes) [b](#no) [c](docs/none.md) [d](docs/json.md#x)";
    assertThat(broken(readme, text)).containsExactly("#no", "docs/none.md", "docs/json.md#x");
  }

  /** The sentences of running text with more words than a reader should have to hold. */
  private static List<String> tooLong(String text) {
    String prose =
        BLOCK.matcher(text).replaceAll(".").replaceAll("(?m)^(#.*|\\|.*|- |\\d\\. )", ". ");
    return Pattern.compile("(?<=[.:;?!])\\**[\\s\"]+|\\n\\s*\\n")
        .splitAsStream(prose)
        .filter(sentence -> words(sentence) > MOST_WORDS)
        .toList();
  }

  private static long words(String sentence) {
    return Pattern.compile("[\\p{L}\\p{N}]+(?:['’-][\\p{L}\\p{N}]+)*")
        .matcher(sentence.replaceAll("\\]\\([^)]*\\)|<[^>]*>", ""))
        .results()
        .map(MatchResult::group)
        .count();
  }

  @Test
  void newcomersReadShortSentences() {
    for (String file : FOR_NEWCOMERS) {
      assertThat(tooLong(Repository.read(file))).as(file).isEmpty();
    }
    assertThat(tooLong("word ".repeat(41) + ".")).hasSize(1); // the control
    assertThat(tooLong("word ".repeat(40) + ".")).isEmpty();
  }
}
