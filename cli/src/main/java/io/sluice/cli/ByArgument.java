package io.sluice.cli;

import io.sluice.logs.SegmentColumns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Columns that tell segments apart. */
final class ByArgument {
  @Option(
      names = "--by",
      paramLabel = "COLUMN,…",
      description =
          "Also effects within segments: episodes by a column that all their rows share, or decisions by a column that was"
              + " known before them.")
  private List<String> by = List.of();

  boolean isAsked() {
    return !by.isEmpty();
  }

  /** As they were typed. */
  List<String> words() {
    return isAsked() ? List.of("--by", String.join(",", by)) : List.of();
  }

  /** Refuses what cannot be, before any file is opened. */
  Optional<SegmentColumns> columns(LogArguments log) {
    if (isAsked() && log.paths().isEmpty()) {
      throw new IllegalArgumentException("--by: needs a LOG, because counts have no rows");
    }
    List<String> names = new ArrayList<>();
    by.forEach(b -> names.addAll(Arrays.asList(b.split(","))));
    return isAsked() ? Optional.of(new SegmentColumns(names, false)) : Optional.empty();
  }
}
