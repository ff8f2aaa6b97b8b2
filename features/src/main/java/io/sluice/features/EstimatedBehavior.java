package io.sluice.features;

import io.sluice.mdp.SettingException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * A log with the logged policy estimated: every episode has the probabilities that an {@link
 * ActionModel} of its step gives, fitted to the other folds. Its functions are standardized
 * columns, with expansions if they predict actions better on other folds.
 *
 * <p>The probability of an action is right if the logged policy is of this form, and knew no more
 * than the columns. How its error is accounted for: {@link BehaviorCorrection}.
 */
final class EstimatedBehavior implements EstimatedSource {
  /** The most coefficients of a model; bases with more are not tried. */
  private static final int MOST = 240;

  /** What even the columns by themselves may not exceed. */
  private static final int TOO_MANY = 1000;

  private static final int PASSES = 30;

  private final FeatureSource source;
  private final Basis basis;
  private final int[] sizes;
  private final ActionModel[][][] models; // [tier][fold][step]
  private final double[] heldOut; // log-likelihood by tier
  private int chosen;

  private EstimatedBehavior(FeatureSource source, FeatureSummary summary) {
    this.source = source;
    int actions = source.actions().size();
    basis = Basis.standardized(source.columns(), summary, MOST / Math.max(1, actions - 1));
    sizes = basis.tiers().stream().mapToInt(Integer::intValue).toArray();
    if ((actions - 1) * sizes[0] > TOO_MANY) {
      throw new SettingException(
          "behavior",
          String.format(
              Locale.ROOT,
              "needs propensities, or fewer actions or columns, to do without a model of %,d coefficients; got %d actions and %d functions",
              (actions - 1) * sizes[0],
              actions,
              sizes[0]));
    }
    models = new ActionModel[sizes.length][source.folds()][source.horizon()];
    heldOut = new double[sizes.length];
    for (int t = 0; t < sizes.length; t++) {
      for (ActionModel[] ofFold : models[t]) {
        int size = sizes[t];
        Arrays.setAll(ofFold, k -> new ActionModel(actions, size));
      }
    }
    fit(summary.episodes());
  }

  static EstimatedBehavior of(FeatureSource source, FeatureSummary summary) {
    return new EstimatedBehavior(source, summary);
  }

  private void fit(long episodes) {
    int actions = source.actions().size();
    boolean open = actions > 1;
    for (int pass = 0; open && pass < PASSES; pass++) {
      forEachModel(ActionModel::begin);
      BehaviorFit sums = source.collect(new BehaviorFit(basis, episodes, models, actions));
      for (int t = 0; t < sizes.length; t++) {
        heldOut[t] = sums.heldOut(t);
        for (int f = 0; f < source.folds(); f++) {
          for (int k = 0; k < source.horizon(); k++) {
            models[t][f][k].add(sums.model(t, f, k));
          }
        }
      }
      forEachModel(ActionModel::step);
      open =
          !Arrays.stream(models)
              .flatMap(Arrays::stream)
              .flatMap(Arrays::stream)
              .allMatch(ActionModel::isConverged);
    }
    for (int t = 1; t < sizes.length; t++) {
      chosen = heldOut[t] > heldOut[chosen] ? t : chosen;
    }
  }

  private void forEachModel(Consumer<ActionModel> work) {
    for (ActionModel[][] ofTier : models) {
      for (ActionModel[] ofFold : ofTier) {
        for (ActionModel one : ofFold) {
          work.accept(one);
        }
      }
    }
  }

  private EstimatedBehavior(EstimatedBehavior whole, int policy) {
    source = whole.source.judging(policy);
    basis = whole.basis;
    sizes = whole.sizes;
    models = whole.models;
    heldOut = whole.heldOut;
    chosen = whole.chosen;
  }

  @Override
  public EstimatedBehavior judging(int policy) {
    return new EstimatedBehavior(this, policy);
  }

  /** What gives the probabilities. */
  BehaviorModel model() {
    return new BehaviorModel(basis, models[chosen], source.actions().size());
  }

  /** The model of a step that has not seen a fold. */
  ActionModel model(int fold, int step) {
    return models[chosen][fold][step - 1];
  }

  /** How many functions a model has. */
  int size() {
    return sizes[chosen];
  }

  /** How many coefficients a model has. */
  int coefficients() {
    return (source.actions().size() - 1) * size();
  }

  @Override
  public <A extends FeatureAccumulator<A>> A collect(A empty) {
    return source.collect(new BehaviorModel.Sum<>(model(), empty)).sum();
  }

  @Override
  public void forEach(Consumer<FeatureEpisode> visitor) {
    BehaviorModel model = model();
    double[] phi = new double[basis.size()];
    source.forEach(
        episode -> {
          model.estimate(episode, phi);
          visitor.accept(episode);
        });
  }

  @Override
  public List<String> notes() {
    List<String> notes = new ArrayList<>(source.notes());
    notes.add(
        "the logged policy is estimated by a logistic model of %s functions: all results depend on this model"
            .formatted(size()));
    return List.copyOf(notes);
  }

  @Override
  public FeatureSource source() {
    return source;
  }
}
