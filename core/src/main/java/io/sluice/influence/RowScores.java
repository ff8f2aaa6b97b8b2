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
 * tables that can be sent to any engine. Effects whose ψ is 0 whatever the episode take no place
 * and no time.
 */
final class RowScores implements Serializable {
  /** The bytes of an array besides its numbers, and of what refers to it. */
  private static final int ARRAY = 24;

  private final Shape shape;
  private final StepTables tables;
  private final int size; // effects, with those that are always 0
  private final int[] places; // of the other effects among all, ascending in their steps
  private final int[] steps; // of those effects
  private final double[][] ofState; // the first term less its mean, by state, the end included
  private final RowTerms rows;
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
    rows =
        tables.areShared()
            ? new SharedRowTerms(plugIn, kept, places)
            : new StepRowTerms(plugIn, kept, places);
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
      rows.add(episode, h, scores, at);
      if (ofAction != null) {
        addAction(episode, h, ofAction, scores, at);
      }
    }
  }

  /** What the action of a row adds; rows of later tables say nothing about a step. */
  private void addAction(Episode episode, int h, double[][] terms, double[] scores, int at) {
    int pair = episode.state(h) * shape.actions() + episode.action(h);
    for (int i = 0; i < steps.length && tables.of(steps[i]) <= tables.of(h); i++) {
      if (ofAnyStep || h == steps[i]) {
        scores[at + places[i]] += terms[i][pair];
      }
    }
  }

  /** What this next state adds to a single effect's ψ, compared with the mean over next states. */
  double ofNext(int step, int pair, int next) {
    return step == shape.horizon() ? 0 : rows.ofNext(step, pair, next);
  }
}
