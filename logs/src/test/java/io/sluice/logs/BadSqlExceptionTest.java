package io.sluice.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

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
        .isEqualTo(
            "where x >: needs a condition over the columns a, b_1, got: syntax error at its end");
    assertThat(said(List.of("a"), new IllegalStateException("[PARSE_ERROR] no `x`. SQLSTATE: 1")))
        .endsWith("got: no \"x\"");
    assertThat(said(List.of("a"), new IllegalStateException(""))).endsWith("got: nothing");
  }

  @Test
  void namesThatNeedQuotesAreShownWithThem() {
    assertThat(said(List.of("a", "two words"), new IllegalStateException("no")))
        .endsWith("got: no (names with spaces or signs need quotes: \"two words\")");
  }
}
