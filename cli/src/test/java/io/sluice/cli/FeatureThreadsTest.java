package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.duckdb.DuckDb;
import io.sluice.features.FeatureEvaluation;
import io.sluice.features.FeatureSettings;
import io.sluice.features.FeatureSettings.BasisChoice;
import io.sluice.features.RidgeChoice;
import io.sluice.logs.FeatureOptions;
import io.sluice.logs.FeatureReader;
import io.sluice.logs.LogOptions;
import io.sluice.logs.RowPolicy;
import io.sluice.report.json.FeatureJson;
import io.sluice.report.json.Json;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file with feature columns gives the same bytes, whatever the number of threads. */
class FeatureThreadsTest {
  @TempDir Path folder;

  private static String evaluated(Path log, int threads, long seed) {
    try (DuckDb engine = DuckDb.start(threads)) {
      FeatureOptions options =
          new FeatureOptions(
              new LogOptions(Map.of(), List.of(), Optional.empty(), Optional.empty(), false, seed),
              List.of("interest", "fit", "patience", "haste"),
              Optional.of("b_"),
              false,
              RowPolicy.parse("columns:p_", true),
              FeatureOptions.FOLDS);
      return Json.text(
          FeatureJson.of(
              FeatureEvaluation.of(
                  FeatureReader.open(engine, List.of(log.toString()), options),
                  new FeatureSettings(
                      0.05, seed, BasisChoice.PLAIN, new RidgeChoice.CrossValidated()),
                  FeatureSettings.INTERVALS)));
    }
  }

  @Test
  void threadsDoNotMatterAndTheSeedDoes() throws Exception {
    Path log = folder.resolve("log.csv");
    Run run =
        Run.of("simulate", "continuous-session", "--episodes", "400", "--out", log.toString());
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    Set<String> answers = new HashSet<>();
    for (int threads : new int[] {1, 3}) {
      ForkJoinPool pool = new ForkJoinPool(threads);
      try {
        for (int engine = 1; engine <= 2; engine++) {
          int ofEngine = engine;
          answers.add(pool.submit(() -> evaluated(log, ofEngine, 1)).get());
        }
      } finally {
        pool.shutdown();
      }
    }
    assertThat(answers).hasSize(1);
    assertThat(answers).doesNotContain(evaluated(log, 1, 2));
  }
}
