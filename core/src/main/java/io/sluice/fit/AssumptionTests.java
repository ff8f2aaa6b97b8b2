package io.sluice.fit;

import io.sluice.assumptions.ActionHistory;
import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.Assumptions;
import io.sluice.assumptions.ClusterCalibration;
import io.sluice.assumptions.Finding;
import io.sluice.assumptions.IndependenceFindings;
import io.sluice.assumptions.LogFindings;
import io.sluice.assumptions.MarkovTables;
import io.sluice.assumptions.OverlapTest;
import io.sluice.assumptions.OverlapTest.StepWeights;
import io.sluice.assumptions.PastActions;
import io.sluice.assumptions.PolicyFindings;
import io.sluice.assumptions.PropensityFindings;
import io.sluice.assumptions.PropensityRows;
import io.sluice.assumptions.RepeatedEpisodes;
import io.sluice.assumptions.RewardBins;
import io.sluice.assumptions.StationaryTables;
import io.sluice.assumptions.TableFindings;
import io.sluice.influence.ClusterCounts;
import io.sluice.influence.ClusterRows;
import io.sluice.influence.ClusterSizes;
import io.sluice.mdp.Policy;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a fitted log says about assumptions; what needs episodes is asked of one pass. */
final class AssumptionTests {
  private final Fit fit;
  private final Map<Assumption, Finding> found = new EnumMap<>(Assumption.class);

  private @Nullable ClusterSizes clusterSizes; // once its pass is done
  private @Nullable ClusterRows clusterRows;

  AssumptionTests(Fit fit) {
    this.fit = fit;
    for (Assumption one : List.of(Assumption.OVERLAP, Assumption.POLICY_SOURCE)) {
      put(PolicyFindings.needsPolicy(one));
    }
  }

  private void put(Finding finding) {
    found.put(finding.assumption(), finding);
  }

  /** All that was found; reads the episodes unless that was done. */
  synchronized Assumptions all() {
    Passes passes = new Passes();
    prepare(passes);
    if (!passes.isEmpty()) {
      passes.run(fit.episodes("tests of assumptions"));
    }
    return new Assumptions(List.copyOf(found.values()));
  }

  /** Asks for what is missing. */
  synchronized void prepare(Passes passes) {
    if (found.size() == Assumption.values().length) {
      return; // if a pass was ended before its time, it is asked for again
    }
    LogData data = fit.data();
    Optional<RewardBins> two = RewardBins.ofTwo(fit.counts(), data.range());
    put(LogFindings.unconfounded(data.propensities()));
    put(LogFindings.ranges(data.range(), data.observed(), two.isPresent()));
    put(completeEpisodes(data));
    if (fit.behavior().source() == Behavior.Source.ESTIMATED) {
      put(PropensityFindings.estimated());
    } else if (fit.calibration().isPresent() && !data.clustered()) {
      put(PropensityFindings.of(fit.calibration().get(), data.rows()));
    }
    if (fit.hasEpisodes()) {
      prepareTables(passes, two);
    } else {
      IndependenceFindings.inCounts(fit.sharedColumns()).ifPresent(this::put);
      for (Assumption one : Assumption.values()) {
        found.computeIfAbsent(one, LogFindings::needsRows);
      }
    }
  }

  private static Finding completeEpisodes(LogData data) {
    EpisodeEnds ends = data.ends();
    double episodes = data.episodes();
    return LogFindings.completeEpisodes(
        ends.ended() / episodes,
        ends.marked(),
        ends.ambiguous() / episodes,
        ends.readAsCut() / episodes);
  }

  /** How episodes are divided among clusters; reads the episodes unless that was done. */
  synchronized Optional<ClusterSizes> clusterSizes() {
    if (clusterSizes == null) {
      all();
    }
    return Optional.ofNullable(clusterSizes);
  }

  /** How rows are divided among clusters; empty as above. */
  synchronized Optional<ClusterRows> clusterRows() {
    return clusterSizes().flatMap(sizes -> Optional.ofNullable(clusterRows));
  }

  private void prepareTables(Passes passes, Optional<RewardBins> two) {
    if (fit.data().clustered()) {
      passes.add(new ClusterCounts(), counts -> clusterSizes = counts.sizes());
      passes.add(new ClusterRows(fit.data().shape()), rows -> clusterRows = rows);
    }
    if (!found.containsKey(Assumption.PROPENSITIES) && fit.data().clustered()) {
      passes.add(
          new ClusterCalibration(fit.data().shape(), fit.knownBehavior()),
          rows ->
              put(
                  PropensityFindings.of(
                      rows, Objects.requireNonNull(clusterSizes), fit.calibration())));
    } else if (!found.containsKey(Assumption.PROPENSITIES)) {
      passes.add(
          new PropensityRows(fit.data().shape()),
          rows -> put(PropensityFindings.of(rows, fit.data().rows())));
    }
    passes.add(
        new RepeatedEpisodes(),
        e -> IndependenceFindings.of(fit.data().clustered(), e.repetitions(), fit.sharedColumns()),
        this::put);
    if (two.isPresent()) {
      prepareTables(passes, two.get());
    } else {
      passes.add(new RewardBins.Finder(), finder -> prepareTables(passes, finder.bins()));
    }
  }

  private void prepareTables(Passes passes, RewardBins bins) {
    passes.add(
        StationaryTables.withLaterVisits(fit.data().shape(), bins),
        TableFindings::stationary,
        this::put);
    if (ActionHistory.fits(fit.data().shape()) && !fit.propensitiesVary()) {
      boolean estimated = fit.behavior().source() == Behavior.Source.ESTIMATED;
      Assumption about = estimated ? Assumption.UNCONFOUNDED : Assumption.PROPENSITIES;
      passes.add(
          new ActionHistory(fit.data().shape(), bins),
          ActionHistory::actions,
          t -> put(ActionHistory.added(t, Objects.requireNonNull(found.get(about)))));
    }
    if (MarkovTables.fits(fit.data().shape())) {
      passes.add(
          MarkovTables.withFurtherPasts(fit.counts(), bins), TableFindings::markov, this::put);
    } else {
      put(
          Finding.unknown(
              Assumption.MARKOV,
              "too many states and actions for tables of them",
              "Use coarser states."));
    }
    if (fit.data().shape().horizon() > 1) {
      passes.add(
          PastActions.of(fit.counts()),
          PastActions::clearest,
          t -> put(t.added(Objects.requireNonNull(found.get(Assumption.MARKOV)))));
    }
  }

  /**
   * The same for a policy: what it adds is found in the same pass.
   *
   * @param then what to do with it
   */
  synchronized void prepare(Judgment judgment, Passes passes, Consumer<PolicyTests> then) {
    prepare(passes);
    prepareOverlap(judgment, passes, then);
  }

  /** What a policy adds alone, where several share what is found of the log. */
  void prepareOverlap(Judgment judgment, Passes passes, Consumer<PolicyTests> then) {
    long gaps = judgment.gaps().size();
    boolean known = fit.behavior().source() != Behavior.Source.ESTIMATED;
    if (fit.hasEpisodes()) {
      passes.add(
          new OverlapTest(judgment.policy()),
          w -> then.accept(new PolicyTests(overlap(gaps, known, w.steps()), w.steps())));
    } else {
      then.accept(
          new PolicyTests(
              gaps > 0
                  ? overlap(gaps, known, List.of())
                  : LogFindings.needsRows(Assumption.OVERLAP),
              List.of()));
    }
  }

  /** Whether the log covers what a policy does, by its weights. */
  Finding overlap(Policy policy, List<StepWeights> steps) {
    boolean known = fit.behavior().source() != Behavior.Source.ESTIMATED;
    return overlap(OverlapCheck.gaps(fit, policy).size(), known, steps);
  }

  private static Finding overlap(long gaps, boolean known, List<StepWeights> steps) {
    return gaps == 0
        ? PolicyFindings.overlap(steps)
        : known ? PolicyFindings.noOverlap(gaps) : PolicyFindings.unseenOverlap(gaps);
  }

  /** What is found of a policy alone. */
  record PolicyTests(Finding overlap, List<StepWeights> weights) {}
}
