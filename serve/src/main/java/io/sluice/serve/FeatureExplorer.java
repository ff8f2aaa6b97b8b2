package io.sluice.serve;

import io.sluice.features.FeatureColumn;
import io.sluice.features.FeatureComparison;
import io.sluice.features.FeatureComparison.Group;
import io.sluice.features.FeatureEvaluation;
import io.sluice.features.FeatureResult;
import io.sluice.features.FeatureSettings;
import io.sluice.features.FeatureSource;
import io.sluice.fit.BadLogException;
import io.sluice.fit.ComparisonResult;
import io.sluice.fit.FollowUps;
import io.sluice.fit.ProgressListener;
import io.sluice.logs.FeatureReader;
import io.sluice.logs.RowPolicy;
import io.sluice.logs.SqlEngine;
import io.sluice.report.page.ComparisonPage;
import io.sluice.report.page.FeaturePage;
import io.sluice.report.page.Page;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Answers questions about one log with feature columns. It is read once for all policies that need
 * no columns, and once for each prefix of columns, of which the last {@value #KEPT} are kept; what
 * was fitted is kept until another policy is asked about. To compare policies it is read anew, once
 * for all of them. A request names a policy in few words and never in SQL, which would run.
 *
 * <p>For one thread, but for {@link #cancel}.
 */
final class FeatureExplorer implements PageMaker {
  private static final int PIECES = 4;
  private static final int KEPT = 3;

  private final FeatureProvider source;
  private final LogAbout about;
  private final Deque<Opened> opened = new ArrayDeque<>(); // the last one first
  private @Nullable Fitted fitted; // the last one
  private volatile @Nullable SqlEngine running;

  private record Opened(SqlEngine engine, FeatureSource log) {}

  private record Fitted(RowPolicy policy, FeatureSettings settings, FeatureEvaluation evaluation) {}

  private FeatureExplorer(FeatureProvider source, LogAbout about, Opened first) {
    this.source = source;
    this.about = about;
    opened.add(first);
  }

  /** Reads the log, so that faults are reported before anybody asks. */
  static FeatureExplorer open(FeatureProvider source) {
    SqlEngine engine = source.engine();
    try {
      FeatureSource log = source.open(engine, new RowPolicy.Uniform());
      long[] episodes = new long[1];
      log.forEach(episode -> episodes[0]++);
      return new FeatureExplorer(
          source,
          new LogAbout(
              episodes[0],
              log.horizon(),
              0,
              log.columns().stream().map(FeatureColumn::name).toList(),
              log.actions(),
              FeatureSettings.INTERVALS),
          new Opened(engine, log));
    } catch (RuntimeException e) {
      engine.close();
      throw e;
    }
  }

  @Override
  public LogAbout about() {
    return about;
  }

  @Override
  public int pieces(EvaluationRequest request) {
    return PIECES;
  }

  @Override
  public Page page(EvaluationRequest request, ProgressListener progress) {
    progress.next("the policy");
    try {
      if (request.compares()) {
        return comparison(request, progress);
      }
      RowPolicy policy = policy(request.policy(), request.share());
      progress.next("the log");
      FeatureSource log = log(policy);
      progress.next("regressions and scores");
      double delta = request.settings().delta();
      FeatureEvaluation evaluation = fitted(log, policy, source.settings(delta));
      FeatureResult result = evaluation.result(request.intervals(), delta);
      progress.next("the page");
      FollowUps more = evaluation.followUps(result, request.intervals(), source.sensitivity());
      return FeaturePage.of(result, more, source.command(request.command(), request.options()));
    } catch (IllegalArgumentException e) {
      throw BadLogException.of(e); // what cannot be meant is refused like what cannot be read
    } finally {
      running = null;
    }
  }

  /** The log is read for it, once for all policies. */
  private Page comparison(EvaluationRequest request, ProgressListener progress) {
    Map<String, RowPolicy> policies = request.each(one -> policy(one.policy(), one.share()));
    progress.next("the log");
    try (SqlEngine engine = source.engine()) {
      running = engine; // so that it can be cancelled
      List<Group> groups = source.groups(engine, policies);
      progress.next("regressions and scores");
      ComparisonResult result =
          FeatureComparison.of(
              List.copyOf(policies.keySet()),
              groups,
              source.settings(request.settings().delta()),
              request.comparing());
      progress.next("the page");
      return ComparisonPage.of(result, source.command(request.command(), request.options()));
    }
  }

  /** Read before, if what was kept holds what the policy needs. */
  private FeatureSource log(RowPolicy policy) {
    for (Opened one : opened) {
      Optional<FeatureSource> again = FeatureReader.judging(one.log(), List.of(policy));
      if (again.isPresent()) {
        opened.remove(one);
        opened.addFirst(one);
        running = one.engine();
        return again.get();
      }
    }
    SqlEngine engine = source.engine();
    running = engine; // so that it can be cancelled
    try {
      FeatureSource log = source.open(engine, policy);
      opened.addFirst(new Opened(engine, log));
      while (opened.size() > KEPT) {
        opened.removeLast().engine().close();
      }
      return log;
    } catch (RuntimeException e) {
      engine.close();
      throw e;
    }
  }

  /** The last fit serves again while only intervals and their probability of missing change. */
  private FeatureEvaluation fitted(FeatureSource log, RowPolicy policy, FeatureSettings settings) {
    FeatureSettings alike =
        new FeatureSettings(
            FeatureSettings.defaults().delta(),
            settings.seed(),
            settings.basis(),
            settings.ridge());
    Fitted last = fitted;
    if (last == null || !last.policy().equals(policy) || !last.settings().equals(alike)) {
      last = new Fitted(policy, alike, FeatureEvaluation.evaluated(log, settings));
      fitted = last;
    }
    return last.evaluation();
  }

  private static RowPolicy policy(PolicyChoice choice, double share) {
    if (choice instanceof PolicyChoice.Uploaded) {
      throw new IllegalArgumentException(
          "policy: needs uniform, behavior, always or columns on a log with `features`, got a file");
    }
    RowPolicy whole =
        choice instanceof PolicyChoice.GivenRows given
            ? given.policy()
            : RowPolicy.parse(choice.written(), false);
    return share < 1 ? new RowPolicy.Mix(share, whole) : whole;
  }

  @Override
  public void report(Throwable bug) {
    source.broken(bug);
  }

  @Override
  public void cancel() {
    SqlEngine now = running;
    if (now != null) {
      now.cancel();
    }
  }

  @Override
  public void close() {
    opened.forEach(one -> one.engine().close());
    opened.clear();
  }
}
