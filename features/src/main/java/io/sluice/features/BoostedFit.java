package io.sluice.features;

import io.sluice.features.TreeRows.Row;
import io.sluice.mdp.SettingException;
import java.util.List;

/**
 * Boosted regressions for one fold: from all other folds, with as many trees as predict best on one
 * of these, the next one, when learned from the rest.
 *
 * <p>Errors of Q̂ and ω̂ enter the score as a product, and only their rates matter, not the form of
 * a regression: what is needed is that neither has seen the fold it is used for. ω_k(x) is E[c_{k−1}
 * | x_k = x], a conditional mean, so least squares is the loss that it minimizes, for trees as for
 * ridge. A sum of trees for ω̂ begins at 0 and may have no tree: where actions do not move the
 * state, most splits predict nothing on the next fold, and later steps stay out of the score.
 */
final class BoostedFit {
  /** The most trees; the number is chosen by prediction. */
  static final int MOST = 150;

  /** How many numbers one regression may be learned from: what an array can hold. */
  private static final int MOST_NUMBERS = Integer.MAX_VALUE - 8;

  private final TreeBooster booster;
  private final TreeRows rows;
  private final int fold;
  private final int test;
  private final int width;

  BoostedFit(TreeBooster booster, TreeRows rows, int fold) {
    this.booster = booster;
    this.rows = rows;
    this.fold = fold;
    test = (fold + 1) % rows.folds();
    width = rows.basis.tiers().get(0);
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

  /** The regression of y on columns and action, over the rows of a step. */
  Fitted values(int step, double[] y) {
    return fit(step, y, rows.actions());
  }

  /** The regression of c on columns, over the rows of a step. */
  Fitted weights(int step, double[] c) {
    return fit(step, c, 0);
  }

  private Fitted fit(int step, double[] y, int actions) {
    double[] inner = base(step, y, actions, true);
    Trees tried = learn(step, y, inner, true, MOST);
    double[] losses = losses(step, y, inner, tried);
    int best = 0;
    for (int n = 1; n < losses.length; n++) {
      best = losses[n] < losses[best] ? n : best;
    }
    double[] base = base(step, y, actions, false);
    Trees trees = learn(step, y, base, false, best);
    return new Fitted(new BoostedTrees(width, base, trees), losses[best]);
  }

  private boolean learnsFrom(Row row, boolean tries) {
    return row.fold != fold && !(tries && row.fold == test);
  }

  /** The mean outcome of every action; of one without rows, that of all. */
  private double[] base(int step, double[] y, int actions, boolean tries) {
    double[] sum = new double[actions];
    long[] count = new long[actions];
    double all = 0;
    long size = 0;
    List<Row> of = rows.step(step);
    for (int i = 0; actions > 0 && i < y.length; i++) {
      if (learnsFrom(of.get(i), tries)) {
        sum[of.get(i).action] += y[i];
        count[of.get(i).action]++;
        all += y[i];
        size++;
      }
    }
    for (int a = 0; a < actions; a++) {
      sum[a] = count[a] > 0 ? sum[a] / count[a] : size > 0 ? all / size : 0;
    }
    return sum;
  }

  private Trees learn(int step, double[] y, double[] base, boolean tries, int rounds) {
    List<Row> of = rows.step(step);
    int size = (int) of.stream().filter(row -> learnsFrom(row, tries)).count();
    if (rounds == 0 || size == 0) {
      return Trees.of(List.of());
    }
    int columns = width + base.length;
    if ((long) size * columns > MOST_NUMBERS) {
      throw new SettingException(
          "nuisance",
          "boosted and auto need at most %,d numbers at a step, got %,d rows of %d columns; use ridge"
              .formatted(MOST_NUMBERS, size, columns));
    }
    float[] matrix = new float[size * columns];
    float[] outcomes = new float[size];
    float[] row = new float[columns];
    double[] phi = new double[rows.basis.size()];
    int place = 0;
    for (int i = 0; i < y.length; i++) {
      Row r = of.get(i);
      if (learnsFrom(r, tries)) {
        rows.basis.write(step, r.x, phi);
        BoostedTrees.write(phi, width, r.action, row);
        System.arraycopy(row, 0, matrix, place * columns, columns);
        outcomes[place++] = (float) (y[i] - (base.length == 0 ? 0 : base[r.action]));
      }
    }
    return booster.fit(matrix, columns, outcomes, rounds);
  }

  /** Σ(y − ŷ)² − Σy² on the fold to choose by, by the number of trees. */
  private double[] losses(int step, double[] y, double[] base, Trees trees) {
    double[] losses = new double[trees.size() + 1];
    float[] row = new float[width + base.length];
    double[] phi = new double[rows.basis.size()];
    List<Row> of = rows.step(step);
    for (int i = 0; i < y.length; i++) {
      Row r = of.get(i);
      if (r.fold == test) {
        rows.basis.write(step, r.x, phi);
        BoostedTrees.write(phi, width, r.action, row);
        double predicted = base.length == 0 ? 0 : base[r.action];
        losses[0] += predicted * (predicted - 2 * y[i]);
        for (int t = 0; t < trees.size(); t++) {
          predicted += trees.add(t, row);
          losses[t + 1] += predicted * (predicted - 2 * y[i]);
        }
      }
    }
    return losses;
  }
}
