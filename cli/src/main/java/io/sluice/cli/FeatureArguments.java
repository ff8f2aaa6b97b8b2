package io.sluice.cli;

import io.sluice.features.FeatureSettings;
import io.sluice.features.FeatureSettings.BasisChoice;
import io.sluice.features.FeatureSettings.NuisanceChoice;
import io.sluice.features.RidgeChoice;
import io.sluice.features.TreeBooster;
import io.sluice.fit.Settings;
import io.sluice.interval.IntervalKind;
import io.sluice.logs.FeatureOptions;
import io.sluice.logs.LogOptions;
import io.sluice.logs.RowPolicy;
import io.sluice.policy.PolicyColumn;
import io.sluice.policy.SavedPolicy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How a log whose states are columns is judged. */
final class FeatureArguments {
  private static final String PREFIX = "columns:";

  @Option(
      names = "--features",
      paramLabel = "COLUMN,…|all",
      description =
          "Columns that together form the state, in place of one column of labels. Text and booleans are categories. all"
              + " takes every column that has no role and does not reveal the action or the reward.")
  private List<String> features = List.of();

  @Option(
      names = "--basis",
      paramLabel = "auto|plain",
      description =
          "With --features, the functions used in regressions: auto standardizes the columns and adds squares, hinges and"
              + " products if they predict better out of fold; plain takes the columns as they are (default: auto).")
  private String basis;

  @Option(
      names = "--ridge",
      paramLabel = "Q,OMEGA",
      description =
          "With --features, the ridge penalties of the two regressions (default: cross-validated).")
  private String ridge;

  @Option(
      names = "--nuisance",
      paramLabel = "ridge|boosted|auto",
      description =
          "With --features, what regressions are made with: ridge, boosted trees (by XGBoost, from rows in memory), or at"
              + " every step what predicts better out of fold (default: ridge). With learn, also for policy trees;"
              + " linear scores are always learned by ridge.")
  private String nuisance;

  /** Whether states are columns. */
  boolean isAsked() {
    if (features.isEmpty() && (basis != null || ridge != null || nuisance != null)) {
      throw new IllegalArgumentException(
          "--%s: needs --features, got none"
              .formatted(basis != null ? "basis" : ridge != null ? "ridge" : "nuisance"));
    }
    return !features.isEmpty();
  }

  /** Takes the columns of a policy for the state, unless others were named. */
  boolean orThose(SavedPolicy policy) {
    if (features.isEmpty()) {
      features = policy.columns().stream().map(PolicyColumn::source).distinct().toList();
    }
    return isAsked();
  }

  /** As they were typed. */
  List<String> words() {
    List<String> words = new ArrayList<>(List.of("--features", String.join(",", features)));
    if (basis != null) {
      words.addAll(List.of("--basis", basis));
    }
    if (ridge != null) {
      words.addAll(List.of("--ridge", ridge));
    }
    if (nuisance != null) {
      words.addAll(List.of("--nuisance", nuisance));
    }
    return words;
  }

  FeatureSettings settings(Settings settings) {
    NuisanceChoice regressions =
        nuisance == null ? NuisanceChoice.RIDGE : NuisanceChoice.parse(nuisance);
    if (regressions != NuisanceChoice.RIDGE) {
      TreeBooster.found(); // before a log is read
    }
    return new FeatureSettings(
        settings.delta(),
        settings.seed(),
        BasisChoice.parse(basis == null ? "auto" : basis),
        ridge == null ? new RidgeChoice.CrossValidated() : RidgeChoice.parse(ridge),
        regressions);
  }

  /** What a log is checked with: the logged policy itself where all its probabilities are told. */
  FeatureOptions options(LogArguments log) {
    return options(
        log, log.behavior().filter(b -> b.startsWith(PREFIX)).isPresent() ? "behavior" : "uniform");
  }

  /**
   * @param policy as the user names it
   */
  FeatureOptions options(LogArguments log, String policy) {
    Optional<String> behavior = log.behavior();
    boolean estimate = behavior.filter("estimate"::equals).isPresent();
    if (behavior.isPresent() && !estimate && !behavior.get().startsWith(PREFIX)) {
      throw new IllegalArgumentException(
          "--behavior: needs columns:PREFIX or estimate with --features or a policy per row, or nothing to take the log's propensities, got "
              + behavior.get());
    }
    if (log.paths().isEmpty()) {
      throw new IllegalArgumentException("--features: needs a LOG, because counts have no columns");
    }
    LogOptions reading = log.reading().options(false);
    if (reading.history().isPresent()) {
      throw new IllegalArgumentException(
          "--history: needs states that are labels; make what matters of the past a column, got --history "
              + reading.history().get());
    }
    List<String> columns = new ArrayList<>();
    // Not split by picocli, to which a quote in a column's name means something.
    features.forEach(f -> columns.addAll(Arrays.asList(f.split(","))));
    return new FeatureOptions(
        reading,
        List.copyOf(columns),
        behavior.filter(b -> !estimate).map(b -> b.substring(PREFIX.length())),
        estimate,
        RowPolicy.parse(policy, true),
        FeatureOptions.FOLDS);
  }

  /**
   * The same for a policy per row on a log whose states are labels.
   *
   * @param possible those that weight rows
   */
  static List<IntervalKind> rowKinds(
      String policy, List<IntervalKind> asked, List<IntervalKind> possible) {
    for (IntervalKind kind : asked) {
      if (!possible.contains(kind)) {
        throw new IllegalArgumentException(
            "--interval: %s needs a policy per state, got one per row, %s; needs some of %s, or --features"
                .formatted(kind, policy, possible));
      }
    }
    return asked.isEmpty() ? List.of(IntervalKind.ROBUST) : asked;
  }

  /** The intervals that were asked for, or the usual ones. */
  static List<IntervalKind> kinds(List<IntervalKind> asked) {
    return asked.isEmpty()
        ? FeatureSettings.USUAL
        : asked.stream()
            .map(k -> IntervalKind.named(k.toString(), FeatureSettings.INTERVALS))
            .toList();
  }
}
