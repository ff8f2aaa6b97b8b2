package io.sluice.report.page;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What holds for every page, read without a browser. */
abstract class PageRules {
  static final String COMMAND = "sluice command 'a b' --option \"x\" && echo <done>";

  /** The page, made and read once for all tests of a class. */
  abstract ReadPage page();

  /** The result as a program gets it; "null" if there is none. */
  abstract String json();

  /** The headings of its sections, in order. */
  abstract List<String> headings();

  /** Something of its provenance. */
  abstract String provenance();

  @Test
  void itIsTitledOnceInALanguage() {
    PageChecks.isTitledOnce(page());
  }

  @Test
  void itsSectionsStandInOrderUnderTheirHeadings() {
    PageChecks.hasSections(page(), headings());
  }

  @Test
  void theFirstThingIsAVerdictInWords() {
    PageChecks.beginsWithAVerdict(page());
  }

  @Test
  void everyTableHasACaptionAndHeadings() {
    PageChecks.tablesAreCaptionedAndHeaded(page());
  }

  @Test
  void everyChartHasItsNumbersBelowIt() {
    PageChecks.chartsHaveTheirNumbers(page());
  }

  @Test
  void noIdComesTwice() {
    PageChecks.idsAreUniqueAndReferencesLead(page());
  }

  @Test
  void itAsksForNothing() {
    PageChecks.asksForNothing(page());
  }

  @Test
  void noTextIsMarkup() {
    PageChecks.textsAreText(page());
  }

  @Test
  void theResultForProgramsIsInside() {
    PageChecks.holdsTheResult(page(), json());
  }

  @Test
  void theDataOfChartsIsAlwaysInOneOrder() {
    PageChecks.chartDataIsInOneOrder(page());
  }

  @Test
  void everyNumberReadsAsTheOneThatIsCopied() {
    PageChecks.numbersReadAsTheyAre(page());
  }

  @Test
  void theCommandThatMakesItAgainIsAtTheFoot() {
    PageChecks.saysHowItWasMade(page(), provenance(), COMMAND);
  }
}
