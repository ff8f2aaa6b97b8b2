package io.sluice.influence;

import io.sluice.mdp.Episode;
import io.sluice.mdp.Shape;
import io.sluice.model.StepTables;
import java.util.Arrays;
import java.util.List;

/**
 * Where every step has its own table: what rows of a step add, w(r − R̂) + u(V̂(x′) − P̂V̂) with w
 * = T·μ/n and u = T·μ/m, of all effects side by side by pair. Where the evaluated policy never
 * goes, nearly all are 0; these are left out.
 */
final class StepRowTerms implements RowTerms {
  private static final int NUMBERS = 3;

  private final Shape shape;
  private final StepTables tables;
  private final double[][] rewards; // R̂
  private final double[][] nextValues; // V̂_{k+1}, by table, then state
  private final int[][] starts; // by table and pair, where its terms begin
  private final int[][] places; // by table and term, the effect's among the scores
  private final double[][] terms; // by table and term: w, u and u·P̂V̂

  /**
   * @param effects ascending in their steps
   * @param placeOf the place of each among the scores
   */
  StepRowTerms(PlugIn plugIn, List<Influence> effects, int[] placeOf) {
    shape = plugIn.shape;
    tables = plugIn.tables;
    rewards = plugIn.rewards();
    nextValues = plugIn.nextValues();
    starts = new int[tables.count()][plugIn.pairs + 1];
    places = new int[tables.count()][];
    terms = new double[tables.count()][];
    for (int table = 0; table < tables.count(); table++) {
      int step = tables.first(table);
      addTable(plugIn, effects.stream().filter(e -> e.step() <= step).toList(), placeOf, step);
    }
  }

  private void addTable(PlugIn plugIn, List<Influence> effects, int[] placeOf, int step) {
    int table = tables.of(step);
    int[] start = starts[table];
    int[] place = new int[plugIn.pairs + effects.size()];
    double[] numbers = new double[NUMBERS * place.length];
    boolean moving = step < shape.horizon();
    int count = 0;
    for (int pair = 0; pair < plugIn.pairs; pair++) {
      if (place.length < count + effects.size()) {
        place = Arrays.copyOf(place, 2 * place.length);
        numbers = Arrays.copyOf(numbers, NUMBERS * place.length);
      }
      long rows = plugIn.rows(step, pair);
      long moves = moving ? plugIn.moves(step, pair) : 0;
      for (int i = 0; rows > 0 && i < effects.size(); i++) {
        Influence effect = effects.get(i);
        double mass = effect.occupancy().moving[step][pair];
        double w = effect.ofReward(step, pair);
        double u = mass == 0 || moves == 0 ? 0 : plugIn.episodes * mass / moves;
        if (w != 0 || u != 0) {
          place[count] = placeOf[i];
          numbers[NUMBERS * count] = w;
          numbers[NUMBERS * count + 1] = u;
          numbers[NUMBERS * count + 2] = u == 0 ? 0 : u * plugIn.ahead(step, pair);
          count++;
        }
      }
      start[pair + 1] = count;
    }
    places[table] = Arrays.copyOf(place, count);
    terms[table] = Arrays.copyOf(numbers, NUMBERS * count);
  }

  @Override
  public void add(Episode episode, int step, double[] scores, int at) {
    int table = tables.of(step);
    int pair = episode.state(step) * shape.actions() + episode.action(step);
    int end = starts[table][pair + 1];
    int from = starts[table][pair];
    if (from == end) {
      return;
    }
    double residual = episode.unitReward(step) - rewards[table][pair];
    boolean moves = step < shape.horizon();
    double value = moves ? nextValues[table][episode.next(step)] : 0;
    int[] place = places[table];
    double[] numbers = terms[table];
    for (int i = from, j = NUMBERS * from; i < end; i++, j += NUMBERS) {
      double sum = scores[at + place[i]] + numbers[j] * residual;
      scores[at + place[i]] = moves ? sum + (numbers[j + 1] * value - numbers[j + 2]) : sum;
    }
  }

  @Override
  public double ofNext(int step, int pair, int next) {
    int table = tables.of(step);
    int i = starts[table][pair];
    return i == starts[table][pair + 1]
        ? 0
        : terms[table][NUMBERS * i + 1] * nextValues[table][next] - terms[table][NUMBERS * i + 2];
  }
}
