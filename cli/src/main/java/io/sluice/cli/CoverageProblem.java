package io.sluice.cli;

import io.sluice.assumptions.Assumptions;
import io.sluice.assumptions.Requirements;
import io.sluice.counts.EpisodeSource;
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
import io.sluice.influence.ClusterVariation;
import io.sluice.interval.Interval;
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
import io.sluice.simulation.ClusterEffects;
import io.sluice.simulation.Environment;
import io.sluice.simulation.FittedEnvironment;
import io.sluice.simulation.Rollouts;
import io.sluice.simulation.study.CoverageStudy;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * The question of a coverage study: an environment of known truth, and intervals made from its logs
 * as {@code evaluate} makes them.
 *
 * @param title the environment, in words
 * @param clusters how clusters differ, if episodes come in clusters
 * @param logged how every log knows the policy that made it
 * @param rewards the lowest and the highest that a log can have, in [0, 1] units
 * @param episodes in a log, unless the user says otherwise
 * @param unit one unit of reward here, in the user's units
 * @param assumptions what the log says about what intervals rest on, if there is a log
 */
record CoverageProblem(
    String title,
    Environment environment,
    Policy evaluated,
    Optional<ClusterVariation> clusters,
    Behavior.Source logged,
    List<Double> rewards,
    long episodes,
    double unit,
    Optional<Assumptions> assumptions,
    List<String> notes,
    Provenance provenance) {

  /** With more rows in a log, intervals are made from its counts alone. */
  static final long MOST_ROWS = 100_000;

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
    if (log.clustered() && !fit.hasEpisodes()) {
      throw new BadLogException(
          "coverage: needs row-level data to simulate clusters, got the counts of a log with clusters");
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
    Optional<ClusterVariation> clusters = fit.clusterVariation();
    clusters.map(CoverageProblem::described).ifPresent(notes::add);
    unseen(fitted, "the policy's", judgment.policy()).ifPresent(notes::add);
    unseen(fitted, "the logged policy's own", fit.behavior().policy()).ifPresent(notes::add);
    aboveTheCap(fitted.environment(), judgment.policy()).ifPresent(notes::add);
    return new CoverageProblem(
        "the model fitted to the log",
        fitted.environment(),
        judgment.policy(),
        clusters,
        fit.behavior().source(),
        List.of(unit(log.range(), log.observed().get(0)), unit(log.range(), log.observed().get(1))),
        log.episodes(),
        log.range().width(),
        Optional.of(judgment.assumptions()),
        List.copyOf(notes),
        fit.provenance());
  }

  private static String described(ClusterVariation clusters) {
    return Numbers.say(
        "simulated episodes come in clusters like those of the log: the level of a cluster has a standard deviation of %s of the reward range, and its level for an action %s; actions are drawn decision by decision",
        Numbers.percent(clusters.level()), Numbers.percent(clusters.byAction()));
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
        clusters.map(c -> ClusterEffects.like(c, episodes, rewards.get(0), rewards.get(1))),
        new CoverageStudy.Intervals(
            kinds.stream().map(IntervalKind::toString).toList(),
            (log, length) -> {
              Judgment judgment = simulated(log, length, settings).judge(evaluated).with(kinds);
              return kinds.stream()
                  .<IntFunction<Interval>>map(kind -> step -> judgment.step(step, kind))
                  .toList();
            }),
        episodes,
        runs,
        settings.seed());
  }

  /**
   * The intervals that logs of so many episodes can have, of all that are for steps; with clusters,
   * those that account for them.
   */
  List<IntervalKind> kinds(long episodes) {
    boolean weighted =
        keepsEpisodes(episodes) && logged != Behavior.Source.ESTIMATED && isCovered();
    return Stream.concat(
            IntervalKind.fromCounts().stream(),
            weighted ? Stream.of(IntervalKind.ROBUST) : Stream.empty())
        .filter(kind -> clusters.isEmpty() || Requirements.accountsForClusters(kind))
        .toList();
  }

  /** Whether the logged policy does, with some probability, all that the policy does. */
  private boolean isCovered() {
    for (int h = 1; h <= environment.shape().horizon(); h++) {
      for (int x = 0; x < environment.shape().states(); x++) {
        for (int a = 0; a < environment.shape().actions(); a++) {
          if (evaluated.probability(h, x, a) > 0
              && !(environment.behavior().probability(h, x, a) > 0)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /** Whether logs of so many episodes are made of episodes, or of counts alone. */
  boolean keepsEpisodes(long episodes) {
    return clusters.isPresent() || episodes * environment.shape().horizon() <= MOST_ROWS;
  }

  /** A log of this environment, fitted as a real one is. */
  private Fit simulated(Rollouts log, int episodes, Settings settings) {
    Halves halves = new Halves(log.count(0, episodes / 2), log.count(episodes / 2, episodes));
    TransitionCounts all = halves.inputs().plus(halves.holdout());
    Optional<EpisodeSource> kept =
        keepsEpisodes(episodes) ? Optional.of(log.keep(episodes)) : Optional.empty();
    LogData data =
        new LogData(
            all.rows(),
            1,
            Labels.inOrder(environment.states()),
            Labels.inOrder(environment.actions()),
            all,
            kept.isPresent() ? Optional.empty() : Optional.of(halves),
            Optional.empty(),
            clusters.isPresent(),
            EpisodeEnds.of(all),
            List.of(),
            RewardRange.UNIT,
            environment.range(),
            rewards,
            List.of());
    Log simulated = kept.map(k -> Log.of(data, k)).orElseGet(() -> Log.ofCounts(data));
    return Fit.of(simulated, settings, behavior(data, settings));
  }

  private Behavior behavior(LogData data, Settings settings) {
    return switch (logged) {
      case ESTIMATED ->
          Behavior.estimated(
              data.counts(),
              environment.behavior().isStationary() ? Pooling.POOLED : Pooling.PER_STEP,
              settings.delta());
      case FILE -> Behavior.given(data, environment.behavior(), List.of());
      case LOGGED -> Behavior.known(environment.behavior());
    };
  }
}
