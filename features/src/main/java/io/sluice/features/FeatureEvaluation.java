package io.sluice.features;

import io.sluice.assumptions.Assumptions;
import io.sluice.assumptions.Finding;
import io.sluice.assumptions.LogFindings;
import io.sluice.assumptions.OverlapTest.StepWeights;
import io.sluice.baselines.Weights;
import io.sluice.features.ActionCalibration.Worst;
import io.sluice.features.FeatureResult.StepFit;
import io.sluice.features.FeatureSettings.BasisChoice;
import io.sluice.features.Nuisances.Choice;
import io.sluice.fit.BadLogException;
import io.sluice.fit.ChosenModel;
import io.sluice.fit.Decision;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.EvaluationResult.StepAnswer;
import io.sluice.fit.EvaluationResult.Support;
import io.sluice.fit.FollowUps;
import io.sluice.fit.Provenance;
import io.sluice.fit.Settings;
import io.sluice.fit.Version;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.mdp.Segments;
import io.sluice.mdp.SettingException;
import io.sluice.model.Model.Pooling;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Evaluates a policy on a log with feature columns, or several at once, in three passes over its
 * rows: a summary of the columns, the moments for regressions, and the scores.
 */
public final class FeatureEvaluation {
  private final FeatureSource log; // with all its policies
  private final FeatureSource source;
  private final FeatureSettings settings;
  private final FeatureSummary summary;
  private final Basis basis;
  private final List<Nuisances> nuisances;
  private final Optional<TreeBooster> booster;
  private final ScorePass pass;
  private final PolicySupport support;
  private final UnseenOutcomes unseen;
  private final MissingDecisions missing;
  private final Optional<ActionCalibration> calibration;
  private final Optional<ClusterActions> clusters;
  private final List<StateShift> shifts;

  FeatureEvaluation(
      PreparedLog prepared,
      FeatureSource source,
      List<Nuisances> nuisances,
      EvaluationPass judged,
      EvaluationPass.Part policy,
      List<StateShift> shifts) {
    log = prepared.source();
    this.source = source;
    settings = prepared.settings();
    summary = prepared.summary();
    basis = prepared.basis();
    booster = prepared.booster();
    this.nuisances = nuisances;
    pass = policy.scores();
    support = policy.support();
    unseen = policy.unseen();
    missing = policy.missing();
    calibration = judged.calibration();
    clusters = judged.clusters();
    this.shifts = shifts;
  }

  /**
   * @param kinds which intervals, in the order in which they are to decide
   * @throws SettingException if an interval is not available, or folds are too few
   */
  public static FeatureResult of(
      FeatureSource source, FeatureSettings settings, List<IntervalKind> kinds) {
    return evaluated(source, settings).result(kinds);
  }

  /**
   * Everything that does not depend on intervals or on δ, for asking for results more than once.
   *
   * @throws SettingException if folds are too few
   */
  public static FeatureEvaluation evaluated(FeatureSource given, FeatureSettings settings) {
    return evaluated(given, settings, true);
  }

  /**
   * @param withShifts whether to find out which steps are bandits, which does not depend on the
   *     policy
   */
  static FeatureEvaluation evaluated(
      FeatureSource given, FeatureSettings settings, boolean withShifts) {
    return each(given, settings, withShifts).get(0);
  }

  /** The evaluation of every policy of a log, which share whatever does not depend on a policy. */
  static List<FeatureEvaluation> each(
      FeatureSource given, FeatureSettings settings, boolean withShifts) {
    if (settings.choosesByPrediction() && given.folds() < 3) {
      throw new SettingException(
          "ridge",
          "needs three folds or more to choose by prediction, got %s; give Q,OMEGA and `basis` plain, or more folds"
              .formatted(given.folds()));
    }
    FeatureSummary summary = FeatureSummary.of(given);
    FeatureSource source = given.estimatesBehavior() ? EstimatedBehavior.of(given, summary) : given;
    Basis basis = basis(source, settings, summary).withCuts(summary, Moments.mostFunctions(source));
    return required(new PreparedLog(source, settings, summary, basis).judged(withShifts));
  }

  /** The basis that regressions are chosen from, without what only tests use. */
  static Basis basis(FeatureSource source, FeatureSettings settings, FeatureSummary summary) {
    int most = Moments.mostFunctions(source);
    return settings.basis() == BasisChoice.PLAIN
        ? Basis.plain(source.columns(), summary, most)
        : Basis.standardized(source.columns(), summary, most);
  }

  /** How many functions regressions may have. */
  static List<Integer> sizes(Basis basis, FeatureSettings settings) {
    return settings.basis() == BasisChoice.PLAIN ? basis.tiers().subList(0, 1) : basis.tiers();
  }

  static FeatureEvaluation with(
      FeatureSource source, FeatureSettings settings, FeatureSummary summary, Basis basis) {
    return required(new PreparedLog(source, settings, summary, basis).judged(true)).get(0);
  }

  private static List<FeatureEvaluation> required(List<FeatureEvaluation> all) {
    for (FeatureEvaluation made : all) {
      if (made.pass.means.clusters() < 2) {
        throw new BadLogException(
            "log: needs at least two %s to know an error, got %s"
                .formatted(
                    made.source.hasClusters() ? "clusters" : "episodes",
                    made.pass.means.clusters()));
      }
      requirePossible(Weights.worst(made.pass.weights()));
    }
    return all;
  }

  private static void requirePossible(Weights weights) {
    try {
      weights.possible();
    } catch (IllegalArgumentException e) {
      throw BadLogException.of(e);
    }
  }

  /** The log that is judged, with the logged policy estimated where it is not known. */
  FeatureSource source() {
    return source;
  }

  ScorePass pass() {
    return pass;
  }

  /** Whether each step but the last is a bandit; none where π_b is not known. */
  List<StateShift> shifts() {
    return shifts;
  }

  FeatureSummary summary() {
    return summary;
  }

  PolicySupport support() {
    return support;
  }

  /** What rows that the log lacks may cost. */
  MissingDecisions missing() {
    return missing;
  }

  Assumptions assumptions(FeatureTests tests) {
    Optional<Worst> byRow = calibration.map(c -> c.worst(source.actions()));
    Optional<Finding> byCluster =
        clusters.map(
            c ->
                LogFindings.propensities(
                    c.calibration(), pass.means.sizes(), byRow.map(Worst::alarm).orElse(false)));
    Optional<ActionPairs.Left> left = calibration.flatMap(c -> c.left(source.actions()));
    return FeatureFindings.of(source, tests, support, byRow, byCluster, left, summary);
  }

  FeatureTests tests() {
    return new FeatureTests(pass, basis, source);
  }

  /** What the variance of a score is made of, from one more pass; none for the total. */
  WidthSources widthSources(OptionalInt step) {
    WidthSources sources = new WidthSources(source, nuisances, step);
    double[][] phi = new double[source.horizon()][basis.size()];
    source.forEach(
        episode -> {
          for (int k = 1; k <= episode.length(); k++) {
            basis.write(k, episode.features(k), phi[k - 1]);
          }
          sources.add(episode, phi);
        });
    return sources;
  }

  /**
   * The scores of every episode, from one more pass, for every policy of a log.
   *
   * @param policies how many share the memory
   */
  static List<KeptScores> keepScores(List<FeatureEvaluation> ofLog, int policies) {
    FeatureEvaluation first = ofLog.get(0);
    List<KeptScores> kept =
        ofLog.stream().map(e -> new KeptScores(e.source.horizon(), policies)).toList();
    first.log.forEach(
        episode -> {
          for (int p = 0; p < kept.size(); p++) {
            episode.judge(p);
            ofLog.get(p).pass.score(episode);
            kept.get(p).scored(episode, ofLog.get(p).pass);
          }
        });
    return kept;
  }

  Basis basis() {
    return basis;
  }

  List<Nuisances> nuisances() {
    return nuisances;
  }

  /**
   * Effects within segments where the log was read by segment, and what would overturn verdicts;
   * both with the δ of the result.
   *
   * @param result of this evaluation
   * @param asked intervals in the order in which they were asked for
   * @param sensitivity whether to ask what would overturn verdicts
   * @throws SettingException if there are segments and the logged policy is estimated
   */
  public FollowUps followUps(FeatureResult result, List<IntervalKind> asked, boolean sensitivity) {
    double delta = result.evaluation().provenance().settings().delta();
    return new FollowUps(
        source.segments().map(s -> FeatureSegments.of(this, asked, delta)),
        source.segments().filter(Segments::ordered).map(s -> FeatureAnytime.of(this, delta)),
        sensitivity
            ? Optional.of(FeatureSensitivity.of(this, result.evaluation()))
            : Optional.empty());
  }

  FeatureSettings settings() {
    return settings;
  }

  FeatureDecisions decisions(double delta) {
    FeatureTests tests = tests();
    return decisions(tests, assumptions(tests), delta);
  }

  /** The result with the settings that were given. */
  public FeatureResult result(List<IntervalKind> kinds) {
    return result(kinds, settings.delta());
  }

  /**
   * The result with another probability of missing; reads the log for {@code selective}, {@code
   * snips} and {@code wpdis} only.
   */
  public FeatureResult result(List<IntervalKind> kinds, double delta) {
    for (IntervalKind kind : kinds) {
      IntervalKind.named(kind.toString(), FeatureSettings.INTERVALS);
    }
    if (kinds.contains(IntervalKind.SELECTIVE) && booster.isPresent()) {
      throw new SettingException(
          "interval",
          "selective needs the bounds of a linear Q̂, and so `nuisance` ridge, got "
              + settings.nuisance());
    }
    int horizon = source.horizon();
    Optional<ValueGaps> gaps =
        kinds.contains(IntervalKind.SELECTIVE)
            ? Optional.of(new ValueGaps(source, basis, nuisances, delta / 2))
            : Optional.empty();
    FeatureIntervals intervals =
        new FeatureIntervals(pass, horizon, delta, gaps, normalized(kinds));
    FeatureTests tests = tests();
    Assumptions assumptions = assumptions(tests);
    FeatureDecisions decisions = decisions(tests, assumptions, delta);
    List<Map<IntervalKind, Interval>> ofSteps = new ArrayList<>();
    for (int h = 1; h <= horizon; h++) {
      Map<IntervalKind, Interval> all = new LinkedHashMap<>();
      for (IntervalKind kind : kinds) {
        if (kind.isForSteps()) {
          all.put(kind, intervals.step(h, kind));
        }
      }
      ofSteps.add(all);
    }
    Map<IntervalKind, Interval> total = new LinkedHashMap<>();
    Map<IntervalKind, Interval> value = new LinkedHashMap<>();
    Map<IntervalKind, List<String>> objections = new LinkedHashMap<>();
    for (IntervalKind kind : kinds) {
      total.put(kind, intervals.total(kind));
      value.put(kind, intervals.value(kind));
      objections.put(kind, decisions.objections(kind, horizon + 1));
    }
    List<StepWeights> weights = tests.weights();
    EvaluationResult evaluation =
        new EvaluationResult(
            horizon,
            summary.episodes(),
            0,
            source.actions().size(),
            answers(ofSteps, decisions.steps(ofSteps)),
            total,
            decisions.decide(horizon + 1, total),
            value,
            summary.meanReturn(),
            new Support(support.unsupported(), support.unseenActions()),
            weights(kinds),
            assumptions,
            objections,
            weights,
            warnings().of(tests, kinds),
            provenance(delta));
    return new FeatureResult(
        evaluation,
        source.columns(),
        settings.basis().toString(),
        settings.nuisance().toString(),
        booster.map(TreeBooster::name),
        source.folds(),
        steps(tests),
        shifts());
  }

  /** What the intervals need that divide by the sum of their weights, if there are such. */
  private Optional<SelfNormalized> normalized(List<IntervalKind> kinds) {
    Optional<IntervalKind> asked =
        kinds.stream().filter(FeatureSettings.SELF_NORMALIZED::contains).findFirst();
    if (asked.isPresent() && source.estimatesBehavior()) {
      throw new SettingException(
          "interval",
          "%s needs propensities or the logged policy's probabilities, got an estimated policy; robust, ips and pdis account for its error"
              .formatted(asked.get()));
    }
    return asked.map(kind -> SelfNormalized.of(source, pass));
  }

  FeatureDecisions decisions(FeatureTests tests, Assumptions assumptions, double delta) {
    double spread = pass.means.error(pass.observedReturn()) * Math.sqrt(pass.means.episodes());
    return new FeatureDecisions(
        assumptions,
        tests,
        support,
        unseen,
        pass.means.episodes() / (double) pass.means.clusters(),
        source.horizon(),
        summary.episodes(),
        source.hasClusters(),
        warnings().few(),
        warnings().pooled(),
        delta,
        1e-9 * (Math.abs(summary.meanReturn()) + spread));
  }

  private Map<IntervalKind, Weights> weights(List<IntervalKind> kinds) {
    Map<IntervalKind, Weights> all = new LinkedHashMap<>();
    for (IntervalKind kind : kinds) {
      if (FeatureSettings.ROW_WEIGHTED.contains(kind)) {
        all.put(kind, Weights.worst(pass.weights()));
      }
    }
    return all;
  }

  /** The intervals of every step, the deciding one first. */
  private static List<StepAnswer> answers(
      List<Map<IntervalKind, Interval>> intervals, List<Decision> decisions) {
    List<StepAnswer> answers = new ArrayList<>();
    for (int i = 0; i < decisions.size(); i++) {
      Map<IntervalKind, Interval> ordered = new LinkedHashMap<>();
      Map<IntervalKind, Interval> all = intervals.get(i);
      decisions.get(i).decidedBy().ifPresent(kind -> ordered.put(kind, all.get(kind)));
      all.forEach(ordered::putIfAbsent);
      answers.add(new StepAnswer(i + 1, ordered, decisions.get(i)));
    }
    return List.copyOf(answers);
  }

  List<StepFit> steps(FeatureTests tests) {
    List<StepFit> steps = new ArrayList<>();
    for (int h = 1; h <= source.horizon(); h++) {
      List<Choice> chosen = choices(0, h);
      List<Choice> shifts = choices(h, h + 1);
      boolean last = h == source.horizon();
      steps.add(
          new StepFit(
              h,
              chosen.stream().mapToInt(Choice::size).max().orElse(0),
              Math.exp(chosen.stream().mapToDouble(c -> Math.log(c.penalty())).average().orElse(0)),
              last ? 0 : pass.means.mean(pass.shift(h)),
              last ? 0 : tests.moved(h),
              pass.explained(h, support.rows(h) / (double) summary.episodes()),
              last ? 0 : pass.explainedShift(h),
              source.knowsBehavior() ? pass.means.mean(pass.fitted(h)) : Double.NaN,
              (int) chosen.stream().filter(Choice::isBoosted).count(),
              chosen.stream().mapToInt(c -> Math.max(0, c.trees())).max().orElse(0),
              (int) shifts.stream().filter(Choice::isBoosted).count()));
    }
    return List.copyOf(steps);
  }

  /** What was chosen in every fold. */
  private List<Choice> choices(int from, int step) {
    return nuisances.stream()
        .flatMap(n -> n.choices.stream())
        .filter(c -> c.from() == from && c.step() == step)
        .toList();
  }

  /** Notes for the reader of the result. */
  FeatureWarnings warnings() {
    return new FeatureWarnings(source, summary, basis, support, pass.means.sizes());
  }

  Provenance provenance() {
    return provenance(settings.delta());
  }

  private Provenance provenance(double delta) {
    Settings base = Settings.defaults();
    return new Provenance(
        Version.current(),
        summary.fingerprint(),
        new Settings(
            delta,
            base.model(),
            base.bonus(),
            base.scale(),
            base.states(),
            settings.seed(),
            base.shift(),
            base.variance()),
        new ChosenModel(Pooling.PER_STEP, ChosenModel.Reason.DECLARED),
        source.behaviorSource(),
        List.of(),
        0,
        1);
  }
}
