package io.sluice.spark;

import io.sluice.fit.BadLogException;
import io.sluice.logs.LogFiles;
import io.sluice.logs.LogFiles.Fault;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What Spark throws, in the words that every engine has for it. */
final class SparkFaults {
  private SparkFaults() {}

  static RuntimeException said(Exception thrown, List<String> paths, String format) {
    List<Throwable> chain = new ArrayList<>();
    for (Throwable t = thrown; t != null && chain.size() < 50; t = t.getCause()) {
      chain.add(t);
    }
    for (Throwable t : chain) {
      if (t instanceof BadLogException bad) { // an executor found it
        return bad;
      }
    }
    if (chain.stream().anyMatch(t -> LogFiles.isDiskFull(String.valueOf(t.getMessage())))) {
      return LogFiles.diskFull();
    }
    List<String> culprit = culprit(chain, paths);
    if (mentions(chain, "BrotliCodec")) {
      return LogFiles.unreadable(
          culprit, format, "one packed with brotli, which Spark cannot read");
    }
    Optional<Fault> fault = fault(chain);
    if (fault.isPresent()) {
      return LogFiles.unreadable(culprit, format, fault.get());
    }
    boolean ofTheData =
        chain.stream().anyMatch(t -> t instanceof IOException)
            || mentions(chain, "FAILED_READ_FILE")
            || mentions(chain, "TABLE_OR_VIEW_NOT_FOUND")
            || mentions(chain, "CANNOT_READ_FILE_FOOTER")
            || mentions(chain, "PARQUET_TYPE_")
            || chain.stream().anyMatch(SparkFaults::isOfParquet);
    Throwable root = chain.get(chain.size() - 1);
    if (ofTheData && root instanceof RuntimeException && isOfParquet(root)) {
      return LogFiles.unreadable(culprit, format, Fault.BROKEN);
    }
    return ofTheData
        ? LogFiles.unreadable(culprit, format, firstLine(chain))
        : new IllegalStateException(thrown);
  }

  /** What Spark says of a name that is no table. */
  static BadLogException ofTable(Exception thrown, String name) {
    return LogFiles.unreadable(List.of(name), "table", firstLine(List.of(thrown)));
  }

  /** Whether it was thrown within the reader of Parquet, which knows nothing but the file. */
  private static boolean isOfParquet(Throwable thrown) {
    return Arrays.stream(thrown.getStackTrace())
        .map(StackTraceElement::getClassName)
        .takeWhile(name -> !name.startsWith("io.sluice.") && !name.startsWith("org.apache.spark."))
        .anyMatch(name -> name.startsWith("org.apache.parquet."));
  }

  private static Optional<Fault> fault(List<Throwable> chain) {
    if (mentions(chain, "is not a Parquet file")
        || mentions(chain, "magic number at tail")
        || mentions(chain, "footer is too large")) {
      return Optional.of(Fault.NO_PARQUET);
    }
    boolean absent =
        chain.stream().anyMatch(t -> t instanceof FileNotFoundException)
            || mentions(chain, "PATH_NOT_FOUND");
    return absent ? Optional.of(Fault.ABSENT) : Optional.empty();
  }

  private static boolean mentions(List<Throwable> chain, String words) {
    return chain.stream().anyMatch(t -> String.valueOf(t.getMessage()).contains(words));
  }

  /** The file that Spark names, if it names one of several. */
  private static List<String> culprit(List<Throwable> chain, List<String> paths) {
    if (paths.size() == 1) {
      return paths;
    }
    List<String> named =
        paths.stream()
            .filter(path -> mentions(chain, path) || mentions(chain, encoded(path)))
            .toList();
    return named.size() == 1 ? named : paths;
  }

  private static String encoded(String path) {
    URI uri = new java.io.File(path).toURI();
    return uri.getRawPath();
  }

  private static String firstLine(List<Throwable> chain) {
    String message = String.valueOf(chain.get(chain.size() - 1).getMessage());
    return message.lines().findFirst().orElse("").strip();
  }
}
