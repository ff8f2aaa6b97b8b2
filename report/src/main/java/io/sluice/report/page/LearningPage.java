package io.sluice.report.page;

import io.sluice.fit.CertifiedResult;
import io.sluice.fit.LearningResult;
import io.sluice.report.Numbers;
import io.sluice.report.json.Json;
import io.sluice.report.json.LearningJson;
import io.sluice.report.page.Block.Download;
import io.sluice.report.page.Block.Table;
import io.sluice.report.page.Block.Tone;
import io.sluice.report.page.Block.Verdict;
import io.sluice.report.page.Block.Verdicts;
import io.sluice.report.page.Block.Words;
import io.sluice.selection.Appraisal;
import io.sluice.selection.Gain;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which policy to run instead? The answer to look at. */
public final class LearningPage {
  /** A larger policy is not for a page that people open. */
  private static final int LARGE = 1_000_000;

  private LearningPage() {}

  /**
   * @param policyCsv the learned policy as it was written; not shown if the answer is to keep the
   *     current policy
   * @param policyFile where it was written
   * @param command what was typed
   */
  public static Page of(LearningResult answer, String policyCsv, Path policyFile, String command) {
    List<Section> sections = new ArrayList<>();
    List<Block> first = new ArrayList<>(List.of(new Verdicts(List.of(verdict(answer)))));
    answer.certificate().ifPresent(certificate -> first.add(CertifiedSections.judges(certificate)));
    if (answer.keep().isEmpty()) {
      first.add(download(policyCsv));
    }
    sections.add(new Section("Which policy to run?", first));
    answer
        .certificate()
        .ifPresent(
            certificate -> {
              sections.add(CertifiedSections.candidates(certificate.choice()));
              certificate.rollout().map(CertifiedSections::rollout).ifPresent(sections::add);
            });
    sections.add(value(answer));
    sections.add(DifferenceSection.of("the learned policy", answer.differences()));
    sections.add(AssumptionSection.of(answer.assumptions(), List.of()));
    sections.add(Warnings.section(answer.warnings(), advice(answer), "running it"));
    return new Page(
        "Which policy to run instead?",
        Numbers.say(
            "Learned by %s from %s; the logged policy (%s) returned %s on average.",
            answer.learner(),
            Numbers.counted(answer.episodes(), "episode"),
            answer.provenance().behavior(),
            Numbers.shown(answer.behaviorValue())),
        sections,
        Json.text(LearningJson.of(answer, policyFile)),
        Foot.of(answer.provenance(), command));
  }

  private static Verdict verdict(LearningResult answer) {
    if (answer.keep().isPresent()) {
      return new Verdict(Tone.OPEN, "Keep the current policy: " + sentence(answer.keep().get()));
    }
    if (answer.certificate().isEmpty()) {
      return new Verdict(
          Tone.OPEN,
          Numbers.say(
              "%s would change %s of the log's decisions, and its value in the model is %s. There is no guarantee for it: judge it on other episodes, or learn with --learner certified.",
              answer.learner(),
              Numbers.shortPercent(answer.changed()),
              Numbers.shown(answer.value())));
    }
    CertifiedResult certificate = answer.certificate().get();
    String level =
        Numbers.say(
            "with probability %s (%s%s)",
            Numbers.shortPercent(1 - certificate.choice().delta()),
            certificate.guarantee(),
            certificate.nominal().map(why -> "; not proven to hold at δ: " + why).orElse(""));
    Optional<Appraisal> chosen = certificate.choice().chosen();
    Optional<Gain> gain = certificate.choice().certified();
    return chosen.isPresent() && gain.isPresent()
        ? new Verdict(
            Tone.GOOD,
            Numbers.say(
                "Run %s: it is at least %s better than the logged policy, %s. Estimate: %s.",
                chosen.get().candidate().name(),
                Numbers.shownSigned(gain.get().lower()),
                level,
                Numbers.shownSigned(gain.get().estimate())))
        : new Verdict(
            Tone.OPEN,
            "Keep the logged policy: no candidate is certified to be better " + level + ".");
  }

  private static String sentence(String words) {
    return words.endsWith(".") ? words : words + ".";
  }

  private static Block download(String csv) {
    return csv.length() <= LARGE
        ? new Download("policy", "download the policy as CSV", "policy.csv", csv)
        : Words.of(
            Numbers.say(
                "The policy has %,d rows, too many for this page: it is in the file that was written.",
                rows(csv)));
  }

  /** How many rows a table has below its heading; line breaks in quoted names end none. */
  private static long rows(String csv) {
    boolean quoted = false;
    long lines = 0;
    for (int i = 0; i < csv.length(); i++) {
      char c = csv.charAt(i);
      quoted ^= c == '"';
      lines += c == '\n' && !quoted ? 1 : 0;
    }
    return lines - 1;
  }

  private static Section value(LearningResult answer) {
    List<List<Object>> rows = new ArrayList<>();
    rows.add(List.of("V̂ of the learned policy", answer.value()));
    rows.add(List.of("V̂_p, the model's lower bound", answer.lower()));
    rows.add(List.of("V̂_o, the model's upper bound", answer.upper()));
    rows.add(List.of("mean return of the log", answer.behaviorValue()));
    return Section.of(
        "Its value in the model",
        new Table(
            "value",
            "Values in the estimated model; the bounds are for a policy that was fixed before the log was seen",
            List.of("what", "value"),
            rows));
  }

  private static List<String> advice(LearningResult answer) {
    List<String> advice = new ArrayList<>();
    if (answer.certificate().isEmpty()) {
      advice.add(
          "--learner certified learns on one half of the log, judges on the other, and keeps the logged policy unless another is certified to be better.");
    } else if (answer.certificate().get().choice().chosen().isEmpty()
        && !answer.certificate().get().isRefused()) {
      advice.add(
          "More episodes would tell: sluice plan says how many, for the most promising candidate.");
    }
    boolean thin = answer.differences().largest(100).stream().anyMatch(d -> d.visits() < 10);
    if (thin) {
      advice.add(
          "Some of the decisions it would take are hardly in the log (the table above says which): roll it out in part, and log propensities while doing so.");
    }
    return advice;
  }
}
