package io.sluice.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.interval.ModelInterval;
import io.sluice.report.Claim;
import io.sluice.report.ReproductionClaims;
import io.sluice.simulation.study.EffectStudy;
import io.sluice.simulation.study.Progress;
import io.sluice.simulation.study.Reproduction;
import io.sluice.simulation.study.Reproduction.Learning;
import io.sluice.simulation.study.Reproduction.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The page of a reproduction: claims and figures are those of the studies. */
class ReproductionPageTest extends PageRules {
  private static final Reproduction RESULT =
      Reproduction.run(Variant.PAPER, 2, 2, 1, Progress.SILENT);
  private static final ReadPage PAGE = ReadPage.of(ReproductionPage.of(RESULT, PageRules.COMMAND));

  @Override
  ReadPage page() {
    return PAGE;
  }

  @Override
  String json() {
    return "null";
  }

  @Override
  List<String> headings() {
    return List.of("Claim by claim", "ChainBandit", "GridWorld");
  }

  @Override
  String provenance() {
    return "Formulas: paper; seed 1; δ = 0.05.";
  }

  @Test
  void everyClaimHasItsVerdict() {
    List<Claim> claims = ReproductionClaims.of(RESULT);
    List<List<String>> expected = new ArrayList<>();
    for (Claim c : claims) {
      expected.add(List.of(c.figure(), c.said(), c.measured(), c.verdict().toString()));
    }
    assertThat(PAGE.rows("claims")).isEqualTo(expected).hasSizeGreaterThan(8);
    for (int i = 0; i < claims.size(); i++) {
      assertThat(PAGE.verdicts("").get(i))
          .startsWith(claims.get(i).verdict() + ": ")
          .contains(claims.get(i).said(), claims.get(i).measured());
    }
    assertThat(PAGE.verdicts("good"))
        .hasSize((int) claims.stream().filter(c -> c.verdict() == Claim.Verdict.HOLDS).count());
    assertThat(PAGE.html().select(".chart")).hasSize(4);
  }

  @Test
  void effectsAreThoseOfTheStudies() {
    assertEffects("chain-effect", RESULT.chainEffects(), 21);
    assertEffects("grid-effect", RESULT.gridEffects(), 12);
  }

  /** λ, curve, value, lower, upper: of two intervals, and of the truth without bounds. */
  private static final Map<ModelInterval, String> CURVES =
      Map.of(
          ModelInterval.STANDARD, "standard",
          ModelInterval.SELECTIVE_PRINTED, "selective: as printed",
          ModelInterval.SELECTIVE_BY_POLICY, "selective: the policy's shift",
          ModelInterval.SELECTIVE_RELEASED, "selective: the authors' program");

  private static void assertEffects(String figure, List<EffectStudy.Point> points, int lambdas) {
    List<List<String>> expected = new ArrayList<>();
    for (EffectStudy.Point p : points) {
      String x = Double.toString(p.lambda());
      if (p.method() == ModelInterval.STANDARD) {
        String truth = Double.toString(p.truth());
        expected.add(List.of(x, "true effect", truth, truth, truth));
      }
      if (CURVES.containsKey(p.method())) { // the others are not in the paper's figure
        expected.add(
            List.of(
                x,
                CURVES.get(p.method()),
                Double.toString(p.estimate()),
                Double.toString(p.lower()),
                Double.toString(p.upper())));
      }
    }
    assertThat(PAGE.rows(figure + "-numbers"))
        .hasSize(5 * lambdas)
        .containsExactlyInAnyOrderElementsOf(expected);
    assertCurves(figure);
  }

  /** The picture's numbers are the table's. */
  private static void assertCurves(String figure) {
    Map<String, List<ChartData.Point>> curves = PAGE.chart(figure).curves();
    int drawn = 0;
    for (List<String> row : PAGE.rows(figure + "-numbers")) {
      double x = Double.parseDouble(row.get(0));
      ChartData.Point at =
          curves.get(row.get(1)).stream()
              .filter(p -> Math.abs(Double.parseDouble(p.x()) - x) < 1e-9)
              .findFirst()
              .orElseThrow();
      assertThat(at.y()).isEqualTo(Double.parseDouble(row.get(2)));
      assertThat(at.lower()).isEqualTo(Double.parseDouble(row.get(3)));
      assertThat(at.upper())
          .isCloseTo(Double.parseDouble(row.get(4)), org.assertj.core.api.Assertions.within(1e-12));
      drawn++;
    }
    assertThat(curves.values().stream().mapToInt(List::size).sum()).isEqualTo(drawn);
  }

  @Test
  void learningCurvesAreThoseOfTheStudies() {
    assertLearning("chain-learning", RESULT.chainLearning());
    assertLearning("grid-learning", RESULT.gridLearning());
  }

  private static void assertLearning(String figure, Learning learning) {
    List<List<String>> shown =
        PAGE.rows(figure + "-numbers").stream()
            .filter(row -> !List.of("optimum", "behavior").contains(row.get(1)))
            .toList();
    assertThat(shown).hasSameSizeAs(learning.points());
    for (int i = 0; i < shown.size(); i++) {
      List<String> row = shown.get(i);
      assertThat(learning.points())
          .anyMatch(
              p ->
                  p.episodes() == Double.parseDouble(row.get(0))
                      && p.value() == Double.parseDouble(row.get(2))
                      && p.value() - p.standardError() == Double.parseDouble(row.get(3)));
    }
    assertThat(
            PAGE.rows(figure + "-numbers").stream()
                .filter(row -> row.get(1).equals("optimum"))
                .map(row -> row.get(2)))
        .isNotEmpty()
        .allMatch(Double.toString(learning.optimum())::equals);
    assertCurves(figure);
  }
}
