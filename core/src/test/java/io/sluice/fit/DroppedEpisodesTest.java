package io.sluice.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.influence.EffectScores;
import io.sluice.influence.InfluentialScores.Target;
import io.sluice.influence.InfluentialSums;
import io.sluice.interval.IntervalKind;
import io.sluice.mdp.Episode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** That what scores say of dropped episodes is what fitting again without them says. */
class DroppedEpisodesTest {
  private static final int EPISODES = 800;
  private static final int TOTAL = 2; // after the scores of two steps

  private record Row(String state, String action, double reward, double propensity, int user) {}

  /** The user of an episode, what it says of the total, and how many episodes that is. */
  private record Influence(int user, double score, int size) {}

  /**
   * Action y moves to state b, where it pays a little more than x. Some users earn more than
   * others.
   *
   * @param each how many episodes a user has
   */
  private static List<List<Row>> rows(int each) {
    SplittableRandom random = new SplittableRandom(3);
    List<List<Row>> all = new ArrayList<>();
    double luck = 0;
    for (int i = 0; i < EPISODES; i++) {
      List<Row> rows = new ArrayList<>();
      String state = random.nextDouble() < 0.6 ? "a" : "b";
      luck = each == 1 ? 0 : i % each == 0 ? 0.3 * (random.nextDouble() - 0.5) : luck;
      for (int h = 1; h <= 2; h++) {
        double likes = state.equals("a") ? 0.3 : 0.5;
        boolean y = random.nextDouble() < likes;
        double pays = (state.equals("b") ? 0.55 : 0.4) + (y ? 0.08 + luck : 0);
        rows.add(
            new Row(
                state,
                y ? "y" : "x",
                random.nextDouble() < pays ? 1 : 0,
                y ? likes : 1 - likes,
                i / each));
        state = random.nextDouble() < (y ? 0.3 : 0.6) ? "a" : "b";
      }
      all.add(rows);
    }
    return all;
  }

  private static Judgment judged(List<List<Row>> rows) {
    ObjectLog<List<Row>, Row> log = Log.of(rows, e -> e, Row::state, Row::action, Row::reward);
    return Fit.of(
            log.withPropensity(Row::propensity).withCluster(e -> "u" + e.get(0).user()),
            Settings.defaults())
        .judge(state -> "y");
  }

  private static EffectScores scores(Judgment judgment, IntervalKind kind) {
    return kind == IntervalKind.ROBUST
        ? EffectScores.robust(judgment.robust().scores("a test"))
        : EffectScores.efficient(judgment.influences());
  }

  /** The total score of every user. */
  private static final class Scores implements EpisodeAccumulator<Scores> {
    private final EffectScores scores;
    private final ArrayList<Influence> all = new ArrayList<>();

    Scores(EffectScores scores) {
      this.scores = scores;
    }

    @Override
    public Scores empty() {
      return new Scores(scores);
    }

    @Override
    public void add(Episode episode) {
      double[] own = new double[scores.size()];
      scores.score(episode, own, 0);
      int user = (int) episode.cluster();
      Influence last = all.isEmpty() ? null : all.get(all.size() - 1);
      if (last != null && last.user() == user) {
        all.set(all.size() - 1, new Influence(user, last.score() + own[TOTAL], last.size() + 1));
      } else {
        all.add(new Influence(user, own[TOTAL], 1));
      }
    }

    @Override
    public Scores plus(Scores later) {
      all.addAll(later.all);
      return this;
    }
  }

  /** Users, those that hold up the total most first. */
  private static List<Influence> mostInfluential(Judgment judgment, IntervalKind kind) {
    double estimate = judgment.total(kind).estimate();
    Scores scores = judgment.fit().episodes("a test").collect(new Scores(scores(judgment, kind)));
    List<Influence> order = new ArrayList<>(scores.all);
    order.sort(Comparator.comparingDouble(one -> one.size() * estimate - one.score()));
    return order;
  }

  /** The estimate of a new fit to all but the first users. */
  private static double refitted(
      List<List<Row>> all, IntervalKind kind, List<Influence> order, int dropped) {
    Set<Integer> gone = new HashSet<>();
    order.subList(0, dropped).forEach(one -> gone.add(one.user()));
    List<List<Row>> rest = all.stream().filter(e -> !gone.contains(e.get(0).user())).toList();
    return judged(rest).total(kind).estimate();
  }

  @ParameterizedTest
  @CsvSource({"EFFICIENT, 1", "ROBUST, 1", "EFFICIENT, 4", "ROBUST, 4"})
  void droppedEpisodesMoveTheEstimateAsTheirScoresSay(IntervalKind kind, int each) {
    List<List<Row>> all = rows(each);
    Judgment judgment = judged(all);
    double estimate = judgment.total(kind).estimate();
    List<Influence> order = mostInfluential(judgment, kind);
    assertThat(order).hasSize(EPISODES / each);
    double sum = order.stream().mapToDouble(Influence::score).sum();
    assertThat(sum / EPISODES).isCloseTo(estimate, within(1e-9));
    for (int dropped : each == 1 ? new int[] {1, 5, 15} : new int[] {1, 5, 10}) {
      List<Influence> left = order.subList(dropped, order.size());
      double predicted =
          left.stream().mapToDouble(Influence::score).sum()
                  / left.stream().mapToInt(Influence::size).sum()
              - estimate;
      assertThat(refitted(all, kind, order, dropped) - estimate)
          .as("%d dropped", dropped)
          .isCloseTo(predicted, within(0.1 * Math.abs(predicted)));
    }
  }

  @Test
  void asManyAsArePrintedReverseTheEstimate() {
    List<List<Row>> all = rows(1);
    IntervalKind kind = IntervalKind.EFFICIENT;
    Judgment judgment = judged(all);
    double estimate = judgment.total(kind).estimate();
    assertThat(estimate).isPositive();
    InfluentialSums sums =
        judgment
            .fit()
            .episodes("a test")
            .collect(
                new InfluentialSums(scores(judgment, kind), List.of(new Target(TOTAL, estimate))));
    int toSign = (int) sums.found().dropped(0, 0, 1).orElseThrow();
    List<Influence> order = mostInfluential(judgment, kind);
    assertThat(toSign).isBetween(5, 100);
    assertThat(refitted(all, kind, order, toSign)).isLessThan(0.1 * estimate);
    assertThat(refitted(all, kind, order, toSign / 2)).isGreaterThan(0.2 * estimate);
  }
}
