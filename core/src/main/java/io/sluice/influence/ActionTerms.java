package io.sluice.influence;

import io.sluice.mdp.StateVector;

/**
 * What logged actions add to an influence function where the logged policy is estimated by their
 * frequencies: see {@link BehaviorFrequencies}.
 *
 * <p>For a whole, rows of step k have a part M_k(x,a) − Σ_a′ π̂_b M_k(x,a′) in ψ anyway, since
 * their action decides what is to be expected later; the two are added before they are squared.
 */
final class ActionTerms {
  private final double[] ofRows; // by pair
  private final boolean anyStep;
  private final double variance;

  private ActionTerms(double[] ofRows, boolean anyStep, double variance) {
    this.ofRows = ofRows;
    this.anyStep = anyStep;
    this.variance = variance;
  }

  static boolean isNeeded(PlugIn plugIn) {
    return plugIn.frequencies != null;
  }

  /**
   * Of the effect of one step.
   *
   * @param values what the effect is the mean of under π less under π_b, by pair
   */
  static ActionTerms ofStep(PlugIn plugIn, int step, double[] values) {
    double[] terms = terms(plugIn, step, values);
    boolean pooled = frequencies(plugIn).isPooled();
    double variance = 0;
    for (int k = pooled ? 1 : step; k <= (pooled ? plugIn.shape.horizon() : step); k++) {
      variance += added(plugIn, k, new double[plugIn.pairs], terms);
    }
    return new ActionTerms(terms, pooled, variance);
  }

  /**
   * Of the sum over steps.
   *
   * @param from what a row's next state is expected to lead to, by step and state
   * @param ownReward how much of a row's own reward counts
   */
  static ActionTerms ofAll(PlugIn plugIn, double[][] from, double ownReward) {
    int horizon = plugIn.shape.horizon();
    boolean pooled = frequencies(plugIn).isPooled();
    double[][] terms = new double[horizon + 1][];
    double[] all = new double[plugIn.pairs];
    for (int k = 1; k <= horizon; k++) {
      terms[k] = terms(plugIn, k, plugIn.actionValues(k));
      for (int pair = 0; pooled && pair < all.length; pair++) {
        all[pair] += terms[k][pair];
      }
    }
    double variance = 0;
    for (int k = 1; k <= horizon; k++) {
      double[] already = new double[plugIn.pairs]; // M_k
      if (k < horizon) {
        plugIn.model.ahead(k, 0, plugIn.shape.states(), from[k + 1], already, 0);
      }
      for (int pair = 0; ownReward != 0 && pair < already.length; pair++) {
        already[pair] += ownReward * plugIn.reward(k, pair);
      }
      variance += added(plugIn, k, already, pooled ? all : terms[k]);
    }
    return new ActionTerms(all, pooled, variance);
  }

  private static BehaviorFrequencies frequencies(PlugIn plugIn) {
    if (plugIn.frequencies == null) {
      throw new IllegalStateException("action terms: need a logged policy that is estimated");
    }
    return plugIn.frequencies;
  }

  /** −g(x)(value − mean value), by pair. */
  private static double[] terms(PlugIn plugIn, int step, double[] values) {
    BehaviorFrequencies frequencies = frequencies(plugIn);
    int actions = plugIn.shape.actions();
    double[] terms = new double[plugIn.pairs];
    for (int x = 0; x < plugIn.shape.states(); x++) {
      double weight = frequencies.weight(plugIn, step, x);
      double mean = weight == 0 ? 0 : mean(plugIn, step, x, values);
      for (int a = 0, pair = plugIn.pair(x, 0); weight != 0 && a < actions; a++, pair++) {
        terms[pair] = -weight * (values[pair] - mean);
      }
    }
    return terms;
  }

  /** Σ_a π_b(a|x) of the values. */
  private static double mean(PlugIn plugIn, int step, int x, double[] values) {
    double mean = 0;
    for (int a = 0; a < plugIn.shape.actions(); a++) {
      mean += plugIn.behavior.probability(step, x, a) * values[plugIn.pair(x, a)];
    }
    return mean;
  }

  /** Σ_x n_k(x)/T·[Var_a(already + terms) − Var_a(already)] over the rows of a step. */
  private static double added(PlugIn plugIn, int step, double[] already, double[] terms) {
    StateVector met = plugIn.share(step);
    double sum = 0;
    for (int x = 0; x < plugIn.shape.states(); x++) {
      double mean = met.at(x) == 0 ? 0 : mean(plugIn, step, x, already);
      for (int a = 0; met.at(x) > 0 && a < plugIn.shape.actions(); a++) {
        int pair = plugIn.pair(x, a);
        double term = terms[pair];
        double product = term * (term + 2 * (already[pair] - mean));
        sum += met.at(x) * plugIn.behavior.probability(step, x, a) * product;
      }
    }
    return sum;
  }

  /** By pair; of the sum over steps only if rows of all steps count alike. */
  double[] ofRows() {
    return ofRows;
  }

  boolean areOfAnyStep() {
    return anyStep;
  }

  /** What they add to Var ψ. */
  double variance() {
    return variance;
  }
}
