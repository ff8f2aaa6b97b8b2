package io.sluice.features;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.Finding;
import io.sluice.fit.EvaluationResult;
import io.sluice.influence.ClusterMeans;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Verdict;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Users who come back, with one action for good and a level of their own. A test that takes rows as
 * independent raises alarms; tests by cluster do not. {@code FeatureClusterStudy} has more logs.
 */
class StickyUsersTest {
  private static final List<FeatureColumn> COLUMNS =
      List.of(FeatureColumn.number("age"), FeatureColumn.number("hour"));

  /**
   * @param taken the probability with which a user gets the second action, where 0.5 is logged
   * @param clustered whether users are declared
   */
  private static FeatureTable users(long seed, int users, double taken, boolean clustered) {
    SplittableRandom random = new SplittableRandom(seed);
    FeatureTable log = new FeatureTable(COLUMNS, List.of("stay", "go"), 1, 5, clustered);
    double[] even = {0.5, 0.5};
    double[] go = {0.1, 0.9};
    for (int user = 0; user < users; user++) {
      double age = random.nextGaussian();
      int action = random.nextDouble() < taken ? 1 : 0;
      double level = random.nextGaussian();
      for (int i = 0; i < 20; i++) {
        log.begin(clustered ? user : user * 20L + i, user % 5);
        double reward = age + level + 0.1 * random.nextGaussian();
        log.row(new double[] {age, random.nextDouble()}, action, reward, even, go);
      }
    }
    return log;
  }

  private static EvaluationResult evaluate(FeatureSource log) {
    return FeatureEvaluation.of(log, FeatureSettings.defaults(), FeatureSettings.USUAL)
        .evaluation();
  }

  private static Finding propensities(FeatureSource log) {
    return evaluate(log).assumptions().of(Assumption.PROPENSITIES);
  }

  /**
   * 60 logs at a level of 0.001: two alarms or more have a probability of 0.002. Negative control:
   * the same logs with users not declared.
   */
  @Test
  void oneActionForGoodIsNoAlarmByCluster() {
    int byCluster = 0;
    int byRow = 0;
    int objections = 0;
    for (int i = 0; i < 60; i++) {
      EvaluationResult result = evaluate(users(i, 15, 0.5, true));
      byCluster += result.assumptions().of(Assumption.PROPENSITIES).isContradicted() ? 1 : 0;
      objections += result.objections().get(IntervalKind.EFFICIENT).isEmpty() ? 0 : 1;
      byRow += i < 20 && propensities(users(i, 15, 0.5, false)).isContradicted() ? 1 : 0;
    }
    assertThat(byCluster).isLessThan(2);
    assertThat(objections).isLessThan(2);
    assertThat(byRow).isGreaterThan(10);
  }

  @Test
  void rowsThatDisagreeWhereUsersDoNotCannotTell() {
    Finding finding = propensities(users(3, 15, 0.5, true));
    assertThat(finding.verdict()).isEqualTo(Finding.Verdict.CANNOT_TELL);
    assertThat(finding.figure()).contains("rows disagree");
  }

  @Test
  void wrongPropensitiesOfManyUsersAreFound() {
    for (int i = 0; i < 5; i++) {
      Finding finding = propensities(users(i, 200, 0.8, true));
      assertThat(finding.isContradicted()).isTrue();
      assertThat(finding.figure()).contains("capital of bets").contains("action stay");
    }
  }

  /** Coefficients are fitted to users, not to rows. */
  @Test
  void anEstimatedLoggedPolicyOfFewUsersSettlesNothing() {
    EvaluationResult result = evaluate(users(1, 30, 0.5, true).estimatingBehavior());
    assertThat(result.totalDecision().verdict().kind()).isEqualTo(Verdict.Kind.CANNOT_TELL);
    assertThat(result.warnings().toString()).contains("estimating the logged policy");
  }

  /** 40 users, of whom the six with an action that is taken with 0.15 decide. */
  @Test
  void anActionOfFewUsersSettlesNothing() {
    FeatureTable log = new FeatureTable(COLUMNS, List.of("stay", "go"), 1, 5, true);
    SplittableRandom random = new SplittableRandom(4);
    for (int user = 0; user < 40; user++) {
      int action = user % 7 == 0 ? 1 : 0;
      for (int i = 0; i < 10; i++) {
        log.begin(user, user % 5);
        log.row(
            new double[] {random.nextGaussian(), random.nextDouble()},
            action,
            5 * action + random.nextGaussian(),
            new double[] {0.85, 0.15},
            new double[] {0.5, 0.5});
      }
    }
    EvaluationResult result = evaluate(log);
    // w = (0.5/0.15 − 1)² = 5.44 of six users, (0.5/0.85 − 1)² = 0.17 of 34
    double effective =
        Math.pow(6 * 49 / 9.0 + 34 * 49 / 289.0, 2)
            / (6 * Math.pow(49 / 9.0, 2) + 34 * Math.pow(49 / 289.0, 2));
    assertThat(result.totalDecision().verdict().kind()).isEqualTo(Verdict.Kind.CANNOT_TELL);
    assertThat(result.totalDecision().reason())
        .contains("rests on an effective number of %.1f clusters".formatted(effective));
  }

  @Test
  void aSelfNormalizedSumByHand() {
    ClusterMeans means = new ClusterMeans(1);
    means.add(0, new double[] {1});
    means.add(0, new double[] {2});
    means.add(1, new double[] {4});
    means.add(2, new double[] {-1});
    // sums 3, 4, −1: 6/√26
    assertThat(means.selfNormalized(0)).isEqualTo(6 / Math.sqrt(26));
  }
}
