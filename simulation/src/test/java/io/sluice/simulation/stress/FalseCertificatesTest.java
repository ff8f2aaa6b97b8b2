package io.sluice.simulation.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fit.Fit;
import io.sluice.fit.GuaranteeKind;
import io.sluice.fit.JudgeUse;
import io.sluice.fit.LearningResult;
import io.sluice.mdp.Policy;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.Estimates;
import io.sluice.model.Model.Pooling;
import io.sluice.selection.Candidate;
import io.sluice.selection.CertifiedChoice;
import io.sluice.selection.Guarantee;
import io.sluice.selection.Judge;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A certificate is false if the chosen policy gains less than is promised: in at most 5% of logs.
 * Of 100 logs more than 12 are false with probability 0.0015 if it is 5%: P(B(100, 0.05) > 12).
 */
class FalseCertificatesTest {
  private static final int LOGS = 100;
  private static final int ALLOWED = 12;

  private record One(LearningResult result, double gain) {
    boolean isFalse() {
      return result.certifiedGain() > 0 && gain < result.certifiedGain() - 1e-12;
    }
  }

  private static List<One> certified(HiddenProblem problem, GuaranteeKind guarantee, int logs) {
    return IntStream.range(0, logs)
        .parallel()
        .mapToObj(
            i -> {
              Fit fit = fit(problem, i);
              LearningResult result = fit.certify(guarantee);
              return new One(result, problem.gain(fit.data(), result.policy()));
            })
        .toList();
  }

  private static Fit fit(HiddenProblem problem, int log) {
    return Fit.of(problem.draw(new SplittableRandom(48_000 + log).nextLong()).toLog());
  }

  private static long wrong(List<One> all) {
    return all.stream().filter(One::isFalse).count();
  }

  /**
   * Hidden severity: propensities are right, so a certificate can rest on them, and on no model.
   */
  @Test
  void whereTheLoggedPolicyKnewMoreACertificateRestsOnPropensitiesAlone() {
    List<One> all = certified(Severity.of(2_000), GuaranteeKind.ASYMPTOTIC, LOGS);
    assertThat(wrong(all)).isLessThanOrEqualTo(ALLOWED);
    assertThat(all).filteredOn(one -> one.result().certifiedGain() > 0).hasSizeGreaterThan(10);
    for (One one : all) {
      JudgeUse model = one.result().certificate().orElseThrow().judges().get(0);
      assertThat(model.reason().orElseThrow()).startsWith("unconfounded is contradicted. ");
      boolean given = one.result().certifiedGain() > 0;
      assertThat(one.result().keep().isEmpty()).isEqualTo(given);
      assertThat(one.result().certificate().get().judge().orElse("none"))
          .isEqualTo(given ? "robust" : "none");
      assertThat(one.result().certificate().get().rollout()).isEmpty();
    }
  }

  /** The control: the model's judge by itself is wrong in nearly all logs. */
  @Test
  void theModelAloneWouldCertifyWhatIsFalse() {
    HiddenProblem severity = Severity.of(2_000);
    long wrong =
        IntStream.range(0, 20)
            .filter(
                i -> {
                  Fit fit = fit(severity, i);
                  Policy behavior = fit.behavior().policy();
                  Estimates learning = Estimates.of(fit.halves().inputs());
                  Estimates holdout = Estimates.of(fit.halves().holdout());
                  Backups backups =
                      Backups.of(
                          learning.model(Pooling.POOLED),
                          Bonus.paper(fit.data().shape(), 0.05),
                          fit.data().valueRange());
                  Judge judge =
                      Judge.of(
                          learning,
                          holdout,
                          behavior,
                          fit.data().valueRange(),
                          new Guarantee.Asymptotic(Pooling.POOLED));
                  CertifiedChoice choice =
                      CertifiedChoice.of(Candidate.learned(backups, behavior), judge, 0.05);
                  double lower = choice.certified().map(g -> g.lower()).orElse(0.0);
                  return lower > severity.gain(fit.data(), choice.policy());
                })
            .count();
    assertThat(wrong).isGreaterThan(15);
  }

  @Test
  void finiteSampleCertificatesAreRefusedWhereAnAssumptionIsContradicted() {
    for (One one : certified(Severity.of(2_000), GuaranteeKind.FINITE_SAMPLE, 3)) {
      assertThat(one.result().certificate().orElseThrow().isRefused()).isTrue();
      assertThat(one.result().keep().orElseThrow())
          .startsWith("nothing can be certified: unconfounded is contradicted.");
    }
    for (One one : certified(Users.of(20, 40), GuaranteeKind.FINITE_SAMPLE, 3)) {
      assertThat(one.result().certificate().orElseThrow().isRefused()).isTrue();
      assertThat(one.result().keep().orElseThrow())
          .contains("finite-sample bounds are for independent episodes");
    }
  }

  /** Users who differ: no action is better over all of them. Few users tell nothing. */
  @Test
  void certificatesAreByCluster() {
    List<HiddenProblem> few = List.of(Users.of(10, 40), Users.unequal(20));
    for (HiddenProblem problem : few) {
      assertThat(wrong(certified(problem, GuaranteeKind.ASYMPTOTIC, LOGS)))
          .as(problem.name())
          .isZero();
    }
    assertThat(wrong(certified(Users.of(37, 40), GuaranteeKind.ASYMPTOTIC, LOGS)))
        .isLessThanOrEqualTo(ALLOWED);
  }

  /** Weights up to 1,000 in one context of ten, which the holdout often does not have at all. */
  @Test
  void rareDecisionsThatTheHoldoutLacksDoNotCertify() {
    assertThat(wrong(certified(RankedContexts.smallOverlap(), GuaranteeKind.ASYMPTOTIC, 40)))
        .isLessThanOrEqualTo(8); // P(B(40, 0.05) > 8) = 0.0001
  }
}
