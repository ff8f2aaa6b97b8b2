package io.sluice.fit;

import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.Assumptions;
import io.sluice.assumptions.Calibration;
import io.sluice.assumptions.PooledCalibration;
import io.sluice.assumptions.SharedColumn;
import io.sluice.assumptions.StepShift;
import io.sluice.counts.EarlierParts;
import io.sluice.counts.EpisodeSource;
import io.sluice.counts.Halves;
import io.sluice.counts.TransitionCounts;
import io.sluice.influence.ClusterRows;
import io.sluice.influence.ClusterSizes;
import io.sluice.influence.ClusterSpread;
import io.sluice.influence.ClusterVariation;
import io.sluice.influence.LogSums;
import io.sluice.interval.Part;
import io.sluice.learning.Learner;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Segments;
import io.sluice.mdp.SettingException;
import io.sluice.mdp.StepWords;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Estimates;
import io.sluice.model.InducedShift;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import io.sluice.model.Threads;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A log with settings, fitted: the model, the shift, sums and tests are computed once, on first
 * use, and shared by all policies, intervals, learners, plans and reports.
 *
 * <pre>{@code
 * Fit fit = Fit.of(log);
 * Judgment judged = fit.judge(query -> "relevant");
 * Interval total = judged.total(IntervalKind.EFFICIENT);
 * Policy safe = fit.certify(0.05).policy();
 * }</pre>
 */
public final class Fit {
  private final Log log;
  private final LogData data;
  private final Settings settings;
  private final Behavior behavior;
  private final Estimates all;
  private final Lazy<ChosenModel> chosen;
  private final Lazy<Backups> backups = new Lazy<>(this::makeBackups);
  private final Lazy<InducedShift> shift = new Lazy<>(this::makeShift);
  private final Lazy<LogSums> sums = new Lazy<>(this::makeSums);
  private final Lazy<Halves> halves = new Lazy<>(this::makeHalves);
  private final Lazy<Estimates> inputs = new Lazy<>(() -> Estimates.of(halves().inputs()));
  private final Lazy<Estimates> holdout = new Lazy<>(() -> Estimates.of(halves().holdout()));
  private final Lazy<List<Estimates>> earlierParts = new Lazy<>(this::makeEarlierParts);
  private final Lazy<List<StepShift>> stepShifts = new Lazy<>(this::makeStepShifts);
  private final Lazy<Optional<Calibration>> calibration = new Lazy<>(this::makeCalibration);
  private final AssumptionTests tests = new AssumptionTests(this);
  private final Lazy<Assumptions> assumptions = new Lazy<>(tests::all);
  private final Lazy<Optional<Fit>> readAsCut = new Lazy<>(this::makeReadAsCut);
  private final Lazy<String> fingerprint = new Lazy<>(() -> data().fingerprint());
  private final Lazy<Provenance> provenance = new Lazy<>(() -> Provenance.of(this));

  /**
   * @param same one with the same log and choice of model, if there is one
   */
  private Fit(Log log, Settings settings, Behavior behavior, Optional<Fit> same) {
    this.log = log;
    this.chosen = same.map(fit -> fit.chosen).orElseGet(() -> new Lazy<>(this::choose));
    this.data = log.data();
    this.settings = settings;
    this.behavior = behavior;
    this.all = Estimates.of(data.counts());
    settings.requireFit(data.shape());
    behavior.policy().shape().requireSame("fit: the behavior policy", data.shape());
    requireSmallestPropensity();
  }

  /** Checks that no logged propensity is below the declared one. */
  private void requireSmallestPropensity() {
    if (settings.smallestPropensity().isEmpty() || data.propensities().isEmpty()) {
      return;
    }
    double declared = settings.smallestPropensity().getAsDouble();
    double least = data.propensities().get().least();
    if (least < declared * (1 - 1e-9)) {
      throw new SettingException(
          "smallest-propensity",
          "must be at most the smallest logged propensity %s, got %s".formatted(least, declared));
    }
  }

  /** Fits a log with the default settings and the logged policy found in the log. */
  public static Fit of(Log log) {
    return of(log, Settings.defaults());
  }

  /** Fits a log with the logged policy found in the log: its propensities, or an estimate. */
  public static Fit of(Log log, Settings settings) {
    return of(log, settings, Behavior.of(log.data(), settings));
  }

  /**
   * Fits a log with a given behavior policy.
   *
   * @throws io.sluice.mdp.SettingException if a setting does not fit the log
   */
  public static Fit of(Log log, Settings settings, Behavior behavior) {
    return new Fit(log, settings, behavior, Optional.empty());
  }

  public LogData data() {
    return data;
  }

  public Settings settings() {
    return settings;
  }

  /** Returns the policy that made the log. */
  public Behavior behavior() {
    return behavior;
  }

  TransitionCounts counts() {
    return data.counts();
  }

  ValueRange range() {
    return data.valueRange();
  }

  /** Returns the model of all episodes: mean rewards R̂ and transition frequencies P̂. */
  public Model model() {
    return all.model(pooling());
  }

  /** Returns the model with its error bounds. */
  public Backups backups() {
    return backups.get();
  }

  private Backups makeBackups() {
    return Backups.of(model(), settings.bonus(counts(), model(), range()), range());
  }

  /** Returns how actions move the next state, compared with the logged policy. */
  public InducedShift shift() {
    return shift.get();
  }

  private InducedShift makeShift() {
    return settings.shift().on(model(), behavior.policy());
  }

  /** Returns the sums over the log that influence functions need. */
  LogSums sums() {
    return sums.get();
  }

  private LogSums makeSums() {
    return LogSums.borrowing(counts(), model());
  }

  /** Returns the episodes in two random halves. */
  public Halves halves() {
    return halves.get();
  }

  private Halves makeHalves() {
    return data.halves()
        .orElseGet(
            () -> episodes("a holdout").collect(new Halves.Accumulator(data.shape())).halves());
  }

  /** The half that inputs are made from. */
  Estimates inputs() {
    return inputs.get();
  }

  /** The half that they have not seen. */
  Estimates holdout() {
    return holdout.get();
  }

  /** The first 1/16, 1/8, 1/4 and 1/2 of the log. */
  List<Estimates> earlierParts() {
    return earlierParts.get();
  }

  private List<Estimates> makeEarlierParts() {
    List<Estimates> parts = new ArrayList<>();
    episodes("interval sharp")
        .collect(new EarlierParts(data.shape()))
        .counts()
        .forEach(counts -> parts.add(Estimates.of(counts)));
    parts.add(inputs());
    return parts;
  }

  /** The model of a half, with its bonus. */
  Backups backups(Estimates half) {
    Model model = half.model(pooling());
    return Backups.of(model, settings.bonus(half.counts(), model, range()), range());
  }

  /** Returns whether each step but the last is a bandit or a planning problem. */
  public List<StepShift> stepShifts() {
    return stepShifts.get();
  }

  private List<StepShift> makeStepShifts() {
    return StepShift.of(counts());
  }

  /**
   * Returns the test of action probabilities against the actions taken; empty for an estimated
   * policy, or for propensities that vary within a state. The test assumes independent rows. If
   * episodes come in clusters, {@link #assumptions} has the test by cluster.
   */
  public Optional<Calibration> calibration() {
    return calibration.get();
  }

  /** The disagreements in words. */
  List<String> calibrationWarnings() {
    String ifSo = data.clustered() ? ", taking rows as independent" : "";
    return calibration().stream().flatMap(c -> c.warnings().stream()).map(w -> w + ifSo).toList();
  }

  private Optional<Calibration> makeCalibration() {
    return behavior.source() == Behavior.Source.ESTIMATED || propensitiesVary()
        ? Optional.empty()
        : Optional.of(
            Calibration.of(
                counts(), behavior.policy(), isCompleted(), data.states(), data.actions()));
  }

  /** The probabilities of all actions in every visited state, where they are known. */
  Optional<Policy> knownBehavior() {
    return propensitiesVary()
            || !PooledCalibration.isKnown(counts(), behavior.policy(), isCompleted())
        ? Optional.empty()
        : Optional.of(behavior.policy());
  }

  /** Whether only the taken actions' probabilities were logged. */
  private boolean isCompleted() {
    return behavior.source() == Behavior.Source.LOGGED && data.propensities().isPresent();
  }

  /** Returns the result of every test of assumptions on the log. */
  public Assumptions assumptions() {
    return assumptions.get();
  }

  /**
   * Returns how episodes are divided among clusters; empty without clusters, or with counts only.
   * Reads the episodes on first use.
   */
  public Optional<ClusterSizes> clusterSizes() {
    return data.clustered() && hasEpisodes() ? tests.clusterSizes() : Optional.empty();
  }

  /**
   * Returns how much the returns of clusters differ; empty without clusters, or with counts only.
   * Reads the episodes on first use.
   */
  public Optional<ClusterVariation> clusterVariation() {
    return data.clustered()
        ? log.episodes().map(all -> all.collect(new ClusterSpread(model())).variation())
        : Optional.empty();
  }

  /**
   * How rows are divided among clusters; empty as above, and where the cluster is a column that may
   * only describe episodes: clusters that the log never showed are then no risk.
   */
  Optional<ClusterRows> clusterRows() {
    boolean units = sharedColumns().stream().noneMatch(c -> c.is(SharedColumn.Outcome.GROUP));
    return data.clustered() && units && hasEpisodes() ? tests.clusterRows() : Optional.empty();
  }

  AssumptionTests tests() {
    return tests;
  }

  /** Whether logged propensities depend on more than step, state and action. */
  boolean propensitiesVary() {
    return behavior.source() == Behavior.Source.LOGGED
        && data.propensities().map(p -> p.varies()).orElse(false);
  }

  /**
   * Begins to take the fingerprint of the log, which needs nothing but counts, while results are
   * made.
   */
  void beginFingerprint() {
    Threads.begin(fingerprint::get);
  }

  /** Returns the fingerprint of the log. */
  String fingerprint() {
    return fingerprint.get();
  }

  /** Returns what results are computed from: input, settings, version. */
  public Provenance provenance() {
    return provenance.get();
  }

  /** Returns the segments that rows were assigned to, if any. */
  public Optional<Segments> segments() {
    return log.segments();
  }

  /** Returns the columns that no one declared and whose values episodes share, compared. */
  List<SharedColumn> sharedColumns() {
    return log.sharedColumns();
  }

  /** Returns whether episodes can be read one by one. */
  public boolean hasEpisodes() {
    return log.episodes().isPresent();
  }

  /**
   * Returns the episodes, with the probabilities of the {@linkplain #behavior logged policy}.
   *
   * @param what they are needed for
   * @throws BadLogException if only counts are left
   */
  public EpisodeSource episodes(String what) {
    EpisodeSource source =
        log.episodes()
            .orElseThrow(
                () ->
                    new BadLogException(
                        "%s: needs rows, got only the counts of a log".formatted(what)));
    return behavior.source() == Behavior.Source.LOGGED
        ? source
        : new GivenPropensities(source, behavior.policy());
  }

  /** This fit with ambiguous episodes read as cut off: {@link Log#readAsCut}. */
  Optional<Fit> readAsCut() {
    return readAsCut.get();
  }

  private Optional<Fit> makeReadAsCut() {
    return log.readAsCut()
        .filter(other -> other.data().shape().equals(data.shape()))
        .map(other -> of(other, settings, behavior));
  }

  /** How far an estimated behavior policy may have moved each step's effect; none if known. */
  List<Part> behaviorErrors() {
    List<Part> parts = new ArrayList<>();
    boolean open = behavior.errors().stream().anyMatch(e -> e > 0);
    boolean estimated = behavior.source() != Behavior.Source.FILE && open;
    for (int h = 1; estimated && h <= data.shape().horizon(); h++) {
      double amount = behavior.errors().get(h - 1) * range().top(h);
      parts.add(Part.of(Part.Source.BEHAVIOR, "½‖π̂_b − π_b‖₁·V_max", amount));
    }
    return parts;
  }

  /** Declarations about the shift that the log contradicts, at a level of 1% for each step. */
  List<String> contradictions() {
    if (!settings.shift().declares(data.shape().horizon())) {
      return List.of();
    }
    List<StepShift> wrong =
        stepShifts().stream()
            .filter(step -> settings.shift().isExogenous(step.step()) && step.isPlanning())
            .toList();
    if (wrong.isEmpty()) {
      return List.of();
    }
    return List.of(
        String.format(
            java.util.Locale.ROOT,
            "%s declared exogenous, but the log contradicts it: actions move the next state (%s%.2g); what was left out is missing from estimate and interval",
            StepWords.of(wrong.stream().map(StepShift::step).toList())
                + (wrong.size() == 1 ? " was" : " were"),
            wrong.size() == 1 ? "p = " : "p at most ",
            wrong.stream().mapToDouble(StepShift::pValue).max().orElseThrow()));
  }

  /** Evaluates a policy. */
  public Judgment judge(Policy policy) {
    return judge(policy, List.of());
  }

  /** Evaluates the policy that takes, in a state of this name, the action of that name. */
  public Judgment judge(Function<String, String> rule) {
    return judge(data.policy(rule));
  }

  /**
   * Evaluates a policy.
   *
   * @param notes remarks to report with results
   */
  public Judgment judge(Policy policy, List<String> notes) {
    return judge(policy, notes, Optional.empty());
  }

  /**
   * Evaluates a policy that may have been learned from this log.
   *
   * @param learnedFrom the {@linkplain LogData#fingerprint fingerprint} of the log that it was
   *     learned from, if that is known
   */
  public Judgment judge(Policy policy, List<String> notes, Optional<String> learnedFrom) {
    return new Judgment(this, policy, notes, learnedFrom);
  }

  /** Summarizes the log, and whether it is a bandit or a planning problem. */
  public CheckResult check() {
    return check(StepShift.TOLERANCE);
  }

  /**
   * Summarizes the log with another tolerance.
   *
   * @param tolerance a shift below this, as a total variation, counts as none: above 0, below 1
   */
  public CheckResult check(double tolerance) {
    return CheckResult.of(this, tolerance);
  }

  /** Learns a policy from the log. */
  public LearningResult learn(Learner learner) {
    return LearningResult.of(this, learner);
  }

  /**
   * Returns the policy whose improvement on the logged one is certified to be largest, if any is.
   */
  public LearningResult certify(GuaranteeKind guarantee) {
    return LearningResult.certified(this, guarantee);
  }

  /**
   * Returns the certified policy at another δ, asymptotically valid.
   *
   * @param delta the probability with which the certificate may be wrong
   */
  public LearningResult certify(double delta) {
    Settings other = settings.withDelta(delta);
    Fit same = delta == settings.delta() ? this : new Fit(log, other, behavior, Optional.of(this));
    return same.certify(GuaranteeKind.ASYMPTOTIC);
  }

  /** Notes about the log and the policy that made it. */
  List<String> notes() {
    List<String> notes = new ArrayList<>(data.allNotes());
    notes.addAll(behavior.notes());
    return notes;
  }

  /** These notes, and those about what disagrees with the log. */
  List<String> warnings() {
    List<String> warnings = notes();
    warnings.addAll(calibrationWarnings());
    return warnings;
  }

  /** How many halves of the log have episodes. */
  int independentParts() {
    return (halves().inputs().episodes() > 0 ? 1 : 0) + (halves().holdout().episodes() > 0 ? 1 : 0);
  }

  /** Both halves, once it is clear that neither is empty. */
  void requireHalves(String what, int least) {
    long first = halves().inputs().episodes();
    long second = halves().holdout().episodes();
    if (Math.min(first, second) < least) {
      String needed =
          least > 1
              ? "at least %s episodes in each half".formatted(least)
              : "%s in both halves".formatted(data.clustered() ? "clusters" : "episodes");
      throw new BadLogException(
          "%s: needs %s of the log, got %s and %s episodes".formatted(what, needed, first, second));
    }
  }

  /**
   * Returns whether steps share a model, and why. This is decided before any model is estimated; a
   * test that is needed for it reads the episodes.
   */
  public ChosenModel chosenModel() {
    return chosen.get();
  }

  private ChosenModel choose() {
    return settings
        .model()
        .declared()
        .map(ChosenModel::declared)
        .orElseGet(
            () ->
                data.shape().horizon() == 1
                    ? ChosenModel.ofOneStep()
                    : ChosenModel.hasEnoughRows(counts())
                        ? ChosenModel.ofEnoughRows()
                        : ChosenModel.of(assumptions().of(Assumption.STATIONARY)));
  }

  /** How models are pooled over steps. */
  Pooling pooling() {
    return chosenModel().pooling();
  }
}
