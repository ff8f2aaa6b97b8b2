package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Logs with the propensity of the chosen action only. The new policy always takes c. On desktops it
 * is logged in a third of rows; on phones with a probability that may be 0, which no propensity
 * says. Rows of phones then never show what c earns there.
 */
class LackingDecisionsTest {
  @TempDir Path folder;

  private String evaluated(double onPhones, int seed) throws IOException {
    Random random = new Random(seed);
    StringBuilder csv = new StringBuilder("episode,step,device,x,action,reward,propensity\n");
    for (int e = 0; e < 1_000; e++) {
      boolean phone = random.nextBoolean();
      double c = phone ? onPhones : 1 / 3.0;
      boolean taken = random.nextDouble() < c;
      String action = taken ? "c" : random.nextBoolean() ? "a" : "b";
      double reward = 0.5 + (taken ? 0.3 : 0) + 0.2 * random.nextGaussian();
      csv.append(
          "%s,1,%s,%s,%s,%s,%s\n"
              .formatted(
                  e,
                  phone ? "phone" : "desktop",
                  random.nextDouble(),
                  action,
                  reward,
                  taken ? c : (1 - c) / 2));
    }
    Path log = Files.writeString(folder.resolve("log.csv"), csv);
    Run run = Run.of("evaluate", log.toString(), "--features", "x,device", "--policy", "always:c");
    assertThat(run.exit()).as(run.err()).isZero();
    return run.out();
  }

  @Test
  void whereRowsNeverHaveAnActionNothingIsConcluded() throws IOException {
    for (int seed = 1; seed <= 5; seed++) {
      assertThat(evaluated(0, seed))
          .contains("WITHHELD")
          .contains("instead of 1: the log lacks decisions of the policy")
          .doesNotContain("BETTER");
    }
  }

  /** The control: with probabilities of 0.1 and 0.02 there are rows, if few. */
  @Test
  void whereTheyHaveItRarelyNothingIsWithheld() throws IOException {
    for (int seed = 1; seed <= 5; seed++) {
      assertThat(evaluated(0.1, seed)).contains("BETTER").doesNotContain("the log lacks");
      assertThat(evaluated(0.02, seed)).doesNotContain("the log lacks");
    }
  }
}
