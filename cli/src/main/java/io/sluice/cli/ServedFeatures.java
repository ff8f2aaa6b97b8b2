package io.sluice.cli;

import io.sluice.features.FeatureComparison.Group;
import io.sluice.features.FeatureSettings;
import io.sluice.features.FeatureSource;
import io.sluice.logs.FeatureOptions;
import io.sluice.logs.FeatureReader;
import io.sluice.logs.RowPolicy;
import io.sluice.logs.SegmentColumns;
import io.sluice.logs.SqlEngine;
import io.sluice.serve.FeatureProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The log with feature columns that {@code serve} shows, read as the command's options say. */
record ServedFeatures(
    Console console,
    LogArguments log,
    FeatureArguments features,
    FollowUpArguments followUps,
    FeatureOptions options,
    FeatureSettings settings)
    implements FeatureProvider {
  @Override
  public SqlEngine engine() {
    return log.reading().start();
  }

  @Override
  public FeatureSource open(SqlEngine engine, RowPolicy judged) {
    return FeatureReader.open(engine, log.paths(), options.with(judged));
  }

  @Override
  public boolean sensitivity() {
    return followUps.sensitivity();
  }

  @Override
  public List<Group> groups(SqlEngine engine, Map<String, RowPolicy> policies) {
    if (options.by().filter(SegmentColumns::over).isPresent()) {
      throw new IllegalArgumentException(
          "policy: policies can be compared without --over only, got " + policies.size());
    }
    return FeatureReader.groups(engine, log.paths(), options, policies);
  }

  @Override
  public FeatureSettings settings(double delta) {
    return settings.withDelta(delta);
  }

  @Override
  public void broken(Throwable bug) {
    console.err().println("a bug in sluice: " + bug);
  }

  @Override
  public String command(String name, List<String> more) {
    List<String> words = new ArrayList<>(List.of(name));
    words.addAll(log.readingWords());
    words.addAll(features.words());
    words.addAll(followUps.words(name));
    words.addAll(more);
    return ReportArguments.command(words);
  }
}
