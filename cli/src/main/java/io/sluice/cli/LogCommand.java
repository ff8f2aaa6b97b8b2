package io.sluice.cli;

import io.sluice.logs.SqlEngine;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What commands on a log share: an engine while they work, a word to whoever watches, and one way
 * to refuse options.
 */
final class LogCommand {
  private LogCommand() {}

  /** Work that needs an engine. */
  @FunctionalInterface
  interface Work {
    int run(SqlEngine engine);
  }

  /** Options are looked at before any file is: what is wrong with them is wrong usage. */
  static <T> T option(CommandSpec spec, Callable<T> value) {
    try {
      return value.call();
    } catch (IllegalArgumentException e) {
      throw new CommandLine.ParameterException(spec.commandLine(), e.getMessage(), e);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static int withEngine(
      Console console, CommandSpec spec, ReadingArguments reading, String doing, Work work) {
    SqlEngine started = option(spec, reading::start);
    if (console.terminal()) {
      console.err().print(doing + "…");
      console.err().flush();
    }
    try (SqlEngine engine = started) {
      return work.run(engine);
    } catch (RuntimeException e) {
      done(console, doing); // so that the error starts on a clean line
      throw e;
    }
  }

  /** Wipes the word to whoever watches. */
  static void done(Console console, String doing) {
    if (console.terminal()) {
      console.err().print("\r" + " ".repeat(doing.length() + 1) + "\r");
      console.err().flush();
    }
  }
}
