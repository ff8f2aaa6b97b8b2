package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.counts.EpisodeBlocks;
import io.sluice.counts.Halves;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.Fit;
import io.sluice.fit.Judgment;
import io.sluice.interval.IntervalKind;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.SqlEngine;
import io.sluice.logs.SqlLog;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Policy;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Going through a log once more: whole episodes, cluster by cluster, in one order. */
public class EpisodesTest {
  private static final Table LOG = RandomLog.of(3_000, 21);

  @TempDir Path folder;

  /** A new engine; another engine's test says another. */
  protected SqlEngine engine(int threads) {
    return DuckDb.start(threads);
  }

  private static LogOptions split(RewardRange range) {
    return new LogOptions(Map.of(), List.of(), Optional.of(range), Optional.empty(), true, 11);
  }

  /** An episode as a line: cluster, fold, then each step's state, action, next, reward, π_b. */
  private static String line(Episode e) {
    StringBuilder line = new StringBuilder("%d/%d".formatted(e.cluster(), e.fold()));
    for (int h = 1; h <= e.length(); h++) {
      line.append(
          " %d,%d,%d,%s,%s"
              .formatted(e.state(h), e.action(h), e.next(h), e.reward(h), e.propensity(h)));
    }
    return line.toString();
  }

  /** What an engine shows, in the order in which it does. */
  private static final class Lines implements EpisodeAccumulator<Lines> {
    private final List<String> lines = new ArrayList<>();

    @Override
    public Lines empty() {
      return new Lines();
    }

    @Override
    public void add(Episode episode) {
      lines.add(line(episode));
    }

    @Override
    public Lines plus(Lines later) {
      lines.addAll(later.lines);
      return this;
    }
  }

  private List<String> lines(List<String> paths, LogOptions options, int threads) {
    try (SqlEngine engine = engine(threads)) {
      SqlLog log = LogReader.open(engine, paths, options, Set.of());
      return Fit.of(log).episodes("lines").collect(new Lines()).lines;
    }
  }

  private List<String> lines(Table table) {
    return lines(List.of(table.toCsv(folder.resolve("log.csv"))), split(new RewardRange(0, 10)), 2);
  }

  @Test
  void anEpisodeByHand() {
    Table log =
        Table.parse(
            """
            episode,step,state,action,reward,propensity,user
            b,2,y,q,7,0.5,ann
            b,1,x,p,3,0.25,ann
            a,1,y,p,1,0.5,bob
            c,1,x,q,2,0.75,ann""");
    // states x, y are 0, 1 and the end is 2. The MD5 of 11:ann begins with 71a, that of 11:bob with
    // 5e4: ann's block is 1a, before bob's, e4; both belong to the first half. b comes before c.
    assertThat(EpisodeBlocks.hash(11, "ann")).startsWith("71a");
    assertThat(EpisodeBlocks.hash(11, "bob")).startsWith("5e4");
    assertThat(lines(log))
        .containsExactly(
            "0/0 0,0,1,3.0,0.25 1,1,2,7.0,0.5", "0/0 0,1,2,2.0,0.75", "1/0 1,0,2,1.0,0.5");
  }

  @Test
  void anEpisodeCountedIsTheLogCountedAndEachFoldIsItsHalf() {
    Table wide =
        LOG.mapped("reward", r -> Double.toString(4 * Double.parseDouble(r) - 1))
            .added("user", row -> "u" + Integer.parseInt(row.get(0)) % 40);
    for (Table log : List.of(wide, withNext(wide))) {
      try (SqlEngine engine = engine(2)) {
        String file = log.toCsv(folder.resolve("log.csv"));
        LogOptions options = split(new RewardRange(-1, 3));
        SqlLog open = LogReader.open(engine, List.of(file), options, Set.of());
        Shape shape = open.data().shape();
        Halves halves =
            open.episodes().orElseThrow().collect(new Halves.Accumulator(shape)).halves();
        assertThat(open.data().halves()).contains(halves);
        assertThat(halves.inputs().episodes()).isBetween(1L, open.data().episodes() - 1);
      }
    }
  }

  /** What follows is said by the rows themselves, also where an episode was cut off. */
  private static Table withNext(Table log) {
    Map<String, String> states = new HashMap<>();
    log.rows().forEach(r -> states.put(r.get(0) + "/" + r.get(1), r.get(2)));
    return log.added(
        "next_state",
        r -> states.getOrDefault(r.get(0) + "/" + (Integer.parseInt(r.get(1)) + 1), "s1"));
  }

  protected static Stream<Spelling> spellings() {
    return Spelling.all().filter(s -> !s.name().equals("text episodes")); // another order
  }

  @ParameterizedTest
  @MethodSource("spellings")
  void everySpellingShowsTheSameEpisodesInTheSameOrder(Spelling spelling) {
    List<String> plain = lines(LOG);
    assertThat(plain).hasSizeGreaterThan(600);
    List<String> spelled =
        lines(spelling.write().apply(LOG, folder), split(new RewardRange(0, 10)), 3);
    assertThat(spelled).hasSameSizeAs(plain);
    for (int i = 0; i < plain.size(); i++) {
      assertThat(spelled.get(i)).isEqualTo(plain.get(i));
    }
  }

  @Test
  void withoutClustersEveryEpisodeIsItsOwn() {
    List<String> lines = lines(LOG);
    for (int i = 0; i < lines.size(); i++) {
      assertThat(lines.get(i)).startsWith(i + "/");
    }
  }

  @Test
  void aClusterStaysTogetherAndInOneHalf() {
    Table users = LOG.added("user", row -> "u" + Integer.parseInt(row.get(0)) % 40);
    List<String> clusters =
        lines(users.shuffled(5)).stream().map(l -> l.substring(0, l.indexOf(' '))).toList();
    assertThat(clusters).hasSize(lines(LOG).size());
    assertThat(clusters.stream().distinct()).hasSize(40); // one fold for each of 40
    List<String> sorted = new ArrayList<>(clusters);
    sorted.sort((a, b) -> Integer.compare(number(a), number(b)));
    assertThat(clusters).isEqualTo(sorted);
    assertThat(clusters.stream().map(c -> c.substring(c.indexOf('/'))).distinct()).hasSize(2);
  }

  private static int number(String cluster) {
    return Integer.parseInt(cluster.substring(0, cluster.indexOf('/')));
  }

  @ParameterizedTest
  @ValueSource(strings = {"state,action,reward", "state,action,reward,user"})
  void rowsWithoutEpisodesAreEpisodesOfOneStep(String header) {
    int columns = header.split(",").length;
    Table log =
        Table.parse(header)
            .with(Collections.nCopies(30, List.of("x", "a", "0", "u").subList(0, columns)))
            .with(Collections.nCopies(30, List.of("x", "b", "1", "u").subList(0, columns)))
            .with(Collections.nCopies(30, List.of("x", "b", "1", "v").subList(0, columns)));
    List<String> lines = lines(log);
    assertThat(lines).hasSize(90).allMatch(l -> l.split(" ").length == 2);
    assertThat(lines(log.shuffled(3))).isEqualTo(lines);
    assertThat(lines.get(89)).startsWith(columns == 3 ? "89/" : "1/");
  }

  private List<EvaluationResult.StepAnswer> robust(SqlEngine engine, String file) {
    SqlLog open = LogReader.open(engine, List.of(file), split(RewardRange.UNIT), Set.of());
    Judgment judged =
        Fit.of(open).judge(Policy.everywhere(open.data().shape(), 0.4, 0.3, 0.2, 0.1));
    return EvaluationResult.of(judged, List.of(IntervalKind.ROBUST)).steps();
  }

  /** Tables go to where the episodes are, and scores come back. */
  @Test
  void robustHasTheSameBitsOnEveryEngine() {
    Table log = RandomLog.of(600, 22).added("propensity", row -> "0.25"); // 4 actions, uniformly
    String file = log.toCsv(folder.resolve("robust.csv"));
    try (SqlEngine one = DuckDb.start(1);
        SqlEngine other = engine(2)) {
      assertThat(robust(other, file)).isEqualTo(robust(one, file));
    }
  }
}
