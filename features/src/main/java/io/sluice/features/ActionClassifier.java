package io.sluice.features;

import io.sluice.influence.ClusterMeans;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

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
final class ActionClassifier implements FeatureAccumulator<ActionClassifier> {
  private static final int EPISODES = 10_000;

  /** How often actions are drawn anew, for the noise floor. */
  private static final int DRAWS = 8;

  /** The least share of π_b that a probability is taken for. */
  private static final double LEAST = 0.01;

  private final PairBasis basis;
  private final NextParts parts;
  private final int actions;
  private final List<List<PairMoments>> folds = new ArrayList<>(); // [step][fold]
  private final int steps;
  private final int folders;
  private final long seed;
  private transient @Nullable SplittableRandom random; // of a block
  private int block = -1;
  private final double[] psi;
  private final int[] drawn = new int[DRAWS];
  private final double[] numbers;
  private final double[] off; // 1{a taken}/π_b − 1
  private final ShiftFit[][] fits; // [step][fold]; empty while it learns
  private final FirstEpisodes taken;
  private ClusterMeans means;

  ActionClassifier(FeatureSource source, FeatureSummary summary, long seed) {
    this(
        new PairBasis(source.columns(), summary),
        new NextParts(source.columns(), summary),
        source.actions().size(),
        source.horizon() - 1,
        source.folds(),
        seed,
        new FirstEpisodes(EPISODES, summary.before()),
        new ShiftFit[0][0]);
  }

  private ActionClassifier(
      PairBasis basis,
      NextParts parts,
      int actions,
      int steps,
      int folders,
      long seed,
      FirstEpisodes taken,
      ShiftFit[][] fits) {
    this.basis = basis;
    this.parts = parts;
    this.actions = actions;
    this.steps = steps;
    this.folders = folders;
    this.seed = seed;
    this.taken = taken;
    this.fits = fits;
    psi = new double[basis.size()];
    off = new double[actions];
    for (int h = 0; h < steps && fits.length == 0; h++) {
      folds.add(
          IntStream.range(0, folders)
              .mapToObj(f -> new PairMoments(basis.size(), actions, DRAWS, parts.size()))
              .toList());
    }
    numbers = new double[Math.max(1, steps * perStep())];
    means = new ClusterMeans(numbers.length);
  }

  @Override
  public ActionClassifier empty() {
    return new ActionClassifier(basis, parts, actions, steps, folders, seed, taken.again(), fits);
  }

  @Override
  public ActionClassifier plus(ActionClassifier later) {
    for (int h = 0; h < folds.size(); h++) {
      for (int f = 0; f < folders; f++) {
        folds.get(h).get(f).add(later.folds.get(h).get(f));
      }
    }
    means = means.plus(later.means);
    return this;
  }

  /** Takes an episode of the first pass, to learn from it, or of the second, to judge it. */
  @Override
  public void add(FeatureEpisode episode) {
    if (!taken.takes(episode)) {
      return;
    }
    if (fits.length == 0) {
      learn(episode);
    } else {
      judge(episode);
    }
  }

  private SplittableRandom random(FeatureEpisode episode) {
    SplittableRandom own = random;
    if (own == null || episode.block() != block) {
      block = episode.block();
      own = new SplittableRandom(seed + block * 0x9E3779B97F4A7C15L);
      random = own;
    }
    return own;
  }

  private void learn(FeatureEpisode episode) {
    SplittableRandom random = random(episode);
    for (int h = 1; h <= Math.min(episode.length(), steps); h++) {
      double[] behavior = episode.behavior(h);
      for (int d = 0; d < DRAWS; d++) {
        drawn[d] = draw(behavior, random.nextDouble());
      }
      basis.write(episode, h, psi);
      PairMoments own = folds.get(h - 1).get(episode.fold());
      own.add(psi, episode.action(h), behavior, drawn);
      if (h < episode.length()) {
        own.addNext(parts, episode.features(h + 1), episode.action(h), behavior);
      }
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

  /** What judges the same episodes, after the first pass. */
  ActionClassifier judge() {
    ShiftFit[][] fitted = new ShiftFit[steps][folders];
    for (int h = 0; h < steps; h++) {
      for (int f = 0; f < folders; f++) {
        fitted[h][f] = ShiftFit.without(f, folds.get(h), basis);
      }
    }
    return new ActionClassifier(basis, parts, actions, steps, folders, seed, taken.again(), fitted);
  }

  private void judge(FeatureEpisode episode) {
    Arrays.fill(numbers, 0);
    for (int h = 1; h <= Math.min(episode.length(), steps); h++) {
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
      off[a] = p > 0 ? left / p : 0;
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
        numbers[move(h, a, j)] = off[a] == 0 ? 0 : off[a] * rest;
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

  NextParts parts() {
    return parts;
  }

  ClusterMeans means() {
    return means;
  }

  private PairMoments all(int h) {
    return PairMoments.sum(folds.get(h - 1));
  }

  /**
   * The answers, one per step but the last.
   *
   * @param learned what this one was fitted to
   */
  List<StateShift> answers(ActionClassifier learned, FeatureSource source) {
    List<StateShift> answers = new ArrayList<>();
    for (int h = 1; h <= steps && means.clusters() > 1; h++) {
      answers.add(ShiftAnswer.of(this, learned.all(h), source, h));
    }
    return List.copyOf(answers);
  }
}
