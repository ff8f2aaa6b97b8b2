package io.sluice.cli;

import io.sluice.fit.CertifiedResult;
import io.sluice.fit.LearningResult;
import io.sluice.report.JudgeWords;
import io.sluice.report.Numbers;
import io.sluice.selection.Appraisal;
import io.sluice.selection.Appraisal.Outcome;
import io.sluice.selection.CertifiedChoice;
import io.sluice.selection.Gain;
import io.sluice.selection.PartialRollout;
import java.util.Comparator;
import java.util.List;

/** A certified choice for people and for programs: the promise first, then how it came about. */
final class CertifiedText {
  private CertifiedText() {}

  static String of(LearningResult answer, CertifiedResult certificate) {
    StringBuilder text = new StringBuilder();
    text.append(
        "certified, from %s episodes: learned on %s, judged on the other %s; the log's own mean return is %s\n"
            .formatted(
                Numbers.whole(answer.episodes()),
                Numbers.whole(certificate.learnedOn()),
                Numbers.whole(certificate.judgedOn()),
                Numbers.plain(answer.behaviorValue())));
    promise(text, answer, certificate);
    text.append(JudgeWords.of(certificate)).append('\n');
    if (!certificate.isRefused()) {
      candidates(text, certificate.choice());
    }
    certificate.rollout().ifPresent(rollout -> rollout(text, rollout));
    return text.append('\n').toString();
  }

  private static void promise(
      StringBuilder text, LearningResult answer, CertifiedResult certificate) {
    CertifiedChoice choice = certificate.choice();
    String level =
        "with probability %s (%s%s)"
            .formatted(
                percent(1 - choice.delta()),
                certificate.guarantee(),
                certificate.nominal().map(why -> "; not proven to hold at δ: " + why).orElse(""));
    if (choice.chosen().isEmpty()) {
      text.append(
          answer
              .keep()
              .map(why -> "keep the current policy: %s\n".formatted(why))
              .orElse("chosen: the logged policy itself\n"));
      text.append("no candidate is certified to be better %s\n".formatted(level));
      return;
    }
    Gain best = choice.certified().orElseThrow();
    text.append("chosen: %s\n".formatted(choice.chosen().get().candidate().name()));
    text.append(
        "certified: at least %s better than the logged policy, %s; estimate %s\n"
            .formatted(Numbers.signed(best.lower()), level, Numbers.signed(best.estimate())));
  }

  private static void candidates(StringBuilder text, CertifiedChoice choice) {
    String policies = choice.different() == 1 ? "policy" : "policies";
    text.append(
        "\ncandidates: V_π − V_πb on the other part; δ is shared by %s different %s\n"
            .formatted(choice.different(), policies));
    for (Appraisal a : choice.appraisals()) {
      if (a.outcome() == Outcome.SAME) {
        text.append("  %-9s identical to %s\n".formatted(a.candidate().name(), a.likeIt().name()));
      } else if (a.gain().isEmpty()) {
        text.append("  %-9s %s\n".formatted(a.candidate().name(), a.outcome()));
      } else {
        Gain gain = a.gain().get();
        text.append(
            "  %-9s %-7s   at least %-7s   %-9s   %s\n"
                .formatted(
                    a.candidate().name(),
                    Numbers.signed(gain.estimate()),
                    Numbers.signed(gain.lower()),
                    gain.judge(),
                    why(a, gain)));
      }
    }
  }

  private static String why(Appraisal a, Gain gain) {
    return a.outcome() == Outcome.UNCERTAIN
        ? "%s (%s)".formatted(a.outcome(), gain.limit())
        : a.outcome().toString();
  }

  private static void rollout(StringBuilder text, PartialRollout rollout) {
    text.append(
        "\nsteps of %s; besides the certificate, all bounds here hold together with probability %s\n"
            .formatted(rollout.of().name(), percent(1 - rollout.delta())));
    text.append("  step   gain, this step only         gain, this and later steps\n");
    int horizon = rollout.steps().size();
    List<PartialRollout.Step> shown =
        LongHorizon.shown(
            horizon,
            rollout.steps(),
            Comparator.comparingDouble(s -> -Math.abs(s.alone().estimate())));
    for (PartialRollout.Step step : shown) {
      text.append(
          "  %-4s   %-26s   %-26s   %s"
              .formatted(
                  step.step(),
                  gain(step.alone()),
                  gain(step.onward()),
                  step.isWorthChangingAlone() ? "worth changing by itself" : "")
              .stripTrailing());
      text.append('\n');
    }
    text.append(
        LongHorizon.rest(horizon, shown.size(), "those with the largest effect by themselves"));
  }

  private static String gain(Gain gain) {
    return "%-8s at least %s"
        .formatted(Numbers.signed(gain.estimate()) + ",", Numbers.signed(gain.lower()));
  }

  private static String percent(double share) {
    return Numbers.percent(share).replace(".0%", "%");
  }
}
