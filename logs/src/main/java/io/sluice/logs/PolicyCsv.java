package io.sluice.logs;

import io.sluice.fit.LogData;
import io.sluice.mdp.Policy;

/**
 * A policy as a table, {@code step,state,action,probability}, which {@code --policy} reads. A
 * learned one has a column {@code learned_from} with the fingerprint of its log, too.
 */
public final class PolicyCsv {
  private PolicyCsv() {}

  public static String of(LogData log, Policy policy) {
    return of(log, policy, "", "");
  }

  /** A policy that was learned from this log. */
  public static String learned(LogData log, Policy policy) {
    return of(log, policy, "," + PolicyTable.LEARNED_FROM, "," + log.fingerprint());
  }

  /**
   * @param name of one more column, after a comma; empty for none
   * @param value the same in every row
   */
  private static String of(LogData log, Policy policy, String name, String value) {
    StringBuilder csv = new StringBuilder("step,state,action,probability" + name + "\n");
    for (int h = 1; h <= log.shape().horizon(); h++) {
      for (int x = 0; x < log.shape().states(); x++) {
        for (int a = 0; a < log.shape().actions(); a++) {
          double p = policy.probability(h, x, a);
          if (p > 0) {
            csv.append(log.firstStep() + h - 1)
                .append(',')
                .append(quoted(log.state(x)))
                .append(',');
            csv.append(quoted(log.action(a))).append(',');
            csv.append(p == 1 ? "1" : Double.toString(p)).append(value).append('\n');
          }
        }
      }
    }
    return csv.toString();
  }

  private static String quoted(String label) {
    boolean plain = label.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain && !label.isEmpty() ? label : '"' + label.replace("\"", "\"\"") + '"';
  }
}
