package io.sluice.cli;

import io.sluice.features.FeatureComparison.Group;
import io.sluice.features.FeatureSettings;
import io.sluice.features.FeatureSource;
import io.sluice.fit.Behavior;
import io.sluice.fit.LogData;
import io.sluice.fit.Settings;
import io.sluice.interval.IntervalKind;
import io.sluice.logs.FeatureOptions;
import io.sluice.logs.FeatureReader;
import io.sluice.logs.Inputs;
import io.sluice.logs.PolicySpec;
import io.sluice.logs.PolicyTable;
import io.sluice.logs.RowPolicy;
import io.sluice.logs.SegmentColumns;
import io.sluice.logs.SqlEngine;
import io.sluice.logs.SqlLog;
import io.sluice.serve.EvaluationRequest;
import io.sluice.serve.FeatureProvider;
import io.sluice.serve.LocalServer;
import io.sluice.serve.LogAbout;
import io.sluice.serve.LogProvider;
import io.sluice.serve.PolicyChoice;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
    LogSource source = new LogSource(by);
    PolicyChoice[] first = new PolicyChoice[1];
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
          source.behaviorFile = log.behaviorFile(engine);
          return Main.DONE;
        });
    EvaluationRequest asked = new EvaluationRequest(first[0], 1, kinds, settings);
    run(start(source, asked, address));
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
    LocalServer server;
    try {
      server = LocalServer.startFeatures(new ColumnSource(options, judged), asked, address);
    } catch (java.net.BindException e) {
      throw new BadDataException(
          "--bind: needs an address of this machine, got " + (bind == null ? "none" : bind), e);
    } finally {
      LogCommand.done(console, DOING);
    }
    run(server);
    return Main.DONE;
  }

  private LocalServer start(
      LogProvider source, EvaluationRequest asked, Optional<InetAddress> address)
      throws IOException {
    try {
      return address.isPresent()
          ? LocalServer.start(source, asked, address.get())
          : LocalServer.start(source, asked);
    } catch (java.net.BindException e) {
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

  /** The log as the command's options say to read it. */
  private final class LogSource implements LogProvider {
    private final Optional<SegmentColumns> by;
    private Optional<PolicyTable> behaviorFile = Optional.empty();

    LogSource(Optional<SegmentColumns> by) {
      this.by = by;
    }

    @Override
    public boolean sensitivity() {
      return followUps.sensitivity();
    }

    @Override
    public SqlEngine engine() {
      return log.reading().start();
    }

    @Override
    public SqlLog open(SqlEngine engine, Set<String> moreActions) {
      Set<String> actions = new LinkedHashSet<>(moreActions);
      behaviorFile.ifPresent(file -> actions.addAll(file.actions()));
      SqlLog opened = log.reading().open(engine, true, actions, by);
      log.settings().requireFit(opened.data().shape());
      return opened;
    }

    @Override
    public Behavior behavior(LogData data, Settings settings) {
      return log.behavior(data, behaviorFile, settings);
    }

    @Override
    public void broken(Throwable bug) {
      console.err().println("a bug in sluice: " + bug);
    }

    @Override
    public String command(String name, List<String> options) {
      List<String> words = new ArrayList<>(List.of(name));
      words.addAll(log.readingWords());
      words.addAll(followUps.words(name));
      words.addAll(options);
      return ReportArguments.command(words);
    }
  }

  /** The log with feature columns, as the command's options say to read it. */
  private final class ColumnSource implements FeatureProvider {
    private final FeatureOptions options;
    private final FeatureSettings settings;

    ColumnSource(FeatureOptions options, FeatureSettings settings) {
      this.options = options;
      this.settings = settings;
    }

    @Override
    public SqlEngine engine() {
      return log.reading().start();
    }

    @Override
    public FeatureSource open(SqlEngine engine, RowPolicy judged) {
      return FeatureReader.open(engine, log.paths(), options.with(judged));
    }

    @Override
    public boolean sensitivity() {
      return followUps.sensitivity();
    }

    @Override
    public List<Group> groups(SqlEngine engine, Map<String, RowPolicy> policies) {
      if (options.by().filter(SegmentColumns::over).isPresent()) {
        throw new IllegalArgumentException(
            "policy: policies can be compared without --over only, got " + policies.size());
      }
      return FeatureReader.groups(engine, log.paths(), options, policies);
    }

    @Override
    public FeatureSettings settings(double delta) {
      return settings.withDelta(delta);
    }

    @Override
    public void broken(Throwable bug) {
      console.err().println("a bug in sluice: " + bug);
    }

    @Override
    public String command(String name, List<String> more) {
      List<String> words = new ArrayList<>(List.of(name));
      words.addAll(log.readingWords());
      words.addAll(features.words());
      words.addAll(followUps.words(name));
      words.addAll(more);
      return ReportArguments.command(words);
    }
  }
}
