package io.sluice.features;

import io.sluice.features.LearningData.Kept;
import io.sluice.features.LearningData.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The rows of one step that are learned from, with φ of each and the row that follows it. */
final class StepRows {
  final List<Row> rows = new ArrayList<>();
  final List<Integer> folds = new ArrayList<>();
  private final List<Integer> following = new ArrayList<>();
  double[][] phi = {};
  private int firstFollowing;

  /**
   * @param learned which episodes to learn from
   */
  static List<StepRows> of(LearningData data, Predicate<Kept> learned, Basis basis, int size) {
    List<StepRows> steps = new ArrayList<>();
    for (int k = 0; k < data.source().horizon(); k++) {
      steps.add(new StepRows());
    }
    for (Kept kept : data.episodes()) {
      if (!learned.test(kept)) {
        continue;
      }
      for (int k = 0; k < kept.rows().size(); k++) {
        StepRows step = steps.get(k);
        step.rows.add(kept.rows().get(k));
        step.folds.add(kept.fold());
        step.following.add(k + 1 < kept.rows().size() ? steps.get(k + 1).rows.size() : -1);
      }
    }
    steps.get(0).firstFollowing = steps.get(0).size();
    for (StepRows step : steps) {
      step.phi = new double[step.rows.size()][size];
      for (int i = 0; i < step.phi.length; i++) {
        basis.write(step.rows.get(i).x, step.phi[i]);
      }
    }
    return steps;
  }

  /** The rows of several steps, one step after the other; what follows a row is among them. */
  static StepRows together(List<StepRows> steps, int count) {
    StepRows all = new StepRows();
    all.firstFollowing = steps.get(0).size();
    List<double[]> phi = new ArrayList<>();
    int before = 0;
    for (StepRows step : steps.subList(0, count)) {
      before += step.size();
      for (int i = 0; i < step.size(); i++) {
        all.rows.add(step.row(i));
        all.folds.add(step.fold(i));
        all.following.add(step.next(i) < 0 ? -1 : before + step.next(i));
        phi.add(step.phi[i]);
      }
    }
    all.phi = phi.toArray(new double[0][]);
    return all;
  }

  int size() {
    return rows.size();
  }

  Row row(int i) {
    return rows.get(i);
  }

  int fold(int i) {
    return folds.get(i);
  }

  /** The place of the row that follows among those of the next step; −1 at the end. */
  int next(int i) {
    return following.get(i);
  }

  /** The first row that follows another; those after it do too. */
  int firstFollowing() {
    return firstFollowing;
  }

  /** What a row earned, and what is expected from the next one on. */
  double[] outcomes(double[] later) {
    double[] y = new double[size()];
    for (int i = 0; i < y.length; i++) {
      y[i] = row(i).reward + (next(i) < 0 ? 0 : later[next(i)]);
    }
    return y;
  }
}
