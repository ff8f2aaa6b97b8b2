package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.spark.SharedSpark;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Standard input as a log on Spark, and a master that Spark does not know. */
class SparkInputTest {
  private static final String LOG =
      "episode,step,state,action,reward\n1,1,home,x,1\n1,2,shop,y,0\n2,1,home,y,0\n2,2,shop,x,1\n";

  @TempDir Path folder;

  private static Run check(String text, String engine) {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    try {
      return Run.of("check", "-", "--engine", engine);
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void standardInputIsALog() {
    SharedSpark.session();
    Run spark = check(LOG, "spark");
    assertThat(spark.exit()).as(spark.err()).isEqualTo(Main.DONE);
    assertThat(spark).isEqualTo(check(LOG, "duckdb"));
    Run bad = check(LOG + "3,1,home,x,many\n", "spark");
    assertThat(bad.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(bad.err()).contains(":6: reward needs a number, got \"many\"");
    assertThat(bad).isEqualTo(check(LOG + "3,1,home,x,many\n", "duckdb"));
  }

  /** In a process of its own: in this one there is a session already. */
  @Test
  void aMasterThatIsNoneIsSaid() throws IOException, InterruptedException {
    Path log = Files.writeString(folder.resolve("log.csv"), LOG);
    List<String> command = ShortJava.words();
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(word -> word.startsWith("--add-opens"))
        .forEach(command::add);
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            Main.class.getName(),
            "check",
            log.toString(),
            "--engine",
            "spark",
            "--master",
            "nonsense"));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isIn(Main.USAGE, Main.BAD_DATA);
    assertThat(said)
        .contains("--master: needs a cluster that can be reached, got nonsense (")
        .doesNotContain("\tat ");
  }
}
