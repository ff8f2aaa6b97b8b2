package io.sluice.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Writes an environment's episodes as a log, CSV with a header: episode, step, state, action,
 * reward, propensity.
 */
public final class LogWriter {
  private LogWriter() {}

  public static void csv(Environment environment, int episodes, long seed, Appendable out)
      throws IOException {
    out.append("episode,step,state,action,reward,propensity\n");
    try {
      new Rollouts(environment, seed)
          .forEachRow(
              episodes,
              (episode, h, x, a, next, reward) -> {
                StringBuilder row = new StringBuilder();
                row.append(episode + 1).append(',').append(h).append(',');
                row.append(quoted(environment.states().get(x))).append(',');
                row.append(quoted(environment.actions().get(a))).append(',');
                row.append(number(reward)).append(',');
                row.append(number(environment.behavior().probability(h, x, a))).append('\n');
                append(out, row);
              });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static void append(Appendable out, CharSequence row) {
    try {
      out.append(row);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String number(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }

  private static String quoted(String label) {
    boolean plain = label.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? label : '"' + label.replace("\"", "\"\"") + '"';
  }
}
