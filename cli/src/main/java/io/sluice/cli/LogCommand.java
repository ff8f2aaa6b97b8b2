package io.sluice.cli;

import io.sluice.logs.BadSqlException;
import io.sluice.logs.SqlEngine;
import io.sluice.mdp.SettingException;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What commands on a log share: an engine while they work, a word to whoever watches, and one way
 * to refuse options.
 */
final class LogCommand {
  private static final Pattern SETTING = Pattern.compile("`([a-z-]+)`");

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
      throw new CommandLine.ParameterException(spec.commandLine(), said(e), e);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * What a library says, in the words of this command: settings are its options. Messages name a
   * setting first, or between backquotes.
   */
  static String said(Throwable e) {
    boolean setting = e instanceof SettingException || e instanceof BadSqlException;
    String message = setting ? "--" + e.getMessage() : e.getMessage();
    return asOptions(String.valueOf(message));
  }

  /** The same of a text that names settings between backquotes. */
  static String asOptions(String text) {
    return SETTING.matcher(text).replaceAll("--$1");
  }

  static int withEngine(
      Console console, CommandSpec spec, ReadingArguments reading, String doing, Work work) {
    SqlEngine started = option(spec, reading::start);
    if (console.terminal()) {
      console.progress().print(doing + "…");
      console.progress().flush();
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
      console.progress().print("\r" + " ".repeat(doing.length() + 1) + "\r");
      console.progress().flush();
    }
  }
}
