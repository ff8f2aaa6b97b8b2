package io.sluice.baselines;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.counts.TransitionCounts;
import io.sluice.influence.PolicyValues;
import io.sluice.interval.Failure;
import io.sluice.interval.Interval;
import io.sluice.interval.Part;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Policy;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model;
import io.sluice.model.Occupancy;
import io.sluice.model.StepTables;
import java.util.List;

/**
 * What π is worth in the estimated model, Σ_x d̂_1(x) V̂_1(x): the direct method, or fitted-Q
 * evaluation on a table. Needs no propensities and no weights, but the state must say enough.
 *
 * <p>Its error comes from the influence of each episode, with the occupancy μ_k(x,a) = d̂^π_k(x)
 * π(a|x) of the model:
 *
 * <pre>
 * ψ = V̂_1(x_1) − V̂ + Σ_k T μ_k(x_k,a_k)/n_k(x_k,a_k) · (r_k + V̂_{k+1}(x_{k+1}) − Q̂_k(x_k,a_k))
 * </pre>
 *
 * with a model per step; a pooled model spreads Σ_k μ_k over the rows of every step, rewards by the
 * number of rows and next states by their own. A pair never seen counts as the least possible
 * reward, and its share of the occupancy widens the interval upward.
 */
public final class ModelValue implements EpisodeAccumulator<ModelValue> {
  private final Shape shape;
  private final Model model;
  private final RewardRange units;
  private final PolicyValues values;
  private final StepTables tables;
  private final double episodes;
  private final double[][] occupancy; // μ_k, by step from 1 and pair
  private final double[][] ofTable; // Σ of μ_k over the steps of a table
  private final long[][] rows; // n, by table and pair
  private final long[][] moves; // how many of them have a next state
  private ClusterSums influence = new ClusterSums();
  private double estimate; // in [0, 1] units
  private double unseen;

  /**
   * @param counts of the episodes that will be added
   * @param model estimated from these counts
   * @param units the user's, which the result has
   */
  public ModelValue(
      TransitionCounts counts, Model model, ValueRange range, RewardRange units, Policy evaluated) {
    this.shape = counts.shape();
    this.model = model;
    this.units = units;
    this.values = PolicyValues.of(model, range, evaluated);
    this.tables = model.tables();
    this.episodes = counts.episodes();
    int pairs = shape.states() * shape.actions();
    rows = new long[tables.count()][pairs];
    moves = new long[rows.length][pairs];
    for (int i = 0; i < counts.cells(); i++) {
      int pair = counts.state(i) * shape.actions() + counts.action(i);
      rows[tables.of(counts.step(i))][pair] += counts.count(i);
      moves[tables.of(counts.step(i))][pair] +=
          counts.step(i) < shape.horizon() ? counts.count(i) : 0;
    }
    occupancy = new double[shape.horizon() + 1][pairs];
    ofTable = new double[tables.count()][pairs];
    StateVector start = counts.distribution(1);
    List<StateVector> forward = Occupancy.forward(model, evaluated, start);
    for (int k = 1; k <= shape.horizon(); k++) {
      for (int pair = 0; pair < pairs; pair++) {
        int x = pair / shape.actions();
        double mass =
            forward.get(k - 1).at(x) * evaluated.probability(k, x, pair % shape.actions());
        occupancy[k][pair] = mass;
        ofTable[tables.of(k)][pair] += mass;
        boolean never = rows[tables.of(k)][pair] == 0;
        boolean endless = k < shape.horizon() && moves[tables.of(k)][pair] == 0;
        unseen += mass * (never ? range.top(k) : endless ? range.top(k + 1) : 0);
      }
    }
    for (int x = 0; x < shape.states(); x++) {
      estimate += start.at(x) * values.value(1, x);
    }
  }

  private ModelValue(ModelValue other) {
    shape = other.shape;
    model = other.model;
    units = other.units;
    values = other.values;
    tables = other.tables;
    episodes = other.episodes;
    occupancy = other.occupancy;
    ofTable = other.ofTable;
    rows = other.rows;
    moves = other.moves;
    estimate = other.estimate;
    unseen = other.unseen;
  }

  @Override
  public ModelValue empty() {
    return new ModelValue(this);
  }

  @Override
  public ModelValue plus(ModelValue later) {
    influence = influence.plus(later.influence);
    return this;
  }

  @Override
  public void add(Episode episode) {
    double psi = values.value(1, episode.state(1)) - estimate;
    for (int h = 1; h <= episode.length(); h++) {
      psi += ofRow(h, episode);
    }
    influence.add(episode.cluster(), units.effect(psi), 1, episode.totalReward());
  }

  private double ofRow(int step, Episode episode) {
    int x = episode.state(step);
    int a = episode.action(step);
    int pair = x * shape.actions() + a;
    int table = tables.of(step);
    double mass = ofTable[table][pair];
    if (mass == 0) {
      return 0;
    }
    double mean = model.reward(model.pair(step, x, a));
    double sum = mass * (episode.unitReward(step) - mean) / rows[table][pair];
    if (step < shape.horizon()) {
      double moved = 0;
      for (int k = tables.first(table); k <= tables.lastMove(table); k++) {
        double usual = values.actionValue(k, x, a) - mean; // Σ P̂V̂_{k+1}
        moved += occupancy[k][pair] * (values.value(k + 1, episode.next(step)) - usual);
      }
      sum += moved / moves[table][pair];
    }
    return episodes * sum;
  }

  public ValueEstimate model(double delta) {
    ValueEstimate sampling =
        influence.around(
            "model",
            units.value(estimate, shape.horizon()),
            "V̂_1 − V̂ + Σ_h d̂^π/d̂·(r_h + V̂_{h+1} − Q̂_h), in the model",
            delta);
    return unseen == 0
        ? sampling
        : new ValueEstimate(widened(sampling.value()), widened(sampling.gain()));
  }

  private Interval widened(Interval interval) {
    Part above = new Part(Part.Source.UNSEEN_PAIRS, "Σ μ·V_max", 0, units.effect(unseen));
    return interval.widened(above, new Failure(0, 0));
  }
}
