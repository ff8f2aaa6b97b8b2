package io.sluice.features;

import io.sluice.features.BoostedOutcomes.Expected;
import io.sluice.policy.SavedPolicy;
import io.sluice.policy.StepModel;
import io.sluice.policy.StepModel.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Learns a tree for every step, backward: at each step the one with the highest mean of
 *
 * <pre>
 * Q̂(x,a) + 1{a taken}/π_b(a|x)·(r + V̂(x′) − Q̂(x,a)) − b_a(x),   b_a(x) = β·σ̂_a·√(φᵀΛ_a⁻¹φ)
 * </pre>
 *
 * at the actions of its leaves. V̂(x′) is that of the trees of later steps. Without b, this mean
 * estimates α^(h) of the tree up to a constant.
 *
 * <p>Q̂ is from other folds: a ridge regression, or boosted trees where they are to be used ({@link
 * BoostedOutcomes}). It only takes variance out of the target, so it may be any function of the
 * row. V̂(x′) is always of ridge regressions: that of boosted trees varies more, by what the
 * present row says nothing about, and trees that were learned with it were worse.
 */
final class TreeLearner {
  private final List<StepRows> steps;
  private final List<StepRegression> regressions;
  private final Optional<BoostedOutcomes> boosted;
  private final List<FeatureColumn> columns;
  private final int actions;
  private final int folds;
  private final double beta;
  private final List<List<TreeColumn>> binned = new ArrayList<>(); // by step, for all depths
  private final List<double[][]> lengths = new ArrayList<>();

  TreeLearner(
      List<StepRows> steps,
      List<StepRegression> regressions,
      Optional<BoostedOutcomes> boosted,
      FeatureSource source,
      double beta) {
    this.steps = steps;
    this.regressions = regressions;
    this.boosted = boosted;
    this.columns = source.columns();
    this.actions = source.actions().size();
    this.folds = source.folds();
    this.beta = beta;
    for (int k = 0; k < steps.size(); k++) {
      StepRows rows = steps.get(k);
      binned.add(
          IntStream.range(0, columns.size())
              .mapToObj(j -> TreeColumn.of(rows, columns.get(j), j))
              .toList());
      lengths.add(lengths(rows, regressions.get(k)));
    }
  }

  /** √(φᵀΛ_a⁻¹φ) of every row and action. */
  private double[][] lengths(StepRows rows, StepRegression regression) {
    double[][] lengths = new double[rows.size()][actions];
    for (int i = 0; i < lengths.length; i++) {
      for (int a = 0; a < actions; a++) {
        lengths[i][a] = LinearLearner.length(regression.inverse(a), rows.phi[i]);
      }
    }
    return lengths;
  }

  List<StepModel> learn(int depth, double scale) {
    List<StepModel> models = new ArrayList<>();
    double[] later = {};
    for (int k = steps.size() - 1; k >= 0; k--) {
      StepRows rows = steps.get(k);
      StepRegression regression = regressions.get(k);
      double[] y = rows.outcomes(later);
      double[][][] targets = regression.targets(y);
      double[][] theta = regression.theta(targets, -1);
      double[] spreads = regression.spreads(y, theta);
      Expected ridge = ridge(rows, regression, targets);
      int step = k + 1;
      Expected expected = boosted.map(b -> b.orBetter(step, y, ridge)).orElse(ridge);
      double[][] scores = scores(k, y, expected, spreads, beta * scale);
      TreeSearch search = new TreeSearch(scores, binned.get(k), actions);
      Tree tree = new Tree(search.search(depth).root());
      models.add(0, tree);
      later = values(rows, tree, ridge);
    }
    return models;
  }

  private Expected ridge(StepRows rows, StepRegression regression, double[][][] targets) {
    List<double[][]> others = new ArrayList<>();
    for (int f = 0; f < folds; f++) {
      others.add(regression.theta(targets, f));
    }
    return (i, a) -> Ridge.dot(rows.phi[i], others.get(rows.fold(i))[a]);
  }

  private double[][] scores(int k, double[] y, Expected expected, double[] spreads, double times) {
    StepRows rows = steps.get(k);
    double[][] scores = new double[rows.size()][actions];
    for (int i = 0; i < scores.length; i++) {
      for (int a = 0; a < actions; a++) {
        double q = expected.at(i, a);
        boolean taken = rows.row(i).action == a;
        double bonus = times * spreads[a] * lengths.get(k)[i][a];
        scores[i][a] = q + (taken ? (y[i] - q) / rows.row(i).propensity : 0) - bonus;
        scores[i][a] += regressions.get(k).count(a) == 0 ? LinearLearner.NEVER : 0;
      }
    }
    return scores;
  }

  private static double[] values(StepRows rows, Tree tree, Expected expected) {
    double[] values = new double[rows.size()];
    for (int i = 0; i < values.length; i++) {
      int action = SavedPolicy.leaf(tree.root(), rows.row(i).x).action();
      values[i] = expected.at(i, action);
    }
    return values;
  }
}
