package io.sluice.cli;

import io.sluice.fit.Behavior;
import io.sluice.fit.LogData;
import io.sluice.fit.Settings;
import io.sluice.logs.PolicyTable;
import io.sluice.logs.SegmentColumns;
import io.sluice.logs.SqlEngine;
import io.sluice.logs.SqlLog;
import io.sluice.serve.LogProvider;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The log that {@code serve} shows, read as the command's options say.
 *
 * @param behaviorFile the logged policy, if it is in a file
 */
record ServedLog(
    Console console,
    LogArguments log,
    FollowUpArguments followUps,
    Optional<SegmentColumns> by,
    Optional<PolicyTable> behaviorFile)
    implements LogProvider {
  @Override
  public boolean sensitivity() {
    return followUps.sensitivity();
  }

  @Override
  public SqlEngine engine() {
    return log.reading().start();
  }

  @Override
  public SqlLog open(SqlEngine engine, Set<String> moreActions) {
    Set<String> actions = new LinkedHashSet<>(moreActions);
    behaviorFile.ifPresent(file -> actions.addAll(file.actions()));
    SqlLog opened = log.reading().open(engine, true, actions, by);
    log.settings().requireFit(opened.data().shape());
    return opened;
  }

  @Override
  public Behavior behavior(LogData data, Settings settings) {
    return log.behavior(data, behaviorFile, settings);
  }

  @Override
  public void broken(Throwable bug) {
    console.err().println("a bug in sluice: " + bug);
  }

  @Override
  public String command(String name, List<String> options) {
    List<String> words = new ArrayList<>(List.of(name));
    words.addAll(log.readingWords());
    words.addAll(followUps.words(name));
    words.addAll(options);
    return ReportArguments.command(words);
  }
}
