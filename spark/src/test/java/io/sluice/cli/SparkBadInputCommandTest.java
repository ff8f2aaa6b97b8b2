package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.spark.SharedSpark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** On Spark, commands refuse what they refuse on DuckDB, in the same words. */
class SparkBadInputCommandTest {
  private static final String HEADER = "episode,step,state,action,reward,propensity\n";

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    SharedSpark.session();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "HEADER ! uniform",
        "episode,step,state,action/1,1,x,a/ ! uniform",
        "HEADER1,1,x,a,2,0.5/ ! uniform",
        "HEADER1,1,x,a,0,1.5/1,2,,a,0,0.5/ ! uniform",
        "HEADER1,1,x,a,0,0.5/1,3,x,a,0,0.5/ ! uniform",
        "HEADER1,1,x,a,0,0.5/1,1,x,b,0,0.5/ ! uniform",
        "HEADER1,1,x,a,0,0.5/ ! always:",
        "HEADER1,1,x,a,0,0.5/ ! POLICY",
        "HEADER1,1,x,a,0,0.5/ ! missing.csv",
      })
  void aBadLogOrPolicyIsRefusedInTheSameWords(String rows, String policy) throws IOException {
    String text = rows.strip().replace("HEADER", HEADER).replace("/", "\n");
    Path log = Files.writeString(folder.resolve("log.csv"), text);
    Path table =
        Files.writeString(folder.resolve("policy.csv"), "state,action,probability\nx,a,0.9\n");
    String judged = policy.replace("POLICY", table.toString());
    Run duckdb = Run.of("evaluate", log.toString(), "--policy", judged);
    Run spark = Run.of("evaluate", log.toString(), "--policy", judged, "--engine", "spark");
    assertThat(spark.exit()).isEqualTo(duckdb.exit()).isIn(Main.USAGE, Main.BAD_DATA);
    assertThat(spark.err()).isEqualTo(duckdb.err()).isNotEmpty();
    assertThat(spark.out()).isEqualTo(duckdb.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nothing = 1",
        "step >",
        "(step = 1",
        "nothing(step) = 1",
        "sum(step) > 1",
        "\"st\" = 1"
      })
  void aBadConditionIsRefusedInTheSameWords(String condition) throws IOException {
    Path log = Files.writeString(folder.resolve("log.csv"), HEADER + "1,1,x,a,0,0.5\n");
    Run duckdb = Run.of("check", log.toString(), "--where", condition);
    Run spark = Run.of("check", log.toString(), "--where", condition, "--engine", "spark");
    assertThat(spark.exit()).isEqualTo(duckdb.exit()).isEqualTo(Main.USAGE);
    assertThat(spark.err()).isEqualTo(duckdb.err()).contains("--where " + condition);
  }

  @Test
  void aNameBetweenQuotesIsAColumnInAConditionOnEitherEngine() throws IOException {
    Path log = Files.writeString(folder.resolve("log.csv"), HEADER + "1,1,x,a,0,1\n2,1,y,a,1,1\n");
    String condition = "\"state\" = 'x'";
    Run duckdb = Run.of("check", log.toString(), "--where", condition);
    Run spark = Run.of("check", log.toString(), "--where", condition, "--engine", "spark");
    assertThat(spark.exit()).isEqualTo(duckdb.exit()).isEqualTo(Main.DONE);
    assertThat(spark.out()).isEqualTo(duckdb.out());
  }
}
