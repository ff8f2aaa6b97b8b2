package io.sluice.cli;

import io.sluice.files.WholeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What a command is going to write, looked at before it works: it can be written, it is none of the
 * command's own inputs under whatever name, and no two outputs are one file.
 */
final class Outputs {
  private static final String PATTERN = "*?[{";

  private Outputs() {}

  /**
   * One of them.
   *
   * @param names the files that are put into it, if it is a folder; empty if it is a file
   */
  record Output(String option, Path path, List<String> names) {
    /** No outputs if the option was not given. */
    static List<Output> file(String option, @Nullable Path path) {
      return path == null ? List.of() : List.of(new Output(option, path, List.of()));
    }

    static List<Output> folder(String option, @Nullable Path path, List<String> names) {
      return path == null ? List.of() : List.of(new Output(option, path, names));
    }

    private List<Path> files() {
      return names.isEmpty() ? List.of(path) : names.stream().map(path::resolve).toList();
    }
  }

  /**
   * @param inputs as the user names them: files, patterns, folders, or what is no file at all
   */
  static void require(CommandSpec spec, List<Output> outputs, List<String> inputs) {
    for (int i = 0; i < outputs.size(); i++) {
      requireNoInput(spec, outputs.get(i), inputs);
      for (int j = 0; j < i; j++) {
        requireDifferent(spec, outputs.get(j), outputs.get(i));
      }
    }
    outputs.forEach(Outputs::requireWritable);
  }

  private static void requireNoInput(CommandSpec spec, Output output, List<String> inputs) {
    for (Path file : output.files()) {
      for (String input : Files.exists(file) ? inputs : List.<String>of()) {
        if (filesOf(input).stream().anyMatch(read -> isSame(read, file))) {
          throw new CommandLine.ParameterException(
              spec.commandLine(),
              "%s %s: needs a file that is not read, got the input %s"
                  .formatted(output.option(), file, input));
        }
      }
    }
  }

  private static void requireDifferent(CommandSpec spec, Output one, Output other) {
    for (Path file : one.files()) {
      if (other.files().stream().anyMatch(o -> isSame(file, o))) {
        throw new CommandLine.ParameterException(
            spec.commandLine(),
            "%s %s: needs another file than %s, got the same"
                .formatted(other.option(), other.path(), one.option()));
      }
    }
  }

  private static void requireWritable(Output output) {
    try {
      if (output.names().isEmpty()) {
        WholeFile.requireWritable(output.path());
      } else {
        WholeFile.requireWritableFolder(output.path());
        for (Path file : output.files()) {
          requireReplaceable(file);
        }
      }
    } catch (IOException e) {
      throw output.names().isEmpty()
          ? OutputArguments.unwritable(output.option(), output.path(), e)
          : OutputArguments.unwritableFolder(output.option(), output.path(), e);
    }
  }

  private static void requireReplaceable(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new IOException("a folder in the way: " + file.getFileName());
    }
    try {
      if (Files.exists(file)) {
        WholeFile.requireWritable(file);
      }
    } catch (FileSystemException e) {
      throw new IOException(e.getReason() + " in the way: " + file.getFileName(), e);
    }
  }

  private static boolean isSame(Path one, Path other) {
    try {
      return WholeFile.isSame(one, other);
    } catch (IOException e) {
      return false; // what cannot be looked at cannot be written either, which is then said
    }
  }

  /** The files that an input is read from, as far as they are on this machine. */
  private static List<Path> filesOf(String input) {
    try {
      Path path = input.startsWith("file:") ? Path.of(URI.create(input)) : Path.of(input);
      if (Files.isDirectory(path)) {
        return found(path, Integer.MAX_VALUE, file -> true);
      }
      return Files.exists(path) ? List.of(path) : matching(input);
    } catch (IllegalArgumentException e) { // no path of this machine
      return List.of();
    }
  }

  private static List<Path> matching(String pattern) {
    Path whole = Path.of(pattern).toAbsolutePath();
    Path folder = whole;
    while (folder.getParent() != null && isPattern(folder)) {
      folder = folder.getParent();
    }
    if (folder.equals(whole)) {
      return List.of();
    }
    try {
      // To engines, ** is also no folder at all.
      String glob = whole.toString().replace("/**/", "/{,**/}");
      PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + glob);
      int depth = whole.getNameCount() - folder.getNameCount();
      return found(folder, pattern.contains("**") ? Integer.MAX_VALUE : depth, matcher);
    } catch (PatternSyntaxException e) {
      return List.of();
    }
  }

  private static boolean isPattern(Path path) {
    return PATTERN.chars().anyMatch(c -> path.toString().indexOf(c) >= 0);
  }

  private static List<Path> found(Path folder, int depth, PathMatcher wanted) {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder, depth, FileVisitOption.FOLLOW_LINKS)) {
      files.filter(wanted::matches).filter(Files::isRegularFile).forEach(found::add);
    } catch (IOException | UncheckedIOException e) {
      // what was found so far is what can be read
    }
    return found;
  }
}
