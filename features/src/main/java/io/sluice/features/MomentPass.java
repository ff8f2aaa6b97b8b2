package io.sluice.features;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The pass for what regressions are made from: moments of every fold, and what tells actions. */
final class MomentPass implements FeatureAccumulator<MomentPass> {
  private final Basis basis;
  private final List<Moments> folds;
  private final FirstEpisodes tested;
  private final long episodes;
  private final @Nullable ActionClassifier classifier;
  private final double[][] phi;
  private final double[][] z;

  private MomentPass(
      Basis basis,
      List<Moments> folds,
      FirstEpisodes tested,
      long episodes,
      @Nullable ActionClassifier classifier) {
    this.basis = basis;
    this.folds = folds;
    this.tested = tested;
    this.episodes = episodes;
    this.classifier = classifier;
    Moments first = folds.get(0);
    phi = new double[first.horizon()][first.size()];
    z = new double[first.horizon()][first.extras()];
  }

  /**
   * @param policies of those of the source
   * @param tested which episodes the Markov test takes
   * @param episodes how many the log has
   * @param classifier what else is to be learned in the same pass
   */
  static MomentPass of(
      FeatureSource source,
      Basis basis,
      List<Integer> policies,
      FirstEpisodes tested,
      long episodes,
      @Nullable ActionClassifier classifier) {
    int actions = source.actions().size();
    int extras = Rows.extras(basis, actions);
    List<Moments> folds =
        IntStream.range(0, source.folds())
            .mapToObj(f -> moments(source, basis, policies, actions, extras))
            .toList();
    return source.collect(new MomentPass(basis, folds, tested, episodes, classifier));
  }

  private static Moments moments(
      FeatureSource source, Basis basis, List<Integer> policies, int actions, int extras) {
    int size = basis.size();
    int horizon = source.horizon();
    return new Moments(
        horizon,
        actions,
        size,
        extras,
        policies.stream().map(p -> new PolicyMoments(p, horizon, actions, size)).toList());
  }

  @Override
  public int blocks() {
    return FeatureAccumulator.blocks(episodes, folds.size() * folds.get(0).bytes());
  }

  @Override
  public MomentPass empty() {
    return new MomentPass(
        basis,
        folds.stream().map(Moments::empty).toList(),
        tested.again(),
        episodes,
        classifier == null ? null : classifier.empty());
  }

  @Override
  public void add(FeatureEpisode episode) {
    Rows.write(episode, basis, phi);
    boolean isTested = tested.takes(episode);
    if (isTested) {
      Rows.writeExtras(episode, basis, phi, z);
    }
    folds.get(episode.fold()).add(episode, phi, z, isTested);
    if (classifier != null) {
      classifier.add(episode);
    }
  }

  @Override
  public MomentPass plus(MomentPass later) {
    List<Moments> sums =
        IntStream.range(0, folds.size())
            .mapToObj(f -> folds.get(f).plus(later.folds.get(f)))
            .toList();
    return new MomentPass(
        basis,
        sums,
        tested,
        episodes,
        classifier == null || later.classifier == null ? null : classifier.plus(later.classifier));
  }

  /** The moments of every fold, once all episodes are added. */
  List<Moments> folds() {
    folds.forEach(Moments::complete);
    return folds;
  }

  @Nullable ActionClassifier classifier() {
    return classifier;
  }
}
