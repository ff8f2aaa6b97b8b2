package io.sluice.fit;

import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.Assumptions;
import io.sluice.assumptions.Finding;
import io.sluice.model.Model.Pooling;
import io.sluice.selection.Guarantee;
import io.sluice.selection.Judge;
import io.sluice.selection.ModelJudge;
import io.sluice.selection.RobustJudge;
import io.sluice.selection.SharedJudge;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Who judges the candidates of a certified choice. Two judges share δ where propensities are known
 * and there are rows: the model's and {@code robust}, or {@code betting} for a finite-sample
 * guarantee, if it is known how small propensities can be; otherwise the model's has all of it.
 * That is settled before the log is tested. A judge that rests on a contradicted assumption is then
 * not used, and its share of δ is not spent. None is used where neither the log nor the user says
 * whether episodes ended or were cut off: a gain if they ended may be a loss if they were cut off.
 *
 * @param uses all judges, used or not
 */
record CertificateJudges(
    Optional<ModelJudge> model, Optional<Judge> weighted, List<JudgeUse> uses) {
  private static final Set<Assumption> OF_MODELS =
      EnumSet.of(
          Assumption.MARKOV,
          Assumption.UNCONFOUNDED,
          Assumption.PROPENSITIES,
          Assumption.COMPLETE_EPISODES,
          Assumption.INDEPENDENT_EPISODES,
          Assumption.RANGES);

  /** Overlap is a matter of each candidate. */
  private static final Set<Assumption> OF_ROBUST =
      EnumSet.of(
          Assumption.PROPENSITIES, Assumption.COMPLETE_EPISODES, Assumption.INDEPENDENT_EPISODES);

  private static final Set<Assumption> OF_BETTING =
      EnumSet.of(
          Assumption.PROPENSITIES,
          Assumption.COMPLETE_EPISODES,
          Assumption.INDEPENDENT_EPISODES,
          Assumption.RANGES);

  static CertificateJudges of(Fit fit, GuaranteeKind kind) {
    boolean asymptotic = kind == GuaranteeKind.ASYMPTOTIC;
    boolean weighted =
        asymptotic
            ? fit.behavior().source() != Behavior.Source.ESTIMATED && fit.hasEpisodes()
            : BettingInputs.reason(fit).isEmpty();
    double share = fit.settings().delta() / (weighted ? 2 : 1);
    List<JudgeUse> uses = new ArrayList<>();
    String name = asymptotic ? "efficient" : "sharp and whole";
    JudgeUse ofModel = new JudgeUse(name, share, againstModel(fit, kind));
    uses.add(ofModel);
    Optional<Judge> byWeights = Optional.empty();
    if (weighted) {
      JudgeUse use =
          asymptotic
              ? new JudgeUse("robust", share, first(fit, OF_ROBUST))
              : new JudgeUse("betting", share, first(fit, OF_BETTING));
      uses.add(use);
      if (use.isUsed()) {
        byWeights = Optional.of(asymptotic ? robust(fit) : BettingInputs.judge(fit));
      }
    }
    Optional<ModelJudge> model =
        ofModel.isUsed() ? Optional.of(model(fit, kind)) : Optional.empty();
    return new CertificateJudges(model, byWeights, List.copyOf(uses));
  }

  /** These judges without the one that needs a model. */
  CertificateJudges withoutModel(String why) {
    List<JudgeUse> others = new ArrayList<>(uses);
    Finding finding =
        Finding.known(
            Assumption.MARKOV,
            Finding.Verdict.CONTRADICTED,
            why,
            "For the policy that was chosen, " + why + ".");
    others.set(0, new JudgeUse(uses.get(0).name(), uses.get(0).delta(), Optional.of(finding)));
    return new CertificateJudges(Optional.empty(), weighted, List.copyOf(others));
  }

  /** The judges that may be used, combined into one. */
  Judge together(Fit fit) {
    List<Judge> used = new ArrayList<>();
    model.ifPresent(used::add);
    weighted.ifPresent(used::add);
    return new SharedJudge(fit.behavior().policy(), used, uses.size());
  }

  private static Optional<Finding> againstModel(Fit fit, GuaranteeKind kind) {
    Set<Assumption> rests = EnumSet.copyOf(OF_MODELS);
    if (kind == GuaranteeKind.ASYMPTOTIC && fit.pooling() == Pooling.POOLED) {
      rests.add(Assumption.STATIONARY);
    }
    Optional<Finding> contradicted = first(fit, rests);
    return contradicted.isEmpty() && kind == GuaranteeKind.FINITE_SAMPLE && fit.data().clustered()
        ? Optional.of(
            Finding.known(
                Assumption.INDEPENDENT_EPISODES,
                Finding.Verdict.CONTRADICTED,
                "clusters are declared",
                "Use the asymptotic guarantee: finite-sample bounds are for independent episodes."))
        : contradicted;
  }

  private static Optional<Finding> first(Fit fit, Set<Assumption> rests) {
    Assumptions found = fit.assumptions();
    return CutCheck.isOpen(fit.data())
        ? Optional.of(found.of(Assumption.COMPLETE_EPISODES))
        : found.contradicted().stream().filter(f -> rests.contains(f.assumption())).findFirst();
  }

  private static ModelJudge model(Fit fit, GuaranteeKind kind) {
    Guarantee guarantee = kind.on(fit);
    boolean clustered = fit.data().clustered();
    return guarantee instanceof Guarantee.Asymptotic asymptotic
            && (clustered || fit.hasEpisodes() && fit.sums().fitsEpisodes())
        ? Judge.byEpisode(
            fit.episodes("learner certified with clusters"),
            clustered,
            fit.inputs(),
            fit.holdout(),
            fit.behavior().policy(),
            fit.range(),
            asymptotic,
            fit.behaviorErrors())
        : Judge.of(
            fit.inputs(),
            fit.holdout(),
            fit.behavior().policy(),
            fit.range(),
            guarantee,
            fit.behaviorErrors());
  }

  private static Judge robust(Fit fit) {
    return new RobustJudge(
        fit.episodes("learner certified"),
        fit.behavior().policy(),
        fit.range(),
        policy -> new RobustInputs(fit, policy).ofHoldout(),
        (policy, weights) -> fit.tests().overlap(policy, weights),
        fit.settings().delta());
  }
}
