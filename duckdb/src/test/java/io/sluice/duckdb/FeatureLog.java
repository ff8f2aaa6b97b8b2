package io.sluice.duckdb;

import io.sluice.features.FeatureEpisode;
import io.sluice.features.FeatureSource;
import io.sluice.logs.FeatureOptions;
import io.sluice.logs.FeatureReader;
import io.sluice.logs.LogOptions;
import io.sluice.logs.RowPolicy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Small logs with feature columns, and what is read of them as text. */
final class FeatureLog {
  private FeatureLog() {}

  static FeatureOptions options(RowPolicy policy, String... features) {
    return new FeatureOptions(
        LogOptions.defaults(), List.of(features), Optional.empty(), false, policy, 5);
  }

  static <T> T read(
      Path folder, FeatureOptions options, Function<FeatureSource, T> then, String... lines) {
    String path = Table.write(folder.resolve("log.csv"), String.join("\n", lines) + "\n");
    try (DuckDb engine = DuckDb.start(1)) {
      return then.apply(FeatureReader.open(engine, List.of(path), options));
    }
  }

  /**
   * A line for each episode, sorted; of each row its features, action, reward and propensity, then
   * the probabilities of the logged policy and those of the judged one.
   */
  static List<String> episodes(FeatureSource source) {
    List<String> lines = new ArrayList<>();
    source.forEach(e -> lines.add(line(source, e)));
    return lines.stream().sorted().toList();
  }

  private static String line(FeatureSource source, FeatureEpisode episode) {
    List<String> rows = new ArrayList<>();
    for (int h = 1; h <= episode.length(); h++) {
      int step = h;
      rows.add(
          "%s %s %s %s %s %s"
              .formatted(
                  numbers(source.columns().size(), j -> episode.feature(step, j)),
                  source.actions().get(episode.action(h)),
                  episode.reward(h),
                  (float) episode.propensity(h),
                  numbers(source.actions().size(), a -> episode.behavior(step, a)),
                  numbers(source.actions().size(), a -> episode.evaluated(step, a))));
    }
    return String.join(" ; ", rows);
  }

  private static String numbers(int n, java.util.function.IntToDoubleFunction number) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      all.add(String.valueOf((float) number.applyAsDouble(i)));
    }
    return String.join(",", all);
  }
}
