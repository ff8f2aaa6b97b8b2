package io.sluice.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.learning.Learned;
import io.sluice.learning.Learner;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import io.sluice.policy.Score;
import io.sluice.policy.StepModel;
import io.sluice.policy.StepModel.Scores;
import io.sluice.simulation.ChainBandit;
import io.sluice.simulation.Environment;
import io.sluice.simulation.GridWorld;
import io.sluice.simulation.Rollouts;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * States as one-hot functions: the learners on features decide as the paper's learners on tables
 * do, per step, with σ̂ := 1, no penalty, β = √ln(|X||A|H/δ), values within what the table allows,
 * and for {@code spvi} c_a(x,x′) by counts, with π̂_b = n(x,a)/n(x) on both sides.
 */
class OneHotLearningTest {
  private static final double DELTA = 0.05;

  private final List<int[][][]> counts = new ArrayList<>(); // [step]: [x][a][x′]
  private FeatureTable table;
  private Shape shape;
  private Model model;

  private void draw(Environment environment, int episodes) {
    shape = environment.shape();
    int states = shape.states();
    int actions = shape.actions();
    List<String> names = IntStream.range(0, states).mapToObj(x -> "s" + x).toList();
    List<String> choices = IntStream.range(0, actions).mapToObj(a -> "a" + a).toList();
    table =
        new FeatureTable(
            List.of(FeatureColumn.category("state", names)), choices, shape.horizon(), 5, false);
    counts.clear();
    for (int k = 0; k < shape.horizon(); k++) {
      counts.add(new int[states][actions][states + 1]);
    }
    Rollouts rollouts = new Rollouts(environment, 7);
    long[] last = {-1};
    double[] even = new double[actions];
    java.util.Arrays.fill(even, 1.0 / actions);
    rollouts.forEachRow(
        episodes,
        (episode, h, x, a, next, reward) -> {
          if (episode != last[0]) {
            table.begin(episode, episode % 5);
            last[0] = episode;
          }
          table.row(new double[] {x}, a, reward, even, even);
          counts.get(h - 1)[x][a][h == shape.horizon() || next < 0 ? states : next]++;
        });
    model = Model.estimate(rollouts.count(episodes), Pooling.PER_STEP);
  }

  private long seen(int k, int x, int a) {
    return IntStream.of(counts.get(k)[x][a]).asLongStream().sum();
  }

  private long seen(int k, int x) {
    return IntStream.range(0, shape.actions()).mapToLong(a -> seen(k, x, a)).sum();
  }

  /** n(x,a)/n(x) of every step. */
  private Policy empirical() {
    return Policy.tabular(
        shape,
        (h, x, a) -> {
          long n = seen(h - 1, x);
          return n == 0 ? 1.0 / shape.actions() : seen(h - 1, x, a) / (double) n;
        });
  }

  /** The regression of one step: means of cells, σ̂ = 1 and Λ⁻¹ = 1/n. */
  private final class OneHot implements ScoreRegression {
    private final int k;
    private final StepRows rows;
    private final StepRegression regression;

    OneHot(int k, StepRows rows) {
      this.k = k;
      this.rows = rows;
      rows.phi = new double[rows.size()][shape.states()];
      for (int i = 0; i < rows.size(); i++) {
        rows.phi[i][(int) rows.row(i).x[0]] = 1;
      }
      regression = new StepRegression(rows, shape.actions(), 5, shape.states());
      regression.fix(shape.states(), 0);
    }

    @Override
    public StepRows rows() {
      return rows;
    }

    @Override
    public double[][] theta(double[] later) {
      return regression.theta(regression.targets(rows.outcomes(later)), -1);
    }

    @Override
    public double[] spreads(double[] later, double[][] theta) {
      double[] ones = new double[shape.actions()];
      java.util.Arrays.fill(ones, 1);
      return ones;
    }

    @Override
    public double[] inverse(int action) {
      int states = shape.states();
      double[] all = new double[states * states];
      for (int x = 0; x < states; x++) {
        long n = seen(k, x, action);
        all[x * states + x] = n == 0 ? 0 : 1.0 / n;
      }
      return all;
    }

    @Override
    public long count(int action) {
      return regression.count(action);
    }

    @Override
    public double[] overAll(double[] y) {
      return regression.overAll(y);
    }

    ActionShift shift(StepRows later) {
      double[][] ratios = new double[shape.actions()][rows.size()];
      for (int i = 0; i < rows.size(); i++) {
        int x = (int) rows.row(i).x[0];
        int next = (int) later.row(rows.next(i)).x[0];
        double both = 0;
        for (int a = 0; a < shape.actions(); a++) {
          both += counts.get(k)[x][a][next];
        }
        for (int a = 0; a < shape.actions(); a++) {
          double classifier = counts.get(k)[x][a][next] / both;
          ratios[a][i] = classifier / (seen(k, x, a) / (double) seen(k, x)) - 1;
        }
      }
      return new ActionShift(rows, ratios);
    }
  }

  private List<StepModel> onFeatures(Learner learner) {
    LearningData data = LearningData.of(table, 1);
    FeatureSource source = data.view(k -> true, (step, row, into) -> {});
    Basis basis = Basis.standardized(table.columns(), FeatureSummary.of(source), 1);
    List<StepRows> rows = StepRows.of(data, k -> true, basis, basis.size());
    List<OneHot> steps = new ArrayList<>();
    for (int k = 0; k < rows.size(); k++) {
      steps.add(new OneHot(k, rows.get(k)));
    }
    List<@Nullable ActionShift> shifts = new ArrayList<>();
    for (int k = 0; k + 1 < rows.size(); k++) {
      shifts.add(steps.get(k).shift(rows.get(k + 1)));
    }
    shifts.add(null);
    double pairs = shape.states() * shape.actions() * shape.horizon();
    return new LinearLearner(
            List.copyOf(steps),
            shifts,
            shape.actions(),
            Math.sqrt(Math.log(pairs / DELTA)),
            (k, v) -> Math.max(0, Math.min(shape.horizon() - k, v)))
        .learn(learner, 1);
  }

  private void decideAlike(Environment environment, int episodes) {
    draw(environment, episodes);
    Backups backups = Backups.of(model, Bonus.paper(shape, DELTA), ValueRange.of(shape));
    int compared = 0;
    for (Learner learner : List.of(Learner.VI, Learner.PSL, Learner.PVI, Learner.SPVI)) {
      List<StepModel> models = onFeatures(learner);
      Learned tabular = learner.learn(backups, empirical());
      for (int h = 1; h <= shape.horizon(); h++) {
        for (int x = 0; x < shape.states(); x++) {
          boolean all = true;
          for (int a = 0; a < shape.actions(); a++) {
            all &= seen(h - 1, x, a) > 0;
          }
          if (all) {
            List<Score> scores = ((Scores) models.get(h - 1)).scores();
            compare(learner, tabular, scores, h, x);
            compared++;
          }
        }
      }
    }
    assertThat(compared).isGreaterThanOrEqualTo(4 * 5);
  }

  private void compare(Learner learner, Learned tabular, List<Score> scores, int h, int x) {
    double[] f = new double[shape.states()];
    f[x] = 1;
    double highest = Double.NEGATIVE_INFINITY;
    int best = 0;
    for (int a = 0; a < shape.actions(); a++) {
      highest = Math.max(highest, tabular.score(h, x, a));
      best = scores.get(a).of(f) > scores.get(best).of(f) ? a : best;
      assertThat(scores.get(a).of(f))
          .as("%s, step %d, state %d, action %d", learner, h, x, a)
          .isCloseTo(tabular.score(h, x, a), within(1e-9));
    }
    assertThat(tabular.score(h, x, best)).isCloseTo(highest, within(1e-9)); // but for rounding
  }

  @Test
  void onChainBanditAllLearnersDecideAsTheTable() {
    decideAlike(ChainBandit.of(3), 6_000);
  }

  @Test
  void onGridWorldAllLearnersDecideAsTheTable() {
    decideAlike(GridWorld.paper().environment(), 6_000);
  }
}
