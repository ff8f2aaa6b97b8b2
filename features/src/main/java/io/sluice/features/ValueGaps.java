package io.sluice.features;

import io.sluice.counts.EpisodeBlocks;
import io.sluice.distributions.NormalQuantile;
import io.sluice.features.Nuisances.Choice;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * How far off V̂ may be, and how much of that actions carry into the effect of the step before: the
 * fourth term of the theorem, with the gap Γ of linear bounds.
 *
 * <pre>
 * b_k(x,a) = z·σ̂_{k,a}·‖φ(x)‖ in the norm of (Σφφᵀ + λD)⁻¹ over rows of (k, a)
 * Γ_k(x) = Σ_a π(a|x)·(2b_k(x,a) + a ridge regression of Γ_{k+1}(x_{k+1}) on φ(x) within (k, a))
 * carried(h) = mean |ω̂_{h,h+1}(x_{h+1})|·Γ_{h+1}(x_{h+1})
 * </pre>
 *
 * σ̂² is the mean square of what Q̂ leaves out of fold, z the normal quantile of δ over the number
 * of steps. All regressions are from other folds. Nothing of this is proven to hold at δ: z holds
 * for one x and one action, the bias of a penalty and of a poor basis is not in it, and ω̂ is an
 * estimate. It takes a pass over the log for each step and three more.
 */
final class ValueGaps {
  /** So that an action without rows has a wide bound and not none. */
  private static final double LEAST = 1e-3;

  private final FeatureSource source;
  private final Basis basis;
  private final List<Nuisances> nuisances;
  private final int horizon;
  private final int actions;
  private final double quantile;
  private final double[][][][] inverse; // [fold][step][action], size × size
  private final double[][][][] later; // coefficients of the regression of Γ_{k+1}
  private final double[][] sigma; // [step][action]
  private final double[][] phi;
  private final double[] carried;

  ValueGaps(FeatureSource source, Basis basis, List<Nuisances> nuisances, double delta) {
    this.source = source;
    this.basis = basis;
    this.nuisances = nuisances;
    horizon = source.horizon();
    actions = source.actions().size();
    quantile = NormalQuantile.twoSided(delta / horizon);
    inverse = new double[source.folds()][horizon][actions][];
    later = new double[source.folds()][horizon][actions][basis.size()];
    sigma = new double[horizon][actions];
    phi = new double[horizon][basis.size()];
    carried = new double[horizon];
    List<Moments> train = trained();
    spread();
    for (int k = horizon - 1; k >= 2; k--) {
      goBack(k, train);
    }
    carry();
  }

  /** What the effect of a step carries of errors of later steps. */
  double carried(int step) {
    return carried[step - 1];
  }

  private Choice choice(int fold, int step) {
    return nuisances.get(fold).choices.stream()
        .filter(c -> c.from() == 0 && c.step() == step)
        .findFirst()
        .orElseThrow();
  }

  private List<Moments> trained() {
    FirstEpisodes none = new FirstEpisodes(0, new long[EpisodeBlocks.COUNT]);
    List<Moments> folds =
        MomentPass.of(source, basis, List.of(0), none, Long.MAX_VALUE, null).folds();
    List<Moments> all = new ArrayList<>();
    for (int f = 0; f < folds.size(); f++) {
      int out = f;
      Moments sum =
          Moments.sum(
              IntStream.range(0, folds.size())
                  .filter(g -> g != out || folds.size() == 1)
                  .mapToObj(folds::get)
                  .toList());
      all.add(sum);
      for (int k = 1; k <= horizon; k++) {
        for (int a = 0; a < actions; a++) {
          inverse[f][k - 1][a] = inverted(sum.gram(k, a), choice(f, k));
        }
      }
    }
    return all;
  }

  private double[] inverted(double[] gram, Choice choice) {
    int size = choice.size();
    DMatrixRMaj matrix = new DMatrixRMaj(size, size);
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        matrix.set(i, j, gram[i * basis.size() + j]);
      }
      boolean free = i == 0 && basis.hasConstant();
      matrix.add(i, i, free ? LEAST : Math.max(LEAST, choice.penalty()));
    }
    CommonOps_DDRM.invert(matrix);
    return matrix.data;
  }

  private void each(Consumer<FeatureEpisode> visitor) {
    source.forEach(
        episode -> {
          Rows.write(episode, basis, phi);
          visitor.accept(episode);
        });
  }

  private void spread() {
    EpisodeScores scores = new EpisodeScores(horizon, source.knowsBehavior());
    double[][] squares = new double[horizon][actions + 1];
    long[][] rows = new long[horizon][actions + 1];
    each(
        episode -> {
          scores.of(episode, phi, nuisances.get(episode.fold()));
          for (int k = 1; k <= episode.length(); k++) {
            for (int a : new int[] {episode.action(k), actions}) {
              squares[k - 1][a] += scores.residual(k) * scores.residual(k);
              rows[k - 1][a]++;
            }
          }
        });
    for (int k = 0; k < horizon; k++) {
      for (int a = 0; a < actions; a++) {
        int from = rows[k][a] > 1 ? a : actions; // of an action without rows, that of the step
        sigma[k][a] = Math.sqrt(squares[k][from] / Math.max(1, rows[k][from]));
      }
    }
  }

  private double gap(int fold, int step, FeatureEpisode episode) {
    double[] row = phi[step - 1];
    double sum = 0;
    for (int a = 0; a < actions; a++) {
      double chosen = episode.evaluated(step, a);
      if (chosen > 0) {
        double bound = quantile * sigma[step - 1][a] * norm(row, inverse[fold][step - 1][a]);
        sum += chosen * Math.max(0, 2 * bound + Ridge.dot(row, later[fold][step - 1][a]));
      }
    }
    return sum;
  }

  private static double norm(double[] row, double[] matrix) {
    int size = (int) Math.round(Math.sqrt(matrix.length));
    double sum = 0;
    for (int i = 0; i < size; i++) {
      double product = 0;
      for (int j = 0; j < size; j++) {
        product += matrix[i * size + j] * row[j];
      }
      sum += row[i] * product;
    }
    return Math.sqrt(Math.max(0, sum));
  }

  private void goBack(int k, List<Moments> train) {
    int folds = source.folds();
    double[][][] targets = new double[folds][actions][basis.size()];
    each(
        episode -> {
          for (int f = 0; k < episode.length() && f < folds; f++) {
            if (f != episode.fold() || folds == 1) {
              double gap = gap(f, k + 1, episode);
              double[] into = targets[f][episode.action(k)];
              for (int i = 0; i < into.length; i++) {
                into[i] += gap * phi[k - 1][i];
              }
            }
          }
        });
    for (int f = 0; f < folds; f++) {
      Choice choice = choice(f, k);
      for (int a = 0; a < actions; a++) {
        later[f][k - 1][a] =
            Ridge.solve(
                train.get(f).gram(k, a),
                targets[f][a],
                choice.size(),
                choice.penalty(),
                basis.hasConstant());
      }
    }
  }

  private void carry() {
    long[] episodes = new long[1];
    each(
        episode -> {
          episodes[0]++;
          for (int h = 1; h < episode.length(); h++) {
            double[] omega = nuisances.get(episode.fold()).omega[h - 1][h];
            carried[h - 1] +=
                Math.abs(Ridge.dot(phi[h], omega)) * gap(episode.fold(), h + 1, episode);
          }
        });
    for (int h = 0; h < horizon; h++) {
      carried[h] /= episodes[0];
    }
  }
}
