package io.sluice.features;

import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.Assumptions;
import io.sluice.assumptions.PolicyFindings;
import io.sluice.assumptions.StepShift.Verdict;
import io.sluice.features.FeatureColumn.Kind;
import io.sluice.fit.Provenance;
import io.sluice.mdp.SettingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A summary of a log with feature columns, and whether it is a bandit or a planning problem.
 *
 * @param rewards the lowest and the highest
 * @param ended the share of episodes that end before the last step
 * @param effectiveShare the effective sample size for a uniform choice at one step, as a share of
 *     the rows; NaN where no propensities are logged
 * @param columns their summaries
 * @param steps how many rows each step has, and how often each action is taken in them
 * @param shifts whether each step but the last is a bandit or planning; none where the logged
 *     policy's probabilities of all actions are not known
 * @param shiftTolerance a shift below this counts as none
 */
public record FeatureCheck(
    long rows,
    long episodes,
    int horizon,
    List<String> actions,
    List<Double> rewards,
    double meanReturn,
    double ended,
    double effectiveShare,
    List<Column> columns,
    List<Step> steps,
    List<StateShift> shifts,
    double shiftTolerance,
    Assumptions assumptions,
    List<String> warnings,
    Provenance provenance) {
  public FeatureCheck {
    actions = List.copyOf(actions);
    columns = List.copyOf(columns);
    steps = List.copyOf(steps);
    shifts = List.copyOf(shifts);
  }

  /**
   * A column.
   *
   * @param levels how many a category has, without those that are pooled; 0 of a number
   * @param missing the share of rows without a value
   * @param mean of a number, as are the next three; NaN of a category or an empty column
   */
  public record Column(
      String name,
      int levels,
      double missing,
      double mean,
      double spread,
      double least,
      double most) {}

  /**
   * A step.
   *
   * @param shares of the rows, by action
   */
  public record Step(int step, long rows, List<Double> shares) {}

  /** Bandit, planning, or cannot tell yet. */
  public Verdict verdict(StateShift shift) {
    return shift.verdict(shiftTolerance);
  }

  /**
   * Checks a log. The policy of the source matters for the test of the past only; the logged one is
   * best.
   *
   * @param tolerance a shift below this total variation counts as none
   */
  public static FeatureCheck of(FeatureSource source, FeatureSettings settings, double tolerance) {
    if (!(tolerance > 0 && tolerance < 1)) {
      throw new SettingException("tolerance", "must lie above 0 and below 1, got " + tolerance);
    }
    FeatureEvaluation evaluated = FeatureEvaluation.evaluated(source, settings);
    FeatureSummary summary = evaluated.summary();
    FeatureTests tests = evaluated.tests();
    List<Step> steps = new ArrayList<>();
    for (int h = 1; h <= source.horizon(); h++) {
      List<Double> shares = new ArrayList<>();
      long rows = evaluated.support().rows(h);
      for (int a = 0; a < source.actions().size(); a++) {
        shares.add(evaluated.support().rows(h, a) / (double) rows);
      }
      steps.add(new Step(h, rows, List.copyOf(shares)));
    }
    List<String> warnings = new ArrayList<>(evaluated.warnings().of(tests));
    if (source.horizon() > 1 && !source.knowsBehavior()) {
      warnings.add(
          "whether actions move the next state is not known: that needs the logged policy's probabilities of all actions");
    }
    warnings.addAll(pooled(evaluated.shifts(), tolerance));
    return new FeatureCheck(
        summary.rows(),
        summary.episodes(),
        source.horizon(),
        source.actions(),
        summary.rewards(),
        summary.meanReturn(),
        summary.ended(),
        summary.effectiveShare(),
        columns(source, summary),
        steps,
        evaluated.shifts(),
        tolerance,
        evaluated
            .assumptions(tests)
            .with(PolicyFindings.needsPolicy(Assumption.OVERLAP))
            .with(PolicyFindings.needsPolicy(Assumption.POLICY_SOURCE)),
        List.copyOf(warnings),
        evaluated.provenance());
  }

  private static List<String> pooled(List<StateShift> shifts, double tolerance) {
    double most = shifts.stream().mapToDouble(StateShift::pooled).max().orElse(0);
    return most < tolerance
        ? List.of()
        : List.of(
            String.format(
                Locale.ROOT,
                "%.0f%% of next rows have levels of a category that are pooled because they are rare or too many: an action may move rows among them unseen, so such steps are never called a bandit (put levels into groups that matter)",
                100 * most));
  }

  private static List<Column> columns(FeatureSource source, FeatureSummary summary) {
    List<Column> columns = new ArrayList<>();
    for (int j = 0; j < source.columns().size(); j++) {
      FeatureColumn column = source.columns().get(j);
      boolean number = column.kind() == Kind.NUMBER && !summary.isAllMissing(j);
      columns.add(
          new Column(
              column.name(),
              column.levels().size(),
              summary.missingShare(j),
              number ? summary.mean(j) : Double.NaN,
              number ? summary.spread(j) : Double.NaN,
              number ? summary.least(j) : Double.NaN,
              number ? summary.most(j) : Double.NaN));
    }
    return columns;
  }
}
