package io.sluice.cli;

import io.sluice.features.FeatureGain;
import io.sluice.features.FeatureLearningResult;
import io.sluice.features.FeatureLearningResult.Candidate;
import io.sluice.features.FeatureLearningResult.StepGain;
import io.sluice.features.LearningSample;
import io.sluice.features.PolicyRule;
import io.sluice.report.Numbers;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What was learned from feature columns, for people. */
final class FeatureLearningText {
  private FeatureLearningText() {}

  static String of(FeatureLearningResult result, Path out) {
    StringBuilder text = new StringBuilder();
    if (result.judgedOn() == 0) {
      text.append(
          "%s, from %s episodes; the log's own mean return is %s\n"
              .formatted(
                  result.learner(),
                  Numbers.whole(result.episodes()),
                  Numbers.plain(result.behaviorValue())));
    } else {
      certified(text, result);
    }
    result.sample().ifPresent(sample -> sample(text, result, sample));
    rollout(text, result);
    rules(text, result.mostPromising(), result.rules(), 1);
    result.policy().ifPresent(p -> text.append("\npolicy: ").append(out).append('\n'));
    AssumptionText.append(text, result.judgment().evaluation().assumptions());
    EvaluationText.warnings(text, result.warnings());
    return text.toString();
  }

  private static void sample(
      StringBuilder text, FeatureLearningResult result, LearningSample sample) {
    boolean halves = result.judgedOn() > 0;
    text.append(
        "\nlearned from a sample of %s: %s of %s episodes%s, drawn by a hash of the names of %s with seed %s, share %s\n"
            .formatted(
                Numbers.counted(sample.rows(), "row"),
                Numbers.whole(sample.episodes()),
                Numbers.whole(sample.of()),
                halves ? " of one half" : "",
                sample.drawn(),
                sample.seed(),
                Numbers.percent(sample.share())));
    text.append(
        "%s judged on all %s\n"
            .formatted(
                !halves
                    ? "the policy was"
                    : result.policy().isPresent()
                        ? "the certificate covers this policy,"
                        : "candidates were",
                halves
                    ? Numbers.counted(result.judgedOn(), "episode") + " of the other half"
                    : "episodes"));
  }

  private static void certified(StringBuilder text, FeatureLearningResult result) {
    text.append(
        "certified, from %s episodes: learned on %s, judged on the other %s; the log's own mean return is %s\n"
            .formatted(
                Numbers.whole(result.episodes()),
                Numbers.whole(result.learnedOn()),
                Numbers.whole(result.judgedOn()),
                Numbers.plain(result.behaviorValue())));
    String level =
        "with probability %s (asymptotic)"
            .formatted(Numbers.percent(1 - result.delta()).replace(".0%", "%"));
    if (result.policy().isPresent()) {
      var certificate = result.policy().get().origin().certificate().orElseThrow();
      text.append("chosen: %s\n".formatted(result.policy().get().origin().learner()));
      text.append(
          "certified: at least %s better than the logged policy, %s; estimate %s, by %s\n"
              .formatted(
                  Numbers.signed(certificate.lower()),
                  level,
                  Numbers.signed(certificate.estimate()),
                  certificate.judge()));
    } else {
      text.append(
          "keep the current policy: no candidate is certified to be better %s\n".formatted(level));
    }
    text.append(
        "\ncandidates: V_π − V_πb on the other half; δ is shared by %s different policies and two judges\n"
            .formatted(result.different()));
    for (Candidate c : result.candidates()) {
      String said =
          c.like()
              .map(l -> "identical to " + l)
              .orElseGet(
                  () ->
                      c.gain()
                          .map(g -> gain(g) + "   " + g.judge())
                          .orElse(
                              c.judged()
                                  ? "not judged: no judge may be used for it"
                                  : "not judged: less promising on the half it was learned from"));
      text.append("  %-15s %s\n".formatted(c.name(), said));
    }
  }

  private static String gain(FeatureGain gain) {
    return "%-8s at least %-7s"
        .formatted(Numbers.signed(gain.estimate()) + ",", Numbers.signed(gain.lower()));
  }

  private static void rollout(StringBuilder text, FeatureLearningResult result) {
    if (result.rollout().isEmpty()) {
      return;
    }
    text.append(
        "\nsteps of %s; besides the certificate, all bounds here hold together with probability %s\n"
            .formatted(
                result.mostPromising(), Numbers.percent(1 - result.delta()).replace(".0%", "%")));
    text.append("  step   gain, this step only         gain, this and later steps\n");
    for (StepGain step : result.rollout()) {
      text.append(
          "  %-4s   %-26s   %-26s"
                  .formatted(step.step(), gain(step.alone()), gain(step.onward()))
                  .stripTrailing()
              + "\n");
    }
  }

  private static String gain(Optional<FeatureGain> gain) {
    return gain.map(g -> gain(g).stripTrailing()).orElse("not judged");
  }

  /**
   * The rules of a policy with how often they decide.
   *
   * @param firstStep the number to give to the first step
   */
  static void rules(StringBuilder text, String name, List<PolicyRule> rules, int firstStep) {
    text.append(
        "\nwhat %s does, and what each rule adds to the effect of its step\n".formatted(name));
    for (PolicyRule rule : rules) {
      if (rule.share() == 0 && rule.when().isEmpty()) {
        continue;
      }
      text.append(
          "  step %-3s %s%s: %s of decisions; logged probability %s%s\n"
              .formatted(
                  rule.step() + firstStep - 1,
                  ShownText.name(rule.action()),
                  rule.when().isEmpty() ? "" : " if " + rule.condition(),
                  Numbers.percent(rule.share()),
                  Double.isNaN(rule.logged()) ? "unknown" : Numbers.plain(rule.logged()),
                  !Double.isNaN(rule.gain())
                      ? "; adds %s ± %s"
                          .formatted(Numbers.signed(rule.gain()), Numbers.plain(rule.half()))
                      : ""));
    }
  }
}
