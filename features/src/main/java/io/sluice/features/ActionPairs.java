package io.sluice.features;

import io.sluice.features.FeatureColumn.Kind;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Does an estimated logged policy leave something that two columns tell together? Rows are put into
 * the cells of two columns: levels of a category, quarters of a number. With S_f = Σ(1{a taken} −
 * π̂_b(a|x)) of a cell over the rows of fold f,
 *
 * <pre>
 * U = Σ_cells Σ_{f&lt;g} S_f S_g,   z = U / √(Σ_cells Σ_{f&lt;g} S_f² S_g²)
 * </pre>
 *
 * If π̂_b has the right form, S_f and S_g have mean 0 apart from the error of the estimate, which
 * is fitted to the other folds: whatever happened in g has moved π̂_b for f the same way, so the
 * product is 0 or below on average. If the form is too simple, or a penalty holds it back, both are
 * off in the same direction, and U is large. z is held one-sided against √(2 ln(tests/level)), the
 * bound for self-normalized sums of symmetric terms. Folds share no clusters, so it holds with
 * them, too.
 *
 * <p>What three columns tell together is not seen, unless two of them show some of it.
 */
final class ActionPairs implements Serializable {
  /** The most cells of all pairs, for each step, action and fold; further pairs are left out. */
  private static final int MOST_CELLS = 10_000;

  private static final double[] QUARTILES = {0.25, 0.5, 0.75};

  /** A column, cut into parts: of a category they are its levels. */
  private record Cut(int column, String name, int levels, List<Double> knots)
      implements Serializable {
    int parts() {
      return (levels > 0 ? levels + 1 : knots.size() + 1) + 1; // one for what is missing
    }

    int part(double[] row) {
      double value = row[column];
      if (Double.isNaN(value)) {
        return parts() - 1;
      }
      if (levels > 0) {
        return (int) Math.min(levels, value);
      }
      int part = 0;
      while (part < knots.size() && value > knots.get(part)) {
        part++;
      }
      return part;
    }
  }

  private record Pair(Cut first, Cut second, int start) implements Serializable {
    int cell(double[] row) {
      return start + first.part(row) * second.parts() + second.part(row);
    }

    int end() {
      return start + first.parts() * second.parts();
    }
  }

  private final List<Pair> pairs;
  private final int folds;
  private final double[][][] off; // [step][action][cell · folds + fold]

  ActionPairs(FeatureSource source, FeatureSummary summary) {
    this(pairs(source, summary), source.folds(), source.horizon(), source.actions().size());
  }

  private ActionPairs(List<Pair> pairs, int folds, int horizon, int actions) {
    this.pairs = pairs;
    this.folds = folds;
    int cells = pairs.isEmpty() ? 0 : pairs.get(pairs.size() - 1).end();
    off = new double[horizon][actions][cells * folds];
  }

  private static List<Pair> pairs(FeatureSource source, FeatureSummary summary) {
    List<Cut> cuts = new ArrayList<>();
    for (int j = 0; j < source.columns().size(); j++) {
      FeatureColumn column = source.columns().get(j);
      if (column.kind() == Kind.CATEGORY) {
        cuts.add(new Cut(j, column.name(), column.levels().size(), List.of()));
      } else if (!summary.isAllMissing(j)) {
        List<Double> knots = new ArrayList<>();
        for (double knot : summary.quantiles(j, QUARTILES)) {
          knots.add(knot);
        }
        cuts.add(new Cut(j, column.name(), 0, List.copyOf(knots)));
      }
    }
    List<Pair> pairs = new ArrayList<>();
    int cells = 0;
    for (int i = 0; i < cuts.size(); i++) {
      for (int j = i + 1; j < cuts.size(); j++) {
        Pair pair = new Pair(cuts.get(i), cuts.get(j), cells);
        if (pair.end() <= MOST_CELLS) {
          pairs.add(pair);
          cells = pair.end();
        }
      }
    }
    return List.copyOf(pairs);
  }

  ActionPairs empty() {
    return new ActionPairs(pairs, folds, off.length, off[0].length);
  }

  ActionPairs plus(ActionPairs later) {
    for (int k = 0; k < off.length; k++) {
      for (int a = 0; a < off[k].length; a++) {
        for (int i = 0; i < off[k][a].length; i++) {
          off[k][a][i] += later.off[k][a][i];
        }
      }
    }
    return this;
  }

  void add(FeatureEpisode episode) {
    for (int k = 0; k < episode.length(); k++) {
      double[] row = episode.features(k + 1);
      double[] probabilities = episode.behavior(k + 1);
      for (Pair pair : pairs) {
        int place = pair.cell(row) * folds + episode.fold();
        for (int a = 0; a < probabilities.length; a++) {
          off[k][a][place] += (a == episode.action(k + 1) ? 1 : 0) - probabilities[a];
        }
      }
    }
  }

  /** A pair of columns that tells what the estimate leaves. */
  record Left(double z, String where) {}

  /**
   * The clearest of all that are beyond chance.
   *
   * @param level the probability of an alarm where the estimate is right, about
   */
  Optional<Left> left(List<String> actions, double level) {
    int tests = Math.max(1, off.length * actions.size() * pairs.size());
    double worst = Math.sqrt(2 * Math.log(tests / level));
    Left left = null;
    for (int k = 0; k < off.length; k++) {
      for (int a = 0; a < actions.size(); a++) {
        for (Pair pair : pairs) {
          double z = z(off[k][a], pair);
          if (z > worst) {
            worst = z;
            left =
                new Left(
                    z,
                    "action %s at step %s, by %s and %s together"
                        .formatted(
                            actions.get(a), k + 1, pair.first().name(), pair.second().name()));
          }
        }
      }
    }
    return Optional.ofNullable(left);
  }

  private double z(double[] sums, Pair pair) {
    double products = 0;
    double squares = 0;
    for (int c = pair.start(); c < pair.end(); c++) {
      double one = 0;
      double two = 0;
      double four = 0;
      for (int f = 0; f < folds; f++) {
        double s = sums[c * folds + f];
        one += s;
        two += s * s;
        four += s * s * s * s;
      }
      products += (one * one - two) / 2;
      squares += Math.max(0, two * two - four) / 2;
    }
    return squares > 0 ? products / Math.sqrt(squares) : 0;
  }
}
