package io.sluice.simulation;

import io.sluice.features.FeatureColumn;
import io.sluice.features.FeatureSource;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Writes a log with feature columns as CSV with a header: episode, step, the columns, action,
 * reward, whether the episode ended, propensity, then the probabilities of every action by the
 * logged policy (b_…) and by the new one (p_…). Columns must be numbers.
 */
public final class FeatureLogWriter {
  private FeatureLogWriter() {}

  public static void csv(FeatureSource log, Appendable out) throws IOException {
    StringBuilder header = new StringBuilder("episode,step");
    log.columns().stream().map(FeatureColumn::name).forEach(c -> header.append(',').append(c));
    header.append(",action,reward,end,propensity");
    log.actions().forEach(a -> header.append(",b_").append(a));
    log.actions().forEach(a -> header.append(",p_").append(a));
    out.append(header.append('\n'));
    long[] episodes = new long[1];
    try {
      log.forEach(
          episode -> {
            episodes[0]++;
            for (int k = 1; k <= episode.length(); k++) {
              StringBuilder row = new StringBuilder();
              row.append(episodes[0]).append(',').append(k);
              for (int j = 0; j < log.columns().size(); j++) {
                row.append(',').append(episode.feature(k, j));
              }
              row.append(',').append(log.actions().get(episode.action(k)));
              row.append(',').append(episode.reward(k));
              row.append(',').append(k == episode.length() ? 1 : 0);
              row.append(',').append(episode.propensity(k));
              for (int a = 0; a < log.actions().size(); a++) {
                row.append(',').append(episode.behavior(k, a));
              }
              for (int a = 0; a < log.actions().size(); a++) {
                row.append(',').append(episode.evaluated(k, a));
              }
              append(out, row.append('\n'));
            }
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
}
