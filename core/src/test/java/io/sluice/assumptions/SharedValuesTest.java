package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.assumptions.Finding.Verdict;
import io.sluice.assumptions.RepeatedEpisodes.Repetitions;
import io.sluice.assumptions.SharedColumn.Outcome;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Episodes that share a value of a column. */
class SharedValuesTest {
  private static final Repetitions NONE =
      new Repetitions(RepeatedEpisodes.Kind.IDENTICAL, 10, 0, false);

  /** A return of 0 or 1 with the probability of a value. */
  private static SharedValues drawn(int values, int each, double spread, int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    SharedValues all = new SharedValues(values, 4);
    for (int v = 0; v < values; v++) {
      double better = random.nextBoolean() ? spread : -spread;
      for (int i = 0; i < each; i++) {
        int action = random.nextInt(2);
        double p = 0.5 + (action == 0 ? better : -better);
        all.add(action, v, random.nextDouble() < p ? 1 : 0, 1);
      }
    }
    return all;
  }

  /**
   * Two tables of four values by two bins, (9 1; 1 9; 9 1; 1 9) each: 40 rows with margins of 10
   * and 20, so that X² = 40·(Σ n²/(10·20) − 1) = 40·(4·82/200 − 1) = 25.6, and the mean is 40·3/39.
   */
  @Test
  void returnsAreComparedWithinTables() {
    SharedValues values = new SharedValues(4, 2);
    for (int table = 0; table < 2; table++) {
      for (int v = 0; v < 4; v++) {
        values.add(table, v, 0, v % 2 == 0 ? 9 : 1);
        values.add(table, v, 1, v % 2 == 0 ? 1 : 9);
      }
    }
    TableTest one =
        TableTest.of(List.of(List.of(9, 1), List.of(1, 9), List.of(9, 1), List.of(1, 9)));
    assertThat(one.statistic()).isCloseTo(25.6, within(1e-9));
    double z = 2 * (25.6 - 40 * 3 / 39.0) / Math.sqrt(2 * one.variance());
    SharedColumn found = values.column("customer");
    assertThat(found.z()).isCloseTo(z, within(1e-9));
    assertThat(found.outcome()).isEqualTo(Outcome.ALIKE);
    assertThat(values.areFew()).isTrue();
  }

  @Test
  void customersWhoDifferOnlyInWhatSuitsThemAreAlike() {
    for (int seed = 1; seed <= 20; seed++) {
      assertThat(drawn(20, 50, 0.2, seed).column("c").outcome()).isEqualTo(Outcome.ALIKE);
    }
  }

  /**
   * 300 logs in which episodes share nothing but a name; 0.3 alarms are allowed for all columns of
   * as many logs, and one column has an eighth of that.
   */
  @Test
  void chanceIsNoLikeness() {
    int alarms = 0;
    for (int seed = 1; seed <= 300; seed++) {
      int values = 10 + seed % 7 * 40;
      Outcome outcome = drawn(values, 2 + seed % 9, 0, seed).column("c").outcome();
      alarms += outcome == Outcome.ALIKE ? 1 : 0;
    }
    assertThat(alarms).isZero();
  }

  @Test
  void aValueThatMostEpisodesHaveCountsAsOne() {
    SharedValues values = new SharedValues(40, 4);
    for (int v = 0; v < 40; v++) {
      values.add(0, v, 0, v == 0 ? 1000 : 5);
    }
    assertThat(values.areFew()).isTrue(); // 1195² / (1000² + 39·25) = 1.4
    assertThat(drawn(20, 5, 0, 1).areFew()).isFalse();
    assertThat(drawn(20, 1, 0, 1).areFew()).isTrue(); // no value is there twice
  }

  /** Ten values are enough, if each has two episodes or more; a third one makes no value more. */
  @Test
  void tenValuesOfTwoEpisodesAreEnough() {
    assertThat(drawn(10, 2, 0, 1).areFew()).isFalse();
    assertThat(drawn(9, 2, 0, 1).areFew()).isTrue();
    SharedValues values = new SharedValues(20, 4);
    for (int v = 0; v < 20; v++) {
      for (int i = 0; i < (v < 6 ? 3 : 1); i++) {
        values.add(0, v, 0, 1);
      }
    }
    assertThat(values.areFew()).isTrue(); // 32² / (6·9 + 14) = 15.1, but six are there twice
  }

  @Test
  void customersOfOneKindAreNotAlike() {
    assertThat(drawn(20, 50, 0, 1).column("c").outcome()).isEqualTo(Outcome.NOT_ALIKE);
  }

  /** Every value is in a table of its own. */
  @Test
  void nothingToCompareIsNoAnswer() {
    SharedValues values = new SharedValues(20, 4);
    for (int v = 0; v < 20; v++) {
      values.add(v, v, 0, 50);
      values.add(v, v, 1, 50);
    }
    assertThat(values.column("c").outcome()).isEqualTo(Outcome.NOT_COMPARED);
  }

  @Test
  void tooFewEpisodesToCompareAreNoAnswer() {
    assertThat(drawn(10, 5, 0, 1).column("c").outcome()).isEqualTo(Outcome.NOT_COMPARED);
  }

  @Test
  void whatIsSaidOfEpisodes() {
    SharedColumn alike = new SharedColumn("customer", Outcome.ALIKE, 12);
    SharedColumn same = new SharedColumn("store", Outcome.NOT_ALIKE, 0.1);
    SharedColumn open = SharedColumn.notCompared("visit_id");
    Finding found = IndependenceFindings.of(false, NONE, List.of(open, same, alike));
    assertThat(found.verdict()).isEqualTo(Verdict.CONTRADICTED);
    assertThat(found.statistic()).hasValue(12);
    assertThat(found.advice())
        .startsWith("Episodes with the same customer are alike")
        .contains("columns cluster=customer");
    found = IndependenceFindings.of(false, NONE, List.of(open, same));
    assertThat(found.verdict()).isEqualTo(Verdict.CANNOT_TELL);
    assertThat(found.figure()).contains("visit_id").doesNotContain("store");
    found = IndependenceFindings.of(false, NONE, List.of(same));
    assertThat(found.verdict()).isEqualTo(Verdict.HOLDS);
    assertThat(found.figure()).contains("same store are not alike");
    assertThat(found.level()).hasValue(0.003); // repeated episodes 0.002, shared values 0.001
    assertThat(IndependenceFindings.of(true, NONE, List.of(alike)).verdict())
        .isEqualTo(Verdict.HOLDS);
  }
}
