package io.sluice.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.simulation.study.Progress;
import io.sluice.simulation.study.Reproduction;
import io.sluice.simulation.study.Reproduction.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is in the files of a reproduction. */
class ReproductionReportTest {
  private static final int CHAIN_RUNS = 3;
  private static final int GRID_RUNS = 2;
  private static final List<String> FIGURES =
      List.of(
          "chain-bandit-effect",
          "chain-bandit-learning",
          "grid-world-effect",
          "grid-world-learning");

  @TempDir private static Path folder;
  private static final Map<Variant, Reproduction> RESULTS = new EnumMap<>(Variant.class);
  private static final Map<Variant, String> SUMMARIES = new EnumMap<>(Variant.class);

  @BeforeAll
  static void writeBothVariants() throws IOException {
    for (Variant variant : Variant.values()) {
      Reproduction result = Reproduction.run(variant, CHAIN_RUNS, GRID_RUNS, 1, Progress.SILENT);
      RESULTS.put(variant, result);
      SUMMARIES.put(variant, ReproductionReport.write(result, of(variant)));
    }
  }

  private static Path of(Variant variant) {
    return folder.resolve("not/yet/there/" + variant);
  }

  @ParameterizedTest
  @EnumSource(Variant.class)
  void everyFileIsThereAndNothingElse(Variant variant) throws IOException {
    Set<String> expected = new HashSet<>(Set.of("results.md", "grid-world-uniform-learning.csv"));
    for (String figure : FIGURES) {
      for (String ending : List.of(".csv", ".svg", ".png")) {
        expected.add(figure + ending);
      }
    }
    try (Stream<Path> files = Files.list(of(variant))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(expected);
    }
    for (String figure : FIGURES) {
      assertThat(Files.readString(of(variant).resolve(figure + ".svg"))).contains("<svg");
      assertThat(Files.readAllBytes(of(variant).resolve(figure + ".png")))
          .startsWith(0x89, 'P', 'N', 'G');
    }
  }

  @ParameterizedTest
  @EnumSource(Variant.class)
  void effectsAreWrittenOnePerLambdaAndMethod(Variant variant) throws IOException {
    // λ = 0, 0.05, …, 1 on the chain and …, 0.55 on the grid; six methods
    for (var figure : Map.of("chain-bandit", 21, "grid-world", 12).entrySet()) {
      List<String[]> rows = csv(variant, figure.getKey() + "-effect.csv");
      assertThat(rows.get(0))
          .containsExactly(
              "lambda", "method", "estimate", "lower", "upper", "truth", "coverage", "runs");
      assertThat(rows).hasSize(1 + 6 * figure.getValue()).allMatch(row -> row.length == 8);
      int runs = figure.getKey().equals("chain-bandit") ? CHAIN_RUNS : GRID_RUNS;
      Set<String> seen = new HashSet<>();
      for (String[] row : rows.subList(1, rows.size())) {
        assertThat(row[1])
            .isIn(
                "standard",
                "selective",
                "selective-printed",
                "selective-by-policy",
                "selective-released",
                "bandit");
        assertThat(Double.parseDouble(row[2]))
            .isBetween(Double.parseDouble(row[3]), Double.parseDouble(row[4]));
        assertThat(Double.parseDouble(row[6])).isBetween(0.0, 1.0);
        assertThat(row[7]).isEqualTo(String.valueOf(runs));
        assertThat(seen.add(row[0] + " " + row[1])).isTrue();
      }
    }
    var first = RESULTS.get(variant).chainEffects().get(0);
    assertThat(csv(variant, "chain-bandit-effect.csv").get(1))
        .containsExactly(
            "0.0",
            "standard",
            "" + first.estimate(),
            "" + first.lower(),
            "" + first.upper(),
            "" + first.truth(),
            "" + first.coverage(),
            "" + CHAIN_RUNS);
  }

  @ParameterizedTest
  @EnumSource(Variant.class)
  void curvesAreWrittenOnePointPerLearnerAndLengthWithTwoReferences(Variant variant)
      throws IOException {
    // 5 learners by the text and certified, 4 in the authors' program; the optimum and the behavior
    int chainCurves = (variant == Variant.PAPER ? 6 : 4) + 2;
    requireCurves(csv(variant, "chain-bandit-learning.csv"), chainCurves, 40, 500, CHAIN_RUNS);
    requireCurves(csv(variant, "grid-world-learning.csv"), 5 + 2, 20, 100, GRID_RUNS);
    requireCurves(csv(variant, "grid-world-uniform-learning.csv"), 5 + 2, 20, 100, GRID_RUNS);
  }

  private static void requireCurves(
      List<String[]> rows, int curves, int lengths, int each, int runs) {
    assertThat(rows.get(0))
        .containsExactly("episodes", "learner", "value", "standard_error", "runs");
    assertThat(rows).hasSize(1 + curves * lengths);
    Set<String> seen = new HashSet<>();
    for (String[] row : rows.subList(1, rows.size())) {
      assertThat(row).hasSize(5);
      assertThat(Integer.parseInt(row[0]) % each).isZero();
      assertThat(Integer.parseInt(row[0])).isBetween(each, each * lengths);
      assertThat(Double.parseDouble(row[2])).isBetween(0.0, 1.1);
      assertThat(Double.parseDouble(row[3])).isBetween(0.0, 0.5);
      boolean reference = row[1].equals("optimum") || row[1].equals("behavior");
      assertThat(row[4]).isEqualTo(reference ? "" : String.valueOf(runs));
      assertThat(seen.add(row[0] + " " + row[1])).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(Variant.class)
  void resultsAndSummaryTellEveryClaimWithItsVerdict(Variant variant) throws IOException {
    String summary = SUMMARIES.get(variant);
    String results = Files.readString(of(variant).resolve("results.md"));
    List<Claim> claims = ReproductionClaims.of(RESULTS.get(variant));
    assertThat(claims).hasSize(variant == Variant.PAPER ? 24 : 23);
    for (Claim claim : claims) {
      assertThat(results)
          .contains(
              "| `%s` | %s | %s | **%s** |"
                  .formatted(claim.figure(), claim.said(), claim.measured(), claim.verdict()));
      assertThat(summary)
          .contains(
              claim.verdict().toString().toUpperCase(Locale.ROOT) + "  " + claim.said(),
              claim.measured());
    }
    assertThat(results)
        .contains("--variant " + variant.name().toLowerCase(Locale.ROOT) + " --seed 1`")
        .contains("3 runs on ChainBandit, 2 on GridWorld, δ = 0.05");
    for (String figure : FIGURES) {
      assertThat(results).contains("(" + figure + ".png)");
    }
    assertThat(results.contains("published curve")).isEqualTo(variant == Variant.RELEASED);
    assertThat(summary).contains(of(variant).resolve("results.md").toString());
  }

  @Test
  void aDoctoredCurveIsToldInTheFile(@TempDir Path other) throws IOException {
    Reproduction paper = RESULTS.get(Variant.PAPER);
    Reproduction doctored =
        Doctored.chainLearning(paper, Doctored.flat(paper.chainLearning(), "spvi", 0.1));
    String summary = ReproductionReport.write(doctored, other);
    assertThat(Files.readString(other.resolve("results.md")))
        .containsPattern("SPVI outperforms PVI and PSL[^\n]*\\*\\*does not hold\\*\\*");
    assertThat(summary).contains("DOES NOT HOLD  SPVI outperforms");
  }

  private static List<String[]> csv(Variant variant, String name) throws IOException {
    return Files.readAllLines(of(variant).resolve(name)).stream()
        .map(line -> line.split(",", -1))
        .toList();
  }
}
