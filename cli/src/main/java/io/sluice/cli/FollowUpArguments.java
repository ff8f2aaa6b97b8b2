package io.sluice.cli;

import io.sluice.logs.SegmentColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What may be asked about an evaluation besides itself. */
final class FollowUpArguments {
  @Mixin private ByArgument by;

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
          "Also what would overturn each conclusive verdict: hidden confounding of the actions, a few influential episodes,"
              + " large weights.")
  private boolean sensitivity;

  /** Refuses what cannot be, before any file is opened. */
  Optional<SegmentColumns> columns(LogArguments log) {
    if (by.isAsked() && over != null) {
      throw new IllegalArgumentException("--over: cannot go together with --by, got both");
    }
    if ((over != null || sensitivity) && log.paths().isEmpty()) {
      throw new IllegalArgumentException(
          "--%s: needs a LOG, because counts have no rows"
              .formatted(over != null ? "over" : "sensitivity"));
    }
    return over != null ? Optional.of(new SegmentColumns(List.of(over), true)) : by.columns(log);
  }

  boolean sensitivity() {
    return sensitivity;
  }

  /** As they were typed, as far as a command takes them. */
  List<String> words(String command) {
    List<String> words = new ArrayList<>(by.words());
    if (command.equals("compare")) {
      return words;
    }
    if (over != null) {
      words.addAll(List.of("--over", over));
    }
    if (sensitivity) {
      words.add("--sensitivity");
    }
    return words;
  }
}
