package io.sluice.cli;

import io.sluice.fit.ExplorationResult;
import io.sluice.fit.ExplorationResult.Action;
import io.sluice.fit.ExplorationResult.State;
import io.sluice.fit.PlanResult;
import io.sluice.fit.PlanResult.Source;
import io.sluice.report.Numbers;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** A plan for people: how many more, where, and how to need fewer. */
final class PlanText {
  /** How many pairs or states a person wants to read; JSON has more. */
  private static final int SHOWN = 8;

  private PlanText() {}

  static String of(PlanResult answer, Path out) {
    StringBuilder text = new StringBuilder();
    text.append(
        "%s give %s an efficient interval of width %s; wanted %s\n"
            .formatted(
                Numbers.counted(answer.episodes(), "episode"),
                answer.step().isPresent() ? "step " + answer.step().getAsInt() : "the total",
                Numbers.small(answer.width()),
                Numbers.asWritten(answer.wanted())));
    if (answer.unseen() > 0) {
      text.append(
          "  %s of it is for pairs never seen, which more episodes of the logged policy may not remove\n"
              .formatted(Numbers.small(answer.unseen())));
    }
    if (answer.behaviorError() > 0) {
      text.append(
          "  %s of it is for the logged policy, which is estimated\n"
              .formatted(Numbers.small(answer.behaviorError())));
    }
    text.append(logged(answer));
    if (!answer.isReached()) {
      sources(text, answer);
      exploring(text, answer.exploring());
    }
    if (out != null) {
      text.append("policy to explore with: ").append(out).append('\n');
    }
    AssumptionText.appendOpen(text, answer.assumptions());
    EvaluationText.warnings(text, answer.warnings());
    return text.toString();
  }

  private static String logged(PlanResult answer) {
    if (answer.isReached()) {
      return "that is reached: no more episodes are needed\n";
    }
    if (answer.needed().isPresent()) {
      long needed = answer.needed().getAsLong();
      return "with the logged policy: about %s (%s in all)\n"
          .formatted(
              Numbers.counted(Numbers.roughly(needed - answer.episodes()), "more episode"),
              Numbers.whole(Numbers.roughly(needed)));
    }
    return answer.unseen() >= answer.wanted()
        ? "with the logged policy: never, while pairs never seen keep it above %s\n"
            .formatted(Numbers.small(answer.unseen()))
        : "with the logged policy: more episodes than could be counted\n";
  }

  private static void sources(StringBuilder text, PlanResult answer) {
    List<Source> shown = answer.sources().subList(0, Math.min(SHOWN, answer.sources().size()));
    if (shown.isEmpty()) {
      return;
    }
    boolean rest = answer.unseen() > 0 || answer.behaviorError() > 0;
    text.append("where the %s comes from\n".formatted(rest ? "rest of the width" : "width"));
    int state = shown.stream().mapToInt(s -> s.state().length()).max().orElse(0);
    int action = shown.stream().mapToInt(s -> s.action().length()).max().orElse(0);
    for (Source source : shown) {
      text.append(
          ("  %6s  %s%-" + state + "s  %-" + action + "s  %s now%s\n")
              .formatted(
                  Numbers.percent(source.share()),
                  step(source.step()),
                  ShownText.name(source.state()),
                  ShownText.name(source.action()),
                  Numbers.counted(source.rows(), "row"),
                  source.rowsNeeded().isPresent()
                      ? ", %s wanted"
                          .formatted(
                              Numbers.whole(Numbers.roughly(source.rowsNeeded().getAsLong())))
                      : ""));
    }
    double others = 1 - answer.stateShare() - shown.stream().mapToDouble(Source::share).sum();
    if (others >= 0.0005) {
      text.append("  %6s  other states and actions\n".formatted(Numbers.percent(others)));
    }
    if (answer.stateShare() >= 0.0005) {
      text.append(
          "  %6s  which states the episodes were in\n"
              .formatted(Numbers.percent(answer.stateShare())));
    }
  }

  private static void exploring(StringBuilder text, ExplorationResult exploring) {
    if (exploring.changed() == 0) {
      text.append("exploring more would not need fewer episodes\n");
      return;
    }
    List<State> shown = exploring.states().subList(0, Math.min(SHOWN, exploring.states().size()));
    probabilities(text, exploring.needed(), exploring.fromStep(), shown);
    experiment(text, exploring);
    if (exploring.changed() > shown.size()) {
      text.append(
          "  and %s (all of them: --out policy.csv)\n"
              .formatted(Numbers.counted(exploring.changed() - shown.size(), "more state")));
    }
  }

  /** How to explore, and for how long. */
  static void probabilities(
      StringBuilder text, OptionalLong needed, int fromStep, List<State> shown) {
    String from = fromStep == 1 ? "" : " from step " + fromStep + " on";
    text.append(
        needed.isPresent()
            ? "exploring where it matters: about %s in all, with these action probabilities%s\n"
                .formatted(Numbers.counted(Numbers.roughly(needed.getAsLong()), "episode"), from)
            : "exploring where it matters would not reach it either, but gets closer%s:\n"
                .formatted(from));
    int width = shown.stream().mapToInt(s -> s.state().length()).max().orElse(0);
    for (State state : shown) {
      text.append(
          ("  %s%-" + width + "s").formatted(step(state.step()), ShownText.name(state.state())));
      for (Action action : state.actions()) {
        text.append(
            "   %s %s (now %s)"
                .formatted(
                    ShownText.name(action.action()),
                    probability(action.wanted()),
                    probability(action.logged())));
      }
      text.append('\n');
    }
  }

  private static void experiment(StringBuilder text, ExplorationResult exploring) {
    text.append(
        "  meanwhile the mean return changes by about %s (by efficient [%s, %s])\n"
            .formatted(
                Numbers.signed(-exploring.costEstimate()),
                Numbers.signed(-exploring.cost().upper()),
                Numbers.signed(-exploring.cost().lower())));
    after(text, exploring.after());
  }

  static void after(StringBuilder text, ExplorationResult.Range after) {
    text.append(
        "  after that the interval would be about [%s, %s], if the estimate stays\n"
            .formatted(Numbers.signed(after.lower()), Numbers.signed(after.upper())));
  }

  private static String step(OptionalInt step) {
    return step.isPresent() ? "step %-3s ".formatted(step.getAsInt()) : "";
  }

  private static String probability(double p) {
    return String.format(Locale.ROOT, "%.2f", p);
  }
}
