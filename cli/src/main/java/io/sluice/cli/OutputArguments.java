package io.sluice.cli;

import io.sluice.files.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a result is shown. */
final class OutputArguments {
  /** The formats of a result. */
  enum Format {
    text,
    json
  }

  @Option(
      names = "--format",
      defaultValue = "text",
      description = "text or json (default: ${DEFAULT-VALUE}).")
  private Format format;

  boolean isJson() {
    return format == Format.json;
  }

  /** Prints a result, or writes it to a file if there is one. */
  static void show(Console console, @Nullable Path out, String text) {
    if (out == null) {
      console.out().print(text);
    } else {
      write(out, ShownText.of(text));
    }
  }

  /** Writes the file of {@code --out} whole or not at all. */
  static void write(Path file, String text) {
    write("--out", file, text);
  }

  /** Writes the file that an option names whole or not at all. */
  static void write(String option, Path file, String text) {
    write(option, file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** The same of content of any length. */
  static void write(String option, Path file, WholeFile.Content content) {
    try {
      WholeFile.write(file, content);
    } catch (IOException e) {
      throw unwritable(option, file, e);
    }
  }

  /** Says why a file cannot be written without naming the draft that was tried. */
  static BadDataException unwritable(String option, Path file, IOException why) {
    return new BadDataException(
        "%s %s: needs a file that can be written, got %s".formatted(option, file, reason(why)),
        why);
  }

  /** The same of a folder. */
  static BadDataException unwritableFolder(String option, Path folder, IOException why) {
    return new BadDataException(
        "%s %s: needs a folder that can be written to, got %s"
            .formatted(option, folder, reason(why)),
        why);
  }

  private static String reason(IOException why) {
    String reason =
        why instanceof FileSystemException failed ? failed.getReason() : why.getMessage();
    return reason == null || reason.isBlank() ? why.getClass().getSimpleName() : reason;
  }
}
