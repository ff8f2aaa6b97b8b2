package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is read of a column of a Parquet file. */
class ColumnTypesTest {
  @Test
  void whatAColumnHoldsIsKnownByItsType() {
    for (String number :
        List.of("TINYINT", "UBIGINT", "HUGEINT", "INTEGER", "DECIMAL(18, 3)", "FLOAT")) {
      assertThat(ColumnTypes.isLeftOut(number)).as(number).isFalse();
      assertThat(ColumnTypes.isVector(number)).as(number).isFalse();
      assertThat(ColumnTypes.isVector(number + "[]")).as(number).isTrue();
      assertThat(ColumnTypes.isVector(number + "[3]")).as(number).isTrue();
      assertThat(ColumnTypes.isLeftOut(number + "[3]")).as(number).isFalse();
    }
    for (String other : List.of("INTERVAL", "STRUCT(a INTEGER)", "VARCHAR[]", "INTEGER[][]")) {
      assertThat(ColumnTypes.isLeftOut(other)).as(other).isTrue();
    }
    assertThat(ColumnTypes.isLeftOut("VARCHAR")).isFalse();
    assertThat(ColumnTypes.areAlike(Set.of("INTEGER", "UBIGINT"))).isTrue();
    assertThat(ColumnTypes.areAlike(Set.of("DATE"))).isTrue();
    assertThat(ColumnTypes.areAlike(Set.of("INTEGER", "DOUBLE"))).isFalse();
    assertThat(ColumnTypes.common(Set.of("INTEGER", "DECIMAL(5,2)", "DOUBLE"))).isEqualTo("DOUBLE");
    assertThat(ColumnTypes.common(Set.of("INTEGER", "DATE"))).isEqualTo("VARCHAR");
  }
}
