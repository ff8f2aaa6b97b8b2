package io.sluice.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of SQL that a user wrote and that cannot be run. */
class BadSqlExceptionTest {
  private static String said(List<String> columns, RuntimeException e) {
    return new BadSqlException("where x >", "a condition", columns, e).getMessage();
  }

  @Test
  void theInnermostCauseIsToldInOneLine() {
    RuntimeException inner =
        new IllegalStateException("\nParser Error: syntax error at or near \"AS\"\nLINE 1: …");
    assertThat(said(List.of("a", "b_1"), new IllegalStateException("outer", inner)))
        .isEqualTo("where x >: needs a condition over the columns a, b_1, got: a syntax error");
    assertThat(said(List.of("a"), new IllegalStateException("[PARSE_ERROR] no `x`. SQLSTATE: 1")))
        .endsWith("got: no \"x\"");
    assertThat(said(List.of("a"), new IllegalStateException(""))).endsWith("got: nothing");
  }

  /** Messages of DuckDB 2.0 and Spark 4.2. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '#',
      value = {
        "Binder Error: Referenced column \"x\" not found in FROM clause ! no column \"x\"",
        "[UNRESOLVED_COLUMN.WITH_SUGGESTION] A column, variable, or function parameter with name `x` cannot be resolved. Did you mean `a`? SQLSTATE: 42703 ! no column \"x\"",
        "[PARSE_SYNTAX_ERROR] Syntax error at or near 'WHEN'. SQLSTATE: 42601 ! a syntax error",
        "Catalog Error: Scalar Function with name f does not exist ! no function f",
        "[UNRESOLVED_ROUTINE] Cannot resolve routine `f` on search path [`system`]. SQLSTATE: 42883 ! no function f",
        "Conversion Error: Could not convert string 'x' to DOUBLE ! the text 'x', which is no DOUBLE",
        "[CAST_INVALID_INPUT] The value 'x' of the type \"STRING\" cannot be cast to \"DOUBLE\" because it is malformed. SQLSTATE: 22018 ! the text 'x', which is no DOUBLE",
      })
  void whatEnginesSayOfTheSameMistakeIsToldInTheSameWords(String engine, String told) {
    assertThat(said(List.of("a"), new IllegalStateException(engine))).endsWith("got: " + told);
  }

  @Test
  void namesThatNeedQuotesAreShownWithThem() {
    assertThat(said(List.of("a", "two words"), new IllegalStateException("no")))
        .endsWith("got: no (names with spaces or signs need quotes: \"two words\")");
  }
}
