package io.sluice.simulation.stress;

import java.util.ArrayList;
import java.util.List;

/** All stress problems, and the clean ones, by name. */
public final class StressProblems {
  private StressProblems() {}

  /** Those that are made to mislead. */
  public static List<HiddenProblem> hidden() {
    return List.of(
        Lottery.of(5),
        Lottery.of(10),
        Lottery.of(20),
        Lottery.of(30),
        Churn.of(),
        Severity.of(2_000),
        Severity.of(20_000),
        Users.of(5, 40),
        Users.of(10, 40),
        Users.of(20, 40),
        Users.of(37, 40),
        Users.of(20, 1_000),
        Users.unequal(20),
        Frailty.random(300),
        Frailty.random(2_000),
        Frailty.sticky(300),
        Frailty.sticky(2_000),
        Catastrophe.inThousand(12, 100),
        Catastrophe.inThousand(12, 300),
        Catastrophe.inThousand(12, 500),
        Catastrophe.inThousand(20, 100),
        Catastrophe.inThousand(20, 500),
        Catastrophe.large(100),
        Catastrophe.large(500),
        RareArm.of(),
        DriftingLogger.of(),
        StepsDiffer.of(),
        LastAction.of(),
        CutOff.same(),
        CutOff.better(),
        EndedWithoutMark.of(),
        EndedWithoutMark.atStart(),
        WrongPropensities.always(),
        WrongPropensities.uniform(),
        RankedContexts.metOnce(),
        RankedContexts.estimated(),
        NothingMatters.longHorizon(),
        NothingMatters.learnedAndJudged(),
        EqualRewards.of(),
        NothingMatters.sparse(500),
        NothingMatters.sparse(2_000),
        NothingMatters.enteredTwice(),
        RankedContexts.smallOverlap(),
        RareHarmOnPath.of(),
        Users.hiddenDays(40, 25),
        LastAction.parity(),
        StepsDiffer.sparse(),
        LastReward.of());
  }

  /** Those, and then the clean ones. */
  public static List<StressProblem> all() {
    List<StressProblem> all = new ArrayList<>(hidden());
    all.addAll(CleanProblem.all());
    return all;
  }

  /** The problem of this name. */
  public static StressProblem named(String name) {
    List<StressProblem> all = all();
    return all.stream()
        .filter(p -> p.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "stress problem: needs one of %s, got %s"
                        .formatted(all.stream().map(StressProblem::name).toList(), name)));
  }
}
