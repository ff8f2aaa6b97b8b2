package io.sluice.duckdb;

import io.sluice.fit.LogData;
import io.sluice.logs.Bins;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.Role;
import io.sluice.logs.SqlEngine;
import io.sluice.logs.SqlLog;
import io.sluice.mdp.RewardRange;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Short ways to read a log in a test. */
final class Opened {
  private Opened() {}

  static SqlLog log(SqlEngine engine, String path) {
    return LogReader.open(engine, List.of(path), LogOptions.defaults(), Set.of());
  }

  static LogData data(String path, LogOptions options) {
    try (DuckDb engine = DuckDb.start(2)) {
      return data(engine, path, options);
    }
  }

  static LogData data(SqlEngine engine, String path, LogOptions options) {
    return LogReader.open(engine, List.of(path), options, Set.of()).data();
  }

  static LogOptions columns(Map<Role, List<String>> columns, Bins... bins) {
    return new LogOptions(columns, List.of(bins), Optional.empty(), Optional.empty(), false, 1);
  }

  static LogOptions range(double low, double high) {
    return new LogOptions(
        Map.of(), List.of(), Optional.of(new RewardRange(low, high)), Optional.empty(), false, 1);
  }
}
