package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of many steps, text has a line per verdict and a few steps; JSON has all. */
class LongHorizonTest {
  private static final int HORIZON = 30;

  @TempDir Path folder;

  /** 320 episodes of 30 steps; a1 pays with 0.9 at steps 7 and 8, everything else with 0.4. */
  private Path log() throws IOException {
    Random random = new Random(3);
    StringBuilder csv = new StringBuilder("episode,step,state,action,reward,propensity\n");
    for (int episode = 0; episode < 320; episode++) {
      for (int step = 1; step <= HORIZON; step++) {
        boolean one = random.nextBoolean();
        boolean pays = random.nextDouble() < (one && (step == 7 || step == 8) ? 0.9 : 0.4);
        csv.append(episode).append(',').append(step).append(",s,");
        csv.append(one ? "a1" : "a0").append(',').append(pays ? 1 : 0).append(",0.5\n");
      }
    }
    return Files.writeString(folder.resolve("long.csv"), csv);
  }

  @Test
  void tenStepsOfALongHorizonAreShownInTheirOrder() {
    List<Integer> steps = IntStream.rangeClosed(1, 30).boxed().toList();
    Comparator<Integer> lastFirst = Comparator.comparingInt(h -> -h);
    assertThat(LongHorizon.shown(30, steps, lastFirst))
        .containsExactly(21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
    assertThat(LongHorizon.shown(20, steps.subList(0, 20), lastFirst)).hasSize(20);
    assertThat(LongHorizon.rest(30, 10, "the last"))
        .isEqualTo("10 of 30 steps shown, the last; --format json and --report have all\n");
    assertThat(LongHorizon.rest(20, 10, "the last")).isEmpty();
  }

  @Test
  void stepsAreNamedByTheirVerdict() {
    List<Integer> steps = IntStream.rangeClosed(1, 21).boxed().toList();
    assertThat(LongHorizon.verdicts(21, steps, h -> h, h -> h < 3 || h == 9 ? "better" : "worse"))
        .isEqualTo("  better           steps 1, 2, 9\n  worse            steps 3–8, 10–21\n");
  }

  @Test
  void evaluateShowsSettledStepsAndJsonShowsAll() throws IOException {
    String[] words = {
      "evaluate", log().toString(), "--policy", "always:a1", "--interval", "efficient"
    };
    String text = Run.of(words).out();
    assertThat(text).contains("\nverdicts\n").contains("  better           steps 7, 8");
    assertThat(text).contains("step 7   effect").contains("10 of 30 steps shown");
    assertThat(text.lines().filter(line -> line.startsWith("step "))).hasSize(10);
    String[] json =
        List.of(words, new String[] {"--format", "json"}).stream()
            .flatMap(java.util.Arrays::stream)
            .toArray(String[]::new);
    assertThat(new ObjectMapper().readTree(Run.of(json).out()).get("steps")).hasSize(HORIZON);
  }

  /** One episode that never ends, as a log without a column of episodes is read. */
  @Test
  void aHundredThousandStepsAreSaidInLittleText() throws IOException {
    Path log = walk("steps.csv", 1, 100_000);
    Run run = Run.of("check", log.toString());
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    assertThat(run.out().length()).isLessThan(20_000);
    Run judged = Run.of("evaluate", log.toString(), "--policy", "uniform");
    assertThat(judged.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(judged.err()).contains("at most 5,000 steps").hasSizeLessThan(1_000);
  }

  @Test
  @Tag("slow")
  void aThousandStepsHaveAPageThatABrowserCanOpen() throws IOException {
    Path log = walk("thousand.csv", 20, 1_000);
    Path page = folder.resolve("page.html");
    Run run =
        Run.of("evaluate", log.toString(), "--policy", "uniform", "--report", page.toString());
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    assertThat(run.out().length()).isLessThan(20_000);
    assertThat(Files.size(page)).isLessThan(8_000_000);
  }

  private Path walk(String name, int episodes, int steps) throws IOException {
    Random random = new Random(4);
    StringBuilder csv = new StringBuilder("episode,step,state,action,reward,propensity\n");
    for (int episode = 0; episode < episodes; episode++) {
      for (int step = 1; step <= steps; step++) {
        csv.append(episode).append(',').append(step).append(",s").append(random.nextInt(3));
        csv.append(",a").append(random.nextInt(2)).append(',').append(random.nextInt(2));
        csv.append(",0.5\n");
      }
    }
    return Files.writeString(folder.resolve(name), csv);
  }

  @Test
  void likeNotesAreOneLine() throws IOException {
    String text =
        Run.of("evaluate", log().toString(), "--policy", "always:a9", "--interval", "efficient")
            .out();
    assertThat(text.lines().filter(line -> line.startsWith("note: ")))
        .filteredOn(line -> line.contains("never in the log"))
        .hasSize(1);
    String shift = Run.of("check", log().toString()).out();
    assertThat(shift).contains("11 of 30 steps shown");
    assertThat(shift.lines().filter(line -> line.matches("  \\d+ .*"))).hasSize(11);
  }
}
