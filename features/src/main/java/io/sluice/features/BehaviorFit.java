package io.sluice.features;

/** A pass of Newton's method over a log, for the models of all bases, folds and steps. */
final class BehaviorFit implements FeatureAccumulator<BehaviorFit> {
  private final Basis basis;
  private final long episodes;
  private final ActionModel[][][] models; // [tier][fold][step]
  private final double[] heldOut; // log-likelihood by tier
  private final double[] phi;
  private final double[] p;

  /**
   * @param models with their coefficients; rows are added to others
   */
  BehaviorFit(Basis basis, long episodes, ActionModel[][][] models, int actions) {
    this.basis = basis;
    this.episodes = episodes;
    this.models = models;
    heldOut = new double[models.length];
    phi = new double[basis.size()];
    p = new double[actions];
  }

  ActionModel model(int tier, int fold, int step) {
    return models[tier][fold][step];
  }

  /** The log-likelihood of folds that the models of a basis have not seen. */
  double heldOut(int tier) {
    return heldOut[tier];
  }

  @Override
  public int blocks() {
    double bytes = 0;
    for (ActionModel[][] tier : models) {
      bytes += 8.0 * tier.length * tier[0].length * Math.pow(tier[0][0].parameters(), 2);
    }
    return FeatureAccumulator.blocks(episodes, bytes);
  }

  @Override
  public BehaviorFit empty() {
    ActionModel[][][] none = new ActionModel[models.length][models[0].length][];
    for (int t = 0; t < models.length; t++) {
      for (int f = 0; f < models[t].length; f++) {
        none[t][f] = new ActionModel[models[t][f].length];
        for (int k = 0; k < none[t][f].length; k++) {
          none[t][f][k] = models[t][f][k].empty();
        }
      }
    }
    return new BehaviorFit(basis, episodes, none, p.length);
  }

  @Override
  public void add(FeatureEpisode episode) {
    int folds = models[0].length;
    for (int k = 1; k <= episode.length(); k++) {
      basis.write(k, episode.features(k), phi);
      for (int t = 0; t < models.length; t++) {
        for (int f = 0; f < folds; f++) {
          if (f != episode.fold() || folds == 1) {
            models[t][f][k - 1].add(phi, episode.action(k));
          }
        }
        models[t][episode.fold()][k - 1].predict(phi, p);
        heldOut[t] += Math.log(Math.max(p[episode.action(k)], Double.MIN_NORMAL));
      }
    }
  }

  @Override
  public BehaviorFit plus(BehaviorFit later) {
    for (int t = 0; t < models.length; t++) {
      for (int f = 0; f < models[t].length; f++) {
        for (int k = 0; k < models[t][f].length; k++) {
          models[t][f][k].add(later.models[t][f][k]);
        }
      }
      heldOut[t] += later.heldOut[t];
    }
    return this;
  }
}
