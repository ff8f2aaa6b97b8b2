package io.sluice.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.fit.BadLogException;
import io.sluice.fit.Fit;
import io.sluice.report.json.CheckJson;
import io.sluice.report.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page of a log that cannot be used: its errors, each as it was raised. */
class BadLogPageTest extends PageRules {
  /** Propensities of 2: 857 errors, of which 20 are kept. */
  private static final BadLogException BAD =
      catchThrowableOfType(BadLogException.class, () -> SmallLog.usual().fit(row -> 2));

  private static final ReadPage PAGE = ReadPage.of(CheckPage.of(BAD, PageRules.COMMAND));

  @Override
  ReadPage page() {
    return PAGE;
  }

  @Override
  String json() {
    return Json.text(CheckJson.of(BAD));
  }

  @Override
  List<String> headings() {
    return List.of("Errors");
  }

  @Override
  String provenance() {
    return "Nothing was counted.";
  }

  @Test
  void everyErrorThatWasKeptIsShown() {
    assertThat(PAGE.verdicts("bad"))
        .isEqualTo(BAD.errors())
        .hasSize(20)
        .startsWith("episode 1, step 1: propensity must lie in (0, 1], got 2.0");
  }

  @Test
  void howManyThereAreIsSaid() {
    assertThat(PAGE.lead()).isEqualTo("This log cannot be used as it is: 857 errors.");
    assertThat(PAGE.verdicts("note")).containsExactly("and 837 more, left out here");
  }

  @Test
  void oneErrorIsOneError() {
    BadLogException one =
        catchThrowableOfType(
            BadLogException.class,
            () ->
                Fit.of(
                    io.sluice.fit.Log.of(
                        List.<String>of(), s -> List.of(s), s -> s, s -> s, s -> 0)));
    ReadPage page = ReadPage.of(CheckPage.of(one, COMMAND));
    assertThat(page.lead()).isEqualTo("This log cannot be used as it is: 1 error.");
    assertThat(page.verdicts("")).containsExactly("log: needs at least one episode, got none");
  }
}
