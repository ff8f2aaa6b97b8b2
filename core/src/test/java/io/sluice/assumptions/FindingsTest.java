package io.sluice.assumptions;

import static io.sluice.assumptions.Finding.Verdict.CANNOT_TELL;
import static io.sluice.assumptions.Finding.Verdict.CONTRADICTED;
import static io.sluice.assumptions.Finding.Verdict.HOLDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.assumptions.Finding.Verdict;
import io.sluice.assumptions.OverlapTest.StepWeights;
import io.sluice.assumptions.RepeatedEpisodes.Kind;
import io.sluice.assumptions.RepeatedEpisodes.Repetitions;
import io.sluice.counts.PropensityTable;
import io.sluice.fixtures.Episodes;
import io.sluice.influence.ClusterSizes;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** From figures to verdicts: on both sides of every limit. */
class FindingsTest {
  private static final Shape TWO_STEPS = new Shape(2, 1, 2);

  /** So many episodes that take both states, every second one in the other order. */
  private static StationaryTables episodes(int number, boolean bothOrders, boolean rewardIsStep) {
    Episodes log = new Episodes(TWO_STEPS, RewardRange.UNIT);
    for (int i = 0; i < number; i++) {
      double first = bothOrders ? i % 2 : 0;
      double coin = i / 2 % 2;
      log.add(i, 0, first, 0, rewardIsStep ? 0 : coin, 1, 1 - first, 0, rewardIsStep ? 1 : coin, 1);
    }
    RewardBins.Finder finder = new RewardBins.Finder();
    log.forEach(finder::add);
    StationaryTables tables = new StationaryTables(TWO_STEPS, finder.bins());
    log.forEach(tables::add);
    return tables;
  }

  @Test
  void stepsAreComparedWhereAHundredRowsCanBe() {
    Finding tested = TableFindings.stationary(episodes(50, true, false));
    assertThat(tested.verdict()).isEqualTo(HOLDS);
    assertThat(tested.level()).hasValue(0.001); // of two tests at 0.0005
    assertThat(TableFindings.stationary(episodes(49, true, false)))
        .returns(CANNOT_TELL, Finding::verdict)
        .returns("fewer than 100 rows can be compared", Finding::figure);
  }

  @Test
  void stepsThatDifferAreSeenInFewRowsToo() {
    Finding found = TableFindings.stationary(episodes(40, true, true));
    assertThat(found.verdict()).isEqualTo(CONTRADICTED);
    assertThat(found.figure()).isEqualTo("z of X² of rewards over 2 tables");
    // Two 2×2 tables of n = 40, all on their diagonals: each has X² = 40 with mean 40/39, and
    // with v = 38/39 and m = (40·(1/20 + 1/20) − 4)/38 = 0 a variance of 80/37·(38/39)².
    // So z = (80 − 80/39)/√(160/37·(38/39)²) = 80/√(160/37) = 38.47.
    assertThat(found.statistic().orElseThrow()).isCloseTo(38.47, within(0.01));
    assertThat(found.advice()).isEqualTo("Use a model for each step.");
  }

  @Test
  void stepsThatShareNoStateCannotDiffer() {
    Finding found = TableFindings.stationary(episodes(8, false, false));
    assertThat(found.verdict()).isEqualTo(HOLDS);
    assertThat(found.level()).isEmpty();
    assertThat(found.figure()).isEqualTo("no pair of state and action occurs at two steps");
  }

  @Test
  void tablesOfFewerThanFourRowsSayNothing() {
    assertThat(TableFindings.stationary(episodes(3, false, false)))
        .returns(CANNOT_TELL, Finding::verdict)
        .returns(
            "fewer than half of the rows have three others to be compared with", Finding::figure);
  }

  /**
   * Two states in every order, eight times each: what follows a state is the same at every step, so
   * X² = 0 lies below its mean; rewards, which are all 0, have no table at all.
   */
  @Test
  void whatHasTablesIsShownBeforeWhatHasNone() {
    Shape shape = new Shape(2, 1, 3);
    Episodes log = new Episodes(shape, RewardRange.UNIT);
    for (int i = 0; i < 64; i++) {
      log.add(i, 0, i % 2, 0, 0, 1, i / 2 % 2, 0, 0, 1, i / 4 % 2, 0, 0, 1);
    }
    StationaryTables tables = new StationaryTables(shape, new RewardBins.Finder().bins());
    log.forEach(tables::add);
    Finding found = TableFindings.stationary(tables);
    assertThat(found.verdict()).isEqualTo(HOLDS);
    assertThat(found.figure()).isEqualTo("z of X² of next states over 2 tables");
    assertThat(found.statistic().orElseThrow()).isNegative();
  }

  @Test
  void oneStepHasNoPast() {
    Shape shape = new Shape(1, 1, 1);
    RewardBins bins = new RewardBins.Finder().bins();
    assertThat(TableFindings.markov(new MarkovTables(shape, bins)))
        .returns(HOLDS, Finding::verdict)
        .returns("episodes have one step", Finding::figure);
  }

  private static Finding unconfounded(double difference, long... rows) {
    PropensityTable table = new PropensityTable(new Shape(rows.length, 1, 1));
    for (int pair = 0; pair < rows.length; pair++) {
      table.add(pair, rows[pair], 0.5, pair == 0 ? 0.5 + difference : 0.5);
    }
    return LogFindings.unconfounded(Optional.of(table));
  }

  @Test
  void propensitiesThatDifferWithinAPairContradict() {
    assertThat(unconfounded(2e-6, 3, 1))
        .returns(CONTRADICTED, Finding::verdict)
        .returns(0.75, f -> f.statistic().orElseThrow());
    assertThat(unconfounded(5e-7, 3, 1)).as("rounding").returns(HOLDS, Finding::verdict);
    assertThat(LogFindings.unconfounded(Optional.empty()).verdict()).isEqualTo(CANNOT_TELL);
  }

  @Test
  void halfOfTheRowsHaveToShareTheirPair() {
    assertThat(unconfounded(0, 2, 1, 1))
        .returns(HOLDS, Finding::verdict)
        .returns(0.0, f -> f.statistic().orElseThrow());
    assertThat(unconfounded(0, 2, 1, 1, 1).verdict()).isEqualTo(CANNOT_TELL);
  }

  private static final PooledCalibration QUIET = new PooledCalibration(1.5, false, "left");
  private static final PooledCalibration LOUD = new PooledCalibration(9, true, "right");

  @Test
  void anAlarmNeedsNoHundredRowsButSilenceDoes() {
    Calibration quiet = new Calibration(3, List.of(), QUIET);
    Calibration.Disagreement one = new Calibration.Disagreement(1, "home", 30, 1, 1e-9, "x");
    assertThat(PropensityFindings.of(quiet, 100))
        .returns(HOLDS, Finding::verdict)
        .returns(1.5, f -> f.statistic().orElseThrow())
        .returns("z of the largest deviation (left)", Finding::figure)
        .returns("Nothing to do.", Finding::advice);
    assertThat(PropensityFindings.of(quiet, 99).verdict()).isEqualTo(CANNOT_TELL);
    assertThat(PropensityFindings.of(new Calibration(3, List.of(), LOUD), 5))
        .returns(CONTRADICTED, Finding::verdict)
        .returns("z of the largest deviation (right)", Finding::figure);
    assertThat(PropensityFindings.of(new Calibration(3, List.of(one), QUIET), 5))
        .returns(CONTRADICTED, Finding::verdict)
        .returns("z of the largest deviation (1 of 3 states disagree)", Finding::figure);
  }

  private static Verdict clustered(
      Optional<PooledCalibration> found, double effective, boolean rows) {
    return PropensityFindings.of(found, new ClusterSizes(20, effective, 9), rows).verdict();
  }

  @Test
  void fewClustersOrRowsThatDisagreeLeaveItOpen() {
    assertThat(clustered(Optional.empty(), 1, true)).as("one action").isEqualTo(HOLDS);
    assertThat(clustered(Optional.of(QUIET), 10, false)).isEqualTo(HOLDS);
    assertThat(clustered(Optional.of(QUIET), 9.9, false)).isEqualTo(CANNOT_TELL);
    assertThat(clustered(Optional.of(QUIET), 10, true)).isEqualTo(CANNOT_TELL);
    Finding loud = PropensityFindings.of(Optional.of(LOUD), new ClusterSizes(2, 2, 1), true);
    assertThat(loud.verdict()).isEqualTo(CONTRADICTED);
    assertThat(loud.figure()).contains("1,000 contradicts (right)");
    assertThat(loud.advice()).startsWith("Check how the action probabilities were logged");
  }

  @Test
  void repeatedEpisodesContradictUnlessClustersAreDeclared() {
    Repetitions repeated = new Repetitions(Kind.IDENTICAL, 10, 0.5, true);
    assertThat(IndependenceFindings.of(false, repeated, List.of()))
        .returns(CONTRADICTED, Finding::verdict)
        .returns(0.5, f -> f.statistic().orElseThrow())
        .extracting(Finding::advice)
        .asString()
        .startsWith("Remove episodes");
    assertThat(IndependenceFindings.of(true, repeated, List.of()).verdict()).isEqualTo(HOLDS);
    assertThat(
            IndependenceFindings.of(
                false, new Repetitions(Kind.IDENTICAL, 10, 0, false), List.of()))
        .returns(HOLDS, Finding::verdict)
        .extracting(Finding::advice)
        .asString()
        .startsWith("If several episodes");
  }

  @Test
  void aRangeThatNobodyDeclaredIsOpenUnlessRewardsAreItsEnds() {
    List<Double> seen = List.of(0.0, 1.0);
    assertThat(LogFindings.ranges(RewardRange.UNIT, seen, true).verdict()).isEqualTo(HOLDS);
    assertThat(LogFindings.ranges(RewardRange.UNIT, seen, false).verdict()).isEqualTo(CANNOT_TELL);
    RewardRange declared = new RewardRange(0, 5);
    assertThat(LogFindings.ranges(declared, seen, false).verdict()).isEqualTo(HOLDS);
    assertThat(LogFindings.ranges(declared, List.of(-0.1, 1.0), true).verdict())
        .isEqualTo(CONTRADICTED);
    assertThat(LogFindings.ranges(declared, List.of(0.0, 5.1), true).verdict())
        .isEqualTo(CONTRADICTED);
  }

  private static void ends(
      Finding found, Verdict verdict, Optional<Double> statistic, String figure) {
    assertThat(found.verdict()).isEqualTo(verdict);
    assertThat(found.statistic().stream().boxed().findFirst()).isEqualTo(statistic);
    assertThat(found.figure()).contains(figure);
  }

  @Test
  void whatWasCutOffCountsBeforeWhatMayHaveBeen() {
    ends(LogFindings.completeEpisodes(0, false, 0, 0), HOLDS, Optional.empty(), "same number");
    ends(LogFindings.completeEpisodes(0.2, true, 0, 0), HOLDS, Optional.of(0.0), "marks");
    ends(
        LogFindings.completeEpisodes(0.2, false, 0, 0),
        CANNOT_TELL,
        Optional.of(0.2),
        "no column says");
    ends(
        LogFindings.completeEpisodes(0.2, true, 0.1, 0),
        CANNOT_TELL,
        Optional.of(0.1),
        "the log does not say");
    ends(
        LogFindings.completeEpisodes(0.2, true, 0.1, 0.05),
        CONTRADICTED,
        Optional.of(0.05),
        "cut off");
  }

  private static StepWeights weights(int step, double size, double p) {
    return new StepWeights(step, size, 7, 1 + step / 10.0, 1, p);
  }

  /** Two steps share the level of 0.001, and a size of 100 is enough. */
  @Test
  void weightsContradictOnlyWhereTheirSizeSuffices() {
    assertThat(PolicyFindings.overlap(List.of(weights(1, 200, 0.5), weights(2, 100, 0.0005))))
        .returns(HOLDS, Finding::verdict)
        .returns(100.0, f -> f.statistic().orElseThrow());
    assertThat(PolicyFindings.overlap(List.of(weights(1, 200, 0.5), weights(2, 100, 0.000499))))
        .returns(CONTRADICTED, Finding::verdict)
        .returns(1.2, f -> f.statistic().orElseThrow())
        .returns("mean weight up to step 2, should be 1", Finding::figure);
    assertThat(PolicyFindings.overlap(List.of(weights(1, 200, 0.5), weights(2, 99.9, 1e-9))))
        .returns(CANNOT_TELL, Finding::verdict)
        .returns(99.9, f -> f.statistic().orElseThrow())
        .returns(
            "smallest effective sample size, up to step 2 (largest weight 7.000, mean weight 1.200)",
            Finding::figure);
    assertThat(PolicyFindings.overlap(List.of(weights(1, 99.9, 1e-9))).verdict())
        .isEqualTo(CANNOT_TELL);
    assertThat(PolicyFindings.overlap(List.of(weights(1, 100, 1e-5), weights(2, 50, 1e-9))))
        .as("the step that is off the most has too small a size")
        .returns(CONTRADICTED, Finding::verdict)
        .returns(1.1, f -> f.statistic().orElseThrow());
  }

  @Test
  void whatNeedsRowsOrAPolicyOrIsEstimatedStaysOpen() {
    for (Finding open :
        List.of(
            LogFindings.needsRows(Assumption.MARKOV),
            PolicyFindings.needsPolicy(Assumption.OVERLAP),
            PropensityFindings.estimated())) {
      assertThat(open.verdict()).isEqualTo(CANNOT_TELL);
      assertThat(open.isContradicted()).isFalse();
    }
    assertThat(CANNOT_TELL).hasToString("cannot tell");
  }

  @Test
  void everyAssumptionHasOneFindingAndTheWorstComesFirst() {
    List<Finding> open =
        Stream.of(Assumption.values()).map(a -> Finding.unknown(a, "open", "Wait.")).toList();
    Finding bad = Finding.known(Assumption.RANGES, CONTRADICTED, "bad", "Act.");
    Finding good = Finding.known(Assumption.values()[0], HOLDS, "good", "Nothing to do.");
    Assumptions all = new Assumptions(open).with(bad).with(good);
    assertThat(all.of(Assumption.RANGES)).isEqualTo(bad);
    assertThat(all.contradicted()).containsExactly(bad);
    assertThat(all.worstFirst()).hasSameSizeAs(open).startsWith(bad).endsWith(good);
    assertThatThrownBy(() -> new Assumptions(open.subList(1, open.size())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("assumptions: need one finding of each, got ");
    assertThat(Assumption.RANGES.claim()).isEqualTo("rewards lie in the declared range");
    assertThat(Assumption.COMPLETE_EPISODES).hasToString("completeEpisodes");
  }

  @Test
  void decisionsThatAreNeverMadeAreCounted() {
    assertThat(PolicyFindings.noOverlap(3))
        .returns(CONTRADICTED, Finding::verdict)
        .returns(3.0, f -> f.statistic().orElseThrow());
    assertThat(PolicyFindings.unseenOverlap(2))
        .returns(CANNOT_TELL, Finding::verdict)
        .returns(2.0, f -> f.statistic().orElseThrow());
    assertThat(PolicyFindings.source(true).isContradicted()).isTrue();
    assertThat(PolicyFindings.source(false).verdict()).isEqualTo(HOLDS);
    assertThat(PolicyFindings.unknownSource().verdict()).isEqualTo(CANNOT_TELL);
  }
}
