package io.sluice.cli;

import io.sluice.cli.Outputs.Output;
import io.sluice.features.FeatureEvaluation;
import io.sluice.features.FeatureResult;
import io.sluice.features.FeatureSettings;
import io.sluice.features.FeatureSource;
import io.sluice.fit.EvaluationDetails;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.FollowUps;
import io.sluice.fit.Judgment;
import io.sluice.interval.IntervalKind;
import io.sluice.logs.FeatureOptions;
import io.sluice.logs.FeatureReader;
import io.sluice.logs.RowPolicy;
import io.sluice.logs.SegmentColumns;
import io.sluice.logs.SqlEngine;
import io.sluice.report.json.EvaluationJson;
import io.sluice.report.json.FeatureJson;
import io.sluice.report.json.Json;
import io.sluice.report.page.EvaluationPage;
import io.sluice.report.page.FeaturePage;
import io.sluice.report.page.Page;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Would the new policy be better, and at which step? */
@Command(
    name = "evaluate",
    mixinStandardHelpOptions = true,
    customSynopsis = "sluice evaluate [OPTIONS] --policy=P LOG...",
    description =
        "Estimates, step by step, whether switching from the logged policy to another would be better, with intervals and"
            + " what makes them wide.")
final class EvaluateCommand implements Callable<Integer> {
  private static final String DOING = "evaluating";

  private final Console console;

  @Spec private CommandSpec spec;
  @Mixin private LogArguments log;
  @Mixin private OutputArguments output;

  @Option(
      names = "--policy",
      required = true,
      paramLabel = "P",
      description =
          "The policy to judge: a file (state,action,probability[,step]), uniform, always:ACTION, behavior, or"
              + " mix:WEIGHT:P (the rest being the logged policy). Per row, with --features or intervals that weight rows"
              + " (robust, ips, pdis): columns:PREFIX (probabilities in columns PREFIX<action>), sql:EXPRESSION (the action), or"
              + " a file (episode,step,action,probability).")
  private String policy;

  @Option(
      names = "--interval",
      split = ",",
      paramLabel = "NAME",
      description =
          "Intervals to compute. The first one whose assumptions the log does not contradict decides the verdict:"
              + " efficient, robust, sharp, selective, standard, bandit, theorem, theorem-per-state, fused, and for the value"
              + " ips, snips, pdis, wpdis, dr, mis, model (default: efficient, robust if propensities are known, sharp,"
              + " selective, standard).")
  private List<String> intervals = List.of();

  @Option(names = "--out", paramLabel = "FILE", description = "Writes the result to this file.")
  private Path out;

  @Mixin private ReportArguments report;
  @Mixin private FeatureArguments features;
  @Mixin private FollowUpArguments followUps;

  EvaluateCommand(Console console) {
    this.console = console;
  }

  /** The intervals of these names. */
  static List<IntervalKind> kinds(List<String> names) {
    return names.stream().map(IntervalKind::named).distinct().toList();
  }

  @Override
  public Integer call() {
    log.check(spec);
    List<IntervalKind> asked = LogCommand.option(spec, () -> kinds(intervals));
    report.require(spec, Output.file("--out", out), log.inputs(policy));
    boolean columns = LogCommand.option(spec, features::isAsked);
    Optional<SegmentColumns> by = LogCommand.option(spec, () -> followUps.columns(log));
    if (columns) {
      return evaluateFeatures(asked, by);
    }
    boolean split = asked.isEmpty() || asked.stream().anyMatch(IntervalKind::needsHalves);
    return LogCommand.withEngine(
        console,
        spec,
        log.reading(),
        DOING,
        engine -> {
          if (!log.paths().isEmpty() && RowPolicy.isPerRow(policy, engine)) {
            return evaluateRows(engine, asked, by);
          }
          LogArguments.Opened opened = log.open(spec, engine, split, Optional.of(policy), by);
          Judgment judgment = opened.judgment().orElseThrow();
          List<IntervalKind> kinds = asked.isEmpty() ? judgment.usualIntervals() : asked;
          EvaluationResult judged = EvaluationResult.of(judgment, kinds);
          EvaluationResult result =
              opened.log().featureProposal().map(judged::withWarning).orElse(judged);
          FollowUps more = FollowUps.of(judgment, result, asked, followUps.sensitivity());
          report.write(spec, command -> page(judgment, kinds, more, command));
          LogCommand.done(console, DOING);
          String text =
              output.isJson()
                  ? Json.text(EvaluationJson.of(result, more))
                  : EvaluationText.of(result) + FollowUpText.of(more);
          OutputArguments.show(console, out, text);
          return Main.DONE;
        });
  }

  private int evaluateFeatures(List<IntervalKind> asked, Optional<SegmentColumns> by) {
    FeatureOptions options = LogCommand.option(spec, () -> features.options(log, policy).by(by));
    FeatureSettings settings = LogCommand.option(spec, () -> features.settings(log.settings()));
    List<IntervalKind> kinds = LogCommand.option(spec, () -> FeatureArguments.kinds(asked));
    return LogCommand.withEngine(
        console,
        spec,
        log.reading(),
        DOING,
        engine -> {
          return show(FeatureReader.open(engine, log.paths(), options), settings, kinds, asked);
        });
  }

  /** A policy per row on a log whose states are labels: by intervals that weight rows. */
  private int evaluateRows(
      SqlEngine engine, List<IntervalKind> asked, Optional<SegmentColumns> by) {
    List<IntervalKind> kinds =
        LogCommand.option(
            spec, () -> FeatureArguments.rowKinds(policy, asked, FeatureSettings.ROW_WEIGHTED));
    FeatureOptions options = LogCommand.option(spec, () -> features.options(log, policy).by(by));
    FeatureSettings settings = LogCommand.option(spec, () -> features.settings(log.settings()));
    return show(FeatureReader.open(engine, log.paths(), options), settings, kinds, asked);
  }

  private int show(
      FeatureSource rows,
      FeatureSettings settings,
      List<IntervalKind> kinds,
      List<IntervalKind> asked) {
    FeatureEvaluation evaluation = FeatureEvaluation.evaluated(rows, settings);
    FeatureResult result = evaluation.result(kinds);
    FollowUps more = evaluation.followUps(result, asked, followUps.sensitivity());
    report.write(spec, command -> FeaturePage.of(result, more, command));
    LogCommand.done(console, DOING);
    String text =
        output.isJson()
            ? Json.text(FeatureJson.of(result, more))
            : FeatureText.of(result) + FollowUpText.of(more);
    OutputArguments.show(console, out, text);
    return Main.DONE;
  }

  private static Page page(
      Judgment judgment, List<IntervalKind> kinds, FollowUps more, String command) {
    List<IntervalKind> shown = judgment.possible(IntervalKind.withAllOfPages(kinds));
    return EvaluationPage.of(
        EvaluationResult.of(judgment, shown), EvaluationDetails.of(judgment, shown), more, command);
  }
}
