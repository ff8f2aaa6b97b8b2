package io.sluice.influence;

import io.sluice.mdp.Episode;
import io.sluice.mdp.SettingException;
import io.sluice.mdp.Shape;
import io.sluice.model.StepTables;
import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The {@link Influence} ψ of single episodes, as a sum over their rows: tables that can be sent to
 * any engine.
 */
final class RowScores implements Serializable {
  /** So many numbers may be kept for all steps together, to add up the steps of a table once. */
  private static final long MOST_KEPT = 2_000_000;

  /** The bytes of an array besides its numbers, and of what refers to it. */
  private static final int ARRAY = 24;

  private final Shape shape;
  private final StepTables tables;
  private final int step;
  private final double[] ofState; // the first term less its mean, by state, the end included
  private final double[][] rewardWeights; // T·Σμ/n, by table and pair
  private final double[][] rewards; // R̂
  private final int stride; // how many steps of a table lie side by side in the next two
  private final double[][] nextWeights; // T·μ_k/m, by table, then pair and step
  private final double[][] nextValues; // V̂_{k+1}, by table, then state and step
  private final double[][] expected; // T·Σ_k μ_k/m·P̂V̂_{k+1}, by table and pair
  private final double @Nullable [][] ofMoves; // what a move adds, by table, then pair and state
  private final double @Nullable [] ofAction; // where the logged policy is estimated
  private final boolean ofAnyStep; // from rows of all steps
  private final @Nullable ChainScores chain; // of the first term, where episodes were cut off
  private final boolean nothing; // ψ is 0 whatever the episode

  /**
   * Whether there is memory for those of every step, which with a table per step grows with the
   * square of the horizon.
   *
   * @throws SettingException if they take more than half of the memory there is
   */
  static void requireMemory(PlugIn plugIn) {
    requireMemory(plugIn.tables, plugIn.pairs, Runtime.getRuntime().maxMemory());
  }

  static void requireMemory(StepTables tables, int pairs, long memory) {
    double steps = tables.horizon();
    double needed = tables.areShared() ? 0 : 3 * (8.0 * pairs + ARRAY) * steps * (steps + 1) / 2;
    if (needed > memory / 2.0) {
      throw new SettingException(
          "model",
          "needs about %.1f GB for a table per step of %d steps, got %.1f GB (take pooled, or cut episodes into shorter ones)"
              .formatted(2 * needed / (1 << 30), tables.horizon(), memory / (double) (1 << 30)));
    }
  }

  RowScores(Influence influence) {
    this(influence, null);
  }

  /**
   * @param weights of rows by step and state, where episodes were cut off; null if none was
   */
  RowScores(Influence influence, double @Nullable [][] weights) {
    PlugIn plugIn = influence.plugIn();
    shape = plugIn.shape;
    tables = plugIn.tables;
    step = influence.step();
    stride = plugIn.stride();
    ofState = influence.ofStates();
    ActionTerms actions = influence.actions();
    ofAction = actions == null ? null : actions.ofRows();
    ofAnyStep = actions != null && actions.areOfAnyStep();
    int count = tables.count();
    rewardWeights = new double[count][];
    rewards = plugIn.rewards();
    nextWeights = new double[count][];
    nextValues = plugIn.nextValues();
    expected = new double[count][];
    int start = tables.of(step);
    double[] none = new double[plugIn.pairs]; // which rows of tables before it add
    Arrays.fill(rewardWeights, 0, start, none);
    Arrays.fill(nextWeights, 0, start, none);
    Arrays.fill(expected, 0, start, none);
    for (int table = start; table < count; table++) {
      int first = tables.first(table);
      rewardWeights[table] = new double[plugIn.pairs];
      nextWeights[table] = new double[plugIn.pairs * stride];
      expected[table] = new double[plugIn.pairs];
      for (int pair = 0; pair < plugIn.pairs; pair++) {
        if (plugIn.rows(first, pair) > 0) {
          rewardWeights[table][pair] = influence.ofReward(first, pair);
        }
      }
      for (int k = Math.max(step, first); k <= tables.lastMove(table); k++) {
        addMoves(influence, k, table);
      }
    }
    ofMoves = isWorthKeeping(plugIn) ? moves() : null;
    chain = weights == null || step == 1 ? null : chain(influence, weights);
    nothing =
        chain == null
            && isZero(ofState)
            && (ofAction == null || isZero(ofAction))
            && Arrays.stream(rewardWeights).allMatch(RowScores::isZero)
            && Arrays.stream(nextWeights).allMatch(RowScores::isZero);
  }

  private static boolean isZero(double[] numbers) {
    for (double number : numbers) {
      if (number != 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Where steps share a table, what a move adds is a sum over all of them. Rows are many more than
   * kinds of moves in long episodes, which would otherwise take H³ steps each.
   */
  private boolean isWorthKeeping(PlugIn plugIn) {
    long kinds = (long) tables.count() * plugIn.pairs * (shape.end() + 1);
    return stride > 1
        && kinds * shape.horizon() <= MOST_KEPT
        && kinds <= plugIn.episodes * shape.horizon();
  }

  private double[][] moves() {
    int states = shape.end() + 1;
    int pairs = shape.states() * shape.actions();
    double[][] moves = new double[tables.count()][pairs * states];
    for (int table = 0; table < moves.length; table++) {
      for (int i = 0; i < moves[table].length; i++) {
        moves[table][i] = added(table, i / states, i % states);
      }
    }
    return moves;
  }

  private ChainScores chain(Influence influence, double[][] weights) {
    double[][] before = influence.drift().here();
    double center = 0;
    for (int x = 0; x <= shape.end(); x++) {
      center += influence.plugIn().share(1).at(x) * before[1][x];
    }
    return new ChainScores(shape, weights, before, step - 1, 0, center);
  }

  private void addMoves(Influence influence, int k, int table) {
    PlugIn plugIn = influence.plugIn();
    double[] moving = influence.occupancy().moving[k];
    double[] ahead = plugIn.ahead(k);
    int at = k - tables.first(table);
    for (int pair = 0; pair < plugIn.pairs; pair++) {
      if (moving[pair] != 0 && plugIn.moves(k, pair) > 0) {
        double weight = plugIn.episodes * moving[pair] / plugIn.moves(k, pair);
        nextWeights[table][pair * stride + at] = weight;
        expected[table][pair] += weight * ahead[pair];
      }
    }
  }

  /** ψ of an episode; 0 at once for a step at which the policy is the logged one. */
  double of(Episode episode) {
    if (nothing) {
      return 0;
    }
    int length = episode.length();
    double sum =
        chain != null
            ? chain.of(episode)
            : ofState[step <= length ? episode.state(step) : shape.end()];
    // Rows before the step say something only where steps share tables.
    for (int h = tables.first(tables.of(step)); h <= length; h++) {
      int pair = episode.state(h) * shape.actions() + episode.action(h);
      int table = tables.of(h);
      double weight = rewardWeights[table][pair];
      sum += weight * (episode.unitReward(h) - rewards[table][pair]);
      sum += ofNext(h, pair, episode.next(h));
      if (ofAction != null && (ofAnyStep || h == step)) {
        sum += ofAction[pair];
      }
    }
    return sum;
  }

  /** What this next state adds to ψ, compared with the mean over next states. */
  double ofNext(int step, int pair, int next) {
    if (step == shape.horizon()) {
      return 0;
    }
    int table = tables.of(step);
    return ofMoves != null
        ? ofMoves[table][pair * (shape.end() + 1) + next]
        : added(table, pair, next);
  }

  private double added(int table, int pair, int next) {
    double[] weights = nextWeights[table];
    double[] values = nextValues[table];
    double sum = -expected[table][pair];
    for (int i = pair * stride, j = next * stride, end = i + stride; i < end; i++, j++) {
      sum += weights[i] * values[j];
    }
    return sum;
  }
}
