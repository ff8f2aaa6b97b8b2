package io.sluice.cli;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
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
  static void show(Console console, Path out, String text) {
    if (out == null) {
      console.out().print(text);
    } else {
      write(out, text);
    }
  }

  /** Writes the file of {@code --out} whole or not at all. */
  static void write(Path file, String text) {
    write("--out", file, text);
  }

  /** Writes the file that an option names whole or not at all. */
  static void write(String option, Path file, String text) {
    Path target = file.toAbsolutePath();
    Path draft = target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID());
    try {
      try {
        Files.writeString(draft, text);
        move(draft, target);
      } finally {
        Files.deleteIfExists(draft);
      }
    } catch (IOException e) {
      throw unwritable(option, file, e);
    }
  }

  /** Says why a file cannot be written without naming the draft that was tried. */
  static BadDataException unwritable(String option, Path file, IOException why) {
    Path folder = file.toAbsolutePath().getParent();
    String got =
        Files.isDirectory(file)
            ? "a folder"
            : hasFolder(file) ? why.getClass().getSimpleName() : "no folder " + folder;
    return new BadDataException(
        "%s %s: needs a file that can be written, got %s".formatted(option, file, got), why);
  }

  /** Whether the folder that a file is to be in is there. */
  static boolean hasFolder(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    return folder != null && Files.isDirectory(folder);
  }

  static void move(Path draft, Path target) throws IOException {
    try {
      Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
