package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a reproduction, looked at in a real browser. */
class ReproductionPageTest extends PageContract {
  @TempDir static Path folder;
  private static Path page;

  @BeforeAll
  static void reproduce() {
    page = folder.resolve("page.html");
    Run run =
        Run.of(
            "reproduce",
            "--runs",
            "1",
            "--out",
            folder.resolve("out").toString(),
            "--report",
            page.toString());
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
  }

  @Override
  Path page() {
    return page;
  }

  @Override
  JsonNode json() {
    return null;
  }

  /** λ, method, estimate, lower, upper, of which the figure has all. */
  @Test
  void theFiguresAreThoseOfTheFiles() throws IOException {
    for (String[] figure :
        new String[][] {
          {"chain-effect-numbers", "chain-bandit-effect.csv"},
          {"grid-effect-numbers", "grid-world-effect.csv"}
        }) {
      List<String> shown =
          rows(figure[0]).stream()
              .filter(row -> !row.get(1).equals("true effect"))
              .map(row -> String.join(",", row))
              .map(row -> row.replace("selective: as printed", "selective-printed"))
              .map(row -> row.replace("selective: the policy's shift", "selective-by-policy"))
              .map(row -> row.replace("selective: the authors' program", "selective-released"))
              .toList();
      List<String> written =
          Files.readAllLines(folder.resolve("out").resolve(figure[1])).stream()
              .skip(1)
              .filter(line -> !line.contains(",bandit,")) // these are not in the paper's figure
              .filter(line -> !line.contains(",selective,"))
              .map(line -> String.join(",", List.of(line.split(",")).subList(0, 5)))
              .toList();
      assertThat(shown).isNotEmpty().containsExactlyInAnyOrderElementsOf(written);
    }
  }

  @Test
  void everyClaimHasItsVerdict() throws IOException {
    String results = Files.readString(folder.resolve("out/results.md"));
    List<List<String>> claims = rows("claims");
    assertThat(claims).hasSizeGreaterThan(8);
    for (List<String> claim : claims) {
      assertThat(results).contains("| %s | **%s** |".formatted(claim.get(2), claim.get(3)));
    }
    assertThat(browser().all(".chart")).hasSize(4);
  }
}
