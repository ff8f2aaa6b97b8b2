package io.sluice.report.page;

import io.sluice.features.FeatureGain;
import io.sluice.features.FeatureLearningResult;
import io.sluice.features.FeatureLearningResult.Candidate;
import io.sluice.features.FeatureLearningResult.StepGain;
import io.sluice.features.PolicyRule;
import io.sluice.policy.Origin;
import io.sluice.policy.PolicyJson;
import io.sluice.policy.SavedPolicy;
import io.sluice.policy.StepModel.Tree;
import io.sluice.report.Numbers;
import io.sluice.report.json.FeatureLearningJson;
import io.sluice.report.json.Json;
import io.sluice.report.page.Block.Download;
import io.sluice.report.page.Block.Table;
import io.sluice.report.page.Block.Tone;
import io.sluice.report.page.Block.Verdict;
import io.sluice.report.page.Block.Verdicts;
import io.sluice.report.page.Block.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which policy to run instead, learned from feature columns: the answer to look at. */
public final class FeatureLearningPage {
  /** A larger policy is not for a page that people open. */
  private static final int LARGE = 1_000_000;

  private FeatureLearningPage() {}

  /**
   * @param command what was typed
   */
  public static Page of(FeatureLearningResult result, String command) {
    List<Section> sections = new ArrayList<>();
    List<Block> first = new ArrayList<>(List.of(new Verdicts(List.of(verdict(result)))));
    result
        .policy()
        .map(PolicyJson::text)
        .filter(text -> text.length() <= LARGE)
        .ifPresent(
            text ->
                first.add(
                    new Download("policy", "download the policy as JSON", "policy.json", text)));
    sections.add(new Section("Which policy to run?", first));
    shown(result).ifPresent(policy -> sections.add(trees(policy, result)));
    sections.add(rules(result));
    if (!result.candidates().isEmpty()) {
      sections.add(candidates(result));
    }
    if (!result.rollout().isEmpty()) {
      sections.add(rollout(result));
    }
    sections.add(AssumptionSection.of(result.judgment().evaluation().assumptions(), List.of()));
    sections.add(Warnings.section(result.warnings(), List.of(), "running it"));
    return new Page(
        "Which policy to run instead?",
        Numbers.say(
            "Learned by %s from %s with %s; the logged policy returned %s on average.",
            result.learner(),
            Numbers.counted(result.learnedOn(), "episode")
                + (result.sample().isPresent() ? ", a sample," : ""),
            Numbers.counted(result.judgment().columns().size(), "feature"),
            Numbers.shown(result.behaviorValue())),
        sections,
        Json.text(FeatureLearningJson.of(result)),
        Foot.of(result.judgment().evaluation().provenance(), command));
  }

  private static Optional<SavedPolicy> shown(FeatureLearningResult result) {
    return result
        .policy()
        .or(
            () ->
                result.candidates().stream()
                    .filter(c -> c.name().equals(result.mostPromising()))
                    .map(Candidate::policy)
                    .findFirst());
  }

  private static Verdict verdict(FeatureLearningResult result) {
    if (result.judgedOn() == 0) {
      return new Verdict(
          Tone.OPEN,
          Numbers.say(
              "%s was learned from %s. There is no guarantee for it: judge it on other episodes, or learn with --learner certified.",
              result.learner(),
              result.sample().isPresent() ? "a sample of the episodes" : "all episodes"));
    }
    String level =
        Numbers.say("with probability %s (asymptotic)", Numbers.shortPercent(1 - result.delta()));
    Optional<Origin.Certificate> certificate =
        result.policy().flatMap(p -> p.origin().certificate());
    return certificate.isPresent()
        ? new Verdict(
            Tone.GOOD,
            Numbers.say(
                "Run %s: it is at least %s better than the logged policy, %s. Estimate: %s.",
                result.mostPromising(),
                Numbers.shownSigned(certificate.get().lower()),
                level,
                Numbers.shownSigned(certificate.get().estimate())))
        : new Verdict(
            Tone.OPEN,
            "Keep the logged policy: no candidate is certified to be better " + level + ".");
  }

  private static Section trees(SavedPolicy policy, FeatureLearningResult result) {
    List<Block> blocks = new ArrayList<>();
    for (int k = 1; k <= policy.horizon(); k++) {
      if (policy.steps().get(k - 1) instanceof Tree tree) {
        int step = k;
        List<PolicyRule> rules = result.rules().stream().filter(r -> r.step() == step).toList();
        blocks.add(TreeChart.of(policy, tree, k, table("tree-numbers-" + k, rules)));
      }
    }
    if (blocks.isEmpty()) {
      blocks.add(
          Words.of(
              "It takes the action with the highest score, which is linear in functions of the columns, less what is uncertain about it. sluice explain shows the largest weights."));
    }
    return new Section("What " + result.mostPromising() + " does", blocks);
  }

  private static Table table(String id, List<PolicyRule> rules) {
    List<List<Object>> rows = new ArrayList<>();
    for (PolicyRule r : rules) {
      rows.add(
          List.of(
              (Object) r.step(),
              r.when().isEmpty() ? "where its score is highest" : r.condition(),
              r.action(),
              r.share(),
              known(r.logged()),
              known(r.gain()),
              known(r.gain() - r.half()),
              known(r.gain() + r.half())));
    }
    return new Table(
        id,
        "Every rule: how often it decides, how often the logged policy takes its action there, and what it adds to the effect of its step, with an interval for it by itself",
        List.of("step", "when", "action", "share", "logged", "adds", "from", "to"),
        rows);
  }

  private static Object known(double number) {
    return Double.isNaN(number) ? "" : (Object) number;
  }

  private static Section rules(FeatureLearningResult result) {
    List<PolicyRule> all =
        result.rules().stream().filter(r -> r.share() > 0 || !r.when().isEmpty()).toList();
    return Section.of(
        "What each rule adds" + (result.judgedOn() == 0 ? "" : ", on the episodes set aside"),
        table("rules", all));
  }

  private static Section candidates(FeatureLearningResult result) {
    List<List<Object>> rows = new ArrayList<>();
    for (Candidate c : result.candidates()) {
      rows.add(
          List.of(
              c.name(),
              c.gain().map(g -> (Object) g.estimate()).orElse(""),
              c.gain().map(g -> (Object) g.lower()).orElse(""),
              c.gain().map(FeatureGain::judge).orElse(c.judged() ? "none may be used" : ""),
              c.like()
                  .map(l -> "identical to " + l)
                  .orElse(c.judged() ? "" : "less promising, not judged")));
    }
    return Section.of(
        "What was to choose from",
        new Table(
            "candidates",
            Numbers.say(
                "V_π − V_πb on the %s set aside; δ is shared by %s different policies and two judges",
                Numbers.counted(result.judgedOn(), "episode"), result.different()),
            List.of("candidate", "estimate", "at least", "judge", "note"),
            rows));
  }

  private static Section rollout(FeatureLearningResult result) {
    List<List<Object>> rows = new ArrayList<>();
    for (StepGain s : result.rollout()) {
      rows.add(
          List.of(
              (Object) s.step(),
              s.alone().map(g -> (Object) g.estimate()).orElse(""),
              s.alone().map(g -> (Object) g.lower()).orElse(""),
              s.onward().map(g -> (Object) g.estimate()).orElse(""),
              s.onward().map(g -> (Object) g.lower()).orElse("")));
    }
    return Section.of(
        "One step at a time",
        new Table(
            "rollout",
            "Gains of changing a step alone, and of following the policy from a step on; besides the certificate, these bounds hold together",
            List.of("step", "alone", "alone, at least", "from here on", "from here on, at least"),
            rows));
  }
}
