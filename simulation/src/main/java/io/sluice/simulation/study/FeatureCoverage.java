package io.sluice.simulation.study;

import io.sluice.features.FeatureEvaluation;
import io.sluice.features.FeatureResult;
import io.sluice.features.FeatureSettings;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.simulation.ContinuousSession;
import io.sluice.simulation.study.CoverageStudy.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * How often intervals on feature columns hold the truth, over many independent logs of a {@link
 * ContinuousSession}.
 */
public record FeatureCoverage(
    ContinuousSession session,
    FeatureSettings settings,
    List<IntervalKind> kinds,
    int episodes,
    int runs) {
  /** Rollouts behind the truth. */
  public static final int ROLLOUTS = 1_000_000;

  private static final int FOLDS = 5;

  public FeatureCoverage {
    kinds = List.copyOf(kinds);
  }

  /** Runs the study; one unit of progress per run. */
  public List<Point> run(ContinuousSession.Truth truth, Progress progress) {
    List<FeatureResult> all =
        IntStream.range(0, runs)
            .parallel()
            .mapToObj(
                run -> {
                  FeatureResult result =
                      FeatureEvaluation.of(
                          session.draw(settings.seed() + run, episodes, FOLDS), settings, kinds);
                  progress.advance(1);
                  return result;
                })
            .toList();
    List<Point> points = new ArrayList<>();
    for (IntervalKind kind : kinds) {
      for (int h = 1; h <= ContinuousSession.HORIZON; h++) {
        int covered = 0;
        double width = 0;
        for (FeatureResult result : all) {
          Interval interval =
              Objects.requireNonNull(result.evaluation().steps().get(h - 1).intervals().get(kind));
          covered += interval.contains(truth.effects().get(h - 1)) ? 1 : 0;
          width += interval.width();
        }
        points.add(
            new Point(kind.toString(), h, 1 - settings.delta(), runs, covered, width / runs));
      }
    }
    return List.copyOf(points);
  }
}
