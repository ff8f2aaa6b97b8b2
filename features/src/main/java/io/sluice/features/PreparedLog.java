package io.sluice.features;

import io.sluice.features.FeatureSettings.BasisChoice;
import io.sluice.features.FeatureSettings.NuisanceChoice;
import io.sluice.mdp.SettingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A log before its policies are judged. */
record PreparedLog(
    FeatureSource source, FeatureSettings settings, FeatureSummary summary, Basis basis) {
  /**
   * Reads a log once to know its columns, and estimates the logged policy if need be.
   *
   * @throws SettingException if folds are too few
   */
  static PreparedLog of(FeatureSource given, FeatureSettings settings) {
    if (settings.choosesByPrediction() && given.folds() < 3) {
      throw new SettingException(
          "ridge",
          "needs three folds or more to choose by prediction, got %s; give Q,OMEGA and `basis` plain, or more folds"
              .formatted(given.folds()));
    }
    FeatureSummary summary = FeatureSummary.of(given);
    FeatureSource source = given.estimatesBehavior() ? EstimatedBehavior.of(given, summary) : given;
    Basis basis = basis(source, settings, summary).withCuts(summary, Moments.mostFunctions(source));
    return new PreparedLog(source, settings, summary, basis);
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

  Optional<TreeBooster> booster() {
    return settings.nuisance() == NuisanceChoice.RIDGE
        ? Optional.empty()
        : Optional.of(TreeBooster.found());
  }

  /**
   * Every policy of the log, in two passes, or more if there are too many for regressions of all at
   * once.
   *
   * @param withShifts whether to find out which steps are bandits, which does not depend on the
   *     policy
   */
  List<FeatureEvaluation> judged(boolean withShifts) {
    List<FeatureEvaluation> all = evaluated(withShifts);
    all.forEach(FeatureEvaluation::requirePossible);
    return all;
  }

  private List<FeatureEvaluation> evaluated(boolean withShifts) {
    int count = source.policies();
    ActionClassifier learned =
        withShifts && source.knowsBehavior() && source.horizon() > 1
            ? new ActionClassifier(source, summary, settings.seed())
            : null;
    FirstEpisodes tested = new FirstEpisodes(Rows.TESTED, summary.before());
    int atOnce = booster().isPresent() ? 1 : Moments.atOnce(source, basis.size());
    List<List<Nuisances>> nuisances = new ArrayList<>(); // by policy
    for (int from = 0; from < count; from += atOnce) {
      List<Integer> some = IntStream.range(from, Math.min(count, from + atOnce)).boxed().toList();
      MomentPass moments =
          MomentPass.of(
              source, basis, some, tested, summary.episodes(), from == 0 ? learned : null);
      learned = from == 0 ? moments.classifier() : learned;
      nuisances.addAll(fitted(moments.folds(), source.judging(from)));
    }
    int actions = source.actions().size();
    boolean calibrated = source.knowsBehavior() || source.estimatesBehavior();
    List<EvaluationPass.Part> policies = new ArrayList<>();
    for (int p = 0; p < count; p++) {
      policies.add(
          new EvaluationPass.Part(
              ScorePass.of(source.judging(p), basis, nuisances.get(p), summary),
              new PolicySupport(source),
              new UnseenOutcomes(source.horizon(), actions),
              new MissingDecisions(source.horizon())));
    }
    EvaluationPass judged =
        source.collect(
            new EvaluationPass(
                summary.episodes(),
                policies,
                calibrated ? new ActionCalibration(source, basis, summary) : null,
                source.hasClusters() && calibrated ? new ClusterActions(source, summary) : null,
                learned == null ? null : learned.judge()));
    List<StateShift> shifts = shifts(learned, judged.classifier());
    return IntStream.range(0, count)
        .mapToObj(
            p ->
                new FeatureEvaluation(
                    this, source.judging(p), nuisances.get(p), judged, judged.policy(p), shifts))
        .toList();
  }

  private List<StateShift> shifts(
      @Nullable ActionClassifier learned, Optional<ActionClassifier> judge) {
    return learned == null
        ? List.of()
        : judge.map(c -> c.answers(learned, source)).orElse(List.of());
  }

  /**
   * By policy and fold.
   *
   * @param single the log with the only policy, for trees
   */
  private List<List<Nuisances>> fitted(List<Moments> folds, FeatureSource single) {
    List<Integer> sizes = sizes(basis, settings);
    Optional<TreeRows> rows = booster().map(b -> new TreeRows(single, basis));
    rows.ifPresent(r -> single.forEach(r::add));
    IntStream numbers = IntStream.range(0, folds.size());
    // Trees take long: one thread for each fold, and the same bits for any number of threads.
    List<List<Nuisances>> byFold =
        (rows.isPresent() ? numbers.parallel() : numbers)
            .mapToObj(
                f ->
                    NuisanceFit.without(
                        f,
                        folds,
                        basis,
                        sizes,
                        settings,
                        rows.map(r -> new BoostedFit(booster().orElseThrow(), r, f))))
            .toList();
    return IntStream.range(0, folds.get(0).policies())
        .mapToObj(p -> byFold.stream().map(of -> of.get(p)).toList())
        .toList();
  }
}
