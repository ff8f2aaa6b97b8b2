package io.sluice.fit;

import io.sluice.selection.Candidate;
import io.sluice.selection.CertifiedChoice;
import io.sluice.selection.PartialRollout;
import java.util.List;
import java.util.Optional;

/**
 * Which of several learned policies is certified to be better than the logged one, and at which
 * single steps. In the user's units.
 *
 * @param nominal why the certificate is not proven to hold at δ, if it is not
 * @param learnedOn how many episodes the candidates were learned on
 * @param judgedOn how many others they were judged on
 * @param judges the judges, and which of them could not be used
 * @param rollout by the model; none where a model may not judge
 */
public record CertifiedResult(
    GuaranteeKind guarantee,
    Optional<String> nominal,
    long learnedOn,
    long judgedOn,
    List<JudgeUse> judges,
    CertifiedChoice choice,
    Optional<PartialRollout> rollout) {
  /** Fewer in a half show no variance. */
  private static final int LEAST = 2;

  public CertifiedResult {
    judges = List.copyOf(judges);
  }

  static CertifiedResult of(Fit fit, GuaranteeKind guarantee) {
    fit.requireHalves("learner certified", LEAST);
    requireCertain(fit.data(), guarantee);
    List<Candidate> candidates =
        Candidate.learned(fit.backups(fit.inputs()), fit.behavior().policy());
    CertificateJudges judges = CertificateJudges.of(fit, guarantee);
    CertifiedResult first = of(fit, guarantee, candidates, judges);
    return first
        .against(fit)
        .map(why -> of(fit, guarantee, candidates, judges.withoutModel(why)))
        .orElse(first);
  }

  /**
   * Why the model's bound is not to be relied on, if the certificate is one: for the policy that it
   * chose, {@code robust} estimates something else.
   */
  private Optional<String> against(Fit fit) {
    boolean ofModel = judges.get(0).isUsed() && !judge().equals(weightedName());
    return choice.chosen().isPresent() && ofModel
        ? Decisions.disagreement(fit.judge(choice.policy()))
        : Optional.empty();
  }

  private Optional<String> weightedName() {
    return judges.size() > 1 ? Optional.of(judges.get(1).name()) : Optional.empty();
  }

  private static CertifiedResult of(
      Fit fit, GuaranteeKind guarantee, List<Candidate> candidates, CertificateJudges judges) {
    CertifiedChoice choice =
        CertifiedChoice.of(candidates, judges.together(fit), fit.settings().delta());
    double width = fit.data().range().width();
    return new CertifiedResult(
        guarantee,
        nominal(fit),
        fit.halves().inputs().episodes(),
        fit.halves().holdout().episodes(),
        judges.uses(),
        choice.scaled(width),
        judges.model().map(model -> PartialRollout.of(choice, model).scaled(width)));
  }

  /**
   * Refuses logs with episodes that were cut off in a way that the intervals do not account for.
   */
  private static void requireCertain(LogData log, GuaranteeKind guarantee) {
    if (guarantee == GuaranteeKind.FINITE_SAMPLE) {
      CutCheck.requireWhole(log, "learner certified with a finite-sample guarantee");
    }
    if (log.ends().unplaced() > 0) {
      throw new BadLogException(
          "learner certified: needs episodes that were cut off in states that begin rows, got %,d in others"
              .formatted(log.ends().unplaced()));
    }
  }

  private static Optional<String> nominal(Fit fit) {
    return fit.behavior().source() == Behavior.Source.ESTIMATED
        ? Optional.of("the logged policy is an estimate")
        : Optional.empty();
  }

  /** Returns the judge whose bound is the certificate; empty if nothing is certified. */
  public Optional<String> judge() {
    return choice.certified().map(gain -> gain.judge());
  }

  /** Returns whether no judge could be used. */
  public boolean isRefused() {
    return judges.stream().noneMatch(JudgeUse::isUsed);
  }
}
