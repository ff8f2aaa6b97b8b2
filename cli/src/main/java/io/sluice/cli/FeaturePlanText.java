package io.sluice.cli;

import io.sluice.features.FeatureExperiment;
import io.sluice.features.FeaturePlan;
import io.sluice.features.FeaturePlan.Source;
import io.sluice.fit.ExplorationResult.State;
import io.sluice.report.Numbers;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A plan on feature columns for people. */
final class FeaturePlanText {
  private static final int SHOWN = 8;

  private FeaturePlanText() {}

  static String of(FeaturePlan answer, @Nullable Path out) {
    StringBuilder text = new StringBuilder();
    text.append(
        "%s give %s an efficient interval of width %s; wanted %s\n"
            .formatted(
                Numbers.counted(answer.episodes(), "episode"),
                answer.step().isPresent() ? "step " + answer.step().getAsInt() : "the total",
                Numbers.small(answer.width()),
                Numbers.asWritten(answer.wanted())));
    if (answer.isReached()) {
      text.append("that is reached: no more episodes are needed\n");
    } else if (answer.needed().isPresent()) {
      long needed = answer.needed().getAsLong();
      text.append(
          "with the logged policy: about %s (%s in all)\n"
              .formatted(
                  Numbers.counted(Numbers.roughly(needed - answer.episodes()), "more episode"),
                  Numbers.whole(Numbers.roughly(needed))));
    } else {
      text.append("with the logged policy: more episodes than could be counted\n");
    }
    sources(text, answer);
    if (!answer.isReached()) {
      exploring(text, answer.exploring());
    }
    if (out != null) {
      text.append("policy to explore with: ").append(out).append('\n');
    }
    AssumptionText.appendOpen(text, answer.assumptions());
    EvaluationText.warnings(text, answer.warnings());
    return text.toString();
  }

  private static void exploring(StringBuilder text, FeatureExperiment exploring) {
    List<State> all = exploring.changes();
    if (all.isEmpty()) {
      text.append("exploring more would not need fewer episodes\n");
      return;
    }
    List<State> shown = all.subList(0, Math.min(SHOWN, all.size()));
    PlanText.probabilities(text, exploring.needed(), exploring.fromStep(), shown);
    text.append(
        "  meanwhile the mean return changes by about %s\n"
            .formatted(Numbers.signed(-exploring.cost())));
    PlanText.after(text, exploring.after());
    if (all.size() > shown.size()) {
      text.append(
          "  and %s (all of them: --format json)\n"
              .formatted(Numbers.counted(all.size() - shown.size(), "more segment")));
    }
  }

  private static void sources(StringBuilder text, FeaturePlan answer) {
    List<Source> shown = answer.sources().subList(0, Math.min(SHOWN, answer.sources().size()));
    if (shown.isEmpty()) {
      return;
    }
    text.append("where the width comes from\n");
    int wide = shown.stream().mapToInt(s -> s.action().length()).max().orElse(0);
    for (Source source : shown) {
      text.append(
          ("  %6s  step %-3s %-" + wide + "s  %s now%s\n")
              .formatted(
                  Numbers.percent(source.share()),
                  source.step(),
                  ShownText.name(source.action()),
                  Numbers.counted(source.rows(), "row"),
                  source.rowsNeeded().isPresent() && !answer.isReached()
                      ? ", %s wanted"
                          .formatted(
                              Numbers.whole(Numbers.roughly(source.rowsNeeded().getAsLong())))
                      : ""));
    }
    double others = 1 - answer.stateShare() - shown.stream().mapToDouble(Source::share).sum();
    if (others >= 0.0005) {
      text.append("  %6s  other steps and actions\n".formatted(Numbers.percent(others)));
    }
    if (answer.stateShare() >= 0.0005) {
      text.append(
          "  %6s  which rows the episodes were in\n"
              .formatted(Numbers.percent(answer.stateShare())));
    }
  }
}
