package io.sluice.simulation;

import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.model.Model;
import java.util.ArrayList;
import java.util.List;

/**
 * The paper's ChainBandit, {@code fig:chainbanditenv}, with the authors' rewards: two chains of N
 * positions, three actions.
 *
 * <p>In the bottom chain every action leads on to the next position: a bandit. In the top chain a1
 * and a2 lead on, and a3, which pays best at once, drops to the bottom permanently: planning.
 * States are top 1 … N, then bottom 1 … N.
 */
public final class ChainBandit {
  /** What a3 pays in the top chain, always. */
  private static final double DROP_REWARD = 0.5;

  /** The drop's reward is certain, the others come or do not. */
  private static final RewardLaw REWARDS =
      new RewardLaw() {
        @Override
        public double draw(int pair, double mean, double uniform) {
          return mean == DROP_REWARD ? mean : BERNOULLI.draw(pair, mean, uniform);
        }

        @Override
        public double variance(int pair, double mean) {
          return mean == DROP_REWARD ? 0 : BERNOULLI.variance(pair, mean);
        }
      };

  private ChainBandit() {}

  /** Starts at top 1; logged with (0.1, 0.1, 0.8), as in the paper. */
  public static Environment of(int length) {
    Shape shape = new Shape(2 * length, 3, length);
    Model model =
        ModelTable.stationary(shape, (h, x, a, to) -> describe(length, x, a, shape.end(), to));
    double[] start = new double[shape.states()];
    start[0] = 1;
    return environment("chain-bandit", labels(length), model, StateVector.of(start));
  }

  /**
   * The variant behind the curve that the authors published with their program: an episode starts
   * at bottom 1 with probability ½ and is logged for N+2 steps, the last of them in an explicit end
   * state that pays nothing.
   */
  public static Environment released(int length) {
    int end = 2 * length;
    Shape shape = new Shape(end + 1, 3, length + 2);
    Model model =
        ModelTable.stationary(
            shape,
            (h, x, a, to) -> {
              if (x == end) {
                to.add(end, 1);
                return 0;
              }
              return describe(length, x, a, end, to);
            });
    double[] start = new double[shape.states()];
    start[0] = 0.5;
    start[length] = 0.5;
    List<String> labels = new ArrayList<>(labels(length));
    labels.add("end");
    return environment("chain-bandit-released", labels, model, StateVector.of(start));
  }

  private static double describe(
      int length, int state, int action, int end, ModelTable.Successors to) {
    boolean top = state < length;
    int position = state % length + 1;
    boolean drops = action == 2;
    int next = (top && !drops ? 0 : length) + position; // 0-based index of position + 1
    to.add(position == length ? end : next, 1);
    if (top && drops) {
      return DROP_REWARD;
    }
    if (top && position == length) {
      return 1;
    }
    boolean matching = action == position % 2; // a2 at odd positions, a1 at even ones
    return matching ? 0.1 / length : 0;
  }

  private static Environment environment(
      String name, List<String> states, Model model, StateVector start) {
    Policy behavior = Policy.everywhere(model.shape(), 0.1, 0.1, 0.8);
    return new Environment(
        name, states, List.of("a1", "a2", "a3"), model, REWARDS, start, behavior);
  }

  /** The paper's evaluated policies: ((1−λ)/2, (1−λ)/2, λ) everywhere. */
  public static Policy evaluated(Environment chain, double lambda) {
    return Policy.everywhere(chain.shape(), (1 - lambda) / 2, (1 - lambda) / 2, lambda);
  }

  private static List<String> labels(int length) {
    List<String> labels = new ArrayList<>();
    for (String chain : List.of("top", "bottom")) {
      for (int i = 1; i <= length; i++) {
        labels.add(chain + i);
      }
    }
    return labels;
  }
}
