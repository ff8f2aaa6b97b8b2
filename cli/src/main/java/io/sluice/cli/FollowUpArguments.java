package io.sluice.cli;

import io.sluice.fit.AnytimeTotal;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.FollowUps;
import io.sluice.fit.Judgment;
import io.sluice.fit.Sensitivity;
import io.sluice.fit.WithinSegments;
import io.sluice.interval.IntervalKind;
import io.sluice.logs.SegmentColumns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What may be asked about an evaluation besides itself. */
final class FollowUpArguments {
  @Option(
      names = "--by",
      paramLabel = "COLUMN,…",
      description =
          "Also effects within segments: episodes by a column that all their rows share, or decisions by a column that was"
              + " known before them.")
  private List<String> by = List.of();

  @Option(
      names = "--over",
      paramLabel = "COLUMN",
      description =
          "Also effects over time: episodes in periods by a number or date of their first row, with a test of a trend,"
              + " and a total whose interval holds however often a growing log is looked at.")
  private String over;

  @Option(
      names = "--sensitivity",
      description =
          "Also what would overturn each settled verdict: hidden confounding of the actions, a few influential episodes,"
              + " large weights.")
  private boolean sensitivity;

  /** Whether anything was asked. */
  private boolean isAsked() {
    return !by.isEmpty() || over != null || sensitivity;
  }

  /** Refuses what cannot be, before any file is opened. */
  Optional<SegmentColumns> columns(LogArguments log, boolean features) {
    if (!by.isEmpty() && over != null) {
      throw new IllegalArgumentException("--over: cannot go together with --by, got both");
    }
    if (isAsked() && (log.paths().isEmpty() || features)) {
      throw new IllegalArgumentException(
          "--%s: needs %s"
              .formatted(
                  !by.isEmpty() ? "by" : over != null ? "over" : "sensitivity",
                  features
                      ? "states that are labels, got --features"
                      : "a LOG, because counts have no rows"));
    }
    List<String> names = new ArrayList<>();
    by.forEach(b -> names.addAll(Arrays.asList(b.split(","))));
    return over != null
        ? Optional.of(new SegmentColumns(List.of(over), true))
        : names.isEmpty() ? Optional.empty() : Optional.of(new SegmentColumns(names, false));
  }

  /**
   * @param asked intervals that were asked for
   */
  FollowUps of(Judgment judgment, EvaluationResult result, List<IntervalKind> asked) {
    boolean segments = !by.isEmpty() || over != null;
    return new FollowUps(
        segments ? Optional.of(WithinSegments.of(judgment, asked)) : Optional.empty(),
        over != null ? Optional.of(AnytimeTotal.of(judgment)) : Optional.empty(),
        sensitivity ? Optional.of(Sensitivity.of(judgment, result)) : Optional.empty());
  }
}
