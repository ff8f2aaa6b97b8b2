package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Shape;
import io.sluice.model.Model;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** In every command a model is estimated once per part of the log and way of pooling. */
class EstimatedOnceTest {
  private static final String EVENT = "io.sluice.ModelEstimated";

  @TempDir static Path folder;
  private static String log;

  @BeforeAll
  static void simulate() {
    log = folder.resolve("log.csv").toString();
    Run run = Run.of("simulate", "search-session", "--episodes", "400", "--out", log);
    assertThat(run.exit()).isEqualTo(Main.DONE);
  }

  /** What was estimated while something ran: the number of cells and how steps were pooled. */
  private static List<String> estimated(Runnable work) throws IOException {
    Path file = folder.resolve("recording.jfr");
    try (Recording recording = new Recording()) {
      recording.enable(EVENT).withoutThreshold();
      recording.start();
      work.run();
      recording.stop();
      recording.dump(file);
    }
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().equals(EVENT))
        .map(EstimatedOnceTest::described)
        .toList();
  }

  private static String described(RecordedEvent event) {
    return event.getInt("cells") + " " + event.getString("pooling");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "check LOG ! 0",
        "check LOG --report DIR/check.html ! 0",
        "evaluate LOG --policy uniform ! 3",
        "evaluate LOG --policy uniform --report DIR/page.html ! 3",
        "evaluate LOG --policy uniform --interval efficient,sharp,selective,model,dr ! 3",
        "evaluate LOG --policy uniform --interval theorem,theorem-per-state,fused,dr ! 5",
        "plan LOG --policy uniform --width 0.01 ! 1",
        "learn LOG --learner spvi --out DIR/policy.csv ! 1",
        "learn LOG --learner certified --out DIR/policy.csv --report DIR/learn.html ! 3",
        "learn LOG --learner certified --guarantee finite-sample --out DIR/policy.csv ! 4",
        "coverage LOG --policy uniform --runs 1 --interval selective,standard,efficient ! 2",
      })
  void oncePerPartAndPooling(String command, int models) throws IOException {
    List<String> estimated =
        estimated(
            () -> {
              Run run =
                  Run.of(
                      Stream.of(command.strip().split(" "))
                          .map(w -> w.replace("LOG", log).replace("DIR", folder.toString()))
                          .toArray(String[]::new));
              assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
            });
    assertThat(estimated).hasSize(models);
    if (!command.startsWith("coverage")) { // whose log and simulated log may have as many cells
      assertThat(estimated).doesNotHaveDuplicates();
    }
  }

  /** The control: what is estimated twice is seen twice. */
  @Test
  void twiceIsNoticed() throws IOException {
    TransitionCounts none = TransitionCounts.none(new Shape(1, 1, 1));
    assertThat(
            estimated(
                () -> {
                  Model.estimate(none, Model.Pooling.POOLED);
                  Model.estimate(none, Model.Pooling.POOLED);
                }))
        .containsExactly("0 POOLED", "0 POOLED");
  }
}
