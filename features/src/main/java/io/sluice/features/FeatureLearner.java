package io.sluice.features;

import io.sluice.features.FeatureSettings.NuisanceChoice;
import io.sluice.features.LearningData.Kept;
import io.sluice.fit.Version;
import io.sluice.learning.Learner;
import io.sluice.mdp.SettingException;
import io.sluice.policy.Origin;
import io.sluice.policy.PolicyColumn;
import io.sluice.policy.SavedPolicy;
import io.sluice.policy.StepModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
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

  /** What names of learners end with that take all steps together. */
  private static final String POOLED = "-pooled";

  /** How careful trees are. */
  private static final double TREE_SCALE = 0.1;

  private final LearningData data;
  private final FeatureSettings settings;
  private final FeatureSummary summary;
  private final Basis basis;
  private final int size;
  private final List<StepRows> steps;
  private final List<StepRegression> regressions = new ArrayList<>();
  private final List<double[][]> thetas = new ArrayList<>(); // of the best actions, by step
  private final double beta;
  private final Optional<BoostedOutcomes> boosted; // for trees

  /**
   * @param learned which episodes to learn from
   */
  FeatureLearner(LearningData data, FeatureSettings settings, Predicate<Kept> learned) {
    this.data = data;
    this.settings = settings;
    FeatureSource source = data.view(learned, (step, row, into) -> {});
    summary = FeatureSummary.of(source);
    basis = Basis.standardized(source.columns(), summary, MOST_FUNCTIONS);
    size = basis.size();
    steps = StepRows.of(data, learned, basis, size);
    int actions = source.actions().size();
    beta = Math.sqrt(2 * Math.log(actions * source.horizon() * size / settings.delta()));
    regress(source);
    boosted = BoostedOutcomes.of(data, learned, settings, basis);
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
      thetas.add(0, theta);
      later = new double[rows.size()];
      for (int i = 0; i < later.length; i++) {
        later[i] = best(k, rows.phi[i]);
      }
    }
  }

  /** What the best action is worth, by the regressions. */
  private double best(int k, double[] phi) {
    double[][] theta = thetas.get(k + thetas.size() - steps.size());
    double best = Double.NEGATIVE_INFINITY;
    for (int a = 0; a < theta.length; a++) {
      if (regressions.get(k).count(a) > 0) {
        best = Math.max(best, Ridge.dot(phi, theta[a]));
      }
    }
    return best;
  }

  /**
   * What each action is worth in the rows of an episode, followed by the best ones: r + V̂(x′) of
   * the action that was taken in place of its regression's error.
   *
   * <pre>
   * s(a) = Q̂(x,a) + 1{a taken}/π_b(a|x)·(y − Q̂(x,a)),   y = r + V̂(x′)
   * </pre>
   *
   * @return by row: s of every action, and y
   */
  double[][] scores(Kept kept) {
    int length = kept.rows().size();
    double[][] phi = new double[length][size];
    double[][] scores = new double[length][];
    for (int k = length - 1; k >= 0; k--) {
      LearningData.Row row = kept.rows().get(k);
      basis.write(row.x, phi[k]);
      double y = row.reward + (k + 1 < length ? best(k + 1, phi[k + 1]) : 0);
      double[][] theta = thetas.get(k);
      scores[k] = new double[theta.length + 1];
      for (int a = 0; a < theta.length; a++) {
        double q = Ridge.dot(phi[k], theta[a]);
        scores[k][a] = q + (a == row.action ? (y - q) / row.propensity : 0);
      }
      scores[k][theta.length] = y;
    }
    return scores;
  }

  FeatureSummary summary() {
    return summary;
  }

  /** The names of all that can be learned alone. */
  static List<String> names() {
    return List.of(
        "vi",
        "psl",
        "pvi",
        "spvi",
        "vi-pooled",
        "psl-pooled",
        "pvi-pooled",
        "spvi-pooled",
        "tree-1",
        "tree-2",
        "tree-3");
  }

  static boolean isTree(String name) {
    return name.startsWith("tree");
  }

  /** What to learn, and how careful to be. */
  private record Plan(String name, double scale) {
    String candidate() {
      return scale == 1 || isTree(name) ? name : name + " " + scale;
    }
  }

  private List<Plan> plans() {
    List<Plan> plans = new ArrayList<>();
    for (int depth = 1; depth <= DEEPEST; depth++) {
      plans.add(new Plan("tree-" + depth, TREE_SCALE));
    }
    for (String pooled : steps.size() > 1 ? List.of("", POOLED) : List.of("")) {
      for (Learner learner : CAUTIOUS) {
        SCALES.forEach(scale -> plans.add(new Plan(learner.learnerName() + pooled, scale)));
      }
      plans.add(new Plan("vi" + pooled, 1));
    }
    return plans;
  }

  /** All candidates, by name: each by itself, so that threads do not matter. */
  Map<String, SavedPolicy> all() {
    int actions = data.source().actions().size();
    regressions.forEach(regression -> regression.invert(actions));
    shifts(false);
    if (steps.size() > 1) {
      together().invert();
      shifts(true);
    }
    trees();
    List<Plan> plans = plans();
    List<SavedPolicy> learned =
        plans.parallelStream().map(plan -> learn(plan.name, plan.scale)).toList();
    Map<String, SavedPolicy> all = new LinkedHashMap<>();
    for (int i = 0; i < plans.size(); i++) {
      all.put(plans.get(i).candidate(), learned.get(i));
    }
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
    if (name.startsWith("tree-")) {
      int depth = Integer.parseInt(name.substring("tree-".length()));
      return saved(name, scale, trees().learn(depth, scale), false);
    }
    boolean pooled = name.endsWith(POOLED) && steps.size() > 1; // of one step it is the same
    String method = name.replace(POOLED, "");
    Learner learner = Learner.valueOf(method.toUpperCase(java.util.Locale.ROOT));
    LinearLearner linear =
        new LinearLearner(
            pooled ? pooled() : perStep(),
            learner == Learner.SPVI ? shifts(pooled) : List.of(),
            data.source().actions().size(),
            beta);
    return saved(name, scale, linear.learn(learner, scale), true);
  }

  private List<ScoreRegression> perStep() {
    List<ScoreRegression> all = new ArrayList<>();
    for (int k = 0; k < steps.size(); k++) {
      all.add(new ScoreRegression.OfStep(steps.get(k), regressions.get(k)));
    }
    return all;
  }

  private @Nullable TreeLearner trees;

  private TreeLearner trees() {
    if (trees == null) {
      trees = new TreeLearner(steps, regressions, boosted, data.source(), beta);
    }
    return trees;
  }

  private @Nullable PooledRegression together;

  private PooledRegression together() {
    if (together == null) {
      together = new PooledRegression(steps, regressions, data.source().actions().size());
      if (settings.ridge() instanceof RidgeChoice.Fixed fixed) {
        together.fix(basis.tiers().get(0), fixed.q());
      } else {
        together.choose(basis.tiers());
      }
    }
    return together;
  }

  private List<ScoreRegression> pooled() {
    List<ScoreRegression> all = new ArrayList<>();
    for (int k = 0; k < steps.size(); k++) {
      all.add(together().at(k + 1 == steps.size()));
    }
    return all;
  }

  private final Map<Boolean, List<@Nullable ActionShift>> shifts = new HashMap<>();

  private List<@Nullable ActionShift> shifts(boolean pooled) {
    return shifts.computeIfAbsent(
        pooled,
        p -> {
          ActionShift common = p ? shift(together().moving(), together().all()) : null;
          List<@Nullable ActionShift> all = new ArrayList<>();
          for (int k = 0; k + 1 < steps.size(); k++) {
            all.add(p ? common : shift(steps.get(k), steps.get(k + 1)));
          }
          all.add(null);
          return all;
        });
  }

  private ActionShift shift(StepRows rows, StepRows later) {
    FeatureSource source = data.source();
    return ActionShift.of(
        rows, later, basis.tiers().get(0), source.actions().size(), source.folds());
  }

  private SavedPolicy saved(
      String name, double scale, List<StepModel> models, boolean needsFunctions) {
    FeatureSource source = data.source();
    List<PolicyColumn> columns = new ArrayList<>();
    for (int j = 0; j < source.columns().size(); j++) {
      FeatureColumn column = source.columns().get(j);
      columns.add(
          column.kind() == FeatureColumn.Kind.NUMBER
              ? PolicyColumn.number(
                  column.name(), summary.least(j), summary.most(j), column.reading())
              : PolicyColumn.category(column.name(), column.levels()));
    }
    Map<String, String> how = new TreeMap<>();
    how.put("delta", String.valueOf(settings.delta()));
    how.put("seed", String.valueOf(settings.seed()));
    how.put("scale", String.valueOf(scale));
    if (settings.nuisance() != NuisanceChoice.RIDGE) {
      how.put("nuisance", settings.nuisance().toString());
    }
    how.put("behavior", source.behaviorSource());
    how.put("learnedOn", String.valueOf(summary.episodes()));
    Origin origin = new Origin(Version.current(), name, data.fingerprint(), how, Optional.empty());
    return new SavedPolicy(
        origin,
        source.firstStep(),
        source.actions(),
        columns,
        needsFunctions ? basis.saved(size) : List.of(),
        models);
  }
}
