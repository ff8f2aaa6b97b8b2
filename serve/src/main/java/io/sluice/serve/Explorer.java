package io.sluice.serve;

import io.sluice.files.TemporaryFiles;
import io.sluice.fit.BadLogException;
import io.sluice.fit.Comparison;
import io.sluice.fit.EvaluationDetails;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.Fit;
import io.sluice.fit.FollowUps;
import io.sluice.fit.Judgment;
import io.sluice.fit.LogData;
import io.sluice.fit.ProgressListener;
import io.sluice.fit.Settings;
import io.sluice.interval.IntervalKind;
import io.sluice.logs.PolicySpec;
import io.sluice.logs.PolicyTable;
import io.sluice.logs.SqlEngine;
import io.sluice.logs.SqlLog;
import io.sluice.mdp.Segments;
import io.sluice.report.page.ComparisonPage;
import io.sluice.report.page.EvaluationPage;
import io.sluice.report.page.Page;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers any question about one log, which is counted once. Only a policy with actions that the
 * log lacks has it counted again, as bonuses depend on how many actions there are; those counts are
 * kept until another such policy comes.
 *
 * <p>For one thread, but for {@link #cancel}.
 */
final class Explorer implements PageMaker {
  private static final int PIECES = 3; // besides those of the answer and its details

  private final LogProvider source;
  private final Counted counted;
  private volatile @Nullable SqlEngine recounting; // that of the log counted again
  private @Nullable SqlLog recounted;
  private @Nullable Fitted fitted; // the last one

  private record Counted(SqlEngine engine, SqlLog log) {}

  private record Fitted(SqlLog log, Fit fit) {}

  private Explorer(LogProvider source, Counted counted) {
    this.source = source;
    this.counted = counted;
  }

  static Explorer open(LogProvider source) {
    SqlEngine engine = source.engine();
    try {
      return new Explorer(source, new Counted(engine, source.open(engine, Set.of())));
    } catch (RuntimeException e) {
      engine.close();
      throw e;
    }
  }

  LogData data() {
    return counted.log().data();
  }

  @Override
  public LogAbout about() {
    LogData log = data();
    return new LogAbout(
        log.episodes(),
        log.shape().horizon(),
        log.shape().states(),
        List.of(),
        log.actions().names(),
        List.of(IntervalKind.values()));
  }

  @Override
  public int pieces(EvaluationRequest request) {
    List<IntervalKind> kinds = request.intervals();
    return request.compares()
        ? PIECES
        : PIECES + EvaluationResult.pieces(kinds) + EvaluationDetails.pieces(data(), kinds);
  }

  @Override
  public Page page(EvaluationRequest request, ProgressListener progress) {
    if (request.compares()) {
      return comparison(request, progress);
    }
    progress.next("the policy");
    PolicySpec policy = meant(() -> policy(request.policy(), request.share()));
    progress.next("counts");
    SqlLog log = counted(policy.actions());
    Judgment judgment = meant(() -> policy.judgedBy(fit(log, request.settings())));
    EvaluationResult result = EvaluationResult.of(judgment, request.intervals(), progress);
    EvaluationDetails details = EvaluationDetails.of(judgment, request.intervals(), progress);
    progress.next("the page");
    FollowUps more =
        meant(() -> FollowUps.of(judgment, result, request.intervals(), source.sensitivity()));
    return EvaluationPage.of(
        result, details, more, source.command(request.command(), request.options()));
  }

  private Page comparison(EvaluationRequest request, ProgressListener progress) {
    progress.next("the policies");
    Map<String, PolicySpec> policies =
        meant(() -> request.each(one -> policy(one.policy(), one.share())));
    progress.next("counts");
    Set<String> actions = new LinkedHashSet<>();
    policies.values().forEach(p -> actions.addAll(p.actions()));
    Fit fit = fit(counted(actions), request.settings());
    progress.next("the page");
    return meant(
        () -> {
          if (fit.segments().filter(Segments::ordered).isPresent()) {
            throw new IllegalArgumentException(
                "policy: policies can be compared without `over` only, got " + policies.size());
          }
          Map<String, Judgment> judged = new LinkedHashMap<>();
          policies.forEach((name, policy) -> judged.put(name, policy.judgedBy(fit)));
          return ComparisonPage.of(
              Comparison.of(judged, request.comparing()),
              source.command(request.command(), request.options()));
        });
  }

  @Override
  public void report(Throwable bug) {
    source.broken(bug);
  }

  /** The last fit serves again while nothing but the policy changes. */
  private Fit fit(SqlLog log, Settings settings) {
    Fitted last = fitted;
    if (last == null || last.log() != log || !last.fit().settings().equals(settings)) {
      last = new Fitted(log, Fit.of(log, settings, source.behavior(log.data(), settings)));
      fitted = last;
    }
    return last.fit();
  }

  /** What cannot be meant is refused like what cannot be read. */
  private static <T> T meant(Supplier<T> work) {
    try {
      return work.get();
    } catch (IllegalArgumentException e) {
      throw BadLogException.of(e);
    }
  }

  private PolicySpec policy(PolicyChoice choice, double share) {
    PolicySpec whole;
    if (choice instanceof PolicyChoice.Given given) {
      whole = given.spec();
    } else if (choice instanceof PolicyChoice.Uploaded uploaded) {
      whole = new PolicySpec.File(table(uploaded));
    } else if (choice instanceof PolicyChoice.Columns
        || choice instanceof PolicyChoice.GivenRows) { // never read as the name of a file
      throw new IllegalArgumentException(
          "policy: needs a log with `features` for columns, got one with states");
    } else { // one of few words, or "always:" and what follows: never a file
      whole = PolicySpec.parse(choice.written(), counted.engine());
    }
    return share < 1 ? new PolicySpec.Mix(share, whole) : whole;
  }

  /** Engines read files, so what was sent becomes one, in a folder of its own, for as long. */
  private PolicyTable table(PolicyChoice.Uploaded uploaded) {
    try {
      Path folder = TemporaryFiles.folder("policy");
      Path file = folder.resolve(uploaded.isJson() ? "policy.jsonl" : "policy.csv");
      try {
        Files.writeString(file, uploaded.content());
        return PolicyTable.read(counted.engine(), file.toString(), uploaded.name());
      } finally {
        TemporaryFiles.remove(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private SqlLog counted(Set<String> actions) {
    Set<String> unseen = new LinkedHashSet<>(actions);
    unseen.removeAll(data().actions().names());
    if (unseen.isEmpty()) {
      return counted.log();
    }
    SqlLog last = recounted;
    if (last != null && hasJust(last.data(), unseen)) {
      return last;
    }
    forget();
    SqlEngine engine = source.engine();
    recounting = engine; // so that it can be cancelled
    try {
      SqlLog log = source.open(engine, unseen);
      recounted = log;
      return log;
    } catch (RuntimeException e) {
      forget();
      throw e;
    }
  }

  private boolean hasJust(LogData log, Set<String> unseen) {
    Set<String> all = new LinkedHashSet<>(data().actions().names());
    all.addAll(unseen);
    return all.equals(new LinkedHashSet<>(log.actions().names()));
  }

  private void forget() {
    SqlEngine last = recounting;
    recounting = null;
    recounted = null;
    if (last != null) {
      last.close();
    }
  }

  @Override
  public void cancel() {
    counted.engine().cancel();
    SqlEngine last = recounting;
    if (last != null) {
      last.cancel();
    }
  }

  @Override
  public void close() {
    forget();
    counted.engine().close();
  }
}
