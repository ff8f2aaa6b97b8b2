package io.sluice.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BinsTest {
  @Test
  void cutsAndQuantilesAreUnderstoodAndWrittenAgain() {
    assertThat(Bins.parse("steps=0, 100,500.5"))
        .isEqualTo(new Bins("steps", List.of(0.0, 100.0, 500.5), 0))
        .hasToString("steps=0,100,500.5");
    assertThat(Bins.parse("steps=q4"))
        .isEqualTo(new Bins("steps", List.of(), 4))
        .hasToString("steps=q4");
    assertThat(Bins.parse("a=b=1").column()).isEqualTo("a=b");
  }

  @Test
  void everyBinHasALabelAndQuantilesThatFallTogetherAreOneCut() {
    assertThat(Bins.parse("x=0,10").labels()).containsExactly("<0", "[0,10)", ">=10");
    Bins seen = Bins.parse("x=q4").at(List.of(0.0, 0.0, 2.5));
    assertThat(seen).hasToString("x=0,2.5");
    assertThat(seen.labels()).containsExactly("<0", "[0,2.5)", ">=2.5");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "steps; 'bins: needs COLUMN=CUT,CUT,…, COLUMN=qN or COLUMN=hN, got steps'",
        "=1; 'bins: needs COLUMN=CUT,CUT,…, COLUMN=qN or COLUMN=hN, got =1'",
        "steps=; 'bins: needs COLUMN=CUT,CUT,…, COLUMN=qN or COLUMN=hN, got steps='",
        "steps=a,b; 'bins steps: needs numbers, q2, q3, … or h2, h3, …, got a,b'",
        "steps=q1; 'bins steps: needs numbers, q2, q3, … or h2, h3, …, got q1'",
        "steps=NaN; 'bins steps: needs numbers, q2, q3, … or h2, h3, …, got NaN'",
        "steps=1,Infinity; 'bins steps: needs numbers, q2, q3, … or h2, h3, …, got 1,Infinity'",
        "steps=2,1; 'bins steps: cuts must rise, got 1.0 after 2.0'",
      })
  void whatIsNoCutIsRefused(String option, String message) {
    assertThatThrownBy(() -> Bins.parse(option))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void twoPartsAreEnoughAndAThousandAreTheMost() {
    assertThat(Bins.parse("x=q2").quantiles()).isEqualTo(2);
    assertThat(Bins.parse("x=h2").buckets()).isEqualTo(2);
    assertThat(Bins.parse("x=q1000").quantiles()).isEqualTo(1000);
    assertThatThrownBy(() -> Bins.parse("x=q1001"))
        .hasMessage("bins x: needs at most 1,000 bins of numbers, got 1001");
    assertThat(Bins.parse("x=-5e14,1e15")).hasToString("x=-500000000000000,1.0E15");
  }
}
