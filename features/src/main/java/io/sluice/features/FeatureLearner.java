package io.sluice.features;

import io.sluice.fit.Version;
import io.sluice.learning.Learner;
import io.sluice.mdp.SettingException;
import io.sluice.policy.Origin;
import io.sluice.policy.PolicyColumn;
import io.sluice.policy.SavedPolicy;
import io.sluice.policy.StepModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What can be learned from a part of a log: all learners share its basis, regressions and shifts.
 */
final class FeatureLearner {
  /** Scores of more functions would be too long to hand over; the columns themselves always fit. */
  private static final int MOST_FUNCTIONS = 40;

  private static final List<Learner> CAUTIOUS = List.of(Learner.PSL, Learner.PVI, Learner.SPVI);
  private static final List<Double> SCALES = List.of(1.0, 0.3, 0.1);
  private static final int DEEPEST = 3;

  /** How careful trees are. */
  private static final double TREE_SCALE = 0.1;

  private final LearningData data;
  private final FeatureSettings settings;
  private final FeatureSummary summary;
  private final Basis basis;
  private final int size;
  private final List<StepRows> steps;
  private final List<StepRegression> regressions = new ArrayList<>();
  private final double beta;

  /**
   * @param whole whether to learn from all episodes, and not from one half
   */
  FeatureLearner(LearningData data, FeatureSettings settings, boolean whole) {
    this.data = data;
    this.settings = settings;
    FeatureSource source = data.view(true, whole, (step, row, into) -> {});
    summary = FeatureSummary.of(source);
    basis = Basis.standardized(source.columns(), summary, MOST_FUNCTIONS);
    size = basis.size();
    steps = StepRows.of(data, whole, basis, size);
    int actions = source.actions().size();
    beta = Math.sqrt(2 * Math.log(actions * source.horizon() * size / settings.delta()));
    regress(source);
  }

  /** Chooses functions and penalties where the outcome is what the best action is worth. */
  private void regress(FeatureSource source) {
    int actions = source.actions().size();
    for (StepRows rows : steps) {
      regressions.add(new StepRegression(rows, actions, source.folds(), size));
    }
    double[] later = {};
    for (int k = steps.size() - 1; k >= 0; k--) {
      StepRows rows = steps.get(k);
      StepRegression regression = regressions.get(k);
      double[] y = rows.outcomes(later);
      if (settings.ridge() instanceof RidgeChoice.Fixed fixed) {
        regression.fix(basis.tiers().get(0), fixed.q());
      } else {
        regression.choose(y, basis.tiers());
      }
      double[][] theta = regression.theta(regression.targets(y), -1);
      later = new double[rows.size()];
      for (int i = 0; i < later.length; i++) {
        later[i] = Double.NEGATIVE_INFINITY;
        for (int a = 0; a < actions; a++) {
          boolean known = regression.count(a) > 0;
          double q = known ? Ridge.dot(rows.phi[i], theta[a]) : Double.NEGATIVE_INFINITY;
          later[i] = Math.max(later[i], q);
        }
      }
    }
  }

  FeatureSummary summary() {
    return summary;
  }

  /** The names of all that can be learned alone. */
  static List<String> names() {
    return List.of("vi", "psl", "pvi", "spvi", "tree-1", "tree-2", "tree-3");
  }

  /** All candidates, by name. */
  Map<String, SavedPolicy> all() {
    Map<String, SavedPolicy> all = new java.util.LinkedHashMap<>();
    for (int depth = 1; depth <= DEEPEST; depth++) {
      all.put("tree-" + depth, learn("tree-" + depth, TREE_SCALE));
    }
    for (Learner learner : CAUTIOUS) {
      for (double scale : SCALES) {
        String name = learner.learnerName();
        all.put(scale == 1 ? name : name + " " + scale, learn(name, scale));
      }
    }
    all.put("vi", learn("vi", 1));
    return all;
  }

  /** One by its name. */
  SavedPolicy learn(String name) {
    if (!names().contains(name)) {
      throw new SettingException(
          "learner",
          "needs certified, %s with `features`, got %s"
              .formatted(String.join(", ", names()), name));
    }
    return learn(name, name.startsWith("tree") ? TREE_SCALE : 1);
  }

  private SavedPolicy learn(String name, double scale) {
    FeatureSource source = data.source();
    if (name.startsWith("tree-")) {
      int depth = Integer.parseInt(name.substring("tree-".length()));
      TreeLearner trees = new TreeLearner(steps, regressions, source, beta);
      return saved(name, scale, trees.learn(depth, scale), false);
    }
    Learner learner = Learner.valueOf(name.toUpperCase(java.util.Locale.ROOT));
    LinearLearner linear =
        new LinearLearner(steps, regressions, shifts(), source.actions().size(), beta);
    return saved(name, scale, linear.learn(learner, scale), true);
  }

  private @Nullable List<@Nullable ActionShift> shifts;

  private List<@Nullable ActionShift> shifts() {
    if (shifts == null) {
      shifts = new ArrayList<>();
      FeatureSource source = data.source();
      for (int k = 0; k < steps.size(); k++) {
        shifts.add(
            k + 1 == steps.size()
                ? null
                : ActionShift.of(
                    steps.get(k),
                    steps.get(k + 1),
                    basis.tiers().get(0),
                    source.actions().size(),
                    source.folds()));
      }
    }
    return shifts;
  }

  private SavedPolicy saved(
      String name, double scale, List<StepModel> models, boolean needsFunctions) {
    FeatureSource source = data.source();
    List<PolicyColumn> columns = new ArrayList<>();
    for (int j = 0; j < source.columns().size(); j++) {
      FeatureColumn column = source.columns().get(j);
      columns.add(
          column.kind() == FeatureColumn.Kind.NUMBER
              ? PolicyColumn.number(column.name(), summary.least(j), summary.most(j))
              : PolicyColumn.category(column.name(), column.levels()));
    }
    Map<String, String> how = new TreeMap<>();
    how.put("delta", String.valueOf(settings.delta()));
    how.put("seed", String.valueOf(settings.seed()));
    how.put("scale", String.valueOf(scale));
    how.put("behavior", source.behaviorSource());
    how.put("learnedOn", String.valueOf(summary.episodes()));
    Origin origin = new Origin(Version.current(), name, data.fingerprint(), how, Optional.empty());
    return new SavedPolicy(
        origin, source.actions(), columns, needsFunctions ? basis.saved(size) : List.of(), models);
  }
}
