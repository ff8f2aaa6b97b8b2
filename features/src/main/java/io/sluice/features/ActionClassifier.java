package io.sluice.features;

import io.sluice.influence.ClusterMeans;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Tells from a row and the next one which action was taken in between. By Bayes' rule the shift of
 * the next state, relative to its logged density, is P(a|x,x′)/π_b(a|x) − 1: an action moves the
 * next state exactly as far as the next state gives the action away.
 *
 * <p>D̂_a(x,x′) = ψ(x,x′)ᵀθ_a estimates P(a|x,x′) − π_b(a|x), by ridge regression of 1{a taken} −
 * π_b(a|x), all coefficients penalized, so that "nothing to tell" is 0. Basis and penalty are
 * chosen by prediction, and every fold is judged with coefficients from the others. With one
 * function for each pair (x, x′), π_b as frequencies and no penalty this is the formula of tables.
 * Episodes come in the order of a hash; the first {@value #EPISODES} are used, a random sample.
 *
 * <p>Deviates from the paper, and from a logistic classifier with log π_b as offset: least squares
 * need sums only, so one pass over a log.
 */
final class ActionClassifier {
  private static final int EPISODES = 10_000;

  /** How often actions are drawn anew, for the noise floor. */
  private static final int DRAWS = 8;

  /** The least share of π_b that a probability is taken for. */
  private static final double LEAST = 0.01;

  private final FeatureSource source;
  private final PairBasis basis;
  private final int actions;
  private final List<List<PairMoments>> folds = new ArrayList<>(); // [step][fold]
  private final SplittableRandom random;
  private final double[] psi;
  private final int[] drawn = new int[DRAWS];
  private final double[] numbers;
  private final double[] off;
  private final ShiftFit[][] fits; // [step][fold]
  private final FirstEpisodes learned = new FirstEpisodes(EPISODES);
  private final FirstEpisodes judged = new FirstEpisodes(EPISODES);
  final ClusterMeans means;

  ActionClassifier(FeatureSource source, FeatureSummary summary, long seed) {
    this.source = source;
    basis = new PairBasis(source.columns(), summary);
    actions = source.actions().size();
    random = new SplittableRandom(seed);
    psi = new double[basis.size()];
    off = new double[actions];
    int steps = source.horizon() - 1;
    fits = new ShiftFit[steps][source.folds()];
    for (int h = 0; h < steps; h++) {
      folds.add(
          IntStream.range(0, source.folds())
              .mapToObj(f -> new PairMoments(basis.size(), actions, DRAWS))
              .toList());
    }
    numbers = new double[Math.max(1, steps * perStep())];
    means = new ClusterMeans(numbers.length);
  }

  /** Takes an episode of the first pass. */
  void learn(FeatureEpisode episode) {
    if (!learned.takes(episode)) {
      return;
    }
    for (int h = 1; h <= Math.min(episode.length(), folds.size()); h++) {
      double[] behavior = episode.behavior(h);
      for (int d = 0; d < DRAWS; d++) {
        drawn[d] = draw(behavior, random.nextDouble());
      }
      basis.write(episode, h, psi);
      folds.get(h - 1).get(episode.fold()).add(psi, episode.action(h), behavior, drawn);
    }
  }

  private static int draw(double[] probabilities, double u) {
    double left = u;
    for (int a = 0; a < probabilities.length - 1; a++) {
      left -= probabilities[a];
      if (left < 0) {
        return a;
      }
    }
    return probabilities.length - 1;
  }

  /** Between the two passes. */
  void fit() {
    for (int h = 0; h < folds.size(); h++) {
      for (int f = 0; f < source.folds(); f++) {
        fits[h][f] = ShiftFit.without(f, folds.get(h), basis);
      }
    }
  }

  /** Takes the same episode in the second pass. */
  void judge(FeatureEpisode episode) {
    if (!judged.takes(episode)) {
      return;
    }
    Arrays.fill(numbers, 0);
    for (int h = 1; h <= Math.min(episode.length(), folds.size()); h++) {
      basis.write(episode, h, psi);
      judge(episode, h, fits[h - 1][episode.fold()]);
    }
    means.add(episode.cluster(), numbers);
  }

  private void judge(FeatureEpisode episode, int h, ShiftFit fit) {
    double whole = 0;
    double own = 0;
    for (int a = 0; a < actions; a++) {
      double p = episode.behavior(h, a);
      double d = Ridge.dot(psi, fit.theta[a]);
      double left = (a == episode.action(h) ? 1 : 0) - p;
      off[a] = left;
      numbers[at(h, TEST)] += d * left;
      numbers[at(h, LOWER)] += Math.signum(d) * left / 2;
      numbers[byAction(h, a)] = Math.abs(d) / 2;
      numbers[at(h, SHIFT)] += Math.abs(d) / 2;
      for (double[][] draw : fit.redrawn) {
        double noise = Math.abs(Ridge.dot(psi, draw[a])) / 2 / DRAWS;
        numbers[noiseByAction(h, a)] += noise;
        numbers[at(h, NOISE)] += noise;
      }
      double likely = Math.max(LEAST * p, p + d);
      whole += likely;
      own = a == episode.action(h) ? likely / p : own;
    }
    numbers[at(h, GAIN)] = Math.log(own / whole);
    for (int j = 0; j <= basis.columns(); j++) {
      double value = j == basis.columns() ? psi[basis.end()] : psi[basis.place(j)];
      double rest = value - Ridge.dot(psi, fit.next[j]);
      for (int a = 0; a < actions; a++) {
        double p = episode.behavior(h, a);
        numbers[move(h, a, j)] = p > 0 ? off[a] / p * rest : 0;
      }
    }
  }

  static final int TEST = 0;
  static final int LOWER = 1;
  static final int SHIFT = 2;
  static final int NOISE = 3;
  static final int GAIN = 4;
  private static final int FIGURES = 5;

  private int perStep() {
    return FIGURES + 2 * actions + actions * (basis.columns() + 1);
  }

  int at(int h, int figure) {
    return (h - 1) * perStep() + figure;
  }

  int byAction(int h, int a) {
    return at(h, FIGURES) + a;
  }

  int noiseByAction(int h, int a) {
    return byAction(h, actions) + a;
  }

  /**
   * @param j a column, or their number for the end
   */
  int move(int h, int a, int j) {
    return noiseByAction(h, actions) + a * (basis.columns() + 1) + j;
  }

  PairBasis basis() {
    return basis;
  }

  PairMoments all(int h) {
    return PairMoments.sum(folds.get(h - 1));
  }

  /** The answers, one per step but the last. */
  List<StateShift> steps() {
    List<StateShift> steps = new ArrayList<>();
    for (int h = 1; h < source.horizon() && means.clusters() > 1; h++) {
      steps.add(ShiftAnswer.of(this, source, h));
    }
    return List.copyOf(steps);
  }
}
