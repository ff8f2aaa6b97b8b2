package io.sluice.serve;

import io.sluice.answers.EvaluationAnswer;
import io.sluice.answers.EvaluationDetails;
import io.sluice.answers.IntervalKind;
import io.sluice.answers.Watch;
import io.sluice.logs.BadLogException;
import io.sluice.logs.BehaviorPolicy;
import io.sluice.logs.LoggedData;
import io.sluice.logs.OpenLog;
import io.sluice.logs.PolicySpec;
import io.sluice.logs.PolicyTable;
import io.sluice.logs.SqlEngine;
import io.sluice.mdp.Policy;
import io.sluice.report.page.EvaluationPage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Answers any question about one log, which is counted once. Only a policy with actions that the
 * log lacks has it counted again, as bonuses depend on how many actions there are; those counts are
 * kept until another such policy comes.
 *
 * <p>For one thread, but for {@link #cancel}.
 */
final class Explorer implements AutoCloseable {
  private static final int PIECES = 3; // besides those of the answer and its details

  private final Source source;
  private final Counted counted;
  private volatile Counted recounted;

  private record Counted(SqlEngine engine, OpenLog log) {}

  private Explorer(Source source, Counted counted) {
    this.source = source;
    this.counted = counted;
  }

  static Explorer open(Source source) {
    SqlEngine engine = source.engine();
    try {
      return new Explorer(source, new Counted(engine, source.open(engine, Set.of())));
    } catch (RuntimeException e) {
      engine.close();
      throw e;
    }
  }

  LoggedData data() {
    return counted.log().data();
  }

  /** How many pieces of work {@link #page} tells a watch of. */
  static int pieces(List<IntervalKind> kinds) {
    return PIECES + EvaluationAnswer.pieces(kinds) + EvaluationDetails.pieces(kinds);
  }

  /**
   * The page that {@code sluice evaluate --report} writes.
   *
   * @throws BadLogException if the question cannot be answered, in the words of the command
   */
  String page(Asked asked, Watch watch) {
    watch.next("the policy");
    PolicySpec policy = meant(() -> policy(asked));
    watch.next("counts");
    OpenLog open = counted(policy.actions());
    LoggedData log = open.data();
    List<String> notes = new ArrayList<>();
    BehaviorPolicy behavior = source.behavior(log, asked.settings());
    Policy evaluated =
        meant(
            () -> {
              asked.settings().requireFit(log.shape());
              return policy.on(log, behavior.policy(), notes);
            });
    EvaluationAnswer answer =
        EvaluationAnswer.of(
            open, behavior, evaluated, asked.settings(), asked.intervals(), notes, watch);
    EvaluationDetails details =
        EvaluationDetails.of(open, behavior, evaluated, asked.settings(), asked.intervals(), watch);
    watch.next("the page");
    return EvaluationPage.of(answer, details, source.json(answer), source.command(asked.options()))
        .html();
  }

  /** What cannot be meant is refused like what cannot be read. */
  private static <T> T meant(Supplier<T> work) {
    try {
      return work.get();
    } catch (IllegalArgumentException e) {
      throw new BadLogException(e.getMessage());
    }
  }

  private PolicySpec policy(Asked asked) {
    PolicyChoice choice = asked.policy();
    PolicySpec whole;
    if (choice instanceof PolicyChoice.Given given) {
      whole = given.spec();
    } else if (choice instanceof PolicyChoice.Uploaded uploaded) {
      whole = new PolicySpec.File(table(uploaded));
    } else { // one of few words, or "always:" and what follows: never a file
      whole = PolicySpec.parse(choice.written(), counted.engine());
    }
    return asked.share() < 1 ? new PolicySpec.Mix(asked.share(), whole) : whole;
  }

  /** Engines read files, so what was sent becomes one, in a folder of its own, for as long. */
  private PolicyTable table(PolicyChoice.Uploaded uploaded) {
    try {
      Path folder = Files.createTempDirectory("sluice-policy-");
      Path file = folder.resolve(uploaded.isJson() ? "policy.jsonl" : "policy.csv");
      try {
        Files.writeString(file, uploaded.content());
        return PolicyTable.read(counted.engine(), file.toString(), uploaded.name());
      } finally {
        Files.deleteIfExists(file);
        Files.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private OpenLog counted(Set<String> actions) {
    Set<String> unseen = new LinkedHashSet<>(actions);
    unseen.removeAll(data().actions().names());
    if (unseen.isEmpty()) {
      return counted.log();
    }
    Counted last = recounted;
    if (last != null && last.log() != null && hasJust(last.log().data(), unseen)) {
      return last.log();
    }
    forget();
    SqlEngine engine = source.engine();
    recounted = new Counted(engine, null); // so that it can be cancelled
    try {
      OpenLog log = source.open(engine, unseen);
      recounted = new Counted(engine, log);
      return log;
    } catch (RuntimeException e) {
      forget();
      throw e;
    }
  }

  private boolean hasJust(LoggedData log, Set<String> unseen) {
    Set<String> all = new LinkedHashSet<>(data().actions().names());
    all.addAll(unseen);
    return all.equals(new LinkedHashSet<>(log.actions().names()));
  }

  private void forget() {
    Counted last = recounted;
    recounted = null;
    if (last != null) {
      last.engine().close();
    }
  }

  /** Ends the query that runs, if one does; from another thread. */
  void cancel() {
    counted.engine().cancel();
    Counted last = recounted;
    if (last != null) {
      last.engine().cancel();
    }
  }

  @Override
  public void close() {
    forget();
    counted.engine().close();
  }
}
