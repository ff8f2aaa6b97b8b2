package io.sluice.cli;

import io.sluice.assumptions.Assumptions;
import io.sluice.counts.Halves;
import io.sluice.counts.TransitionCounts;
import io.sluice.fit.BadLogException;
import io.sluice.fit.Behavior;
import io.sluice.fit.EpisodeEnds;
import io.sluice.fit.Fit;
import io.sluice.fit.Judgment;
import io.sluice.fit.Log;
import io.sluice.fit.LogData;
import io.sluice.fit.Provenance;
import io.sluice.fit.Settings;
import io.sluice.interval.IntervalKind;
import io.sluice.logs.Names;
import io.sluice.mdp.Labels;
import io.sluice.mdp.Policy;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.StateVector;
import io.sluice.model.Backups;
import io.sluice.model.Model.Pooling;
import io.sluice.model.Occupancy;
import io.sluice.model.ValueTable;
import io.sluice.report.Numbers;
import io.sluice.simulation.Environment;
import io.sluice.simulation.FittedEnvironment;
import io.sluice.simulation.study.CoverageStudy;
import java.util.List;
import java.util.Optional;

/**
 * The question of a coverage study: an environment of known truth, and intervals made from its logs
 * as {@code evaluate} makes them.
 *
 * @param title the environment, in words
 * @param estimated whether every log has to estimate the policy that made it
 * @param episodes in a log, unless the user says otherwise
 * @param unit one unit of reward here, in the user's units
 * @param assumptions what the log says about what intervals rest on, if there is a log
 */
record CoverageProblem(
    String title,
    Environment environment,
    Policy evaluated,
    boolean estimated,
    long episodes,
    double unit,
    Optional<Assumptions> assumptions,
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

  /** The model fitted to a log, as an environment. */
  static CoverageProblem fitted(Judgment judgment) {
    Fit fit = judgment.fit();
    LogData log = fit.data();
    if (log.clustered()) {
      throw new BadLogException(
          "coverage: can only simulate independent episodes, got a log with clusters (evaluate accounts for them in efficient and robust)");
    }
    FittedEnvironment fitted =
        FittedEnvironment.of(
            log.counts(),
            fit.model(),
            fit.behavior().policy(),
            log.valueRange(),
            unit(log.range(), log.observed().get(0)),
            unit(log.range(), log.observed().get(1)),
            log.states().names(),
            log.actions().names());
    List<String> notes = judgment.allNotes();
    notes.add(
        "the logs are simulated from the model fitted to yours: what that model leaves out, such as states that hold too"
            + " little of the past, is not seen here");
    unseen(fitted, "the policy's", judgment.policy()).ifPresent(notes::add);
    unseen(fitted, "the logged policy's own", fit.behavior().policy()).ifPresent(notes::add);
    aboveTheCap(fitted.environment(), judgment.policy()).ifPresent(notes::add);
    return new CoverageProblem(
        "the model fitted to the log",
        fitted.environment(),
        judgment.policy(),
        fit.behavior().source() == Behavior.Source.ESTIMATED,
        log.episodes(),
        log.range().width(),
        Optional.of(judgment.assumptions()),
        List.copyOf(notes),
        fit.provenance());
  }

  private static double unit(RewardRange range, double reward) {
    return Math.min(1, Math.max(0, range.toUnit(reward))); // but for rounding
  }

  /** Which pairs of the fitted environment had to be made up, at the step where most are. */
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
        "the log says nothing about some of %s (state, action) pairs, at step %s for %s of decisions: in the simulated environment they earn 0 and end the episode"
            .formatted(
                whose, worst + 1, share < 0.0005 ? "less than 0.1%" : Numbers.percent(share)));
  }

  /** Episodes of the log keep to a declared return; recombined, they need not. */
  private static Optional<String> aboveTheCap(Environment simulated, Policy evaluated) {
    ValueTable values = Backups.exact(simulated.model(), simulated.range()).evaluate(evaluated);
    for (int h = 1; h <= simulated.shape().horizon(); h++) {
      for (int x = 0; x < simulated.shape().states(); x++) {
        if (values.at(h).point().at(x) > simulated.range().top(h) + 1e-9) {
          return Optional.of(
              "in the simulated environment values exceed the declared --return-range, which intervals rely on: they may miss for"
                  + " that reason alone");
        }
      }
    }
    return Optional.empty();
  }

  /**
   * The study; its intervals are made as those of {@code evaluate} are, with the model that was
   * chosen.
   */
  CoverageStudy study(List<IntervalKind> kinds, Settings asked, int episodes, int runs) {
    Settings settings = asked.withPooling(provenance.model().pooling());
    return new CoverageStudy(
        environment,
        evaluated,
        new CoverageStudy.Intervals(
            kinds.stream().map(IntervalKind::toString).toList(),
            (first, second) -> {
              Judgment judgment = simulated(new Halves(first, second), settings).judge(evaluated);
              return kinds.stream().map(judgment::profile).toList();
            }),
        episodes,
        runs,
        settings.seed());
  }

  /** A log of this environment, fitted as a real one is. */
  private Fit simulated(Halves halves, Settings settings) {
    Pooling logged = environment.behavior().isStationary() ? Pooling.POOLED : Pooling.PER_STEP;
    TransitionCounts all = halves.inputs().plus(halves.holdout());
    Behavior behavior =
        estimated
            ? Behavior.estimated(all, logged, settings.delta())
            : Behavior.known(environment.behavior());
    LogData data =
        new LogData(
            all.rows(),
            Labels.inOrder(environment.states()),
            Labels.inOrder(environment.actions()),
            all,
            Optional.of(halves),
            Optional.empty(),
            false,
            EpisodeEnds.of(all),
            List.of(),
            RewardRange.UNIT,
            environment.range(),
            List.of(0.0, 1.0),
            List.of());
    return Fit.of(Log.ofCounts(data), settings, behavior);
  }
}
