package io.sluice.logs;

import io.sluice.files.TemporaryFiles;
import io.sluice.fit.BadLogException;
import io.sluice.logs.LogFiles.Fault;
import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/**
 * Files of this machine as a user names them: a name is taken literally if there is such a file;
 * {@code -} and pipes are read once and kept in a scratch folder; all are held to stay as they were
 * when they were found.
 */
public final class Inputs {
  /** What standard input is called. */
  public static final String STANDARD_INPUT = "-";

  /** How a file was when it was found. */
  private record Seen(String given, long size, long modified) {}

  private final Path scratch;
  private final Map<Path, Seen> seen = new HashMap<>();
  private final Map<String, Path> spooled = new HashMap<>();

  /**
   * @param scratch a folder of whoever asks, who deletes it
   */
  public Inputs(Path scratch) {
    this.scratch = scratch;
  }

  /**
   * Makes a scratch folder, which goes with the process if it is not deleted before.
   *
   * @throws BadLogException if there is no place for one
   */
  public static Path scratch(String purpose) {
    try {
      return TemporaryFiles.folder(purpose);
    } catch (IOException | IllegalArgumentException e) {
      throw new BadLogException(
          "temporary folder %s: needs a folder that can be written, got none (set java.io.tmpdir)"
              .formatted(System.getProperty("java.io.tmpdir")));
    }
  }

  /** Deletes a scratch folder with all that is in it. */
  public static void delete(Path scratch) {
    try {
      TemporaryFiles.remove(scratch);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The file that is called so.
   *
   * @return nothing if there is none, so that it may be a pattern
   */
  public Optional<Path> file(String given) {
    if (given.equals(STANDARD_INPUT)) {
      return Optional.of(spool(given));
    }
    if (given.isEmpty()) {
      throw new BadLogException("needs the name of a file, got an empty one");
    }
    Optional<Path> path = path(given);
    if (path.isEmpty() || !Files.exists(path.get())) {
      return Optional.empty();
    }
    if (Files.isDirectory(path.get())) {
      return path;
    }
    return Optional.of(Files.isRegularFile(path.get()) ? noted(given, path.get()) : spool(given));
  }

  /** Whether it can be read only once: standard input, or a pipe. */
  public static boolean isStream(String given) {
    return given.equals(STANDARD_INPUT)
        || path(given)
            .filter(p -> Files.exists(p) && !Files.isDirectory(p) && !Files.isRegularFile(p))
            .isPresent();
  }

  private static Optional<Path> path(String given) {
    try {
      return Optional.of(Path.of(given));
    } catch (InvalidPathException e) {
      return Optional.empty(); // a pattern, or nothing
    }
  }

  /** Files that were found before need not stay as they were any longer. */
  public void forget() {
    seen.clear();
  }

  /** Remembers how a file is now, and refuses an empty one. */
  public Path noted(String given, Path file) {
    try {
      long size = Files.size(file);
      if (size == 0) {
        throw LogFiles.empty(given);
      }
      seen.put(file, new Seen(given, size, Files.getLastModifiedTime(file).toMillis()));
      return file;
    } catch (IOException e) {
      throw LogFiles.unreadable(List.of(given), "log", "none that can be looked at");
    }
  }

  /** Fails if a file is not as it was. */
  public void requireUnchanged() {
    seen.forEach(
        (file, before) -> {
          boolean same;
          try {
            same =
                Files.size(file) == before.size
                    && Files.getLastModifiedTime(file).toMillis() == before.modified;
          } catch (IOException e) {
            same = false;
          }
          if (!same) {
            throw LogFiles.unreadable(
                List.of(before.given), format(List.of(before.given)), Fault.CHANGED);
          }
        });
  }

  /** csv, parquet or json: by name, or by content where there is no telling name. */
  public String format(List<String> given) {
    List<String> formats = new ArrayList<>();
    for (String name : given) {
      Path kept = spooled.get(name);
      String format = kept == null ? formatByName(name) : begin(kept);
      if (!formats.contains(format)) {
        formats.add(format);
      }
    }
    if (formats.size() != 1) {
      throw new BadLogException(
          "%s: needs files of one format, got %s".formatted(String.join(", ", given), formats));
    }
    return formats.get(0);
  }

  private static String formatByName(String name) {
    try {
      return LogFiles.format(name);
    } catch (BadLogException e) {
      throw path(name).filter(Files::isDirectory).isEmpty()
          ? e
          : new BadLogException(
              "%s: needs files, got a folder (name them, such as %s/*.csv)"
                  .formatted(name, name.replaceAll("/+$", "")));
    }
  }

  /**
   * Refuses a file that is named twice, under whatever name: its rows would count twice.
   *
   * @param files as they are named
   */
  public static void requireOnce(List<Path> files) {
    Map<Object, Path> before = new HashMap<>();
    for (Path file : files) {
      Path first = before.put(identity(file), file);
      if (first != null) {
        String name = LogFiles.shortName(first.toString());
        String again = LogFiles.shortName(file.toString());
        throw new BadLogException(
            "%s: needs every file of a log once, got it %s"
                .formatted(name, name.equals(again) ? "twice" : "again as " + again));
      }
    }
  }

  private static Object identity(Path file) {
    try {
      Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
      return key == null ? file.toRealPath() : key;
    } catch (IOException e) {
      return file.toAbsolutePath().normalize();
    }
  }

  private static String begin(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return LogFiles.formatOf(in.readNBytes(64));
    } catch (IOException e) {
      return "csv";
    }
  }

  /** Reads what can be read only once, unpacked. */
  private Path spool(String given) {
    Path known = spooled.get(given);
    if (known != null) {
      return known;
    }
    String name = given.equals(STANDARD_INPUT) ? "stdin" : LogFiles.shortName(given);
    try {
      Path folder = Files.createDirectory(scratch.resolve("input" + spooled.size()));
      Path file = folder.resolve(name.replaceAll("(?i)\\.gz$", ""));
      try (InputStream raw =
              new BufferedInputStream(
                  given.equals(STANDARD_INPUT) ? System.in : new FileInputStream(given));
          InputStream in = isGzip(raw) ? new GZIPInputStream(raw, 1 << 16) : raw) {
        Files.copy(in, file);
      }
      if (Files.size(file) == 0) {
        throw LogFiles.empty(given);
      }
      spooled.put(given, file);
      return file;
    } catch (IOException e) {
      if (LogFiles.isDiskFull(String.valueOf(e.getMessage()))) {
        throw LogFiles.diskFull();
      }
      throw new BadLogException(
          "%s: needs a stream that can be read to its end, got %s"
              .formatted(given, e.getMessage()));
    }
  }

  /** Another name of a file, in the scratch folder. */
  public Path link(Path file, String name) throws IOException {
    Path folder = Files.createTempDirectory(scratch, "link");
    return Files.createSymbolicLink(folder.resolve(name), file.toAbsolutePath());
  }

  private static boolean isGzip(InputStream in) throws IOException {
    in.mark(2);
    boolean packed = in.read() == 0x1F && in.read() == 0x8B;
    in.reset();
    return packed;
  }
}
