package io.sluice.influence;

import java.util.stream.IntStream;

/**
 * How far outcomes that the log never showed could move an estimate: what happens with probability
 * p is missing from n rows with probability (1−p)ⁿ ≤ e^(−np), so that n rows without it leave p up
 * to −ln δ/n open (the rule of three: 3/n at 5%). A log without a rare catastrophe shows no
 * variance either, so intervals from its variance do not know of it.
 *
 * <p>So m = ⌈−ln δ⌉ further outcomes are added to one pair, the worst for a conclusion that the
 * declared ranges allow, and the estimate is computed again. An estimate is linear in the mean
 * outcome of a pair, with the signed shift occupancy as its derivative:
 *
 * <pre>
 * cost(x,a) = Σ_k |μ_k(x,a)|·m/(n+m)·(distance of r + V̂ from its end),   at the pair where that is largest
 * </pre>
 *
 * With a model per step this is exact, given how often each state was met; a pooled model is taken
 * to first order. A pair whose outcomes were seen to vary that far has a standard error that is
 * wider than this: z√m > m for the usual δ. A pair never seen is charged for elsewhere.
 *
 * <p>Where episodes come in clusters, what was never seen may be a kind of user: one who reacts
 * badly to an action shows it whenever it is taken, so the rows of a user are one outcome, however
 * many they are. A kind with a share of p is missing from G clusters with probability (1−p)^G. So m
 * further clusters are added, as large as those that were seen, with the worst outcomes in one
 * pair, or in one action whatever the state; n is then the effective number of {@linkplain
 * ClusterRows clusters} that took it.
 *
 * <p>It holds for one pair at a time, whose bad outcomes were not seen at all, and bounds nothing
 * if several pairs hide harm, each too small to count by itself; with clusters, for one action.
 *
 * @param outcomes m
 * @param rows n of the pair; with clusters, the effective number of them, rounded
 * @param cost how far they would move the estimate
 * @param table which steps' rows the pair's are
 * @param pair state·|A| + action, the state being |X| for any state; −1 if no outcome would move
 *     the estimate
 * @param low whether they are the lowest possible ones, else the highest
 * @param ofClusters whether outcomes are those of clusters
 */
public record UnseenOutcomes(
    int outcomes, long rows, double cost, int table, int pair, boolean low, boolean ofClusters) {
  /** With fewer pairs, another thread does not pay. */
  private static final long WORTHWHILE = 1 << 14;

  /** ⌈−ln δ⌉: three at 5%. */
  public static int number(double delta) {
    return (int) Math.max(1, Math.ceil(-Math.log(delta)));
  }

  /** What would lower the estimate most. */
  public static UnseenOutcomes lowering(Influence influence, double delta) {
    return most(influence, number(delta), 1);
  }

  /** What would raise it most. */
  public static UnseenOutcomes raising(Influence influence, double delta) {
    return most(influence, number(delta), -1);
  }

  /**
   * The same, where episodes come in clusters.
   *
   * @param lower whether the estimate is to be lowered, else raised
   */
  public static UnseenOutcomes ofClusters(
      Influence influence, double delta, boolean lower, ClusterRows clusters) {
    return most(influence, number(delta), lower ? 1 : -1, clusters);
  }

  private static UnseenOutcomes most(Influence influence, int outcomes, int sign) {
    PlugIn plugIn = influence.plugIn();
    int count = plugIn.tables.count();
    IntStream tables = IntStream.range(plugIn.tables.of(influence.step()), count);
    return ((long) count * plugIn.pairs < WORTHWHILE ? tables : tables.parallel())
        .mapToObj(table -> most(influence, outcomes, sign, table))
        .reduce(
            new UnseenOutcomes(outcomes, 0, 0, 0, -1, true, false),
            (first, later) -> later.cost > first.cost ? later : first);
  }

  private static UnseenOutcomes most(Influence influence, int outcomes, int sign, int table) {
    PlugIn plugIn = influence.plugIn();
    double most = 0;
    int worst = -1;
    for (int pair = 0; pair < plugIn.pairs; pair++) {
      double rows = plugIn.log.rows(table, pair);
      double moves = plugIn.log.moves[table][pair];
      double cost = cost(influence, table, pair, outcomes, sign, rows, moves);
      if (cost > most) {
        most = cost;
        worst = pair;
      }
    }
    if (worst < 0) {
      return new UnseenOutcomes(outcomes, 0, 0, table, -1, true, false);
    }
    boolean low = sign * influence.occupancy().ofTable[table][worst] > 0;
    long rows = plugIn.log.rows(table, worst);
    return new UnseenOutcomes(outcomes, rows, most, table, worst, low, false);
  }

  private static UnseenOutcomes most(
      Influence influence, int outcomes, int sign, ClusterRows clusters) {
    PlugIn plugIn = influence.plugIn();
    int states = plugIn.shape.states();
    int actions = plugIn.shape.actions();
    UnseenOutcomes worst = new UnseenOutcomes(outcomes, 0, 0, 0, -1, true, true);
    for (int table = 0; table < plugIn.tables.count(); table++) {
      for (int a = 0; a < actions; a++) {
        double all = clusters.effective(plugIn.tables, table, states, a);
        double together = 0;
        double mass = 0;
        for (int x = 0; x < states; x++) {
          int pair = x * actions + a;
          double own = clusters.effective(plugIn.tables, table, x, a);
          double here = sign * influence.occupancy().ofTable[table][pair];
          together += cost(influence, table, pair, outcomes, sign, own == 0 ? 0 : all, all);
          mass += here;
          worst =
              worst.orWorse(
                  own, cost(influence, table, pair, outcomes, sign, own, own), table, pair, here);
        }
        worst = worst.orWorse(all, together, table, states * actions + a, mass);
      }
    }
    return worst;
  }

  private UnseenOutcomes orWorse(double clusters, double cost, int table, int pair, double mass) {
    return cost <= this.cost
        ? this
        : new UnseenOutcomes(
            outcomes, Math.round(clusters), cost, table, pair, mass > 0, ofClusters);
  }

  /**
   * @param rows n of the pair
   * @param moved how many of them have a next state
   */
  private static double cost(
      Influence influence, int table, int pair, double m, int sign, double rows, double moved) {
    PlugIn plugIn = influence.plugIn();
    ShiftOccupancy occupancy = influence.occupancy();
    double moves = plugIn.log.moves[table][pair] == 0 ? 0 : moved;
    int first = plugIn.tables.first(table);
    if (rows == 0) {
      return 0;
    }
    double mass = sign * occupancy.ofTable[table][pair];
    double cost = m / (rows + m) * fall(mass, plugIn.reward(first, pair), 0, 1);
    for (int k = Math.max(first, influence.step()); k <= plugIn.tables.lastMove(table); k++) {
      double moving = sign * occupancy.moving[k][pair];
      double low = plugIn.range.bottom(k + 1);
      double high = plugIn.range.top(k + 1);
      cost += moves == 0 ? 0 : m / (moves + m) * fall(moving, plugIn.ahead(k, pair), low, high);
    }
    return cost;
  }

  /** How far a mean outcome falls to its lower end, or rises to its upper one, times its weight. */
  private static double fall(double weight, double mean, double low, double high) {
    return weight > 0 ? weight * Math.max(0, mean - low) : -weight * Math.max(0, high - mean);
  }
}
