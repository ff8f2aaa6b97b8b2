package io.sluice.serve;

import io.sluice.features.FeatureColumn;
import io.sluice.features.FeatureEvaluation;
import io.sluice.features.FeatureResult;
import io.sluice.features.FeatureSettings;
import io.sluice.features.FeatureSource;
import io.sluice.fit.BadLogException;
import io.sluice.fit.ProgressListener;
import io.sluice.interval.IntervalKind;
import io.sluice.logs.RowPolicy;
import io.sluice.logs.SqlEngine;
import io.sluice.report.page.FeaturePage;
import io.sluice.report.page.Page;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers questions about one log with feature columns. Every answer reads it again, because what
 * regressions are made from depends on the policy. A request names a policy in few words and never
 * in SQL, which would run.
 */
final class FeatureExplorer implements PageMaker {
  private static final int PIECES = 4;

  private final FeatureProvider source;
  private final LogAbout about;
  private volatile @Nullable SqlEngine running;

  private FeatureExplorer(FeatureProvider source, LogAbout about) {
    this.source = source;
    this.about = about;
  }

  /** Reads the log once, so that faults are reported before anybody asks. */
  static FeatureExplorer open(FeatureProvider source) {
    try (SqlEngine engine = source.engine()) {
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
              FeatureSettings.INTERVALS));
    }
  }

  @Override
  public LogAbout about() {
    return about;
  }

  @Override
  public int pieces(List<IntervalKind> kinds) {
    return PIECES;
  }

  @Override
  public Page page(EvaluationRequest request, ProgressListener progress) {
    progress.next("the policy");
    try (SqlEngine engine = source.engine()) {
      running = engine;
      RowPolicy policy = policy(request);
      progress.next("the log");
      FeatureSource log = source.open(engine, policy);
      progress.next("regressions and scores");
      FeatureResult result =
          FeatureEvaluation.of(
              log, source.settings(request.settings().delta()), request.intervals());
      progress.next("the page");
      return FeaturePage.of(result, source.command(request.options()));
    } catch (IllegalArgumentException e) {
      throw BadLogException.of(e); // what cannot be meant is refused like what cannot be read
    } finally {
      running = null;
    }
  }

  private static RowPolicy policy(EvaluationRequest request) {
    PolicyChoice choice = request.policy();
    if (choice instanceof PolicyChoice.Uploaded) {
      throw new IllegalArgumentException(
          "policy: needs uniform, behavior, always or columns on a log with `features`, got a file");
    }
    RowPolicy whole =
        choice instanceof PolicyChoice.GivenRows given
            ? given.policy()
            : RowPolicy.parse(choice.written(), false);
    return request.share() < 1 ? new RowPolicy.Mix(request.share(), whole) : whole;
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
    // every answer closes its own engine
  }
}
