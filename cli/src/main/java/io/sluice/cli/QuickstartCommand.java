package io.sluice.cli;

import io.sluice.cli.Outputs.Output;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A useful result within a minute. */
@Command(
    name = "quickstart",
    mixinStandardHelpOptions = true,
    description =
        "Simulates a log of e-commerce search sessions, checks it, evaluates a proposed policy, learns another one, and"
            + " explains how to continue with your own log.")
final class QuickstartCommand implements Callable<Integer> {
  /**
   * Shops that know what their shoppers want show relevant products; those that explore need a
   * diverse page first.
   */
  private static final String PROPOSED =
      """
      state,action,probability
      shoes,relevant,1
      phone,bestsellers,1
      novel,relevant,1
      lamp,relevant,1
      explore:browsing,diverse,1
      explore:comparing,diverse,1
      explore:deciding,relevant,1
      """;

  private final Console console;

  @Spec private CommandSpec spec;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "quickstart",
      description = "Folder for the files (default: ${DEFAULT-VALUE}).")
  private Path folder;

  @Option(
      names = "--report",
      paramLabel = "FILE.html",
      description =
          "Also writes the HTML report of step 3: one file that opens offline in any browser.")
  private Path report;

  QuickstartCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    List<Output> results =
        new ArrayList<>(
            Output.folder(
                "--out", folder, List.of("search-log.csv", "proposed.csv", "learned.csv")));
    results.addAll(Output.file("--report", report));
    makeFolder(results);
    String log = folder.resolve("search-log.csv").toString();
    String proposed = folder.resolve("proposed.csv").toString();
    String learned = folder.resolve("learned.csv").toString();
    OutputArguments.write(Path.of(proposed), PROPOSED);

    int exit =
        step(
            "1. A log: shoppers search, the engine shows a page, some buy. Half know what they want, half explore.",
            "simulate",
            "search-session",
            "--length",
            "3",
            "--episodes",
            "20000",
            "--out",
            log);
    exit |= step("2. What is in it? Is it a bandit or a planning problem?", "check", log);
    exit |=
        step(
            "3. Would the proposed policy be better, and at which step?",
            evaluate(log, proposed).toArray(String[]::new));
    exit |=
        step(
            "4. Which policy is safe to run instead?",
            "learn",
            log,
            "--learner",
            "certified",
            "--out",
            learned);
    if (exit != Main.DONE) {
      return exit;
    }
    console
        .out()
        .print(
            """
            Next, with your own log, a table with columns episode, step, state, action, reward (and propensity, if you have it):
              sluice check LOG.csv
              sluice evaluate LOG.csv --policy uniform
              sluice evaluate LOG.csv --policy mix:0.1:proposed.csv    follows your policy in a tenth of decisions
              sluice learn LOG.csv --learner certified --out policy.csv
              sluice coverage LOG.csv --policy proposed.csv            which interval to trust on data like yours
            Other names for columns: --columns state=location+device,action=banner. All options: sluice evaluate --help
            """);
    return Main.DONE;
  }

  /** Looked at first as a folder to be, and then, with the page that may be in it, as it is. */
  private void makeFolder(List<Output> results) {
    Outputs.require(spec, results.subList(0, 1), List.of());
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw OutputArguments.unwritableFolder("--out", folder, e);
    }
    Outputs.require(spec, results, List.of());
  }

  private List<String> evaluate(String log, String proposed) {
    List<String> args = new ArrayList<>(List.of("evaluate", log, "--policy", proposed));
    args.addAll(List.of("--interval", "efficient,sharp,selective,standard"));
    if (report != null) {
      args.addAll(List.of("--report", report.toString()));
    }
    return args;
  }

  /** Runs a command as the user would, and shows it. */
  private int step(String why, String... args) {
    console.out().printf("%s\n$ sluice %s\n", why, String.join(" ", args));
    int exit = Main.run(console.out(), console.err(), console.progress(), console.terminal(), args);
    console.out().print("\n");
    return exit;
  }
}
