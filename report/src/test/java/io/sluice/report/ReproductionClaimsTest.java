package io.sluice.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.interval.ModelInterval;
import io.sluice.report.Claim.Verdict;
import io.sluice.simulation.study.Progress;
import io.sluice.simulation.study.Reproduction;
import io.sluice.simulation.study.Reproduction.Learning;
import io.sluice.simulation.study.Reproduction.Variant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Verdicts follow from the numbers: other numbers, other verdicts. */
class ReproductionClaimsTest {
  private static final Reproduction PAPER =
      Reproduction.run(Variant.PAPER, 4, 4, 1, Progress.SILENT);
  private static final Reproduction RELEASED =
      Reproduction.run(Variant.RELEASED, 10, 1, 1, Progress.SILENT);

  private static Verdict verdict(Reproduction result, String figure, String words) {
    List<Claim> found =
        ReproductionClaims.of(result).stream()
            .filter(c -> c.figure().equals(figure) && c.said().contains(words))
            .toList();
    assertThat(found).as(words).hasSize(1);
    return found.get(0).verdict();
  }

  /** The verdict under one reading; there must be one under each. */
  private static Verdict verdict(
      Reproduction result, String figure, String words, EffectClaims.Reading reading) {
    Verdict found = null;
    for (EffectClaims.Reading each : EffectClaims.Reading.values()) {
      List<Claim> claims =
          ReproductionClaims.of(result).stream()
              .filter(c -> c.figure().equals(figure) && c.said().contains(words))
              .filter(c -> c.said().endsWith("(" + each.words() + ")"))
              .toList();
      assertThat(claims).as(words).hasSize(1);
      found = each == reading ? claims.get(0).verdict() : found;
    }
    return Objects.requireNonNull(found);
  }

  private static final String CHAIN_CURVE = "fig:chainbandit-subopt";
  private static final String CHAIN_EFFECT = "fig:chainbanditenv-CI";
  private static final String GRID_CURVE = "fig:gridworldenv-Opt";
  private static final String GRID_EFFECT = "fig:gridworldenv-CI";

  @Test
  void spviBelowPviIsNotByFarTheBest() {
    assertThat(verdict(PAPER, CHAIN_CURVE, "SPVI outperforms")).isEqualTo(Verdict.HOLDS);
    Learning low = Doctored.flat(PAPER.chainLearning(), "spvi", 0.1);
    Reproduction doctored = Doctored.chainLearning(PAPER, low);
    assertThat(verdict(doctored, CHAIN_CURVE, "SPVI outperforms"))
        .isEqualTo(Verdict.DOES_NOT_HOLD)
        .hasToString("does not hold");
    assertThat(verdict(doctored, CHAIN_CURVE, "worse start")).isEqualTo(Verdict.HOLDS);
    Learning pslBest = Doctored.flat(PAPER.chainLearning(), "psl", 1.05);
    assertThat(verdict(Doctored.chainLearning(PAPER, pslBest), CHAIN_CURVE, "SPVI outperforms"))
        .isEqualTo(Verdict.DOES_NOT_HOLD);
  }

  @Test
  void aStartIsWorseOnlyIfItIsBelow() {
    assertThat(verdict(RELEASED, CHAIN_CURVE, "worse start"))
        .isEqualTo(startsBelow(RELEASED.chainLearning()) ? Verdict.HOLDS : Verdict.DOES_NOT_HOLD);
    Learning high = Doctored.flat(RELEASED.chainLearning(), "spvi", 0.58);
    assertThat(verdict(Doctored.chainLearning(RELEASED, high), CHAIN_CURVE, "worse start"))
        .isEqualTo(Verdict.DOES_NOT_HOLD);
    Learning tie = Doctored.flat(Doctored.flat(high, "pvi", 0.25), "spvi", 0.25);
    assertThat(verdict(Doctored.chainLearning(RELEASED, tie), CHAIN_CURVE, "worse start"))
        .as("equal is not worse")
        .isEqualTo(Verdict.DOES_NOT_HOLD);
  }

  /** The mean over T ≤ 1,000, the first twentieth. */
  private static boolean startsBelow(Learning learning) {
    double difference = 0;
    for (int t = 500; t <= 1_000; t += 500) {
      difference += learning.value("spvi", t) - learning.value("pvi", t);
    }
    return difference < 0;
  }

  @Test
  void aGoodPslIsNotPoorNorTerrible() {
    assertThat(verdict(PAPER, CHAIN_CURVE, "PSL performs poorly")).isEqualTo(Verdict.HOLDS);
    Learning chain = Doctored.flat(PAPER.chainLearning(), "psl", PAPER.chainLearning().optimum());
    assertThat(verdict(Doctored.chainLearning(PAPER, chain), CHAIN_CURVE, "PSL performs poorly"))
        .isEqualTo(Verdict.DOES_NOT_HOLD);
    for (double level : new double[] {0.1, 1}) {
      Verdict expected = level < 0.5 ? Verdict.HOLDS : Verdict.DOES_NOT_HOLD;
      Learning fixed =
          Doctored.flat(PAPER.gridLearning(), "psl", level * PAPER.gridLearning().optimum());
      assertThat(verdict(Doctored.gridLearning(PAPER, fixed), GRID_CURVE, "PSL performs terribly"))
          .isEqualTo(expected);
      Learning uniform =
          Doctored.flat(
              PAPER.uniformGridLearning(), "psl", level * PAPER.uniformGridLearning().optimum());
      assertThat(
              verdict(
                  Doctored.uniformGridLearning(PAPER, uniform), GRID_CURVE, "starting uniformly"))
          .isEqualTo(expected);
    }
  }

  @Test
  void pviAndSpviAreSimilarOnTheGridOnlyIfTheyAre() {
    Learning both = Doctored.flat(Doctored.flat(PAPER.gridLearning(), "pvi", 0.6), "spvi", 0.55);
    assertThat(verdict(Doctored.gridLearning(PAPER, both), GRID_CURVE, "similar performance"))
        .isEqualTo(Verdict.HOLDS);
    for (double spvi : new double[] {0.4, 0.8}) {
      Learning apart = Doctored.flat(both, "spvi", spvi);
      assertThat(verdict(Doctored.gridLearning(PAPER, apart), GRID_CURVE, "similar performance"))
          .isEqualTo(Verdict.DOES_NOT_HOLD);
    }
  }

  @ParameterizedTest
  @EnumSource(EffectClaims.Reading.class)
  void selectiveIsTighterOnlyIfItIsAtEveryLambda(EffectClaims.Reading reading) {
    Reproduction halved = chainWidths(reading, 1, 0.5, 0.5, 0.5);
    assertThat(verdict(halved, CHAIN_EFFECT, "tighter", reading)).isEqualTo(Verdict.HOLDS);
    Reproduction oneWider = chainWidths(reading, 1, 0.5, 0.5, 1.1);
    assertThat(verdict(oneWider, CHAIN_EFFECT, "tighter", reading))
        .isEqualTo(Verdict.DOES_NOT_HOLD);
  }

  @ParameterizedTest
  @EnumSource(EffectClaims.Reading.class)
  void theBenefitIsLargestNearTheBehaviorOnlyIfItIs(EffectClaims.Reading reading) {
    String claim = "closer to the behavior policy";
    assertThat(verdict(chainWidths(reading, 1, 0.9, 0.5, 0.8), CHAIN_EFFECT, claim, reading))
        .isEqualTo(Verdict.HOLDS);
    assertThat(verdict(chainWidths(reading, 1, 0.9, 0.5, 0.4), CHAIN_EFFECT, claim, reading))
        .isEqualTo(Verdict.HOLDS_IN_PART);
    assertThat(verdict(chainWidths(reading, 1, 0.3, 0.5, 0.8), CHAIN_EFFECT, claim, reading))
        .isEqualTo(Verdict.HOLDS_IN_PART);
    assertThat(verdict(chainWidths(reading, 1, 0.3, 0.5, 0.4), CHAIN_EFFECT, claim, reading))
        .isEqualTo(Verdict.DOES_NOT_HOLD);
  }

  /** Standard intervals of one width; selective ones at λ = 0, up to 0.8, and above. */
  private static Reproduction chainWidths(
      EffectClaims.Reading reading, double standard, double atZero, double near, double above) {
    return Doctored.chainEffects(
        PAPER,
        p -> {
          double selective = p.lambda() == 0 ? atZero : p.lambda() > 0.8 ? above : near;
          return Doctored.width(p, p.method() == reading.method() ? selective : standard);
        });
  }

  @ParameterizedTest
  @EnumSource(EffectClaims.Reading.class)
  void widthsOnTheGridAreSimilarOnlyIfTheyAre(EffectClaims.Reading reading) {
    for (double ratio : new double[] {0.5, 1.1, 2}) {
      Reproduction doctored =
          Doctored.gridEffects(
              PAPER, p -> Doctored.width(p, p.method() == reading.method() ? ratio : 1));
      assertThat(verdict(doctored, GRID_EFFECT, "perform similarly", reading))
          .isEqualTo(ratio == 1.1 ? Verdict.HOLDS : Verdict.DOES_NOT_HOLD);
    }
  }

  @ParameterizedTest
  @EnumSource(EffectClaims.Reading.class)
  void intervalsThatMissAreNotValid(EffectClaims.Reading reading) {
    for (ModelInterval missing : List.of(ModelInterval.STANDARD, reading.method())) {
      assertThat(
              verdict(
                  Doctored.chainEffects(
                      PAPER, p -> Doctored.coverage(p, p.method() == missing ? 0.9 : 1)),
                  CHAIN_EFFECT,
                  "Both are valid",
                  reading))
          .isEqualTo(Verdict.DOES_NOT_HOLD);
    }
    Reproduction bandit =
        Doctored.gridEffects(
            PAPER, p -> Doctored.coverage(p, p.method() == ModelInterval.BANDIT ? 0 : 1));
    assertThat(verdict(bandit, GRID_EFFECT, "Both are valid", reading)).isEqualTo(Verdict.HOLDS);
  }

  @Test
  void plainViIsReportedThoughThePaperDoesNotShowIt() {
    for (String figure : List.of(CHAIN_CURVE, GRID_CURVE)) {
      assertThat(verdict(PAPER, figure, "Plain VI")).isEqualTo(Verdict.NOT_IN_THE_PAPER);
    }
    assertThat(measuredOfVi(PAPER)).contains("the highest of all");
    Learning low = Doctored.flat(PAPER.chainLearning(), "vi", 0.1);
    assertThat(measuredOfVi(Doctored.chainLearning(PAPER, low)))
        .contains("not the highest")
        .contains("no T tried");
  }

  @Test
  void theCertifiedChoiceIsToldApartFromThePaper() {
    assertThat(verdict(PAPER, CHAIN_CURVE, "certified")).isEqualTo(Verdict.NOT_IN_THE_PAPER);
    assertThat(ReproductionClaims.of(RELEASED)).noneMatch(c -> c.said().contains("certified"));
    Learning never = Doctored.flat(PAPER.chainLearning(), "certified", 0.5);
    assertThat(ReproductionClaims.of(Doctored.chainLearning(PAPER, never)))
        .anyMatch(c -> c.measured().contains("certified from no T tried"));
  }

  private static String measuredOfVi(Reproduction result) {
    return ReproductionClaims.of(result).stream()
        .filter(c -> c.figure().equals(CHAIN_CURVE) && c.said().contains("Plain VI"))
        .findFirst()
        .orElseThrow()
        .measured();
  }
}
