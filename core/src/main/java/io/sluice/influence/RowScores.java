package io.sluice.influence;

import io.sluice.mdp.Episode;
import io.sluice.mdp.SettingException;
import io.sluice.mdp.Shape;
import io.sluice.model.StepTables;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The {@link Influence} ψ of single episodes for several effects at once, as sums over their rows:
 * tables that can be sent to any engine.
 *
 * <p>What a row says about all effects lies side by side, so that it is found in one place. Effects
 * whose ψ is 0 whatever the episode take no place and no time.
 */
final class RowScores implements Serializable {
  /** So many numbers may be kept for all effects together, to add up the steps of a table once. */
  private static final long MOST_KEPT = 2_000_000;

  /** The bytes of an array besides its numbers, and of what refers to it. */
  private static final int ARRAY = 24;

  private final Shape shape;
  private final StepTables tables;
  private final int size; // effects, with those that are always 0
  private final int[] places; // of the other effects among all, ascending in their steps
  private final int[] steps; // of those effects
  private final double[][] ofState; // the first term less its mean, by state, the end included
  private final double[][] rewardWeights; // T·Σμ/n, by table, then pair and effect
  private final double[][] rewards; // R̂
  private final int stride; // how many steps of a table lie side by side in nextValues
  private final int[] offsets; // where the steps of an effect begin among the weights of a pair
  private final double[][] nextWeights; // T·μ_k/m, by table, then pair, effect and step
  private final double[][] nextValues; // V̂_{k+1}, by table, then state and step
  private final double[][] expected; // T·Σ_k μ_k/m·P̂V̂_{k+1}, by table, then pair and effect
  private final double @Nullable [][] ofMoves; // what a move adds: table; pair, state and effect
  private final double @Nullable [][] ofAction; // where the logged policy is estimated
  private final boolean ofAnyStep; // from rows of all steps
  private final ChainScores @Nullable [] chains; // of first terms, where episodes were cut off

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
          String.format(
              Locale.ROOT,
              "needs about %.1f GB for a table per step of %d steps, got %.1f GB (take pooled, or cut episodes into shorter ones)",
              2 * needed / (1 << 30),
              tables.horizon(),
              memory / (double) (1 << 30)));
    }
  }

  /** Of one effect. */
  RowScores(Influence influence) {
    this(List.of(influence), null);
  }

  /** Of the effects of all steps, or of a part of each. */
  static RowScores ofSteps(PlugIn plugIn, IntFunction<Influence> ofStep) {
    requireMemory(plugIn);
    return new RowScores(
        IntStream.rangeClosed(1, plugIn.shape.horizon()).mapToObj(ofStep).toList(),
        plugIn.log.cut ? plugIn.log.weights() : null);
  }

  /**
   * @param effects of one plug-in estimate, ascending in their steps
   * @param weights of rows by step and state, where episodes were cut off; null if none was
   */
  private RowScores(List<Influence> effects, double @Nullable [][] weights) {
    PlugIn plugIn = effects.get(0).plugIn();
    shape = plugIn.shape;
    tables = plugIn.tables;
    stride = plugIn.stride();
    size = effects.size();
    places = IntStream.range(0, size).filter(i -> !isNothing(effects.get(i), weights)).toArray();
    List<Influence> kept = Arrays.stream(places).mapToObj(effects::get).toList();
    steps = kept.stream().mapToInt(Influence::step).toArray();
    ofState = kept.stream().map(Influence::ofStates).toArray(double[][]::new);
    ActionTerms first = effects.get(0).actions();
    ofAnyStep = first != null && first.areOfAnyStep();
    ofAction =
        first == null
            ? null
            : kept.stream()
                .map(effect -> Objects.requireNonNull(effect.actions()).ofRows())
                .toArray(double[][]::new);
    offsets = new int[steps.length + 1];
    for (int i = 0; i < steps.length; i++) {
      offsets[i + 1] = offsets[i] + stride - from(steps[i]);
    }
    rewards = plugIn.rewards();
    nextValues = plugIn.nextValues();
    rewardWeights = new double[tables.count()][];
    nextWeights = new double[tables.count()][];
    expected = new double[tables.count()][];
    for (int table = 0; table < tables.count(); table++) {
      addTable(plugIn, kept, table);
    }
    ofMoves = isWorthKeeping(plugIn) ? moves() : null;
    chains =
        weights == null
            ? null
            : kept.stream()
                .map(effect -> effect.step() == 1 ? null : chain(effect, weights))
                .toArray(ChainScores[]::new);
  }

  /** Whether ψ is 0 whatever the episode, as at a step where the policy is the logged one. */
  private static boolean isNothing(Influence effect, double @Nullable [][] weights) {
    PlugIn plugIn = effect.plugIn();
    ActionTerms actions = effect.actions();
    if (weights != null && effect.step() > 1
        || !isZero(effect.ofStates())
        || actions != null && !isZero(actions.ofRows())) {
      return false;
    }
    for (int k = effect.step(); k <= plugIn.shape.horizon(); k++) {
      for (int pair = 0; pair < plugIn.pairs; pair++) {
        if (plugIn.rows(k, pair) > 0 && effect.ofReward(k, pair) != 0
            || effect.occupancy().moving[k][pair] != 0 && plugIn.moves(k, pair) > 0) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean isZero(double[] numbers) {
    return Arrays.stream(numbers).allMatch(number -> number == 0);
  }

  /** Where the weights of an effect begin in a table: those of earlier steps are 0. */
  private int from(int step) {
    return tables.areShared() ? Math.min(step - 1, stride) : 0;
  }

  /** How many effects rows of a table say something about. */
  private int effects(int table) {
    int count = 0;
    while (count < steps.length && tables.of(steps[count]) <= table) {
      count++;
    }
    return count;
  }

  private void addTable(PlugIn plugIn, List<Influence> kept, int table) {
    int effects = effects(table);
    int first = tables.first(table);
    double[] earned = rewardWeights[table] = new double[plugIn.pairs * effects];
    nextWeights[table] = new double[plugIn.pairs * offsets[effects]];
    expected[table] = new double[plugIn.pairs * effects];
    for (int i = 0; i < effects; i++) {
      Influence effect = kept.get(i);
      for (int pair = 0; pair < plugIn.pairs; pair++) {
        if (plugIn.rows(first, pair) > 0) {
          earned[pair * effects + i] = effect.ofReward(first, pair);
        }
      }
      for (int k = Math.max(steps[i], first); k <= tables.lastMove(table); k++) {
        addMoves(effect, i, effects, k, table);
      }
    }
  }

  private void addMoves(Influence effect, int i, int effects, int k, int table) {
    PlugIn plugIn = effect.plugIn();
    double[] moving = effect.occupancy().moving[k];
    double[] ahead = plugIn.ahead(k);
    int at = offsets[i] + k - tables.first(table) - from(steps[i]);
    for (int pair = 0; pair < plugIn.pairs; pair++) {
      if (moving[pair] != 0 && plugIn.moves(k, pair) > 0) {
        double weight = plugIn.episodes * moving[pair] / plugIn.moves(k, pair);
        nextWeights[table][pair * offsets[effects] + at] = weight;
        expected[table][pair * effects + i] += weight * ahead[pair];
      }
    }
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
    double[][] moves = new double[tables.count()][];
    for (int table = 0; table < moves.length; table++) {
      int effects = effects(table);
      moves[table] = new double[pairs * states * effects];
      for (int j = 0; j < moves[table].length; j++) {
        int kind = j / effects;
        moves[table][j] = added(table, effects, j % effects, kind / states, kind % states);
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
    return new ChainScores(shape, weights, before, influence.step() - 1, 0, center);
  }

  /** How many effects there are. */
  int size() {
    return size;
  }

  /** ψ of an episode for a single effect. */
  double of(Episode episode) {
    double[] only = new double[1];
    score(episode, only, 0);
    return only[0];
  }

  /**
   * ψ of an episode for every effect.
   *
   * @param at where the first is written
   */
  void score(Episode episode, double[] scores, int at) {
    Arrays.fill(scores, at, at + size, 0);
    int length = episode.length();
    for (int i = 0; i < steps.length; i++) {
      ChainScores chain = chains == null ? null : chains[i];
      scores[at + places[i]] =
          chain != null
              ? chain.of(episode)
              : ofState[i][steps[i] <= length ? episode.state(steps[i]) : shape.end()];
    }
    for (int h = 1; h <= length && steps.length > 0; h++) {
      addRow(episode, h, scores, at);
    }
  }

  /** What a row adds. Rows before a step say something of it only where steps share tables. */
  private void addRow(Episode episode, int h, double[] scores, int at) {
    int table = tables.of(h);
    int pair = episode.state(h) * shape.actions() + episode.action(h);
    int effects = rewardWeights[table].length / (shape.states() * shape.actions());
    double[] weights = rewardWeights[table];
    double residual = episode.unitReward(h) - rewards[table][pair];
    for (int i = 0; i < effects; i++) {
      double sum = scores[at + places[i]];
      sum += weights[pair * effects + i] * residual;
      sum += h == shape.horizon() ? 0 : ofNext(table, effects, i, pair, episode.next(h));
      if (ofAction != null && (ofAnyStep || h == steps[i])) {
        sum += ofAction[i][pair];
      }
      scores[at + places[i]] = sum;
    }
  }

  /** What this next state adds to a single effect's ψ, compared with the mean over next states. */
  double ofNext(int step, int pair, int next) {
    int table = tables.of(step);
    return step == shape.horizon() || effects(table) == 0 ? 0 : ofNext(table, 1, 0, pair, next);
  }

  private double ofNext(int table, int effects, int i, int pair, int next) {
    return ofMoves != null
        ? ofMoves[table][(pair * (shape.end() + 1) + next) * effects + i]
        : added(table, effects, i, pair, next);
  }

  private double added(int table, int effects, int i, int pair, int next) {
    double[] weights = nextWeights[table];
    double[] values = nextValues[table];
    double sum = -expected[table][pair * effects + i];
    int j = next * stride + from(steps[i]);
    int start = pair * offsets[effects];
    for (int w = start + offsets[i], end = start + offsets[i + 1]; w < end; w++, j++) {
      sum += weights[w] * values[j];
    }
    return sum;
  }
}
