package io.sluice.influence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.CountsAccumulator;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Policy;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Estimates;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ObjDoubleConsumer;
import org.junit.jupiter.api.Test;

/**
 * The scores have the right mean in a process that has no Markov property, with values that know
 * nothing of it: over all episodes there are, weighted by their probabilities, exactly.
 *
 * <p>Three steps, two states, three actions. Rewards and next states depend on the whole past, and
 * an episode may end after any step.
 */
class RobustDefinitionTest {
  private static final Shape SHAPE = new Shape(2, 3, 3);
  private static final ValueRange RANGE = new ValueRange(3, 3, 0.25);
  private static final Policy BEHAVIOR = policy(1);
  private static final Policy EVALUATED = policy(2);
  private static final Policy[] ALWAYS_EVALUATED = {null, EVALUATED, EVALUATED, EVALUATED};

  private static Policy policy(long seed) {
    double[][] rows = new double[SHAPE.horizon() * SHAPE.states()][SHAPE.actions()];
    SplittableRandom random = new SplittableRandom(seed);
    for (double[] row : rows) {
      double first = random.nextDouble(0.1, 0.5);
      double second = random.nextDouble(0.1, 0.4);
      row[0] = first;
      row[1] = second;
      row[2] = 1 - first - second;
    }
    return Policy.tabular(SHAPE, (h, x, a) -> rows[(h - 1) * SHAPE.states() + x][a]);
  }

  /** Some number in [0, 1] for a whole past. */
  private static double of(int past, int salt) {
    return new SplittableRandom(1000L * past + salt).split().nextDouble();
  }

  /** Visits every episode that policies can make, with its probability. */
  private static void forEachEpisode(Policy[] ofStep, ObjDoubleConsumer<Episode> visitor) {
    walk(ofStep, new int[0], 1, 0, visitor);
  }

  /** A past is a list of state, action, next state and so on. */
  private static void walk(
      Policy[] ofStep, int[] rows, double probability, int state, ObjDoubleConsumer<Episode> to) {
    int h = rows.length / 3 + 1;
    for (int a = 0; a < SHAPE.actions(); a++) {
      double p = probability * ofStep[h].probability(h, state, a);
      for (int next = 0; next <= SHAPE.end(); next++) {
        int[] longer = Arrays.copyOf(rows, rows.length + 3);
        longer[rows.length] = state;
        longer[rows.length + 1] = a;
        longer[rows.length + 2] = next;
        int past = past(longer, longer.length - 1);
        double end = h == 3 ? 1 : 0.4 * of(past, 1);
        double first = (1 - end) * of(past, 2);
        double q = p * (next == SHAPE.end() ? end : next == 0 ? first : 1 - end - first);
        if (next == SHAPE.end()) {
          to.accept(episode(longer), q);
        } else if (h < 3) {
          walk(ofStep, longer, q, next, to);
        }
      }
    }
  }

  private static int past(int[] rows, int length) {
    int past = 1;
    for (int i = 0; i < length; i++) {
      past = 5 * past + rows[i];
    }
    return past;
  }

  private static Episode episode(int[] rows) {
    Episode.Writer writer = new Episode.Writer(SHAPE, new RewardRange(-1, 3)); // 0 is a quarter
    writer.begin(0, 0);
    for (int h = 1; h <= rows.length / 3; h++) {
      int x = rows[3 * h - 3];
      int a = rows[3 * h - 2];
      double reward = -1 + 4 * of(past(rows, 3 * h - 1), 3);
      writer.row(x, a, rows[3 * h - 1], reward, BEHAVIOR.probability(h, x, a));
    }
    return writer.episode();
  }

  /** The mean return with π_b before a step and π from it on, in [0, 1] units. */
  private static double value(int from) {
    Policy[] mixed = {null, BEHAVIOR, BEHAVIOR, BEHAVIOR};
    for (int h = from; h <= 3; h++) {
      mixed[h] = EVALUATED;
    }
    double[] sum = new double[1];
    forEachEpisode(mixed, (e, p) -> sum[0] += p * (e.totalReward() + 3) / 4);
    return sum[0];
  }

  /** Values from a few made-up rows: wrong, and far from what the process has. */
  private static CrossFitValues values(double kappa) {
    CountsAccumulator counts = new CountsAccumulator(SHAPE);
    counts.add(1, 0, 0, 1, 0.9);
    counts.add(1, 0, 2, 0, 0.1);
    counts.add(2, 1, 1, SHAPE.end(), 1);
    counts.add(2, 0, 0, 0, 0.3);
    counts.add(3, 0, 1, SHAPE.end(), 0.6);
    Estimates some = Estimates.of(counts.toCounts());
    return CrossFitValues.shrunk(some, some, RANGE, EVALUATED, kappa);
  }

  private static double[] means(RobustScores scores) {
    double[] means = new double[scores.size()];
    double[] ofEpisode = new double[scores.size()];
    double[] weights = new double[4];
    Policy[] logged = {null, BEHAVIOR, BEHAVIOR, BEHAVIOR};
    forEachEpisode(
        logged,
        (e, p) -> {
          scores.score(e, ofEpisode, weights);
          for (int i = 0; i < means.length; i++) {
            means[i] += p * ofEpisode[i];
          }
        });
    return means;
  }

  private static void checkMeans(LoggedProbabilities logged, double kappa) {
    double[] means = means(new RobustScores(values(kappa), logged, EVALUATED));
    for (int h = 1; h <= 3; h++) {
      assertThat(means[h - 1]).isCloseTo(value(h) - value(h + 1), within(1e-12));
    }
    assertThat(means[3]).isCloseTo(value(1) - value(4), within(1e-12));
    assertThat(means[4]).isCloseTo(value(1), within(1e-12));
  }

  @Test
  void scoresAreUnbiasedForAnyValues() {
    checkMeans(LoggedProbabilities.known(BEHAVIOR), 1);
    checkMeans(LoggedProbabilities.known(BEHAVIOR), 0);
  }

  @Test
  void theyAreWhereOnlyLoggedActionsPropensitiesAreKnown() {
    checkMeans(LoggedProbabilities.ofRowsOnly(BEHAVIOR), 1);
  }

  /** The control: propensities of another policy are noticed. */
  @Test
  void wrongPropensitiesBiasThem() {
    double[] means =
        means(new RobustScores(values(1), LoggedProbabilities.known(policy(3)), EVALUATED));
    assertThat(means[0]).isNotCloseTo(value(1) - value(2), within(1e-3));
  }

  /** ψ by its definition, Σ_{k>h} written out. */
  @Test
  void suffixSumsAreTheDefinition() {
    CrossFitValues values = values(1);
    RobustScores scores = new RobustScores(values, LoggedProbabilities.known(BEHAVIOR), EVALUATED);
    double[] made = new double[scores.size()];
    double[] weights = new double[4];
    forEachEpisode(
        ALWAYS_EVALUATED,
        (e, p) -> {
          scores.score(e, made, weights);
          double total = 0;
          for (int h = 1; h <= 3; h++) {
            double psi = h <= e.length() ? written(values.forFirst(), e, h) : 0;
            assertThat(made[h - 1]).isCloseTo(psi, within(1e-12));
            total += psi;
          }
          assertThat(made[3]).isCloseTo(total, within(1e-12));
        });
  }

  private static double written(PolicyValues q, Episode e, int h) {
    double psi = 0;
    for (int a = 0; a < SHAPE.actions(); a++) {
      double more =
          EVALUATED.probability(h, e.state(h), a) - BEHAVIOR.probability(h, e.state(h), a);
      psi += more * q.actionValue(h, e.state(h), a);
    }
    double c = 1;
    for (int k = h; k <= e.length(); k++) {
      double ratio = EVALUATED.probability(k, e.state(k), e.action(k)) / e.propensity(k);
      c = k == h ? ratio - 1 : c * ratio;
      double y = e.unitReward(k) + q.value(k + 1, e.next(k));
      psi += c * (y - q.actionValue(k, e.state(k), e.action(k)));
    }
    return psi;
  }

  /** Even where probabilities were rounded between the row and the policy. */
  @Test
  void theLoggedPolicyHasExactlyNoEffect() {
    RobustScores scores =
        new RobustScores(values(1), LoggedProbabilities.known(EVALUATED), EVALUATED);
    double[] made = new double[scores.size()];
    forEachEpisode(
        ALWAYS_EVALUATED,
        (e, p) -> {
          scores.score(e, made, new double[4]);
          assertThat(made).startsWith(0, 0, 0, 0);
        });
  }
}
