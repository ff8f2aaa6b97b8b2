package io.sluice.simulation;

import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.model.Model;
import java.util.List;

/**
 * An e-commerce search session, as in the paper's introduction: the state is a query, the action
 * what the engine shows, the reward a purchase.
 *
 * <p>Shoppers who know what they want send queries that have nothing to do with what they were
 * shown: a sequence of bandits. Shoppers who explore are steered by it, from browsing over
 * comparing to deciding, where they buy: planning. Showing bestsellers sells a little at once and
 * leads nowhere; showing a diverse page sells nothing and leads on.
 *
 * @param exploring the share of sessions that explore
 * @param horizon the most queries in a session; after each, a shopper leaves with probability 0.1
 */
public record SearchSession(double exploring, int horizon) {
  private static final List<String> QUERIES =
      List.of(
          "shoes",
          "phone",
          "novel",
          "lamp",
          "explore:browsing",
          "explore:comparing",
          "explore:deciding");
  private static final List<String> PAGES = List.of("bestsellers", "relevant", "diverse");
  private static final int BROWSING = 4;
  private static final double LEAVES = 0.1;

  /** How often each known product is asked for. */
  private static final double[] DEMAND = {0.4, 0.3, 0.2, 0.1};

  /** Probability of a purchase, by query and page. */
  private static final double[][] BUYS = {
    {0.20, 0.35, 0.05}, // shoes
    {0.30, 0.25, 0.05}, // phone
    {0.05, 0.30, 0.10}, // novel
    {0.10, 0.15, 0.05}, // lamp
    {0.10, 0.05, 0.00}, // browsing
    {0.15, 0.15, 0.05}, // comparing
    {0.30, 0.70, 0.20}, // deciding
  };

  /** Probability that an exploring shopper goes one stage further, by page. */
  private static final double[] LEADS_ON = {0.1, 0.3, 0.7};

  public SearchSession {
    if (!(exploring >= 0 && exploring <= 1)) {
      throw new IllegalArgumentException(
          "search session: the share of exploring shoppers must lie in [0, 1], got " + exploring);
    }
  }

  /** Half of the shoppers explore, six queries at most. */
  public static SearchSession mixed() {
    return new SearchSession(0.5, 6);
  }

  /** Logged by an engine that likes bestsellers: (0.6, 0.25, 0.15). */
  public Environment environment() {
    Shape shape = new Shape(QUERIES.size(), PAGES.size(), horizon);
    Model model =
        ModelTable.stationary(
            shape,
            (h, x, a, to) -> {
              to.add(shape.end(), LEAVES);
              if (x < BROWSING) {
                for (int q = 0; q < DEMAND.length; q++) {
                  to.add(q, (1 - LEAVES) * DEMAND[q]);
                }
              } else {
                int further = Math.min(x + 1, QUERIES.size() - 1);
                to.add(further, (1 - LEAVES) * LEADS_ON[a]);
                to.add(x, (1 - LEAVES) * (1 - LEADS_ON[a]));
              }
              return BUYS[x][a];
            });
    double[] start = new double[shape.states()];
    for (int q = 0; q < DEMAND.length; q++) {
      start[q] = (1 - exploring) * DEMAND[q];
    }
    start[BROWSING] = exploring;
    return new Environment(
        "search-session",
        QUERIES,
        PAGES,
        model,
        RewardLaw.BERNOULLI,
        StateVector.of(start),
        Policy.everywhere(shape, 0.6, 0.25, 0.15));
  }
}
