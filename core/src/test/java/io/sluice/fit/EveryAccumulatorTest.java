package io.sluice.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.assumptions.ActionHistory;
import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.ClusterCalibration;
import io.sluice.assumptions.Finding;
import io.sluice.assumptions.MarkovTables;
import io.sluice.assumptions.OverlapTest;
import io.sluice.assumptions.PastActions;
import io.sluice.assumptions.PropensityRows;
import io.sluice.assumptions.RepeatedEpisodes;
import io.sluice.assumptions.RewardBins;
import io.sluice.assumptions.StationaryTables;
import io.sluice.assumptions.TableTest;
import io.sluice.baselines.MarginalizedWeights;
import io.sluice.baselines.ModelValue;
import io.sluice.baselines.PerDecision;
import io.sluice.baselines.SequentialDoublyRobust;
import io.sluice.baselines.TrajectoryWeights;
import io.sluice.baselines.ValueEstimate;
import io.sluice.counts.CountsAccumulator;
import io.sluice.counts.EarlierParts;
import io.sluice.counts.EpisodeAccumulator;
import io.sluice.counts.Halves;
import io.sluice.counts.HoldoutSums;
import io.sluice.counts.RewardHistogram;
import io.sluice.counts.StageCounts;
import io.sluice.counts.TransitionCounts;
import io.sluice.fixtures.Episodes;
import io.sluice.fixtures.RandomMdps;
import io.sluice.influence.BettingInterval;
import io.sluice.influence.BettingStages;
import io.sluice.influence.BettingSums;
import io.sluice.influence.ClusterCounts;
import io.sluice.influence.ClusterRows;
import io.sluice.influence.ClusterSpread;
import io.sluice.influence.CrossFitValues;
import io.sluice.influence.DeclaredWeights;
import io.sluice.influence.EffectScores;
import io.sluice.influence.EfficientInterval;
import io.sluice.influence.EfficientInterval.Variance;
import io.sluice.influence.Hausman;
import io.sluice.influence.HausmanSums;
import io.sluice.influence.InfluenceSums;
import io.sluice.influence.Influences;
import io.sluice.influence.InfluentialScores.Target;
import io.sluice.influence.InfluentialSums;
import io.sluice.influence.LoggedProbabilities;
import io.sluice.influence.LookScores;
import io.sluice.influence.OutcomeHistograms;
import io.sluice.influence.PolicyContrasts;
import io.sluice.influence.PolicyProducts;
import io.sluice.influence.PolicyValues;
import io.sluice.influence.RobustInterval;
import io.sluice.influence.RobustScores;
import io.sluice.influence.RobustSums;
import io.sluice.influence.SegmentProducts;
import io.sluice.influence.SensitivitySums;
import io.sluice.influence.TrimmedSums;
import io.sluice.influence.UnseenOutcomes;
import io.sluice.interval.EffectProfile;
import io.sluice.interval.Interval;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Looks;
import io.sluice.mdp.Policy;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Segments;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Estimates;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The contract of everything that is added up over episodes: it can be done in parts, in another
 * process, and gives what doing it at once gives.
 */
class EveryAccumulatorTest {
  private static final Shape SHAPE = new Shape(4, 3, 3);
  private static final Episodes LOG = log();
  private static final TransitionCounts COUNTS = LOG.counts();
  private static final Policy EVALUATED = Policy.everywhere(SHAPE, 0.2, 0.5, 0.3);
  private static final Policy BEHAVIOR = Policy.uniform(SHAPE);
  private static final ValueRange RANGE = ValueRange.of(SHAPE);
  private static final RewardBins BINS = shown(new RewardBins.Finder()).bins();

  private static final Segments SEGMENTS =
      Segments.of("cluster", Map.of("0", 150L, "1", 150L), true);

  private static final Looks LOOKS =
      Objects.requireNonNull(Segments.periods("day", Map.of("1", 150L, "2", 150L)).looks());

  /** 300 episodes of a random problem, two to a cluster. */
  private static Episodes log() {
    RandomMdps random = new RandomMdps(11);
    Episodes alone =
        random.episodes(
            random.model(SHAPE, Pooling.PER_STEP, 0.1),
            random.start(SHAPE),
            Policy.uniform(SHAPE),
            300);
    Episodes pairs = new Episodes(SHAPE, RewardRange.UNIT);
    alone.forEach(
        e -> {
          double[] rows = new double[4 * e.length()];
          for (int h = 1; h <= e.length(); h++) {
            rows[4 * h - 4] = e.state(h);
            rows[4 * h - 3] = e.action(h);
            rows[4 * h - 2] = e.reward(h);
            rows[4 * h - 1] = e.propensity(h);
          }
          pairs.add(pairs.size() / 2, pairs.size() / 2 % 2, rows);
        });
    return pairs;
  }

  /** An accumulator with the numbers that come of it. */
  private record Case<A extends EpisodeAccumulator<A>>(
      String name, A empty, Function<A, List<Double>> numbers) {
    List<Double> of(List<List<Episode>> parts) throws IOException, ClassNotFoundException {
      A sum = empty.empty();
      for (List<Episode> part : parts) {
        A one = copied(empty).empty();
        part.forEach(one::add);
        sum = sum.plus(copied(one));
      }
      return numbers.apply(sum);
    }

    /** Through bytes and back, as to another process. */
    @SuppressWarnings("unchecked")
    private A copied(A original) throws IOException, ClassNotFoundException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(original);
      }
      try (ObjectInputStream in =
          new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
        return (A) in.readObject();
      }
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static List<Double> numbers(Interval... intervals) {
    List<Double> all = new ArrayList<>();
    for (Interval interval : intervals) {
      all.addAll(List.of(interval.estimate(), interval.lower(), interval.upper()));
    }
    return all;
  }

  private static List<Double> numbers(ValueEstimate estimate) {
    return numbers(estimate.value(), estimate.gain());
  }

  private static List<Double> numbers(TableTest test) {
    return List.of(test.statistic(), test.mean(), test.variance(), (double) test.rows());
  }

  /** The same episode in one of two segments, with clusters in both. */
  private static Episode inSegment(Episode e) {
    Episode.Writer writer = new Episode.Writer(SHAPE, RewardRange.UNIT);
    writer.begin(e.cluster(), e.fold());
    writer.look(e.state(1) % 2);
    for (int h = 1; h <= e.length(); h++) {
      writer.row(e.state(h), e.action(h), e.next(h), e.reward(h), e.propensity(h));
      writer.segment(e.state(1) % 2);
    }
    return writer.episode();
  }

  private static <T extends EpisodeAccumulator<T>> T shown(T accumulator) {
    LOG.forEach(e -> accumulator.add(inSegment(e)));
    return accumulator;
  }

  private static List<Double> numbers(TransitionCounts counts) {
    List<Double> all = new ArrayList<>();
    for (int i = 0; i < counts.cells(); i++) {
      all.addAll(
          List.of(
              (double) counts.next(i),
              (double) counts.count(i),
              counts.rewardSum(i),
              counts.squareSum(i)));
    }
    return all;
  }

  static Stream<Case<?>> cases() {
    Model model = Model.estimate(COUNTS, Pooling.PER_STEP);
    PolicyValues values = PolicyValues.of(model, RANGE, EVALUATED);
    Influences pooled =
        Influences.of(COUNTS, Model.estimate(COUNTS, Pooling.POOLED), RANGE, BEHAVIOR, EVALUATED);
    Influences perStep = Influences.of(COUNTS, model, RANGE, BEHAVIOR, EVALUATED);
    return Stream.of(
        new Case<>(
            "sizes of clusters",
            new ClusterCounts(),
            a -> List.of(a.sizes().effective(), a.sizes().degreesOfFreedom())),
        new Case<>(
            "spread of clusters",
            new ClusterSpread(model),
            a -> List.of(a.variation().level(), a.variation().byAction())),
        new Case<>(
            "rows of clusters",
            new ClusterRows(SHAPE),
            a -> List.of(UnseenOutcomes.ofClusters(perStep.total(), 0.05, true, a).cost())),
        new Case<>("counts", new CountsAccumulator(SHAPE), a -> numbers(a.toCounts())),
        new Case<>("halves", new Halves.Accumulator(SHAPE), a -> numbers(a.halves().holdout())),
        new Case<>("earlier parts", new EarlierParts(SHAPE), a -> numbers(a.counts().get(2))),
        new Case<>(
            "stages of time", new StageCounts(SHAPE, LOOKS), a -> numbers(a.before().get(0))),
        new Case<>(
            "scores by look",
            new LookScores(LOOKS, List.of(scores(values))),
            a ->
                List.of(
                    (double) a.sums().episodes(1),
                    a.sums().sum(1),
                    a.sums().squares(1),
                    a.sums().weightSquares(1, 2),
                    a.sums().residualSquares(1, 3),
                    a.sums().largestSquare(1, 3))),
        new Case<>(
            "betting",
            new BettingSums(stages(), EVALUATED),
            a -> {
              EffectProfile profile =
                  new BettingInterval(a, DeclaredWeights.ofSmallest(0.3, EVALUATED), RANGE)
                      .profile(0.05);
              return numbers(profile.at(1), profile.at(3), profile.total());
            }),
        new Case<>(
            "rewards",
            new RewardHistogram(0, 1, 4),
            a -> a.bins().stream().map(bin -> (double) bin.rows()).toList()),
        new Case<>(
            "reward bins",
            new RewardBins.Finder(),
            a -> {
              List<Double> all =
                  new ArrayList<>(
                      numbers(shown(new StationaryTables(SHAPE, a.bins())).rewards().test()));
              all.add((double) a.rows());
              return all;
            }),
        new Case<>(
            "stationary with later visits",
            StationaryTables.withLaterVisits(SHAPE, BINS),
            a -> numbers(a.rewards().test())),
        new Case<>(
            "stationary", new StationaryTables(SHAPE, BINS), a -> numbers(a.rewards().test())),
        new Case<>(
            "stationary, next",
            new StationaryTables(SHAPE, BINS),
            a -> numbers(a.nextStates().test())),
        new Case<>("markov", new MarkovTables(SHAPE, BINS), a -> numbers(a.rewards().test())),
        new Case<>(
            "markov, earlier steps",
            MarkovTables.withFurtherPasts(SHAPE, BINS),
            a -> numbers(a.nextStates().test())),
        new Case<>(
            "markov, of counts",
            MarkovTables.withFurtherPasts(COUNTS, BINS),
            a -> numbers(a.nextStates().test())),
        new Case<>(
            "markov, next", new MarkovTables(SHAPE, BINS), a -> numbers(a.nextStates().test())),
        new Case<>(
            "past actions",
            new PastActions(SHAPE),
            a -> {
              Finding found = a.added(Finding.unknown(Assumption.MARKOV, "", ""));
              return List.of(a.statistic(), (double) found.verdict().ordinal());
            }),
        new Case<>("past actions, of counts", PastActions.of(COUNTS), a -> List.of(a.statistic())),
        new Case<>(
            "repeated episodes",
            new RepeatedEpisodes(),
            a -> List.of((double) a.repetitions().different(), a.repetitions().repeated())),
        new Case<>(
            "propensities",
            new PropensityRows(SHAPE),
            a -> List.of(a.calibration(0.001).orElseThrow().z())),
        new Case<>(
            "actions and the past",
            new ActionHistory(SHAPE, BINS),
            a -> numbers(a.actions().test())),
        new Case<>(
            "propensities by cluster",
            new ClusterCalibration(SHAPE, Optional.of(BEHAVIOR)),
            a -> List.of(a.calibration(0.001).orElseThrow().z())),
        new Case<>(
            "cumulative weights",
            new OverlapTest(EVALUATED),
            a ->
                a.steps().stream()
                    .flatMap(w -> Stream.of(w.effectiveSampleSize(), w.largest(), w.mean(), w.t()))
                    .toList()),
        new Case<>("ips", new TrajectoryWeights(EVALUATED), a -> numbers(a.ips(0.05))),
        new Case<>("snips", new TrajectoryWeights(EVALUATED), a -> numbers(a.snips(0.05))),
        new Case<>("pdis", new PerDecision(EVALUATED), a -> numbers(a.pdis(0.05))),
        new Case<>(
            "wpdis", shown(new PerDecision(EVALUATED)).weighted(), a -> numbers(a.wpdis(0.05))),
        new Case<>(
            "dr",
            new SequentialDoublyRobust(
                EVALUATED, RewardRange.UNIT, new CrossFitValues(values, values)),
            a -> numbers(a.dr(0.05))),
        new Case<>(
            "mis weights",
            new MarginalizedWeights(COUNTS, EVALUATED),
            a -> numbers(shown(a.estimate()).mis(0.05))),
        new Case<>(
            "mis",
            shown(new MarginalizedWeights(COUNTS, EVALUATED)).estimate(),
            a -> numbers(a.mis(0.05))),
        new Case<>(
            "model",
            new ModelValue(COUNTS, model, RANGE, RewardRange.UNIT, EVALUATED),
            a -> numbers(a.model(0.05))),
        new Case<>("robust", new RobustSums(scores(values)), EveryAccumulatorTest::numbers),
        new Case<>(
            "robust, of the holdout",
            new HoldoutSums<>(List.of(new RobustSums(scores(values)))),
            a -> numbers(a.sums().get(0))),
        new Case<>(
            "robust against efficient",
            RobustSums.against(scores(values), perStep),
            a -> {
              List<Double> all = new ArrayList<>(numbers(a));
              all.addAll(numbers(a.against().orElseThrow().hausman()));
              return all;
            }),
        new Case<>("hausman", new HausmanSums(scores(values), perStep), a -> numbers(a.hausman())),
        new Case<>(
            "products of policies",
            new PolicyProducts(
                List.of(EffectScores.efficient(perStep), EffectScores.robust(scores(values))),
                false),
            a -> {
              PolicyContrasts contrasts = new PolicyContrasts(a.products(), 2, 4, 0.05, 1);
              return List.of(
                  a.products().mean(0),
                  a.products().mean(7),
                  a.products().covariance()[1][6],
                  contrasts.reach(0, 1, 2),
                  a.products().clusterSizes().degreesOfFreedom());
            }),
        new Case<>(
            "products of segments",
            new SegmentProducts(List.of(EffectScores.robust(scores(values))), SEGMENTS),
            a ->
                List.of(
                    a.sums().mean(0, 1),
                    a.sums().mean(1, 3),
                    a.sums().effective(1, 0),
                    a.sums().covariance(0, 0, 1, 3),
                    (double) a.sums().size(1, 0))),
        new Case<>(
            "histograms of outcomes",
            new OutcomeHistograms(new CrossFitValues(values, values), List.of(1, 3)),
            a -> numbers(shown(confounded(values, a)))),
        new Case<>(
            "hidden confounding",
            confounded(
                values,
                shown(new OutcomeHistograms(new CrossFitValues(values, values), List.of(1, 3)))),
            EveryAccumulatorTest::numbers),
        new Case<>(
            "influential episodes",
            new InfluentialSums(EffectScores.efficient(perStep), List.of(new Target(3, 0.5))),
            a ->
                List.of(
                    (double) a.found().dropped(0, 0, 1).orElse(-1),
                    a.found().error(0),
                    (double) a.found().clusters())),
        new Case<>(
            "trimmed weights",
            new TrimmedSums(scores(values)),
            a -> List.of(a.estimate(3, 0), a.plain(3), a.largest())),
        influence("efficient, per step", perStep, false),
        influence("efficient, pooled", pooled, false),
        influence("efficient, by cluster", pooled, true),
        influence("efficient, episodes cut off", cut(Pooling.PER_STEP), false),
        influence("efficient, pooled, episodes cut off", cut(Pooling.POOLED), true));
  }

  private static SensitivitySums confounded(PolicyValues values, OutcomeHistograms outcomes) {
    return new SensitivitySums(
        EffectScores.robust(scores(values)), outcomes, EVALUATED, List.of(1, 3));
  }

  private static List<Double> numbers(SensitivitySums sums) {
    return List.of(
        sums.means().bound(1, 4, true),
        sums.means().bound(3, 7, false),
        sums.means().error(3, 7, true));
  }

  /** Values from the first half for bets on the second. */
  private static BettingStages stages() {
    return BettingStages.ofHoldout(
        Estimates.of(shown(new Halves.Accumulator(SHAPE)).halves().inputs()),
        counts -> LoggedProbabilities.known(BEHAVIOR),
        RANGE,
        EVALUATED);
  }

  /** With one more episode, which is cut off in state 1 at step 2. */
  private static Influences cut(Pooling pooling) {
    CountsAccumulator more = new CountsAccumulator(SHAPE);
    more.add(1, 0, 0, 1, 0.5);
    TransitionCounts counts = COUNTS.plus(more.toCounts());
    return Influences.of(counts, Model.estimate(counts, pooling), RANGE, BEHAVIOR, EVALUATED);
  }

  private static RobustScores scores(PolicyValues values) {
    return new RobustScores(
        new CrossFitValues(values, values), LoggedProbabilities.known(BEHAVIOR), EVALUATED);
  }

  private static List<Double> numbers(RobustSums sums) {
    EffectProfile profile = RobustInterval.profile(sums, 0.05);
    List<Double> all = numbers(profile.at(1), profile.at(3), profile.total());
    all.addAll(
        List.of(
            profile.total().error().orElseThrow().degreesOfFreedom().orElseThrow(),
            sums.sizes().effective(),
            sums.sizes().degreesOfFreedom()));
    sums.weights().forEach(w -> all.addAll(List.of(w.effectiveSampleSize(), w.mean())));
    return all;
  }

  private static List<Double> numbers(Hausman hausman) {
    return List.of(
        hausman.at(1).difference(),
        hausman.at(1).standardError(),
        hausman.total().difference(),
        hausman.total().standardError());
  }

  private static Case<InfluenceSums> influence(String name, Influences all, boolean clustered) {
    return new Case<>(
        name,
        new InfluenceSums(all, clustered),
        a ->
            numbers(
                EfficientInterval.steps(all::at, a, Variance.PLAIN, 0.05)
                    .toArray(Interval[]::new)));
  }

  /** Clusters of two episodes, of which none is in two parts. */
  private static List<List<Episode>> parts(int... sizes) {
    List<Episode> all = new ArrayList<>();
    LOG.forEach(e -> all.add(inSegment(e)));
    List<List<Episode>> parts = new ArrayList<>();
    int from = 0;
    for (int size : sizes) {
      parts.add(all.subList(from, from + size));
      from += size;
    }
    parts.add(all.subList(from, all.size()));
    return parts;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void partsAddUpToTheWhole(Case<?> c) throws Exception {
    List<Double> whole = c.of(parts());
    assertThat(whole).isNotEmpty().doesNotContain(Double.NaN);
    for (int[] sizes : new int[][] {{0}, {2}, {100, 0, 60}, {20, 40, 60, 80}}) {
      List<Double> inParts = c.of(parts(sizes));
      assertThat(inParts).hasSameSizeAs(whole);
      for (int i = 0; i < whole.size(); i++) {
        assertThat(inParts.get(i)).isCloseTo(whole.get(i), within(1e-9));
      }
    }
  }

  /** The control: a part that is left out is noticed. */
  @ParameterizedTest
  @MethodSource("cases")
  void everyEpisodeCounts(Case<?> c) throws Exception {
    List<List<Episode>> parts = parts(100, 60);
    assertThat(c.of(parts.subList(0, 2))).isNotEqualTo(c.of(parts));
  }
}
