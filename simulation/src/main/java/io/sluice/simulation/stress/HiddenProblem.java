package io.sluice.simulation.stress;

import io.sluice.fit.Fit;
import io.sluice.fit.LogData;
import io.sluice.learning.Learner;
import io.sluice.mdp.Policy;
import io.sluice.simulation.Truth;
import io.sluice.simulation.stress.HiddenProcess.Choice;
import io.sluice.simulation.stress.HiddenProcess.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A hidden process, the log that is made of it, and the policy that is judged by this log.
 *
 * @param rule the evaluated policy, which knows labels only
 * @param learner if there is one, the evaluated policy is what it learns from the same log; the
 *     process is then one where no action matters, so that its truth is that of any policy
 */
public record HiddenProblem(
    String name, HiddenProcess process, Rule rule, LogDesign design, Optional<Learner> learner)
    implements StressProblem {
  /** A policy by labels. */
  @FunctionalInterface
  public interface Rule {
    double probability(int step, String state, int action);
  }

  public HiddenProblem(String name, HiddenProcess process, Rule rule, LogDesign design) {
    this(name, process, rule, design, Optional.empty());
  }

  /** Takes one action always. */
  public static Rule always(int action) {
    return (step, state, a) -> a == action ? 1 : 0;
  }

  /** All actions alike. */
  public static Rule uniform(int actions) {
    return (step, state, a) -> 1.0 / actions;
  }

  @Override
  public int episodes() {
    return design.episodes();
  }

  @Override
  public int horizon() {
    return process.horizon();
  }

  /** The evaluated policy on hidden states. */
  public Choice choice() {
    return (h, z, a) -> rule.probability(h, process.labels().get(z), a);
  }

  @Override
  public Truth truth() {
    return process.truth(choice());
  }

  @Override
  public Optional<String> learnedFrom(Fit fit) {
    return learner.map(l -> fit.data().fingerprint());
  }

  @Override
  public Policy evaluated(Fit fit) {
    LogData log = fit.data();
    return learner
        .map(l -> fit.learn(l).policy())
        .orElseGet(
            () ->
                Policy.tabular(
                    log.shape(),
                    (h, x, a) ->
                        rule.probability(
                            h, log.state(x), process.actions().indexOf(log.action(a)))));
  }

  /** Where the log never met a label, the learned policy is taken to do what the logged one did. */
  @Override
  public double gain(LogData log, Policy learned) {
    int steps = log.shape().horizon();
    int[] states = process.labels().stream().mapToInt(log.states()::id).toArray();
    int[] actions = process.actions().stream().mapToInt(log.actions()::id).toArray();
    Truth truth =
        process.truth(
            (h, z, a) ->
                h > steps || states[z] < 0
                    ? process.behavior().probability(h, z, a)
                    : actions[a] < 0 ? 0 : learned.probability(h, states[z], actions[a]));
    return truth.value() - truth.behaviorValue();
  }

  @Override
  public StressLog draw(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<StressLog.Drawn> episodes = new ArrayList<>();
    for (int c = 0; c < design.clusters().size(); c++) {
      int type = process.first(random);
      for (int e = 0; e < design.clusters().get(c); e++) {
        episodes.add(new StressLog.Drawn("u" + c, rows(random.split(), type)));
      }
    }
    if (design.twice()) {
      episodes.addAll(List.copyOf(episodes));
    }
    return new StressLog(
        episodes,
        process.range(),
        design.propensities().isPresent(),
        design.shown(),
        design.endLabel().isPresent());
  }

  private List<StressLog.Row> rows(SplittableRandom random, int first) {
    List<Decision> decisions = process.run(random, first, process.behavior());
    int kept = decisions.size();
    if (design.cut() && random.nextBoolean()) {
      kept = Math.min(kept, 1 + random.nextInt(process.horizon() - 1));
    }
    List<StressLog.Row> rows = new ArrayList<>();
    for (int h = 1; h <= kept; h++) {
      Decision d = decisions.get(h - 1);
      int step = h;
      rows.add(
          new StressLog.Row(
              process.labels().get(d.hidden()),
              process.actions().get(d.action()),
              d.reward(),
              design
                  .propensities()
                  .map(p -> p.probability(step, d.hidden(), d.action()))
                  .orElse(Double.NaN),
              d.next() == HiddenProcess.END
                  ? design.endLabel().orElse("")
                  : process.labels().get(d.next())));
    }
    return rows;
  }
}
