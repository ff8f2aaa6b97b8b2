package io.sluice.cli;

import io.sluice.cli.Outputs.Output;
import io.sluice.report.ReproductionReport;
import io.sluice.report.page.ReproductionPage;
import io.sluice.simulation.study.Reproduction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Every result of the paper, from one command. */
@Command(
    name = "reproduce",
    mixinStandardHelpOptions = true,
    description =
        "Regenerates the four figures of \"Selective Uncertainty Propagation in Offline RL\" as numbers and plots, and"
            + " reports for each claim whether it holds.")
final class ReproduceCommand implements Callable<Integer> {
  private final Console console;

  @Spec private CommandSpec spec;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "reproduction",
      description = "Folder for the results (default: ${DEFAULT-VALUE}).")
  private Path folder;

  @Option(
      names = "--variant",
      defaultValue = "paper",
      description =
          "Formulas for the learning curve on ChainBandit: those of the text (paper) or of the authors' program (released)."
              + " One of ${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}.")
  private Reproduction.Variant variant;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description =
          "Runs to average over (default: as in the paper, 10 on ChainBandit and 5 on GridWorld).")
  private Integer runs;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Random seed (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Mixin private ReportArguments report;

  ReproduceCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (runs != null && runs < 1) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--runs: needs at least 1, got " + runs);
    }
    List<Output> results = Output.folder("--out", folder, ReproductionReport.FILES);
    report.require(spec, results, List.of()); // before minutes of work
    int chainRuns = runs == null ? 10 : runs;
    int gridRuns = runs == null ? 5 : runs;
    Reproduction result;
    try (ProgressBar bar =
        new ProgressBar(console, "reproducing", Reproduction.units(chainRuns, gridRuns))) {
      result = Reproduction.run(variant, chainRuns, gridRuns, seed, bar);
    }
    try {
      console.out().print(ReproductionReport.write(result, folder));
    } catch (IOException e) {
      throw OutputArguments.unwritableFolder("--out", folder, e);
    }
    report.write(spec, command -> ReproductionPage.of(result, command));
    return Main.DONE;
  }
}
