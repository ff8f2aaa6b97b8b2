package io.sluice.features;

import io.sluice.assumptions.Assumptions;
import io.sluice.assumptions.Finding;
import io.sluice.assumptions.PropensityFindings;
import io.sluice.baselines.Weights;
import io.sluice.features.ActionCalibration.Worst;
import io.sluice.fit.BadLogException;
import io.sluice.fit.ChosenModel;
import io.sluice.fit.FollowUps;
import io.sluice.fit.Provenance;
import io.sluice.fit.Settings;
import io.sluice.fit.Version;
import io.sluice.interval.IntervalKind;
import io.sluice.mdp.Segments;
import io.sluice.mdp.SettingException;
import io.sluice.model.Model.Pooling;
import java.util.List;
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
  private final Optional<TreeBooster> booster;
  private final List<Nuisances> nuisances;
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
    return PreparedLog.of(given, settings).judged(withShifts);
  }

  /** Fails where the log or its weights cannot be judged. */
  void requirePossible() {
    if (pass.means.clusters() < 2) {
      throw new BadLogException(
          "log: needs at least two %s to know an error, got %s"
              .formatted(source.hasClusters() ? "clusters" : "episodes", pass.means.clusters()));
    }
    Weights worst = Weights.worst(pass.weights());
    try {
      worst.possible();
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
                PropensityFindings.of(
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
          Rows.write(episode, basis, phi);
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

  /** What trees are made with, if there are some. */
  Optional<TreeBooster> booster() {
    return booster;
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
    return new FeatureAnswers(this, kinds, delta).result();
  }

  FeatureDecisions decisions(FeatureTests tests, Assumptions assumptions, double delta) {
    double spread = pass.means.error(pass.at.observedReturn()) * Math.sqrt(pass.means.episodes());
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

  /** Notes for the reader of the result. */
  FeatureWarnings warnings() {
    return new FeatureWarnings(source, summary, basis, support, pass.means.sizes());
  }

  Provenance provenance() {
    return provenance(settings.delta());
  }

  Provenance provenance(double delta) {
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
