package io.sluice.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.benchmarks.StressAnswer.Outcome;
import io.sluice.duckdb.DuckDb;
import io.sluice.interval.Failure;
import io.sluice.interval.Interval;
import io.sluice.interval.Part;
import io.sluice.interval.Verdict;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.simulation.stress.StressLog;
import io.sluice.simulation.stress.StressProblem;
import io.sluice.simulation.stress.StressProblems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StressStudyTest {
  private static Verdict verdict(double lower, double upper) {
    double middle = (lower + upper) / 2;
    Part part = new Part(Part.Source.EPISODES, "", middle - lower, upper - middle);
    return Verdict.of(Interval.of("test", middle, new Failure(0.05, 0), List.of(part)), 100);
  }

  @Test
  void aSettledVerdictIsWrongIfTheTruthSaysOtherwise() {
    assertThat(Outcome.of(verdict(0.1, 0.2), 0.3)).isEqualTo(Outcome.RIGHT); // not a miss of it
    assertThat(Outcome.of(verdict(0.1, 0.2), 0)).isEqualTo(Outcome.WRONG);
    assertThat(Outcome.of(verdict(0.1, 0.2), -0.1)).isEqualTo(Outcome.WRONG);
    assertThat(Outcome.of(verdict(-0.2, -0.1), -0.3)).isEqualTo(Outcome.RIGHT);
    assertThat(Outcome.of(verdict(-0.2, -0.1), 1e-13)).isEqualTo(Outcome.WRONG);
    assertThat(Outcome.of(verdict(0, 0), 0.01)).isEqualTo(Outcome.WRONG);
    assertThat(Outcome.of(verdict(0, 0), 1e-13)).isEqualTo(Outcome.RIGHT);
    assertThat(Outcome.of(verdict(-0.1, 0.1), 5)).isEqualTo(Outcome.OPEN);
  }

  /** Log by log, in one thread, the answers are those of the study. */
  @Test
  void threadsDoNotChangeAnswers() {
    StressProblem problem = StressProblems.named("users-5x40");
    StressRun run = new StressRun(problem, problem.truth(), 3);
    List<StressAnswer> oneByOne = IntStream.range(0, 6).mapToObj(run::log).toList();
    assertThat(StressStudy.answers(problem, 6, 3)).isEqualTo(oneByOne);
    assertThat(StressStudy.answers(problem, 6, 4)).isNotEqualTo(oneByOne);
  }

  /** Severity's effect seems to be +0.20, and is +0.05: both tables say that nothing covers. */
  @Test
  void bothTablesShowWhatMisses() {
    StressProblem problem = StressProblems.named("severity-2000");
    StressTable table = new StressTable(problem, StressStudy.answers(problem, 4, 5));
    assertThat(table.markdown()).startsWith("| severity-2000 | 2,000 | 1 | 4 | 0.000 / 0.000 |");
    assertThat(table.csv()).contains("severity-2000,2000,1,4,efficient,0.000,0.000,0.000,0.000,");
    int columns = StressTable.CSV.split(",", -1).length;
    assertThat(table.csv().lines()).allMatch(line -> line.split(",", -1).length == columns);
    int cells = StressTable.MARKDOWN.lines().findFirst().orElseThrow().split("\\|").length;
    assertThat(table.markdown().split("\\|")).hasSize(cells + 1); // and the end of the line
  }

  @Test
  void aLogInMemoryIsTheLogInAFile(@TempDir Path folder) throws IOException {
    for (String name :
        List.of(
            "churn",
            "users-5x40",
            "catastrophe-large-100",
            "frailty-sticky-300",
            "cut-off-better",
            "ended-without-mark",
            "ended-at-start")) {
      StressLog drawn = StressProblems.named(name).draw(11);
      Path file = Files.writeString(folder.resolve(name + ".csv"), drawn.csv());
      LogOptions options =
          new LogOptions(
              Map.of(), List.of(), Optional.of(drawn.range()), Optional.empty(), false, 1);
      try (DuckDb engine = DuckDb.start(1)) {
        var read = LogReader.open(engine, List.of(file.toString()), options, Set.of()).data();
        assertThat(read.fingerprint()).isEqualTo(drawn.toLog().data().fingerprint());
        assertThat(read.clustered()).isEqualTo(drawn.clusters());
      }
    }
  }
}
