package io.sluice.features;

import io.sluice.features.TreeRows.Row;
import io.sluice.mdp.SettingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Boosted regressions for one fold: from all other folds, with as many trees as predict best on one
 * of these, the next one, when learned from the rest.
 *
 * <p>Errors of Q̂ and ω̂ enter the score as a product, so what matters is how fast they vanish and
 * not the form of a regression, as long as neither has seen the fold it is used for. ω_k(x) is
 * E[c_{k−1} | x_k = x], a conditional mean, so least squares is its loss, for trees as for ridge. A
 * sum of trees for ω̂ begins at 0 and may have no tree: where actions do not move the state, trees
 * predict nothing on the next fold, and later steps stay out of the score.
 *
 * <p>Q̂ has trees for every action of its own. On logs set aside for this (thresholds, 10,000
 * episodes) they predicted 0.395 to 0.409 of the variance at the last step out of fold, trees with
 * the action as a column 0.376 to 0.400, ridge 0.372 to 0.376.
 */
final class BoostedFit {
  /** How many trees are tried at first; more where most of them are of use. */
  private static final int FIRST = 60;

  private static final int MOST = 8 * FIRST;

  /** How many numbers one regression may be learned from: what an array can hold. */
  private static final int MOST_NUMBERS = Integer.MAX_VALUE - 8;

  private final TreeBooster booster;
  private final TreeRows rows;
  private final int fold;
  private final int test;

  BoostedFit(TreeBooster booster, TreeRows rows, int fold) {
    this.booster = booster;
    this.rows = rows;
    this.fold = fold;
    test = (fold + 1) % rows.folds();
  }

  TreeRows rows() {
    return rows;
  }

  /** The fold that the number of trees is chosen on. */
  int test() {
    return test;
  }

  /**
   * @param loss Σ(y − ŷ)² − Σy² on the fold {@link #test}, learned without it
   */
  record Fitted(BoostedTrees trees, double loss) {}

  /** The regression of y on columns within every action, over the rows of a step. */
  Fitted values(int step, double[] y) {
    return new Regression(rows.step(step), y, rows.actions()).fit();
  }

  /** The regression of c on columns, over the rows of a step. */
  Fitted weights(int step, double[] c) {
    return new Regression(rows.step(step), c, 1).fit();
  }

  /** One regression, within each of some groups of rows. */
  private final class Regression {
    private final List<Row> all;
    private final double[] y;
    private final int groups;

    Regression(List<Row> all, double[] y, int groups) {
      this.all = all;
      this.y = y;
      this.groups = groups;
    }

    Fitted fit() {
      double[] inner = base(true);
      double[] losses = {0};
      int best = 0;
      for (int rounds = FIRST; rounds <= MOST && 5 * best >= 4 * (losses.length - 1); rounds *= 2) {
        losses = losses(inner, learn(inner, true, rounds));
        best = least(losses);
      }
      double[] base = base(false);
      List<Trees> trees = learn(base, false, best);
      return new Fitted(new BoostedTrees(rows.width(), base, trees), losses[best]);
    }

    private static int least(double[] losses) {
      int best = 0;
      for (int n = 1; n < losses.length; n++) {
        best = losses[n] < losses[best] ? n : best;
      }
      return best;
    }

    private int group(Row row) {
      return groups == 1 ? 0 : row.action;
    }

    private boolean learnsFrom(Row row, boolean tries) {
      return row.fold != fold && !(tries && row.fold == test);
    }

    /** Where sums begin: 0, or the mean of every action; of one without rows, that of all. */
    private double[] base(boolean tries) {
      double[] sum = new double[groups];
      long[] count = new long[groups];
      double total = 0;
      long size = 0;
      for (int i = 0; groups > 1 && i < y.length; i++) {
        if (learnsFrom(all.get(i), tries)) {
          sum[group(all.get(i))] += y[i];
          count[group(all.get(i))]++;
          total += y[i];
          size++;
        }
      }
      for (int g = 0; g < groups; g++) {
        sum[g] = count[g] > 0 ? sum[g] / count[g] : size > 0 ? total / size : 0;
      }
      return sum;
    }

    private List<Trees> learn(double[] base, boolean tries, int rounds) {
      List<Trees> trees = new ArrayList<>();
      for (int g = 0; g < groups; g++) {
        int group = g;
        int[] places =
            IntStream.range(0, y.length)
                .filter(i -> learnsFrom(all.get(i), tries) && group(all.get(i)) == group)
                .toArray();
        trees.add(
            rounds == 0 || places.length == 0
                ? Trees.of(List.of())
                : learn(places, base[g], rounds));
      }
      return trees;
    }

    private Trees learn(int[] places, double base, int rounds) {
      int width = rows.width();
      if ((long) places.length * width > MOST_NUMBERS) {
        throw new SettingException(
            "nuisance",
            String.format(
                Locale.ROOT,
                "boosted and auto need at most %,d numbers at a step, got %,d rows of %d columns; use ridge",
                MOST_NUMBERS,
                places.length,
                width));
      }
      float[] matrix = new float[places.length * width];
      float[] outcomes = new float[places.length];
      for (int i = 0; i < places.length; i++) {
        System.arraycopy(all.get(places[i]).seen, 0, matrix, i * width, width);
        outcomes[i] = (float) (y[places[i]] - base);
      }
      return booster.fit(matrix, width, outcomes, rounds);
    }

    /** Σ(y − ŷ)² − Σy² on the fold to choose by, by the number of trees. */
    private double[] losses(double[] base, List<Trees> trees) {
      int most = trees.stream().mapToInt(Trees::size).max().orElse(0);
      double[] losses = new double[most + 1];
      for (int i = 0; i < y.length; i++) {
        Row row = all.get(i);
        if (row.fold == test) {
          Trees own = trees.get(group(row));
          double predicted = base[group(row)];
          losses[0] += predicted * (predicted - 2 * y[i]);
          for (int t = 0; t < most; t++) {
            predicted += t < own.size() ? own.add(t, row.seen) : 0;
            losses[t + 1] += predicted * (predicted - 2 * y[i]);
          }
        }
      }
      return losses;
    }
  }
}
