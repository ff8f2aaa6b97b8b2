package io.sluice.cli;

import io.sluice.files.TemporaryFiles;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Shows a page of this machine in the user's browser, where there is a desktop. Whatever goes wrong
 * is passed over: the address is printed anyway.
 *
 * <p>Other users of the machine see the words that a process was started with. So the browser is
 * given a file that only this user can read and that leads to the address, not the address, which
 * holds the token.
 */
final class PageOpener {
  /** Starts a program and does not wait for it. */
  @FunctionalInterface
  interface Starter {
    void start(List<String> words) throws IOException;
  }

  private final Map<String, String> environment;
  private final String system;
  private final Starter starter;

  PageOpener(Map<String, String> environment, String system, Starter starter) {
    this.environment = environment;
    this.system = system.toLowerCase(Locale.ROOT);
    this.starter = starter;
  }

  /** Of this machine. */
  static PageOpener here() {
    return new PageOpener(
        System.getenv(),
        System.getProperty("os.name", ""),
        words ->
            new ProcessBuilder(words)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .getOutputStream()
                .close());
  }

  /** Whether a browser was asked to show it; that it did is not known. */
  boolean open(String address) {
    try {
      Optional<List<String>> program = program();
      if (program.isEmpty()) {
        return false;
      }
      Path leading = TemporaryFiles.folder("page").resolve("sluice.html");
      Files.writeString(leading, page(address), StandardCharsets.UTF_8);
      List<String> words = new ArrayList<>(program.get());
      words.add(leading.toUri().toString());
      starter.start(words);
      return true;
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  private static String page(String address) {
    String safe = address.replace("&", "&amp;").replace("\"", "&quot;").replace("<", "&lt;");
    return """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8"><title>sluice</title>
        <meta name="referrer" content="no-referrer">
        <meta http-equiv="refresh" content="0;url=%1$s"></head>
        <body><a href="%1$s">explore the log</a></body></html>
        """
        .formatted(safe);
  }

  /** What shows a file to the user; nothing without a desktop. */
  private Optional<List<String>> program() {
    if (environment.containsKey("SSH_CONNECTION")) {
      return Optional.empty(); // a desktop that nobody sits at
    }
    if (system.startsWith("mac")) {
      return Optional.of(List.of("open"));
    }
    if (system.startsWith("windows")) {
      return Optional.of(List.of("rundll32", "url.dll,FileProtocolHandler"));
    }
    boolean desktop = isSet("DISPLAY") || isSet("WAYLAND_DISPLAY");
    return desktop && isOnPath("xdg-open") ? Optional.of(List.of("xdg-open")) : Optional.empty();
  }

  private boolean isSet(String name) {
    return !environment.getOrDefault(name, "").isEmpty();
  }

  private boolean isOnPath(String program) {
    return Arrays.stream(environment.getOrDefault("PATH", "").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
