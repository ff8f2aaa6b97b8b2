package io.sluice.cli;

import io.sluice.answers.Evidence;
import io.sluice.answers.IntervalKind;
import io.sluice.answers.Provenance;
import io.sluice.answers.Settings;
import io.sluice.counts.TransitionCounts;
import io.sluice.logs.BehaviorPolicy;
import io.sluice.logs.Labels;
import io.sluice.logs.LoggedData;
import io.sluice.logs.Names;
import io.sluice.mdp.Policy;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.StateVector;
import io.sluice.model.Backups;
import io.sluice.model.Occupancy;
import io.sluice.model.ValueTable;
import io.sluice.simulation.Environment;
import io.sluice.simulation.FittedEnvironment;
import io.sluice.simulation.study.CoverageStudy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What coverage is asked about: a world of known truth, and intervals made from its logs as {@code
 * evaluate} makes them.
 *
 * @param title the world, in words
 * @param estimated whether every log has to estimate the policy that made it
 * @param episodes in a log, unless the user says otherwise
 * @param unit one unit of reward here, in the user's units
 */
record CoverageProblem(
    String title,
    Environment environment,
    Policy evaluated,
    boolean estimated,
    long episodes,
    double unit,
    List<String> notes,
    Provenance provenance) {

  /** The states and actions of an environment, for policies. */
  static Names names(String name, Environment environment) {
    List<StateVector> visited =
        Occupancy.forward(environment.model(), environment.behavior(), environment.start());
    return new Names(
        name,
        environment.shape(),
        Labels.inOrder(environment.states()),
        Labels.inOrder(environment.actions()),
        step -> visited.get(step - 1));
  }

  /** The world that the model fitted to a log is. */
  static CoverageProblem fitted(
      LoggedData log,
      BehaviorPolicy behavior,
      Policy evaluated,
      Settings settings,
      List<String> policyNotes) {
    FittedEnvironment fitted =
        FittedEnvironment.of(
            log.counts(),
            settings.pooling(),
            behavior.policy(),
            log.valueRange(),
            unit(log.range(), log.observed().get(0)),
            unit(log.range(), log.observed().get(1)),
            log.states().names(),
            log.actions().names());
    List<String> notes = new ArrayList<>(log.notes());
    notes.addAll(behavior.notes());
    notes.addAll(policyNotes);
    notes.add(
        "the logs are simulated from the model fitted to yours: what that model leaves out, such as states that hold too"
            + " little of the past, is not seen here");
    unseen(fitted, "the policy's", evaluated).ifPresent(notes::add);
    unseen(fitted, "the logged policy's own", behavior.policy()).ifPresent(notes::add);
    aboveTheCap(fitted.environment(), evaluated).ifPresent(notes::add);
    return new CoverageProblem(
        "the model fitted to the log",
        fitted.environment(),
        evaluated,
        behavior.source() == BehaviorPolicy.Source.ESTIMATED,
        log.episodes(),
        log.range().width(),
        List.copyOf(notes),
        Provenance.of(log, settings, behavior.source().toString()));
  }

  private static double unit(RewardRange range, double reward) {
    return Math.min(1, Math.max(0, range.toUnit(reward))); // but for rounding
  }

  /** Where the fitted world had to be made up, said for the step where that matters most. */
  private static Optional<String> unseen(FittedEnvironment fitted, String whose, Policy policy) {
    List<Double> shares = fitted.unseen(policy);
    int worst = 0;
    for (int i = 1; i < shares.size(); i++) {
      worst = shares.get(i) > shares.get(worst) ? i : worst;
    }
    double share = shares.get(worst);
    if (share < 1e-12) {
      return Optional.empty();
    }
    return Optional.of(
        "the log says nothing about some of %s (state, action) pairs, at step %d for %s of decisions: in the simulated world they earn 0 and end the episode"
            .formatted(
                whose, worst + 1, share < 0.0005 ? "less than 0.1%" : Numbers.percent(share)));
  }

  /** Episodes of the log keep to a declared return; recombined, they need not. */
  private static Optional<String> aboveTheCap(Environment world, Policy evaluated) {
    ValueTable values = Backups.exact(world.model(), world.range()).evaluate(evaluated);
    for (int h = 1; h <= world.shape().horizon(); h++) {
      for (int x = 0; x < world.shape().states(); x++) {
        if (values.at(h).point().at(x) > world.range().top(h) + 1e-9) {
          return Optional.of(
              "in the simulated world values exceed the declared --return-range, which intervals rely on: they may miss for"
                  + " that reason alone");
        }
      }
    }
    return Optional.empty();
  }

  /** The study; its intervals are made as those of {@code evaluate} are. */
  CoverageStudy study(List<IntervalKind> kinds, Settings settings, int episodes, int runs) {
    return new CoverageStudy(
        environment,
        evaluated,
        new CoverageStudy.Intervals(
            kinds.stream().map(IntervalKind::toString).toList(),
            (first, second) -> {
              Evidence evidence = evidence(first, second, settings);
              return kinds.stream().map(evidence::profile).toList();
            }),
        episodes,
        runs,
        settings.seed());
  }

  private Evidence evidence(TransitionCounts first, TransitionCounts second, Settings settings) {
    TransitionCounts all = first.plus(second);
    BehaviorPolicy behavior =
        estimated
            ? BehaviorPolicy.estimated(all, settings.pooling(), settings.delta())
            : BehaviorPolicy.known(environment.behavior());
    return new Evidence(
        all,
        Optional.of(new LoggedData.Halves(first, second)),
        environment.range(),
        behavior,
        evaluated,
        settings);
  }
}
