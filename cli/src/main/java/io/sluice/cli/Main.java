package io.sluice.cli;

import io.sluice.files.TemporaryFiles;
import io.sluice.fit.BadLogException;
import io.sluice.fit.Version;
import io.sluice.logs.BadSqlException;
import io.sluice.mdp.SettingException;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command line. Exit codes: 0 done, 1 a bug of ours, 2 wrong usage, 3 bad data. */
@Command(
    name = "sluice",
    mixinStandardHelpOptions = true,
    versionProvider = Main.CurrentVersion.class,
    description =
        "Answers three questions from a log of past decisions, without an experiment: Would a new policy be better, and"
            + " at which step? Is this a bandit or a planning problem? Which policy is safe to run instead?",
    subcommands = {
      QuickstartCommand.class,
      CheckCommand.class,
      CountCommand.class,
      EvaluateCommand.class,
      CompareCommand.class,
      PlanCommand.class,
      LearnCommand.class,
      ExportCommand.class,
      ApplyCommand.class,
      ExplainCommand.class,
      CoverageCommand.class,
      ServeCommand.class,
      SimulateCommand.class,
      ReproduceCommand.class,
      SessionCommand.class
    })
public final class Main {
  static final int DONE = 0;
  static final int BUG = 1;
  static final int USAGE = 2;
  static final int BAD_DATA = 3;

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Show the stack trace of an error.")
  private boolean debug;

  private Main() {}

  public static void main(String[] args) {
    try { // so that what libraries that ask for this setting leave there goes with the process
      System.setProperty("java.io.tmpdir", TemporaryFiles.folder().toString());
    } catch (IOException e) {
      // whoever needs a temporary folder says that there is none
    }
    PrintStream out = stream(FileDescriptor.out);
    PrintStream err = stream(FileDescriptor.err);
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> uncaught(thrown, err));
    System.exit(run(out, err, System.console() != null, args));
  }

  /** In a thread that others wait for; where memory was too small, they say so. */
  private static void uncaught(Throwable thrown, PrintStream err) {
    if (!(thrown instanceof OutOfMemoryError)) {
      err.println("a bug in sluice: " + thrown);
    }
  }

  private static PrintStream stream(FileDescriptor descriptor) {
    return new PrintStream(
        new BufferedOutputStream(new FileOutputStream(descriptor)), true, StandardCharsets.UTF_8);
  }

  /**
   * Runs one command with everything it talks to handed in.
   *
   * @param terminal whether a person is watching, so that progress is worth showing
   * @return the exit code
   */
  static int run(PrintStream out, PrintStream err, boolean terminal, String... args) {
    return run(out, err, err, terminal, args);
  }

  /**
   * The same, with progress apart from errors.
   *
   * @param progress gets what is written over again and again, where someone watches
   */
  static int run(
      PrintStream out, PrintStream err, PrintStream progress, boolean watched, String... args) {
    Locale before = Locale.getDefault(Locale.Category.FORMAT);
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT); // numbers are the same everywhere
    try {
      boolean terminal = watched && progress.equals(err);
      Console console = Console.of(out, err, progress, watched);
      return runAnywhere(out, err, console, terminal ? Help.Ansi.AUTO : Help.Ansi.OFF, args);
    } finally {
      Locale.setDefault(Locale.Category.FORMAT, before);
    }
  }

  private static int runAnywhere(
      PrintStream out, PrintStream err, Console console, Help.Ansi colors, String... args) {
    Main main = new Main();
    CommandLine line = new CommandLine(main, new CommandFactory(console));
    line.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
    line.setColorScheme(Help.defaultColorScheme(colors));
    line.setUsageHelpAutoWidth(true);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExecutionExceptionHandler(
        (exception, command, result) -> {
          if (TemporaryFiles.isEnding()) {
            return BUG; // it is not: a signal ends the process, and nobody asks for the code
          }
          if (main.debug) {
            exception.printStackTrace(console.err());
          }
          if (exception instanceof BadSqlException) {
            console.err().println(LogCommand.said(exception));
            console.err().println(UsageError.help(command));
            return USAGE;
          }
          if (exception instanceof BadDataException
              || exception instanceof BadLogException
              || exception instanceof SettingException) {
            console.err().println(LogCommand.said(exception));
            return BAD_DATA;
          }
          console
              .err()
              .println("a bug in sluice: " + exception + (main.debug ? "" : " (details: --debug)"));
          return BUG;
        });
    line.setParameterExceptionHandler(
        (error, words) -> {
          UsageError.print(error, List.of(words), console.err());
          return USAGE;
        });
    if (args.length == 0) {
      String names = String.join(", ", line.getSubcommands().keySet());
      console.err().println("needs a command, one of %s, got none".formatted(names));
      console.err().println("begin with: sluice quickstart\nhelp: sluice --help");
      return USAGE;
    }
    try {
      int exit = line.execute(args);
      if (exit == DONE && out.checkError()) {
        console.err().println(Console.UNWRITABLE);
        return BAD_DATA;
      }
      return exit;
    } catch (OutOfMemoryError e) {
      console
          .err()
          .println(
              "memory: needs more than %s MB for this log, got no more (set SLUICE_JAVA_OPTS=-Xmx8g, or make fewer states with --bins)"
                  .formatted(Runtime.getRuntime().maxMemory() >> 20));
      return BAD_DATA;
    } catch (LinkageError | StackOverflowError | AssertionError e) {
      if (main.debug) {
        e.printStackTrace(console.err());
      }
      console.err().println("a bug in sluice: " + e + (main.debug ? "" : " (details: --debug)"));
      return BUG;
    }
  }

  /** The version that the build wrote down. */
  static final class CurrentVersion implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"sluice " + Version.current()};
    }
  }

  /** Gives commands the console they print to. */
  private record CommandFactory(Console console) implements CommandLine.IFactory {
    private static final Map<Class<?>, Function<Console, Object>> COMMANDS =
        Map.ofEntries(
            Map.entry(QuickstartCommand.class, QuickstartCommand::new),
            Map.entry(CheckCommand.class, CheckCommand::new),
            Map.entry(CountCommand.class, CountCommand::new),
            Map.entry(EvaluateCommand.class, EvaluateCommand::new),
            Map.entry(CompareCommand.class, CompareCommand::new),
            Map.entry(PlanCommand.class, PlanCommand::new),
            Map.entry(LearnCommand.class, LearnCommand::new),
            Map.entry(ExportCommand.class, ExportCommand::new),
            Map.entry(ApplyCommand.class, ApplyCommand::new),
            Map.entry(ExplainCommand.class, ExplainCommand::new),
            Map.entry(CoverageCommand.class, CoverageCommand::new),
            Map.entry(ServeCommand.class, ServeCommand::new),
            Map.entry(SimulateCommand.class, SimulateCommand::new),
            Map.entry(ReproduceCommand.class, ReproduceCommand::new),
            Map.entry(SessionCommand.class, SessionCommand::new));

    @Override
    public <K> K create(Class<K> type) throws Exception {
      return COMMANDS.containsKey(type)
          ? type.cast(COMMANDS.get(type).apply(console))
          : CommandLine.defaultFactory().create(type);
    }
  }
}
