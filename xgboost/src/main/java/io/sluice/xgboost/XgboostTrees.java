package io.sluice.xgboost;

import io.sluice.features.TreeBooster;
import io.sluice.features.Trees;
import io.sluice.mdp.SettingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import ml.dmlc.xgboost4j.java.Booster;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;
import ml.dmlc.xgboost4j.java.XGBoostError;

/**
 * Trees that XGBoost learns: least squares, depth {@value #DEPTH}, a learning rate of {@value
 * #RATE}, at least {@value #LEAST} rows in a leaf. One thread, histograms, no sampling of rows or
 * columns, so that nothing is random; with several threads, its sums would depend on them.
 */
public final class XgboostTrees implements TreeBooster {
  private static final int DEPTH = 3;
  private static final double RATE = 0.1;
  private static final int LEAST = 20;

  static final Map<String, Object> PARAMETERS =
      Map.ofEntries(
          Map.entry("objective", "reg:squarederror"),
          Map.entry("base_score", 0),
          Map.entry("tree_method", "hist"),
          Map.entry("max_depth", DEPTH),
          Map.entry("eta", RATE),
          Map.entry("min_child_weight", LEAST),
          Map.entry("lambda", 1),
          Map.entry("nthread", 1),
          Map.entry("seed", 1),
          Map.entry("verbosity", 0));

  @Override
  public String name() {
    return "XGBoost 3.0.4";
  }

  @Override
  public Trees fit(float[] rows, int columns, float[] outcomes, int rounds) {
    try {
      return learned(rows, columns, outcomes, rounds);
    } catch (XGBoostError | LinkageError e) {
      throw unusable(e);
    }
  }

  private static SettingException unusable(Throwable e) {
    return new SettingException(
        "nuisance",
        "boosted and auto need XGBoost's native library, with libgomp on Linux or libomp on macOS, got "
            + (e.getMessage() == null ? e : e.getMessage()));
  }

  private static Trees learned(float[] rows, int columns, float[] outcomes, int rounds)
      throws XGBoostError {
    DMatrix data = new DMatrix(rows, outcomes.length, columns, Float.NaN);
    try {
      data.setLabel(outcomes);
      Booster booster = XGBoost.train(data, PARAMETERS, rounds, Map.of(), null, null);
      try {
        List<List<Trees.Node>> trees = new ArrayList<>();
        for (String tree : booster.getModelDump("", false, "text")) {
          trees.add(DumpedTree.nodes(tree));
        }
        return Trees.of(trees);
      } finally {
        booster.dispose();
      }
    } finally {
      data.dispose();
    }
  }
}
