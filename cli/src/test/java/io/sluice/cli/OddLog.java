package io.sluice.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** A log whose states would be markup, script or a placeholder if they were not text. */
final class OddLog {
  static final List<String> STATES =
      List.of("<script>window.hit=1</script>", "{{script}}", "\"><img src=x onerror=hit()>");

  private OddLog() {}

  /**
   * 900 episodes of two steps, propensities ½, where a1 earns more and leads to the last state more
   * often; every 50th row earns 0.25.
   */
  static Path write(Path folder) throws IOException {
    Random random = new Random(1);
    StringBuilder log = new StringBuilder("episode,step,state,action,reward,propensity\n");
    for (int i = 0; i < 900; i++) {
      int state = random.nextInt(3);
      for (int h = 1; h <= 2; h++) {
        int action = random.nextInt(2);
        boolean earns = random.nextDouble() < 0.3 + 0.4 * action;
        String reward = (2 * i + h) % 50 == 0 ? "0.25" : earns ? "1" : "0";
        String label = STATES.get(state).replace("\"", "\"\"");
        log.append("%d,%d,\"%s\",a%d,%s,0.5\n".formatted(i, h, label, action, reward));
        state = action == 1 && random.nextBoolean() ? 2 : random.nextInt(3);
      }
    }
    return Files.writeString(folder.resolve("log.csv"), log);
  }
}
