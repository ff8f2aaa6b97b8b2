package io.sluice.simulation.stress;

import io.sluice.mdp.Policy;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model;
import io.sluice.simulation.Environment;
import io.sluice.simulation.ModelTable;
import io.sluice.simulation.RewardLaw;
import io.sluice.simulation.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A decision process with finitely many hidden states, of which a log shows only a label.
 *
 * <p>Given its hidden states it is a Markov decision process, so effects and values follow exactly
 * from {@link Truth}, whatever the labels leave out.
 *
 * @param labels what a log shows of each hidden state; several may share a label
 * @param range what one reward can be
 * @param start the probability of each hidden state at step 1
 * @param behavior the policy that makes the log; it may know the hidden state
 * @param outcomes what follows a decision
 */
public record HiddenProcess(
    List<String> labels,
    List<String> actions,
    int horizon,
    RewardRange range,
    List<Double> start,
    Choice behavior,
    Outcomes outcomes) {
  /** In the place of the next hidden state: the episode is over, and earns 0 from then on. */
  public static final int END = -1;

  public HiddenProcess {
    labels = List.copyOf(labels);
    actions = List.copyOf(actions);
    start = List.copyOf(start);
    if (labels.size() != start.size()) {
      throw new IllegalArgumentException(
          "process: needs a start probability for each of %s hidden states, got %s"
              .formatted(labels.size(), start.size()));
    }
  }

  /** Rewards in [0, 1], and as many actions a0, a1, … as wanted. */
  public static HiddenProcess unit(
      List<String> labels,
      int actions,
      int horizon,
      List<Double> start,
      Choice behavior,
      Outcomes outcomes) {
    List<String> names = IntStream.range(0, actions).mapToObj(a -> "a" + a).toList();
    return new HiddenProcess(labels, names, horizon, RewardRange.UNIT, start, behavior, outcomes);
  }

  /** Labels x0, x1, …, all of them different. */
  public static List<String> names(int count) {
    return IntStream.range(0, count).mapToObj(x -> "x" + x).toList();
  }

  /** 1/n each. */
  public static List<Double> evenly(int count) {
    return IntStream.range(0, count).mapToObj(x -> 1.0 / count).toList();
  }

  /** A policy that may look at hidden states. */
  @FunctionalInterface
  public interface Choice {
    double probability(int step, int hidden, int action);
  }

  /** Everything that can follow a decision. */
  @FunctionalInterface
  public interface Outcomes {
    void describe(int step, int hidden, int action, Receiver to);
  }

  /** Takes the outcomes of a decision, one by one; their probabilities sum to 1. */
  @FunctionalInterface
  public interface Receiver {
    void add(double probability, double reward, int next);

    /** Reward 1 with this probability and 0 otherwise, and the same next state either way. */
    default void bernoulli(double mean, int next) {
      bernoulli(1, mean, next);
    }

    /** The same where this next state has a probability of its own. */
    default void bernoulli(double probability, double mean, int next) {
      add(probability * mean, 1, next);
      add(probability * (1 - mean), 0, next);
    }
  }

  /** One decision and what followed. */
  public record Decision(int hidden, int action, double reward, int next) {}

  /** Draws the hidden state that an episode begins in. */
  public int first(SplittableRandom random) {
    double left = random.nextDouble();
    int last = 0;
    for (int z = 0; z < start.size(); z++) {
      if (start.get(z) > 0) {
        last = z;
        left -= start.get(z);
        if (left < 0) {
          return z;
        }
      }
    }
    return last; // rounding left a sliver
  }

  /** Draws an episode from this hidden state, decided by this policy. */
  public List<Decision> run(SplittableRandom random, int first, Choice policy) {
    List<Decision> all = new ArrayList<>();
    for (int h = 1, z = first; h <= horizon && z != END; h++) {
      int a = action(policy, h, z, random.nextDouble());
      Draw draw = new Draw(random.nextDouble());
      outcomes.describe(h, z, a, draw);
      all.add(new Decision(z, a, draw.reward, draw.next));
      z = draw.next;
    }
    return all;
  }

  private int action(Choice policy, int step, int hidden, double uniform) {
    double left = uniform;
    int last = 0;
    for (int a = 0; a < actions.size(); a++) {
      double p = policy.probability(step, hidden, a);
      if (p > 0) {
        last = a;
        left -= p;
        if (left < 0) {
          return a;
        }
      }
    }
    return last; // rounding left a sliver
  }

  /** Keeps the outcome that a uniform number falls on. */
  private static final class Draw implements Receiver {
    private double left;
    private double reward;
    private int next = END;

    Draw(double uniform) {
      this.left = uniform;
    }

    @Override
    public void add(double probability, double earned, int to) {
      if (left >= 0 && probability > 0) { // the last one also takes what rounding left
        reward = earned;
        next = to;
        left -= probability;
      }
    }
  }

  /** Effects and values of a policy against the behavior policy, exactly, in the user's units. */
  public Truth truth(Choice evaluated) {
    Shape shape = new Shape(labels.size(), actions.size(), horizon);
    Model model = ModelTable.perStep(shape, (h, z, a, to) -> mean(shape, h, z, a, to));
    double[] first = start.stream().mapToDouble(p -> p).toArray();
    Environment exact =
        new Environment(
            "hidden",
            names(labels.size()),
            actions,
            model,
            RewardLaw.BERNOULLI, // only means matter
            StateVector.of(first),
            Policy.tabular(shape, behavior::probability),
            ValueRange.of(range, horizon, Optional.empty()));
    Truth unit = Truth.of(exact, Policy.tabular(shape, evaluated::probability));
    return new Truth(
        unit.effects().stream().map(range::effect).toList(),
        unit.immediate().stream().map(range::effect).toList(),
        range.value(unit.value(), horizon),
        range.value(unit.behaviorValue(), horizon));
  }

  private double mean(Shape shape, int step, int hidden, int action, ModelTable.Successors to) {
    double[] sum = new double[1];
    outcomes.describe(
        step,
        hidden,
        action,
        (p, reward, next) -> {
          sum[0] += p * range.toUnit(reward);
          to.add(next == END ? shape.end() : next, p);
        });
    return sum[0];
  }
}
