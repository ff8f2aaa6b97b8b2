package io.sluice.simulation;

import io.sluice.features.FeatureColumn;
import io.sluice.features.FeatureTable;
import io.sluice.mdp.Segments;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A search session whose state is four numbers: interest x₁, fit of the results x₂, patience x₃ and
 * haste x₄, standard normal at first. Of three actions a0 lists, a1 suggests and a2 asks back. The
 * user then clicks (reward 1) or not, and leaves with probability 0.05 + 0.1·σ(x₄), or
 *
 * <pre>
 * x′ = 0.6·x + strength·m_a(x) + 0.8·ε,   m = 0, (1, 0.4·x₂, 0, 0), (−0.5, 0.8·tanh x₁, 0.4, 0)
 * </pre>
 *
 * so that {@code strength} 0 is a bandit at every step. The probability of a click is smooth in x,
 * σ(score − 0.3), or, with thresholds, 0.15 + 0.5·1{score > 0.3} + 0.2·1{x₁ > 0.5}.
 *
 * @param strength how far actions move the state
 * @param thresholds whether clicks jump at thresholds
 * @param idle whether every action does what the first does, so that no policy differs from another
 */
public record ContinuousSession(double strength, boolean thresholds, boolean idle) {
  /** The number of steps H. */
  public static final int HORIZON = 4;

  /** The names of actions. */
  public static final List<String> ACTIONS = List.of("a0", "a1", "a2");

  /** The columns of the state. */
  public static final List<FeatureColumn> COLUMNS =
      Stream.of("interest", "fit", "patience", "haste").map(FeatureColumn::number).toList();

  private static final int SIZE = 4;

  /** The probabilities of actions in a state. */
  @FunctionalInterface
  public interface Chances {
    void write(double[] x, double[] into);

    /** Those of this policy with a weight, of the logged one with the rest. */
    default Chances mixed(double weight) {
      return (x, into) -> {
        double[] logged = new double[into.length];
        behavior(x, logged);
        write(x, into);
        for (int a = 0; a < into.length; a++) {
          into[a] = weight * into[a] + (1 - weight) * logged[a];
        }
      };
    }
  }

  /** The policy that is evaluated unless others are given. */
  public static final Chances EVALUATED = ContinuousSession::evaluated;

  /** In which actions differ. */
  public ContinuousSession(double strength, boolean thresholds) {
    this(strength, thresholds, false);
  }

  /**
   * What is true, from rollouts.
   *
   * @param effects α^(h), step h at index h−1
   * @param errors their standard errors
   */
  public record Truth(
      List<Double> effects, List<Double> errors, double total, double value, double behavior) {}

  /** The logged policy: softmax of scores, mixed with uniform so that no action is rare. */
  static void behavior(double[] x, double[] into) {
    into[0] = 0.4 * x[0];
    into[1] = 0.3 * x[1];
    into[2] = -0.3 * x[2];
    softmax(into, 0.1);
  }

  /** The new policy: it suggests where interest is low and asks back where patience is high. */
  static void evaluated(double[] x, double[] into) {
    into[0] = 0.3;
    into[1] = 0.6 - 0.6 * x[0];
    into[2] = 0.5 * x[2] - 0.3;
    softmax(into, 0.05);
  }

  /** Turns scores into probabilities of at least a floor. */
  public static void softmax(double[] scores, double floor) {
    double sum = 0;
    for (int a = 0; a < scores.length; a++) {
      scores[a] = Math.exp(scores[a]);
      sum += scores[a];
    }
    for (int a = 0; a < scores.length; a++) {
      scores[a] = floor + (1 - scores.length * floor) * scores[a] / sum;
    }
  }

  private static double logistic(double v) {
    return 1 / (1 + Math.exp(-v));
  }

  private double click(double[] x, int taken) {
    int action = idle ? 0 : taken;
    double score =
        0.8 * x[0]
            + switch (action) {
              case 0 -> 0.4 * x[1];
              case 1 -> 0.2 - 0.4 * x[0];
              default -> 0.5 * x[2] - 0.1;
            };
    return thresholds
        ? 0.15 + 0.5 * (score > 0.3 ? 1 : 0) + 0.2 * (x[0] > 0.5 ? 1 : 0)
        : logistic(score - 0.3);
  }

  private void move(double[] x, int taken, double[] noise) {
    int action = idle ? 0 : taken;
    double interest = x[0];
    double fit = x[1];
    for (int i = 0; i < SIZE; i++) {
      x[i] = 0.6 * x[i] + 0.8 * noise[i];
    }
    if (action == 1) {
      x[0] += strength;
      x[1] += 0.4 * strength * fit;
    } else if (action == 2) {
      x[0] -= 0.5 * strength;
      x[1] += 0.8 * strength * Math.tanh(interest);
      x[2] += 0.4 * strength;
    }
  }

  private static double leaving(double[] x) {
    return 0.05 + 0.1 * logistic(x[3]);
  }

  private static int drawn(double[] probabilities, double u) {
    double left = u;
    for (int a = 0; a < probabilities.length - 1; a++) {
      left -= probabilities[a];
      if (left < 0) {
        return a;
      }
    }
    return probabilities.length - 1;
  }

  private static void fill(SplittableRandom random, double[] noise) {
    for (int i = 0; i < noise.length; i++) {
      noise[i] = random.nextGaussian();
    }
  }

  /** A log of so many episodes, in folds of about the same size. */
  public FeatureTable draw(long seed, int episodes, int folds) {
    return draw(seed, episodes, folds, List.of(EVALUATED), Optional.empty(), x -> "");
  }

  /**
   * The same with other policies, which are judged at once.
   *
   * @param segments that episodes are in
   * @param segment of an episode that begins in a state
   */
  public FeatureTable draw(
      long seed,
      int episodes,
      int folds,
      List<Chances> policies,
      Optional<Segments> segments,
      Function<double[], String> segment) {
    FeatureTable log = new FeatureTable(COLUMNS, ACTIONS, HORIZON, folds, false);
    segments.ifPresent(log::by);
    SplittableRandom random = new SplittableRandom(seed);
    double[] x = new double[SIZE];
    double[] noise = new double[SIZE];
    double[] logged = new double[ACTIONS.size()];
    double[][] judged = new double[policies.size()][ACTIONS.size()];
    for (int t = 0; t < episodes; t++) {
      log.begin(t, t % folds);
      fill(random, x);
      if (segments.isPresent()) {
        log.segment(segment.apply(x));
      }
      for (int k = 1; k <= HORIZON; k++) {
        behavior(x, logged);
        for (int p = 0; p < judged.length; p++) {
          policies.get(p).write(x, judged[p]);
        }
        int action = drawn(logged, random.nextDouble());
        double reward = random.nextDouble() < click(x, action) ? 1 : 0;
        log.row(x, action, reward, logged, judged);
        if (random.nextDouble() < leaving(x)) {
          break;
        }
        fill(random, noise);
        move(x, action, noise);
      }
    }
    return log;
  }

  /**
   * The effects, as means over rollouts of the difference between following the new policy from
   * step h on and from step h + 1 on, with the same random numbers and expected clicks.
   */
  public Truth truth(long seed, int rollouts) {
    return truth(EVALUATED, x -> true, seed, rollouts);
  }

  /**
   * The same for another policy, over episodes that begin in some of the states.
   *
   * @param starts whether an episode that begins in a state counts
   */
  public Truth truth(Chances policy, Predicate<double[]> starts, long seed, int rollouts) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] sum = new double[HORIZON + 1];
    double[] effect = new double[HORIZON];
    double[] square = new double[HORIZON];
    double[] start = new double[SIZE];
    double[][] noise = new double[HORIZON][SIZE];
    double[][] uniform = new double[HORIZON][2];
    for (int n = 0; n < rollouts; n++) {
      do {
        fill(random, start);
      } while (!starts.test(start));
      for (int k = 0; k < HORIZON; k++) {
        fill(random, noise[k]);
        uniform[k][0] = random.nextDouble();
        uniform[k][1] = random.nextDouble();
      }
      double later = 0;
      for (int h = HORIZON; h >= 0; h--) { // the new policy from step h + 1 on
        double value = rollout(policy, start, noise, uniform, h);
        sum[h] += value;
        if (h < HORIZON) {
          effect[h] += value - later;
          square[h] += (value - later) * (value - later);
        }
        later = value;
      }
    }
    List<Double> effects = new ArrayList<>();
    List<Double> errors = new ArrayList<>();
    for (int h = 0; h < HORIZON; h++) {
      double mean = effect[h] / rollouts;
      effects.add(mean);
      errors.add(Math.sqrt((square[h] / rollouts - mean * mean) / rollouts));
    }
    double value = sum[0] / rollouts;
    double behavior = sum[HORIZON] / rollouts;
    return new Truth(List.copyOf(effects), List.copyOf(errors), value - behavior, value, behavior);
  }

  private double rollout(
      Chances policy, double[] start, double[][] noise, double[][] uniform, int logged) {
    double[] x = start.clone();
    double[] probabilities = new double[ACTIONS.size()];
    double value = 0;
    for (int k = 0; k < HORIZON; k++) {
      if (k < logged) {
        behavior(x, probabilities);
      } else {
        policy.write(x, probabilities);
      }
      int action = drawn(probabilities, uniform[k][0]);
      value += click(x, action);
      if (uniform[k][1] < leaving(x)) {
        break;
      }
      move(x, action, noise[k]);
    }
    return value;
  }

  /** A policy that takes one action for certain. */
  @FunctionalInterface
  public interface Decider {
    int action(int step, double[] x);
  }

  /** The mean return of a policy over rollouts, and its standard error. */
  public record Value(double mean, double error) {}

  /** What a policy is worth: expected clicks over rollouts. */
  public Value value(Decider policy, long seed, int rollouts) {
    return value(seed, rollouts, (step, x, u) -> policy.action(step, x));
  }

  /** What the logged policy is worth. */
  public Value loggedValue(long seed, int rollouts) {
    double[] probabilities = new double[ACTIONS.size()];
    return value(
        seed,
        rollouts,
        (step, x, u) -> {
          behavior(x, probabilities);
          return drawn(probabilities, u);
        });
  }

  private interface Drawn {
    int action(int step, double[] x, double u);
  }

  private Value value(long seed, int rollouts, Drawn policy) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] x = new double[SIZE];
    double[] noise = new double[SIZE];
    double sum = 0;
    double squares = 0;
    for (int n = 0; n < rollouts; n++) {
      fill(random, x);
      double value = 0;
      boolean going = true;
      for (int k = 1; k <= HORIZON; k++) { // the same random numbers for every policy
        double draw = random.nextDouble();
        double leave = random.nextDouble();
        fill(random, noise);
        if (going) {
          int action = policy.action(k, x, draw);
          value += click(x, action);
          going = leave >= leaving(x);
          move(x, action, noise);
        }
      }
      sum += value;
      squares += value * value;
    }
    double mean = sum / rollouts;
    return new Value(mean, Math.sqrt((squares / rollouts - mean * mean) / rollouts));
  }
}
