package io.sluice.serve;

import io.sluice.fit.Behavior;
import io.sluice.fit.LogData;
import io.sluice.fit.Settings;
import io.sluice.interval.IntervalKind;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.SegmentColumns;
import io.sluice.logs.SqlEngine;
import io.sluice.logs.SqlLog;
import io.sluice.mdp.RewardRange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A small log to explore: 40 episodes of two steps, two states and two actions. */
final class Shop implements LogProvider {
  static final EvaluationRequest UNIFORM =
      new EvaluationRequest(
          new PolicyChoice.Uniform(), 1, List.of(IntervalKind.SELECTIVE), Settings.defaults());

  private final Path log;
  final List<GatedEngine> engines = new ArrayList<>();
  private int counted;

  private final Optional<SegmentColumns> by;

  Shop(Path folder) {
    this(folder, Optional.empty());
  }

  /** Read by segment, and with what would overturn verdicts. */
  Shop(Path folder, Optional<SegmentColumns> by) {
    this.by = by;
    StringBuilder rows = new StringBuilder("episode,step,state,action,reward,propensity\n");
    for (int i = 0; i < 40; i++) {
      for (int h = 1; h <= 2; h++) {
        rows.append("%d,%d,s%d,a%d,%d,0.5\n".formatted(i, h, i % 2, (i / 2 + h) % 2, i % 3 / 2));
      }
    }
    try {
      log = Files.writeString(folder.resolve("log.csv"), rows);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How often it was counted. */
  int counted() {
    return counted;
  }

  @Override
  public SqlEngine engine() {
    GatedEngine engine = new GatedEngine();
    engines.add(engine);
    return engine.asEngine();
  }

  @Override
  public SqlLog open(SqlEngine engine, Set<String> moreActions) {
    counted++;
    LogOptions options =
        new LogOptions(
            Map.of(), List.of(), Optional.<RewardRange>empty(), Optional.empty(), true, 1);
    List<String> paths = List.of(log.toString());
    return by.isPresent()
        ? LogReader.open(engine, paths, options, moreActions, by.get())
        : LogReader.open(engine, paths, options, moreActions);
  }

  @Override
  public boolean sensitivity() {
    return by.isPresent();
  }

  @Override
  public Behavior behavior(LogData data, Settings settings) {
    return Behavior.logged(data);
  }

  @Override
  public String command(String name, List<String> options) {
    return name + " " + String.join(" ", options);
  }
}
