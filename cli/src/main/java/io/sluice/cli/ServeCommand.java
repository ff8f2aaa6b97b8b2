package io.sluice.cli;

import io.sluice.features.FeatureSettings;
import io.sluice.fit.Settings;
import io.sluice.interval.IntervalKind;
import io.sluice.logs.FeatureOptions;
import io.sluice.logs.FeatureReader;
import io.sluice.logs.Inputs;
import io.sluice.logs.PolicySpec;
import io.sluice.logs.SegmentColumns;
import io.sluice.serve.EvaluationRequest;
import io.sluice.serve.LocalServer;
import io.sluice.serve.LogAbout;
import io.sluice.serve.PolicyChoice;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The report of an evaluation, live: change the policy and look again. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    customSynopsis = "sluice serve [OPTIONS] LOG...",
    description =
        "Opens a page on this machine for exploring a log: the report of evaluate, with policy, intervals and settings"
            + " that can be changed. The log is read once. Ctrl-C stops it.")
final class ServeCommand implements Callable<Integer> {
  private static final String DOING = "counting";

  private final Console console;

  @Spec private CommandSpec spec;
  @Mixin private LogArguments log;
  @Mixin private FeatureArguments features;
  @Mixin private FollowUpArguments followUps;

  @Option(
      names = "--policy",
      paramLabel = "P",
      description =
          "The policy to start with, as for evaluate: a file, uniform, always:ACTION, behavior, or mix:WEIGHT:P (default:"
              + " uniform).")
  private String policy;

  @Option(
      names = "--interval",
      split = ",",
      paramLabel = "NAME",
      description =
          "The intervals to start with (default: efficient,sharp,selective,standard,bandit).")
  private List<String> intervals = List.of();

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      description =
          "Listens on this address of this machine instead of 127.0.0.1. Requests need the token that is printed.")
  private String bind;

  @Option(names = "--no-browser", description = "Only prints the link and does not open a browser.")
  private boolean noBrowser;

  ServeCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    log.check(spec);
    LogCommand.option(spec, this::requireFiles);
    Settings settings = log.settings();
    Optional<SegmentColumns> by = LogCommand.option(spec, () -> followUps.columns(log));
    if (LogCommand.option(spec, features::isAsked)) {
      return serveFeatures(settings, by);
    }
    List<IntervalKind> kinds = LogCommand.option(spec, this::kinds);
    Optional<InetAddress> address = LogCommand.option(spec, this::address);
    PolicyChoice[] first = new PolicyChoice[1];
    ServedLog[] source = new ServedLog[1];
    LogCommand.withEngine(
        console,
        spec,
        log.reading(),
        DOING,
        engine -> {
          first[0] =
              policy == null
                  ? new PolicyChoice.Uniform()
                  : new PolicyChoice.Given(
                      policy, LogCommand.option(spec, () -> PolicySpec.parse(policy, engine)));
          source[0] = new ServedLog(console, log, followUps, by, log.behaviorFile(engine));
          return Main.DONE;
        });
    EvaluationRequest asked = new EvaluationRequest(first[0], 1, kinds, settings);
    run(
        start(
            () ->
                address.isPresent()
                    ? LocalServer.start(source[0], asked, address.get())
                    : LocalServer.start(source[0], asked)));
    return Main.DONE;
  }

  /** Until Ctrl-C. */
  private void run(LocalServer server) {
    Thread ending = new Thread(server::close, "sluice-serve-end");
    Runtime.getRuntime().addShutdownHook(ending);
    try {
      announce(server);
      if (console.terminal() && !noBrowser) {
        PageOpener.here().open(server.address());
      }
      server.join();
    } catch (InterruptedException e) {
      // whoever runs this wants it to end
    } finally {
      server.close();
      forget(ending);
    }
  }

  private int serveFeatures(Settings settings, Optional<SegmentColumns> by) throws IOException {
    String written = policy == null ? "uniform" : policy;
    FeatureOptions options = LogCommand.option(spec, () -> features.options(log, written).by(by));
    FeatureSettings judged = LogCommand.option(spec, () -> features.settings(settings));
    List<IntervalKind> kinds =
        LogCommand.option(spec, () -> FeatureArguments.kinds(EvaluateCommand.kinds(intervals)));
    Optional<InetAddress> address = LogCommand.option(spec, this::address);
    EvaluationRequest asked =
        new EvaluationRequest(
            policy == null
                ? new PolicyChoice.Uniform()
                : new PolicyChoice.GivenRows(written, options.policy()),
            1,
            kinds,
            settings);
    LogCommand.withEngine(
        console,
        spec,
        log.reading(),
        DOING,
        engine -> {
          FeatureReader.open(engine, log.paths(), options); // to refuse what is wrong with it
          return Main.DONE;
        });
    ServedFeatures source = new ServedFeatures(console, log, features, followUps, options, judged);
    run(start(() -> LocalServer.startFeatures(source, asked, address)));
    return Main.DONE;
  }

  /** Starts a server, which reads the log. */
  @FunctionalInterface
  private interface Starting {
    LocalServer start() throws IOException;
  }

  private LocalServer start(Starting starting) throws IOException {
    try {
      return starting.start();
    } catch (BindException e) {
      throw new BadDataException(
          "--bind: needs an address of this machine, got " + (bind == null ? "none" : bind), e);
    } finally {
      LogCommand.done(console, DOING);
    }
  }

  /** Not while the process ends: then the hook is what runs. */
  private static void forget(Thread ending) {
    try {
      Runtime.getRuntime().removeShutdownHook(ending);
    } catch (IllegalStateException e) {
      // it ends already
    }
  }

  /** The log is read again when a policy has actions that it lacks, and a stream is gone then. */
  private boolean requireFiles() {
    for (String given : log.reading().inputs()) {
      if (Inputs.isStream(given)) {
        throw new IllegalArgumentException(
            "serve: needs files, which it can read again, got %s (save it to a file first)"
                .formatted(given.equals(Inputs.STANDARD_INPUT) ? "standard input" : given));
      }
    }
    return true;
  }

  /** As on the page of evaluate, where nobody asks for others. */
  private List<IntervalKind> kinds() {
    return intervals.isEmpty()
        ? IntervalKind.withAllOfPages(List.of())
        : EvaluateCommand.kinds(intervals);
  }

  private Optional<InetAddress> address() {
    if (bind == null) {
      return Optional.empty();
    }
    try {
      InetAddress address = InetAddress.getByName(bind);
      if (address.isAnyLocalAddress()) {
        throw new IllegalArgumentException(
            "--bind: needs one address of this machine, got %s, which is all of them"
                .formatted(bind));
      }
      return Optional.of(address);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("--bind: needs an address, got " + bind, e);
    }
  }

  private void announce(LocalServer server) {
    LogAbout about = server.about();
    console
        .out()
        .printf(
            Locale.ROOT,
            "%,d episodes, %,d steps, %,d %s, %,d actions%nexplore it at %s%nCtrl-C ends it%n",
            about.episodes(),
            about.horizon(),
            about.features().isEmpty() ? about.states() : about.features().size(),
            about.features().isEmpty() ? "states" : "features",
            about.actions().size(),
            server.address());
    console.requireOut();
  }
}
