package io.sluice.influence;

import io.sluice.mdp.Episode;
import io.sluice.mdp.Shape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where all steps share one table: what a row adds, T·Σμ/n·(r − R̂) + Σ_k T·μ_k/m·(V̂_{k+1}(x′) −
 * P̂V̂_{k+1}), is a sum over all steps. What it says about all effects lies side by side.
 */
final class SharedRowTerms implements RowTerms {
  /** So many numbers may be kept for all effects together, to add up the steps once. */
  private static final long MOST_KEPT = 2_000_000;

  private final Shape shape;
  private final int[] steps; // of the effects
  private final int[] places; // of the effects among the scores
  private final int stride; // how many steps lie side by side in nextValues
  private final int[] offsets; // where the steps of an effect begin among the weights of a pair
  private final double[] rewards; // R̂
  private final double[] nextValues; // V̂_{k+1}, by state and step
  private final double[] rewardWeights; // T·Σμ/n, by pair and effect
  private final double[] nextWeights; // T·μ_k/m, by pair, effect and step
  private final double[] expected; // T·Σ_k μ_k/m·P̂V̂_{k+1}, by pair and effect
  private final double @Nullable [] ofMoves; // what a move adds, by pair, state and effect

  /**
   * @param effects ascending in their steps
   * @param places of them among the scores
   */
  SharedRowTerms(PlugIn plugIn, List<Influence> effects, int[] places) {
    shape = plugIn.shape;
    steps = effects.stream().mapToInt(Influence::step).toArray();
    this.places = places;
    stride = plugIn.stride();
    offsets = new int[steps.length + 1];
    for (int i = 0; i < steps.length; i++) {
      offsets[i + 1] = offsets[i] + stride - from(steps[i]);
    }
    rewards = plugIn.rewards()[0];
    nextValues = plugIn.nextValues()[0];
    rewardWeights = new double[plugIn.pairs * steps.length];
    nextWeights = new double[plugIn.pairs * offsets[steps.length]];
    expected = new double[plugIn.pairs * steps.length];
    for (int i = 0; i < steps.length; i++) {
      Influence effect = effects.get(i);
      for (int pair = 0; pair < plugIn.pairs; pair++) {
        if (plugIn.rows(1, pair) > 0) {
          rewardWeights[pair * steps.length + i] = effect.ofReward(1, pair);
        }
      }
      for (int k = steps[i]; k < shape.horizon(); k++) {
        addMoves(effect, i, k);
      }
    }
    ofMoves = isWorthKeeping(plugIn) ? moves() : null;
  }

  /** Where the weights of an effect begin: those of earlier steps are 0. */
  private int from(int step) {
    return Math.min(step - 1, stride);
  }

  private void addMoves(Influence effect, int i, int k) {
    PlugIn plugIn = effect.plugIn();
    double[] moving = effect.occupancy().moving[k];
    double[] ahead = plugIn.ahead(k);
    int at = offsets[i] + k - 1 - from(steps[i]);
    for (int pair = 0; pair < plugIn.pairs; pair++) {
      if (moving[pair] != 0 && plugIn.moves(k, pair) > 0) {
        double weight = plugIn.episodes * moving[pair] / plugIn.moves(k, pair);
        nextWeights[pair * offsets[steps.length] + at] = weight;
        expected[pair * steps.length + i] += weight * ahead[pair];
      }
    }
  }

  /**
   * Rows are many more than kinds of moves in long episodes, which would otherwise take H³ steps.
   */
  private boolean isWorthKeeping(PlugIn plugIn) {
    long kinds = (long) plugIn.pairs * (shape.end() + 1);
    return stride > 1
        && kinds * shape.horizon() <= MOST_KEPT
        && kinds <= plugIn.episodes * shape.horizon();
  }

  private double[] moves() {
    int states = shape.end() + 1;
    double[] moves = new double[shape.states() * shape.actions() * states * steps.length];
    for (int j = 0; j < moves.length; j++) {
      int kind = j / steps.length;
      moves[j] = added(j % steps.length, kind / states, kind % states);
    }
    return moves;
  }

  @Override
  public void add(Episode episode, int step, double[] scores, int at) {
    int pair = episode.state(step) * shape.actions() + episode.action(step);
    double residual = episode.unitReward(step) - rewards[pair];
    for (int i = 0; i < steps.length; i++) {
      double sum = scores[at + places[i]];
      sum += rewardWeights[pair * steps.length + i] * residual;
      sum += step == shape.horizon() ? 0 : moved(i, pair, episode.next(step));
      scores[at + places[i]] = sum;
    }
  }

  @Override
  public double ofNext(int step, int pair, int next) {
    return steps.length == 0 ? 0 : moved(0, pair, next);
  }

  private double moved(int i, int pair, int next) {
    return ofMoves != null
        ? ofMoves[(pair * (shape.end() + 1) + next) * steps.length + i]
        : added(i, pair, next);
  }

  private double added(int i, int pair, int next) {
    double sum = -expected[pair * steps.length + i];
    int j = next * stride + from(steps[i]);
    int start = pair * offsets[steps.length];
    for (int w = start + offsets[i], end = start + offsets[i + 1]; w < end; w++, j++) {
      sum += nextWeights[w] * nextValues[j];
    }
    return sum;
  }
}
