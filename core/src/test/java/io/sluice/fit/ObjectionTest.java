package io.sluice.fit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.interval.IntervalKind;
import io.sluice.interval.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is concluded where something speaks against every interval. */
class ObjectionTest {
  private static final Objection WRONG = Objection.contradicted("the log contradicts it");
  private static final Objection TOO_FEW = Objection.tooFew("too few outcomes");

  private static Decision undecided(
      List<Objection> efficient, List<Objection> robust, List<Objection> sharp) {
    Map<IntervalKind, List<Objection>> against = new LinkedHashMap<>();
    against.put(IntervalKind.EFFICIENT, efficient);
    against.put(IntervalKind.ROBUST, robust);
    against.put(IntervalKind.SHARP, sharp);
    return Objection.undecided(against, "sampling of episodes");
  }

  @Test
  void aVerdictIsWithheldIfTheLogContradictsEveryInterval() {
    Decision decision = undecided(List.of(WRONG), List.of(WRONG, TOO_FEW), List.of(WRONG));
    assertThat(decision.verdict().kind()).isEqualTo(Verdict.Kind.WITHHELD);
    assertThat(decision.decidedBy()).isEmpty();
    assertThat(decision.reason())
        .isEqualTo(
            "efficient, sharp: the log contradicts it. robust: the log contradicts it; too few outcomes");
  }

  @Test
  void tooFewDataAloneLeaveItOpen() {
    Decision decision = undecided(List.of(WRONG), List.of(TOO_FEW), List.of(WRONG));
    assertThat(decision.verdict().kind()).isEqualTo(Verdict.Kind.CANNOT_TELL);
    assertThat(decision.verdict().limit()).isEqualTo("sampling of episodes");
    assertThat(decision.decidedBy()).isEmpty();
    assertThat(decision.reason())
        .isEqualTo("efficient, sharp: the log contradicts it. robust: too few outcomes");
  }

  @Test
  void whatWasPassedOverIsNamedBesideTheReason() {
    Map<IntervalKind, List<Objection>> over = Map.of(IntervalKind.EFFICIENT, List.of(TOO_FEW));
    Optional<IntervalKind> robust = Optional.of(IntervalKind.ROBUST);
    assertThat(new Decision(Verdict.NONE, robust, "").passingOver(over).reason())
        .isEqualTo("passed over: efficient: too few outcomes");
    assertThat(new Decision(Verdict.NONE, robust, "it contains 0").passingOver(over).reason())
        .isEqualTo("it contains 0; passed over: efficient: too few outcomes");
    assertThat(new Decision(Verdict.NONE, robust, "it").passingOver(Map.of()).reason())
        .isEqualTo("it");
  }
}
