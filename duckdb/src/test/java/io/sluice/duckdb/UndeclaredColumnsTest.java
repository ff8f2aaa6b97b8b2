package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.Finding;
import io.sluice.assumptions.Finding.Verdict;
import io.sluice.assumptions.SharedColumn;
import io.sluice.assumptions.SharedColumn.Outcome;
import io.sluice.features.FeatureSource;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.Fit;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Verdict.Kind;
import io.sluice.logs.FeatureOptions;
import io.sluice.logs.FeatureReader;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.Role;
import io.sluice.logs.RowPolicy;
import io.sluice.logs.SqlEngine;
import io.sluice.logs.SqlLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A column that no one declared, whose values episodes share. */
public class UndeclaredColumnsTest {
  private static final int CUSTOMERS = 20;
  private static final int EACH = 50;
  private static final List<Integer> IN_ORDER =
      IntStream.range(0, CUSTOMERS * EACH).mapToObj(e -> e / EACH).toList();

  @TempDir Path folder;
  private SqlEngine engine;

  /** A new engine; another engine's test says another. */
  protected SqlEngine engine(int threads) {
    return DuckDb.start(threads);
  }

  /** How many logs are read where many are: fewer by an engine that takes its time. */
  protected int logs() {
    return 20;
  }

  @BeforeEach
  void start() {
    engine = engine(2);
  }

  @AfterEach
  void end() {
    engine.close();
  }

  /**
   * Episodes of customers of whom each prefers an action by 0.4 and differs by 0.2 in level; on the
   * whole, the action makes no difference.
   *
   * @param written who is said to be the customer of each episode, if not the customer
   */
  private Path customers(
      String column, int steps, int seed, List<Integer> written, IntFunction<String> name) {
    Random random = new Random(seed);
    StringBuilder csv =
        new StringBuilder("episode,step,state,action,reward,propensity,%s\n".formatted(column));
    for (int c = 0; c < CUSTOMERS; c++) {
      double taste = random.nextBoolean() ? 0.2 : -0.2;
      double level = random.nextBoolean() ? 0.6 : 0.4;
      for (int k = 0; k < EACH; k++) {
        int episode = c * EACH + k;
        for (int h = 1; h <= steps; h++) {
          boolean b = random.nextBoolean();
          int reward = random.nextDouble() < level + (b ? taste : -taste) ? 1 : 0;
          csv.append(
              "e%d,%d,s,%s,%d,0.5,%s\n"
                  .formatted(episode, h, b ? "b" : "a", reward, name.apply(written.get(episode))));
        }
      }
    }
    return write(csv);
  }

  private Path customers(String column, int seed, IntFunction<String> name) {
    return customers(column, 1, seed, IN_ORDER, name);
  }

  private Path write(CharSequence csv) {
    try {
      return Files.writeString(folder.resolve("log.csv"), csv);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private SqlLog open(Path log, Map<Role, List<String>> columns) {
    return LogReader.open(engine, List.of(log.toString()), Opened.columns(columns), Set.of());
  }

  private List<SharedColumn> shared(Path log) {
    return open(log, Map.of()).sharedColumns();
  }

  private static Finding independent(Fit fit) {
    return fit.assumptions().of(Assumption.INDEPENDENT_EPISODES);
  }

  private static Kind verdict(Fit fit) {
    List<IntervalKind> kinds =
        fit.hasEpisodes()
            ? List.of(IntervalKind.EFFICIENT, IntervalKind.ROBUST)
            : List.of(IntervalKind.EFFICIENT);
    return EvaluationResult.of(fit.judge(state -> "b"), kinds).totalDecision().verdict().kind();
  }

  @Test
  void customersWhoDifferAreTakenAsTheCluster() {
    for (int seed = 1; seed <= logs(); seed++) {
      Path log = customers("customer", seed, c -> "c" + c);
      Fit fit = Fit.of(open(log, Map.of()));
      assertThat(independent(fit).verdict()).isEqualTo(Verdict.HOLDS);
      assertThat(independent(fit).figure()).contains("customer, which is taken as the cluster");
      assertThat(independent(fit).advice()).contains("columns cluster=");
      assertThat(fit.data().notes())
          .anyMatch(n -> n.startsWith("customer is taken as the cluster"));
      assertThat(total(fit)).isEqualTo(total(declared(log)));
      assertThat(verdict(fit)).isEqualTo(verdict(declared(log)));
    }
  }

  private Fit declared(Path log) {
    return Fit.of(open(log, Map.of(Role.CLUSTER, List.of("customer"))));
  }

  private static Interval total(Fit fit) {
    return fit.judge(state -> "b").total(IntervalKind.ROBUST);
  }

  /** The control: without clusters the verdict on such a log is settled, and wrong. */
  @Test
  void whoDeniesThatThereAreClustersGetsNone() {
    Path log = customers("customer", 2, c -> "c" + c);
    Fit denied = Fit.of(open(log, Map.of(Role.CLUSTER, List.of())));
    assertThat(independent(denied).verdict()).isEqualTo(Verdict.HOLDS);
    assertThat(denied.data().clustered()).isFalse();
    assertThat(verdict(denied)).isIn(Kind.BETTER, Kind.WORSE);
    assertThat(verdict(declared(log))).isEqualTo(Kind.CANNOT_TELL);
  }

  /** Counts that are to be added to others take no cluster, but know that there may be one. */
  @Test
  void countsOfEpisodesThatAreAlikeGiveNoVerdict() {
    Path log = customers("customer", 2, c -> "c" + c);
    Fit counted = counted(log, LogOptions.defaults());
    assertThat(counted.data().clustered()).isFalse();
    assertThat(independent(counted).verdict()).isEqualTo(Verdict.CONTRADICTED);
    assertThat(independent(counted).figure()).contains("customer");
    assertThat(independent(counted).advice()).contains("evaluate the log itself");
    assertThat(verdict(counted)).isEqualTo(Kind.WITHHELD);
    Fit denied = counted(log, Opened.columns(Map.of(Role.CLUSTER, List.of())));
    assertThat(independent(denied).verdict()).isEqualTo(Verdict.CANNOT_TELL);
    assertThat(verdict(denied)).isIn(Kind.BETTER, Kind.WORSE);
  }

  private Fit counted(Path log, LogOptions options) {
    Path counts = folder.resolve("counts.parquet");
    CountsFile.write(
        LogReader.open(engine, List.of(log.toString()), options.toKeep(), Set.of()), counts);
    return Fit.of(CountsFile.read(List.of(counts.toString()), Set.of(), OptionalLong.empty()));
  }

  @Test
  void aSecondColumnWhoseEpisodesAreAlikeIsNamed() {
    Path log =
        customers("customer,day", 1, c -> "c" + c + ",2024-03-%02d".formatted(1 + c / 2 * 2));
    Fit fit = Fit.of(open(log, Map.of()));
    assertThat(independent(fit).verdict()).isEqualTo(Verdict.CANNOT_TELL);
    assertThat(independent(fit).figure())
        .isEqualTo(
            "episodes with the same day are alike, but only customer is taken as the cluster");
  }

  @Test
  void aColumnThatSomeEpisodesLackContradicts() {
    Path log = customers("customer", 1, c -> c == 3 ? "" : "c" + c);
    Fit fit = Fit.of(open(log, Map.of()));
    assertThat(independent(fit).verdict()).isEqualTo(Verdict.CONTRADICTED);
    assertThat(independent(fit).advice()).contains("columns cluster=customer");
    assertThat(verdict(fit)).isEqualTo(Kind.WITHHELD);
  }

  /** Episodes of one day are alike, whatever their time of day. */
  @Test
  void ofTimesTheDayIsTheCluster() {
    for (String time : List.of("", " 10:11:12")) {
      Path log = customers("at", 3, c -> "2024-03-%02d".formatted(c + 1) + time);
      assertThat(Fit.of(open(log, Map.of())).clusterSizes().orElseThrow().clusters())
          .isEqualTo(CUSTOMERS);
    }
  }

  /** The same logs with the column shuffled: the negative control. */
  @Test
  void aShuffledColumnDoesNot() {
    for (int seed = 1; seed <= logs(); seed++) {
      List<Integer> shuffled = new ArrayList<>(IN_ORDER);
      Collections.shuffle(shuffled, new Random(seed));
      Path log = customers("customer", 1, seed, shuffled, c -> "c" + c);
      assertThat(shared(log))
          .singleElement()
          .returns(Outcome.NOT_ALIKE, SharedColumn::outcome)
          .returns("customer", SharedColumn::name);
    }
  }

  @Test
  void itsNameDoesNotMatterIfThereAreTenOrMore() {
    assertThat(shared(customers("who", 1, c -> "c" + c)))
        .singleElement()
        .returns(Outcome.GROUP, SharedColumn::outcome);
    assertThat(shared(customers("who", 2, c -> String.valueOf(100 + 7 * c))))
        .singleElement()
        .returns(Outcome.GROUP, SharedColumn::outcome);
    assertThat(shared(customers("at", 3, c -> "2024-03-%02d 10:11:12".formatted(c + 1))))
        .singleElement()
        .returns(Outcome.GROUP, SharedColumn::outcome);
  }

  @Test
  void fewValuesAreAPropertyOfEpisodesUnlessTheyAreCustomers() {
    assertThat(shared(customers("segment", 1, c -> "s" + c / 5))).isEmpty();
    assertThat(shared(customers("segment_id", 1, c -> "s" + c / 5))).isEmpty();
    // Eight customers, and a ninth value for all others.
    assertThat(shared(customers("kind", 1, c -> "s" + Math.min(8, c)))).isEmpty();
    assertThat(shared(customers("customerId", 1, c -> "s" + Math.min(8, c))))
        .singleElement()
        .returns(Outcome.CLUSTER, SharedColumn::outcome);
  }

  @Test
  void episodesOfSeveralStepsAreComparedToo() {
    assertThat(shared(customers("customer", 3, 1, IN_ORDER, c -> "c" + c)))
        .singleElement()
        .returns(Outcome.CLUSTER, SharedColumn::outcome);
    List<Integer> shuffled = new ArrayList<>(IN_ORDER);
    Collections.shuffle(shuffled, new Random(1));
    assertThat(shared(customers("customer", 3, 1, shuffled, c -> "c" + c)))
        .singleElement()
        .returns(Outcome.NOT_ALIKE, SharedColumn::outcome);
  }

  /** Rows with an age that the return rises with, and columns that say what is said already. */
  @Test
  void whatIsMeasuredOrSaidAlreadyIsNotWhoseEpisodeItIs() {
    Random random = new Random(1);
    StringBuilder csv =
        new StringBuilder("state,action,reward,propensity,age,price,label,item,request_id\n");
    for (int i = 0; i < 2000; i++) {
      int age = 20 + random.nextInt(50);
      int state = random.nextInt(30);
      boolean b = random.nextBoolean();
      double p = 0.2 + (age - 20) / 100.0 + (state % 3 - 1) * 0.2 + (b ? 0.05 : 0);
      csv.append(
          "%d,%s,%d,0.5,%d,%s,name %d,%s,r%d\n"
              .formatted(
                  state,
                  b ? "b" : "a",
                  random.nextDouble() < p ? 1 : 0,
                  age,
                  age + 0.5,
                  state,
                  b ? "item b" : "item a",
                  i));
    }
    assertThat(shared(write(csv)))
        .singleElement()
        .returns(Outcome.NOT_ALIKE, SharedColumn::outcome)
        .returns("age", SharedColumn::name);
  }

  /** A property of episodes with four values, on which returns depend, leaves the verdict alone. */
  @Test
  void aColumnThatPredictsReturnsCostsNoVerdict() {
    Random random = new Random(1);
    StringBuilder csv = new StringBuilder("state,action,reward,propensity,country\n");
    for (int i = 0; i < 2000; i++) {
      int country = random.nextInt(4);
      boolean b = random.nextBoolean();
      double p = 0.2 + 0.15 * country + (b ? 0.15 : 0);
      csv.append(
          "s,%s,%d,0.5,%d\n".formatted(b ? "b" : "a", random.nextDouble() < p ? 1 : 0, country));
    }
    Fit fit = Fit.of(open(write(csv), Map.of()));
    assertThat(independent(fit).verdict()).isEqualTo(Verdict.HOLDS);
    assertThat(verdict(fit)).isEqualTo(Kind.BETTER);
  }

  /** A country that returns depend on, but not the effect: twelve clusters, and a verdict. */
  @Test
  void norDoesOneWithManyValues() {
    Random random = new Random(2);
    StringBuilder csv = new StringBuilder("state,action,reward,propensity,country\n");
    for (int i = 0; i < 4000; i++) {
      int country = random.nextInt(12);
      boolean b = random.nextBoolean();
      double p = 0.2 + 0.04 * country + (b ? 0.15 : 0);
      csv.append(
          "s,%s,%d,0.5,c%d\n".formatted(b ? "b" : "a", random.nextDouble() < p ? 1 : 0, country));
    }
    Fit fit = Fit.of(open(write(csv), Map.of()));
    assertThat(independent(fit).figure()).contains("country, which is taken as the cluster");
    assertThat(verdict(fit)).isEqualTo(Kind.BETTER);
  }

  @Test
  void oneMoreIdentifierThanCanBeComparedIsNamed() {
    StringBuilder csv = new StringBuilder("state,action,reward,propensity");
    IntStream.rangeClosed(0, SharedColumn.MOST)
        .forEach(i -> csv.append(",customer").append(i).append("_id"));
    csv.append("\n");
    for (int i = 0; i < 400; i++) {
      csv.append("s,%s,%d,0.5".formatted(i % 2 == 0 ? "a" : "b", i / 2 % 2));
      for (int j = 0; j <= SharedColumn.MOST; j++) {
        csv.append(",").append((i * 31 + j) % 37);
      }
      csv.append("\n");
    }
    Fit fit = Fit.of(open(write(csv), Map.of()));
    assertThat(independent(fit).verdict()).isEqualTo(Verdict.CANNOT_TELL);
    assertThat(independent(fit).figure()).contains("customer8_id").doesNotContain("customer7_id");
  }

  @Test
  void featuresAreReadLikewise() {
    Path log = customers("customer", 1, c -> "c" + c);
    assertThat(featureSource(log, Map.of()).sharedColumns())
        .singleElement()
        .returns(Outcome.CLUSTER, SharedColumn::outcome);
    assertThat(featureSource(log, Map.of(Role.CLUSTER, List.of())).sharedColumns()).isEmpty();
  }

  private FeatureSource featureSource(Path log, Map<Role, List<String>> columns) {
    return FeatureReader.open(
        engine,
        List.of(log.toString()),
        new FeatureOptions(
            new LogOptions(columns, List.of(), Optional.empty(), Optional.empty(), false, 1),
            List.of("state"),
            Optional.empty(),
            false,
            RowPolicy.parse("always:b", true),
            FeatureOptions.FOLDS));
  }
}
