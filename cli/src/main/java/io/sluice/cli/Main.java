package io.sluice.cli;

import io.sluice.fit.BadLogException;
import io.sluice.fit.Version;
import io.sluice.mdp.SettingException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
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
    description = {
      "Answers from a log of past decisions, without an experiment: would the new policy be better and at which step,"
          + " is this a bandit or a planning problem, which policy is safe to run instead?"
    },
    subcommands = {
      QuickstartCommand.class,
      CheckCommand.class,
      CountCommand.class,
      EvaluateCommand.class,
      PlanCommand.class,
      LearnCommand.class,
      CoverageCommand.class,
      ServeCommand.class,
      SimulateCommand.class,
      ReproduceCommand.class
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
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    System.exit(run(out, err, System.console() != null, args));
  }

  /**
   * Runs one command with everything it talks to handed in.
   *
   * @param terminal whether a person is watching, so that progress is worth showing
   * @return the exit code
   */
  static int run(PrintStream out, PrintStream err, boolean terminal, String... args) {
    Main main = new Main();
    Console console = new Console(out, err, terminal);
    CommandLine line = new CommandLine(main, new CommandFactory(console));
    line.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
    line.setColorScheme(Help.defaultColorScheme(terminal ? Help.Ansi.AUTO : Help.Ansi.OFF));
    line.setUsageHelpAutoWidth(true);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExecutionExceptionHandler(
        (exception, command, result) -> {
          if (main.debug) {
            exception.printStackTrace(err);
          }
          if (exception instanceof BadDataException
              || exception instanceof BadLogException
              || exception instanceof SettingException) {
            err.println(LogCommand.said(exception));
            return BAD_DATA;
          }
          err.println("a bug in sluice: " + exception + (main.debug ? "" : " (details: --debug)"));
          return BUG;
        });
    if (args.length == 0) {
      line.usage(out);
      return USAGE;
    }
    try {
      return line.execute(args);
    } catch (OutOfMemoryError e) {
      err.println(
          "memory: needs more than %s MB for this log, got no more (set SLUICE_JAVA_OPTS=-Xmx8g, or make fewer states with --bins)"
              .formatted(Runtime.getRuntime().maxMemory() >> 20));
      return BAD_DATA;
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
        Map.of(
            QuickstartCommand.class, QuickstartCommand::new,
            CheckCommand.class, CheckCommand::new,
            CountCommand.class, CountCommand::new,
            EvaluateCommand.class, EvaluateCommand::new,
            PlanCommand.class, PlanCommand::new,
            LearnCommand.class, LearnCommand::new,
            CoverageCommand.class, CoverageCommand::new,
            ServeCommand.class, ServeCommand::new,
            SimulateCommand.class, SimulateCommand::new,
            ReproduceCommand.class, ReproduceCommand::new);

    @Override
    public <K> K create(Class<K> type) throws Exception {
      return COMMANDS.containsKey(type)
          ? type.cast(COMMANDS.get(type).apply(console))
          : CommandLine.defaultFactory().create(type);
    }
  }
}
