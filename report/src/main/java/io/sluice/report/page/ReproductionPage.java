package io.sluice.report.page;

import io.sluice.report.Claim;
import io.sluice.report.Numbers;
import io.sluice.report.ReproductionCharts;
import io.sluice.report.ReproductionClaims;
import io.sluice.report.chart.LineChart;
import io.sluice.report.chart.Series;
import io.sluice.report.chart.Style;
import io.sluice.report.page.Block.Table;
import io.sluice.report.page.Block.Tone;
import io.sluice.report.page.Block.Verdict;
import io.sluice.report.page.Block.Verdicts;
import io.sluice.simulation.study.Reproduction;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The paper's four figures, and claim by claim whether they hold: the answer to look at. */
public final class ReproductionPage {
  private ReproductionPage() {}

  /**
   * @param command what was typed
   */
  public static Page of(Reproduction result, String command) {
    List<Claim> claims = ReproductionClaims.of(result);
    String variant = result.variant().name().toLowerCase(Locale.ROOT);
    return new Page(
        "The paper, reproduced",
        Numbers.say(
            "\"Selective Uncertainty Propagation in Offline RL\" (AAAI-25), figure by figure: %s runs on ChainBandit, %s on GridWorld.",
            result.chainRuns(), result.gridRuns()),
        List.of(
            claims(claims),
            Section.of(
                "ChainBandit",
                figure("chain-effect", ReproductionCharts.chainEffects(result)),
                figure("chain-learning", ReproductionCharts.chainLearning(result))),
            Section.of(
                "GridWorld",
                figure("grid-effect", ReproductionCharts.gridEffects(result)),
                figure("grid-learning", ReproductionCharts.gridLearning(result)))),
        "null",
        Foot.of(
            Numbers.say(
                "Formulas: %s; seed %s; δ = %s. Values of learned policies are exact; their bands are one standard error over runs.",
                variant, result.seed(), Reproduction.DELTA),
            command));
  }

  private static Section claims(List<Claim> claims) {
    List<Verdict> verdicts = new ArrayList<>();
    List<List<Object>> rows = new ArrayList<>();
    for (Claim claim : claims) {
      Tone tone =
          switch (claim.verdict()) {
            case HOLDS -> Tone.GOOD;
            case DOES_NOT_HOLD -> Tone.BAD;
            case HOLDS_IN_PART -> Tone.OPEN;
            case NOT_IN_THE_PAPER -> Tone.NOTE;
          };
      verdicts.add(
          new Verdict(
              tone, "%s: %s — %s".formatted(claim.verdict(), claim.said(), claim.measured())));
      rows.add(List.of(claim.figure(), claim.said(), claim.measured(), claim.verdict().toString()));
    }
    return Section.of(
        "Claim by claim",
        new Verdicts(verdicts),
        new Table(
            "claims",
            "The same as a table",
            List.of("figure", "the paper says", "measured", "verdict"),
            rows));
  }

  /** A figure of the paper, drawn from what its picture is drawn from. */
  private static Block figure(String id, LineChart chart) {
    List<CurveChart.Curve> curves = new ArrayList<>();
    List<List<Object>> rows = new ArrayList<>();
    for (Series series : chart.series()) {
      List<CurveChart.Point> points = new ArrayList<>();
      for (var p : series.points()) {
        points.add(new CurveChart.Point(p.x(), p.y(), p.low(), p.high()));
        rows.add(List.of(p.x(), series.name(), p.y(), p.low(), p.high()));
      }
      boolean reference = series.style() == Style.REFERENCE || series.style() == Style.EXACT;
      curves.add(new CurveChart.Curve(series.name(), points, reference));
    }
    return CurveChart.of(
        id,
        chart.title() + ".",
        curves,
        chart.xLabel(),
        chart.yLabel(),
        new Table(
            id + "-numbers",
            chart.title(),
            List.of(chart.xLabel(), "curve", chart.yLabel(), "lower", "upper"),
            rows));
  }
}
