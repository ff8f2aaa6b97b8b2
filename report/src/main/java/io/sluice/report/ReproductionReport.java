package io.sluice.report;

import io.sluice.interval.ModelInterval;
import io.sluice.report.chart.ChartFile;
import io.sluice.report.chart.LineChart;
import io.sluice.simulation.study.EffectStudy;
import io.sluice.simulation.study.LearningStudy;
import io.sluice.simulation.study.Reproduction;
import io.sluice.simulation.study.Reproduction.Learning;
import io.sluice.simulation.study.Reproduction.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Writes a reproduction of the paper: numbers as CSV, pictures as SVG and PNG, and {@code
 * results.md}, claim by claim.
 */
public final class ReproductionReport {
  private static final List<String> PICTURES =
      List.of(
          "chain-bandit-effect",
          "grid-world-effect",
          "chain-bandit-learning",
          "grid-world-learning");

  /** The files that are written. */
  public static final List<String> FILES = files();

  private ReproductionReport() {}

  private static List<String> files() {
    List<String> files = new ArrayList<>(List.of("results.md", "grid-world-uniform-learning.csv"));
    for (String name : PICTURES) {
      files.addAll(List.of(name + ".csv", name + ".svg", name + ".png"));
    }
    return List.copyOf(files);
  }

  /**
   * Writes all files into a folder, at once.
   *
   * @return what to tell the person who asked, in a few lines
   */
  public static String write(Reproduction result, Path folder) throws IOException {
    List<Claim> claims = ReproductionClaims.of(result);
    try (StagedFolder files = new StagedFolder(folder)) {
      effects(files, "chain-bandit-effect", result.chainEffects(), result.chainRuns());
      effects(files, "grid-world-effect", result.gridEffects(), result.gridRuns());
      learning(files, "chain-bandit-learning", result.chainLearning(), result.chainRuns());
      learning(files, "grid-world-learning", result.gridLearning(), result.gridRuns());
      learning(
          files, "grid-world-uniform-learning", result.uniformGridLearning(), result.gridRuns());
      picture(files, "chain-bandit-effect", ReproductionCharts.chainEffects(result));
      picture(files, "grid-world-effect", ReproductionCharts.gridEffects(result));
      picture(files, "chain-bandit-learning", ReproductionCharts.chainLearning(result));
      picture(files, "grid-world-learning", ReproductionCharts.gridLearning(result));
      files.write("results.md", markdown(result, claims));
      files.publish();
    }
    return summary(claims, folder);
  }

  private static void effects(
      StagedFolder files, String name, List<EffectStudy.Point> points, int runs)
      throws IOException {
    StringBuilder csv =
        new StringBuilder("lambda,method,estimate,lower,upper,truth,coverage,runs\n");
    for (EffectStudy.Point p : points) {
      row(
          csv,
          p.lambda(),
          p.method().methodName(),
          p.estimate(),
          p.lower(),
          p.upper(),
          p.truth(),
          p.coverage(),
          runs);
    }
    files.write(name + ".csv", csv);
  }

  private static void learning(StagedFolder files, String name, Learning learning, int runs)
      throws IOException {
    StringBuilder csv = new StringBuilder("episodes,learner,value,standard_error,runs\n");
    for (LearningStudy.Point p : learning.points()) {
      row(csv, p.episodes(), p.learner(), p.value(), p.standardError(), runs);
    }
    for (int episodes : lengths(learning)) {
      row(csv, episodes, "optimum", learning.optimum(), 0, "");
      row(csv, episodes, "behavior", learning.behavior(), 0, "");
    }
    files.write(name + ".csv", csv);
  }

  private static void row(StringBuilder csv, Object... cells) {
    for (int i = 0; i < cells.length; i++) {
      csv.append(i == 0 ? "" : ",").append(cells[i]);
    }
    csv.append('\n');
  }

  private static void picture(StagedFolder files, String name, LineChart chart) throws IOException {
    ChartFile.write(chart, files.file(name + ".svg"), files.file(name + ".png"));
  }

  private static List<Integer> lengths(Learning learning) {
    return learning.points().stream().map(LearningStudy.Point::episodes).distinct().toList();
  }

  private static String summary(List<Claim> claims, Path folder) {
    StringBuilder text = new StringBuilder();
    for (Claim claim : claims) {
      text.append(claim.verdict().toString().toUpperCase(Locale.ROOT)).append("  ");
      text.append(claim.said()).append("\n    ").append(claim.measured()).append('\n');
    }
    return text.append("\nFigures, numbers and this table: ")
        .append(folder.resolve("results.md"))
        .append('\n')
        .toString();
  }

  private static String markdown(Reproduction result, List<Claim> claims) {
    StringBuilder md = new StringBuilder("# The paper, reproduced\n\n");
    String runs = result.chainRuns() == result.gridRuns() ? " --runs " + result.chainRuns() : "";
    md.append(
        String.format(
            Locale.ROOT,
            """
            "Selective Uncertainty Propagation in Offline RL" (AAAI-25), by `sluice reproduce --variant %s%s --seed %s`: \
            %s runs on ChainBandit, %s on GridWorld, δ = %s. Values of learned policies are exact; ± is the standard error over runs.

            ## Claim by claim

            | figure | the paper says | measured | verdict |
            |---|---|---|---|
            """,
            result.variant().name().toLowerCase(Locale.ROOT),
            runs,
            result.seed(),
            result.chainRuns(),
            result.gridRuns(),
            Reproduction.DELTA));
    for (Claim c : claims) {
      md.append(
          "| `%s` | %s | %s | **%s** |\n"
              .formatted(c.figure(), c.said(), c.measured(), c.verdict()));
    }
    md.append(
        """

        What the paper's selective interval is can be read in three ways, and each claim about it is judged under each. \
        As printed (`selective-printed`): Σπ·b + Σ_a π Σ|Δ̂(·|x,a)|Γ, `eq:Q-TE-bound`. \
        The policy's shift (`selective-by-policy`): Σπ·b + Σ|Δ̂(·|x,π)|Γ, with the shift that the theorem has. \
        The authors' program (`selective-released`): Σ(π+π_b)·b + Σ|Δ̂(·|x,π)|Γ. \
        `selective` is what `evaluate` has: Σ|π−π_b|·b + Σ|Δ̂(·|x,π)|Γ, which holds on the model event and is {0} at π = π_b; \
        here it is, as all of them are, for the states that the log visited.
        """);
    md.append("\n## ChainBandit\n\n![effect](chain-bandit-effect.png)\n\n");
    widths(md, result.chainEffects());
    md.append("\n![learning](chain-bandit-learning.png)\n\n");
    values(
        md,
        result.chainLearning(),
        1_000,
        4_000,
        5_000,
        6_000,
        7_000,
        10_000,
        14_000,
        15_000,
        18_000,
        20_000);
    if (result.variant() == Variant.RELEASED) {
      published(md, result.chainLearning());
    } else {
      md.append(
          """

          `spvi` has V_max = H−h+1 as in the text; `spvi-cap1` has V_max capped at 1, as in the authors' program (true values reach \
          1.067, so that cap is a little too low). |X| in the bonus counts the end as a state. `certified` learns on half of the \
          T episodes and judges on the other half; while that is inconclusive, it keeps the \
          logged policy.
          """);
    }
    md.append("\n## GridWorld\n\n![effect](grid-world-effect.png)\n\n");
    widths(md, result.gridEffects());
    md.append("\n![learning](grid-world-learning.png)\n\n");
    values(md, result.gridLearning(), 100, 200, 500, 1_000, 2_000);
    md.append("\nStarting uniformly on the grid, as another sentence of the paper has it:\n\n");
    values(md, result.uniformGridLearning(), 100, 200, 500, 1_000, 2_000);
    return md.toString();
  }

  private static void widths(StringBuilder md, List<EffectStudy.Point> points) {
    md.append("| λ | true effect |");
    for (ModelInterval method : ModelInterval.values()) {
      md.append(' ').append(method.methodName()).append(" |");
    }
    md.append("\n|---|---|").append("---|".repeat(ModelInterval.values().length)).append('\n');
    for (EffectStudy.Point p : points) {
      if (p.method() == ModelInterval.values()[0]) {
        md.append(String.format(Locale.ROOT, "| %.2f | %+.4f |", p.lambda(), p.truth()));
        for (ModelInterval method : ModelInterval.values()) {
          EffectStudy.Point q =
              points.stream()
                  .filter(o -> o.method() == method && o.lambda() == p.lambda())
                  .findFirst()
                  .orElseThrow();
          md.append(String.format(Locale.ROOT, " [%+.3f, %+.3f] |", q.lower(), q.upper()));
        }
        md.append('\n');
      }
    }
  }

  private static void values(StringBuilder md, Learning learning, int... episodes) {
    List<String> learners =
        learning.points().stream().map(LearningStudy.Point::learner).distinct().toList();
    md.append("| T | ").append(String.join(" | ", learners)).append(" |\n|---|");
    md.append("---|".repeat(learners.size())).append('\n');
    for (int t : episodes) {
      md.append(String.format(Locale.ROOT, "| %,d |", t));
      for (String learner : learners) {
        LearningStudy.Point p = point(learning, learner, t);
        md.append(String.format(Locale.ROOT, " %.3f ± %.3f |", p.value(), p.standardError()));
      }
      md.append('\n');
    }
    md.append(
        String.format(
            Locale.ROOT,
            "\nOptimum %.6f, behavior %.6f.\n",
            learning.optimum(),
            learning.behavior()));
  }

  private static void published(StringBuilder md, Learning learning) {
    md.append(
        """

        ### Against the authors' published curve

        Their curve is read by eye. It matches where the two are within 0.03 and two standard errors.

        | learner | T | published | here | |
        |---|---|---|---|---|
        """);
    for (PublishedCurve reading : PublishedCurve.READINGS) {
      LearningStudy.Point p = point(learning, reading.learner(), reading.episodes());
      boolean matches = Math.abs(p.value() - reading.value()) <= 0.03 + 2 * p.standardError();
      md.append(
          String.format(
              Locale.ROOT,
              "| %s | %,d | %.3f | %.3f ± %.3f | %s |\n",
              reading.learner(),
              reading.episodes(),
              reading.value(),
              p.value(),
              p.standardError(),
              matches ? "matches" : "**differs**"));
    }
  }

  private static LearningStudy.Point point(Learning learning, String learner, int episodes) {
    return learning.points().stream()
        .filter(p -> p.learner().equals(learner) && p.episodes() == episodes)
        .findFirst()
        .orElseThrow();
  }
}
