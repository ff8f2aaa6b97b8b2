package io.sluice.cli;

import io.sluice.answers.CertifiedAnswer;
import io.sluice.answers.LearningAnswer;
import io.sluice.selection.Appraisal;
import io.sluice.selection.Appraisal.Outcome;
import io.sluice.selection.CertifiedChoice;
import io.sluice.selection.Gain;
import io.sluice.selection.PartialRollout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A certified choice for people and for programs: the promise first, then how it came about. */
final class CertifiedText {
  private CertifiedText() {}

  static String of(LearningAnswer answer, CertifiedAnswer certificate) {
    StringBuilder text = new StringBuilder();
    text.append(
        "certified, from %s episodes: learned on %s, judged on the other %s; the log's own mean return is %s\n"
            .formatted(
                Numbers.whole(answer.episodes()),
                Numbers.whole(certificate.learnedOn()),
                Numbers.whole(certificate.judgedOn()),
                Numbers.plain(answer.behaviorValue())));
    promise(text, certificate);
    candidates(text, certificate.choice());
    rollout(text, certificate);
    return text.append('\n').toString();
  }

  private static void promise(StringBuilder text, CertifiedAnswer certificate) {
    CertifiedChoice choice = certificate.choice();
    String level =
        "with probability %s (%s%s)"
            .formatted(
                percent(1 - choice.delta()),
                certificate.guarantee(),
                certificate.nominal().map(why -> "; nominal: " + why).orElse(""));
    if (choice.chosen().isEmpty()) {
      text.append("chosen: the logged policy itself\n");
      text.append("no candidate is certified to be better %s\n".formatted(level));
      return;
    }
    Appraisal best = choice.chosen().get();
    text.append("chosen: %s\n".formatted(best.candidate().name()));
    text.append(
        "certified: at least %s better than the logged policy, %s; estimate %s\n"
            .formatted(
                Numbers.signed(best.gain().lower()),
                level,
                Numbers.signed(best.gain().estimate())));
  }

  private static void candidates(StringBuilder text, CertifiedChoice choice) {
    String policies = choice.different() == 1 ? "policy" : "policies";
    text.append(
        "\ncandidates: V_π − V_πb on the other part; δ is shared by %d different %s\n"
            .formatted(choice.different(), policies));
    for (Appraisal a : choice.appraisals()) {
      if (a.outcome() == Outcome.SAME) {
        text.append(
            "  %-9s decides as %s does\n".formatted(a.candidate().name(), a.likeIt().name()));
      } else {
        text.append(
            "  %-9s %-7s   at least %-7s   %s\n"
                .formatted(
                    a.candidate().name(),
                    Numbers.signed(a.gain().estimate()),
                    Numbers.signed(a.gain().lower()),
                    why(a)));
      }
    }
  }

  private static String why(Appraisal a) {
    return a.outcome() == Outcome.UNCERTAIN
        ? "%s (%s)".formatted(a.outcome(), a.gain().limit())
        : a.outcome().toString();
  }

  private static void rollout(StringBuilder text, CertifiedAnswer certificate) {
    PartialRollout rollout = certificate.rollout();
    text.append(
        "\nsteps of %s; besides the certificate, all bounds here hold together with probability %s\n"
            .formatted(rollout.of().name(), percent(1 - rollout.delta())));
    text.append("  step   changed alone                followed from here on\n");
    for (PartialRollout.Step step : rollout.steps()) {
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
  }

  private static String gain(Gain gain) {
    return "%-7s, at least %s"
        .formatted(Numbers.signed(gain.estimate()), Numbers.signed(gain.lower()));
  }

  private static String percent(double share) {
    return Numbers.percent(share).replace(".0%", "%");
  }

  static Map<String, Object> json(CertifiedAnswer certificate) {
    CertifiedChoice choice = certificate.choice();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("guarantee", certificate.guarantee().toString());
    json.put("nominal", certificate.nominal().isPresent());
    json.put("learnedOn", certificate.learnedOn());
    json.put("judgedOn", certificate.judgedOn());
    json.put("chosen", choice.chosen().map(a -> a.candidate().name()).orElse(null));
    json.put("lower", choice.chosen().map(a -> a.gain().lower()).orElse(0.0));
    json.put("delta", choice.delta());
    json.put("different", choice.different());
    List<Object> candidates = new ArrayList<>();
    for (Appraisal a : choice.appraisals()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("name", a.candidate().name());
      one.put("learner", a.candidate().learner().learnerName());
      one.put("scale", a.candidate().scale());
      one.put("estimate", a.gain().estimate());
      one.put("lower", a.gain().lower());
      one.put("outcome", a.outcome().toString());
      one.put("sameAs", a.outcome() == Outcome.SAME ? a.likeIt().name() : null);
      candidates.add(one);
    }
    json.put("candidates", candidates);
    json.put("rollout", json(certificate.rollout()));
    return json;
  }

  private static Map<String, Object> json(PartialRollout rollout) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("candidate", rollout.of().name());
    json.put("delta", rollout.delta());
    List<Object> steps = new ArrayList<>();
    for (PartialRollout.Step step : rollout.steps()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("step", step.step());
      one.put("alone", json(step.alone()));
      one.put("worthChangingAlone", step.isWorthChangingAlone());
      one.put("onward", json(step.onward()));
      steps.add(one);
    }
    json.put("steps", steps);
    return json;
  }

  private static Map<String, Object> json(Gain gain) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("estimate", gain.estimate());
    json.put("lower", gain.lower());
    return json;
  }
}
