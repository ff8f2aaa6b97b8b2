package io.sluice.features;

import java.io.Serializable;

/** An estimated logged policy: a model of every fold and step, fitted to the other folds. */
final class BehaviorModel implements Serializable {
  private final Basis basis;
  private final ActionModel[][] models; // [fold][step]
  private final int actions;

  BehaviorModel(Basis basis, ActionModel[][] models, int actions) {
    this.basis = basis;
    this.models = models;
    this.actions = actions;
  }

  /** The model of a step that has not seen a fold. */
  ActionModel of(int fold, int step) {
    return models[fold][step - 1];
  }

  int horizon() {
    return models[0].length;
  }

  int actions() {
    return actions;
  }

  /** How many functions a model has. */
  int size() {
    return models[0][0].size();
  }

  /** How many coefficients a model has. */
  int parameters() {
    return models[0][0].parameters();
  }

  /** Writes the functions of a row. */
  void write(int step, double[] x, double[] into) {
    basis.write(step, x, into);
  }

  /** How many numbers {@link #write} writes. */
  int written() {
    return basis.size();
  }

  /** Gives an episode the estimated probabilities. */
  void estimate(FeatureEpisode episode, double[] phi) {
    for (int k = 1; k <= episode.length(); k++) {
      write(k, episode.features(k), phi);
      episode.estimate(k, of(episode.fold(), k), phi);
    }
  }

  /** Adds up episodes with estimated probabilities. */
  static final class Sum<A extends FeatureAccumulator<A>> implements FeatureAccumulator<Sum<A>> {
    private final BehaviorModel model;
    private final A sum;
    private final double[] phi;

    Sum(BehaviorModel model, A sum) {
      this.model = model;
      this.sum = sum;
      phi = new double[model.written()];
    }

    A sum() {
      return sum;
    }

    @Override
    public int blocks() {
      return sum.blocks();
    }

    @Override
    public Sum<A> empty() {
      return new Sum<>(model, sum.empty());
    }

    @Override
    public void add(FeatureEpisode episode) {
      model.estimate(episode, phi);
      sum.add(episode);
    }

    @Override
    public Sum<A> plus(Sum<A> later) {
      return new Sum<>(model, sum.plus(later.sum));
    }
  }
}
