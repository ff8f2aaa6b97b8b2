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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** That what scores say of dropped episodes is what fitting again without them says. */
class DroppedEpisodesTest {
  private static final int EPISODES = 800;
  private static final int TOTAL = 2; // after the scores of two steps

  private record Row(String state, String action, double reward) {}

  /** Action y moves to state b, where it pays a little more than x. */
  private static List<List<Row>> rows() {
    SplittableRandom random = new SplittableRandom(3);
    List<List<Row>> all = new ArrayList<>();
    for (int i = 0; i < EPISODES; i++) {
      List<Row> rows = new ArrayList<>();
      String state = random.nextDouble() < 0.6 ? "a" : "b";
      for (int h = 1; h <= 2; h++) {
        boolean y = random.nextDouble() < (state.equals("a") ? 0.3 : 0.5);
        double pays = (state.equals("b") ? 0.55 : 0.4) + (y ? 0.08 : 0);
        rows.add(new Row(state, y ? "y" : "x", random.nextDouble() < pays ? 1 : 0));
        state = random.nextDouble() < (y ? 0.3 : 0.6) ? "a" : "b";
      }
      all.add(rows);
    }
    return all;
  }

  private static Judgment judged(List<List<Row>> rows) {
    Settings settings = Settings.defaults();
    return Fit.of(Log.of(rows, e -> e, Row::state, Row::action, Row::reward), settings)
        .judge(state -> "y");
  }

  /** The total score of every episode, by its place in the log. */
  private static final class Scores implements EpisodeAccumulator<Scores> {
    private final EffectScores scores;
    private final ArrayList<double[]> all = new ArrayList<>();

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
      all.add(new double[] {episode.cluster(), own[TOTAL]});
    }

    @Override
    public Scores plus(Scores later) {
      all.addAll(later.all);
      return this;
    }
  }

  /** Places of episodes, those that hold up the total most first. */
  private static List<double[]> mostInfluential(Judgment judgment) {
    Scores scores =
        judgment
            .fit()
            .episodes("a test")
            .collect(new Scores(EffectScores.efficient(judgment.influences())));
    List<double[]> order = new ArrayList<>(scores.all);
    order.sort((a, b) -> Double.compare(b[1], a[1]));
    return order;
  }

  private static double refitted(List<List<Row>> all, List<double[]> order, int dropped) {
    Set<Integer> gone = new HashSet<>();
    order.subList(0, dropped).forEach(one -> gone.add((int) one[0]));
    List<List<Row>> rest = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      if (!gone.contains(i)) {
        rest.add(all.get(i));
      }
    }
    return judged(rest).total(IntervalKind.EFFICIENT).estimate();
  }

  @Test
  void droppedEpisodesMoveTheEstimateAsTheirScoresSay() {
    List<List<Row>> all = rows();
    Judgment judgment = judged(all);
    double estimate = judgment.total(IntervalKind.EFFICIENT).estimate();
    List<double[]> order = mostInfluential(judgment);
    assertThat(order.stream().mapToDouble(one -> one[1]).average().orElseThrow())
        .isCloseTo(estimate, within(1e-9));
    for (int dropped : new int[] {1, 5, 15}) {
      double left = order.subList(dropped, EPISODES).stream().mapToDouble(one -> one[1]).sum();
      double predicted = left / (EPISODES - dropped) - estimate;
      assertThat(refitted(all, order, dropped) - estimate)
          .isCloseTo(predicted, within(0.1 * Math.abs(predicted)));
    }
  }

  /**
   * As many as are printed reverse the fitted estimate, or nearly; half as many do not. With one
   * episode in ten dropped, scores are a rough guide: fitting again needs fewer.
   */
  @Test
  void asManyAsArePrintedReverseTheEstimate() {
    List<List<Row>> all = rows();
    Judgment judgment = judged(all);
    double estimate = judgment.total(IntervalKind.EFFICIENT).estimate();
    assertThat(estimate).isPositive();
    InfluentialSums sums =
        judgment
            .fit()
            .episodes("a test")
            .collect(
                new InfluentialSums(
                    EffectScores.efficient(judgment.influences()),
                    List.of(new Target(TOTAL, estimate))));
    int toSign = (int) sums.found().dropped(0, 0, 1).orElseThrow();
    List<double[]> order = mostInfluential(judgment);
    assertThat(toSign).isBetween(5, 100);
    assertThat(refitted(all, order, toSign)).isLessThan(0.1 * estimate);
    assertThat(refitted(all, order, toSign / 2)).isGreaterThan(0.2 * estimate);
  }
}
