package io.sluice.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.duckdb.DuckDb;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Numbers are spelled as DuckDB itself spells them. */
class NumberTextTest {
  @Test
  void randomBitsAndPowersOfTwoAreSpelledAlike() {
    SplittableRandom random = new SplittableRandom(3);
    List<Double> doubles = new ArrayList<>(List.of(0.0, -0.0, 0.1, 1e15, 1e16, 1e-4, 1e-5));
    doubles.addAll(List.of(Double.MIN_VALUE, Double.MAX_VALUE, Double.NaN, -1 / 0.0, 1 / 0.0));
    for (int power = -1074; power < 1024; power += 7) {
      doubles.add(Math.scalb(1.0, power));
    }
    for (int i = 0; i < 2_000; i++) {
      doubles.add(Double.longBitsToDouble(random.nextLong()));
      doubles.add(random.nextInt(1_000_000) / 100.0);
    }
    try (DuckDb engine = DuckDb.start(1)) {
      compare(engine, doubles);
    }
  }

  /** DuckDB gives some numbers of single precision a digit more than they need; we do not. */
  @Test
  void singlePrecisionIsReadBackAsItWas() {
    SplittableRandom random = new SplittableRandom(4);
    NumberText text = new NumberText();
    for (int i = 0; i < 2_000; i++) {
      float number = Float.intBitsToFloat(random.nextInt());
      assertThat(isAnother(text.call(number), number)).as("%s", number).isFalse();
    }
    assertThat(text.call(0.1f)).isEqualTo("0.1");
    assertThat(text.call(123456789f)).isEqualTo("123456790.0");
  }

  private static void compare(DuckDb engine, List<Double> numbers) {
    List<String> literals = numbers.stream().map(n -> "('" + n + "')").toList();
    List<String> spelled = new ArrayList<>();
    engine.query(
        "SELECT CAST(CAST(t AS DOUBLE) AS VARCHAR) FROM (VALUES %s) v(t)"
            .formatted(String.join(", ", literals)),
        row -> spelled.add(row.text(0)));
    NumberText text = new NumberText();
    int wrong = 0;
    for (int i = 0; i < numbers.size(); i++) {
      String said = text.call(numbers.get(i));
      if (isAnother(spelled.get(i), numbers.get(i))) {
        wrong++; // DuckDB 2.0 spells 2^81 as twice that; we do not follow it there
      } else {
        assertThat(said).as("%s", numbers.get(i)).isEqualTo(spelled.get(i));
      }
      assertThat(isAnother(said, numbers.get(i))).as(said).isFalse();
    }
    assertThat(wrong).isLessThan(20);
  }

  private static boolean isAnother(String spelled, Number number) {
    String text = spelled.replace("inf", "Infinity").replace("nan", "NaN");
    return number instanceof Float
        ? Float.compare(Float.parseFloat(text), number.floatValue()) != 0
        : Double.compare(Double.parseDouble(text), number.doubleValue()) != 0;
  }
}
