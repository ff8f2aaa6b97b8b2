package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.logs.Role;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page about data says what the code does. */
class DataFormatTest {
  private static final String PAGE = Repository.read("docs/data-format.md");

  @Test
  void everyRoleIsListedWithItsAliases() {
    for (Role role : Role.values()) {
      String aliases = "`" + String.join("`, `", role.aliases()) + "`";
      assertThat(PAGE.lines().filter(line -> line.startsWith("| `" + role.columnName() + "` |")))
          .singleElement()
          .asString()
          .contains("| " + aliases + " |");
    }
  }

  @Test
  void theMessagesOfBadLogsAreThoseThatArePrinted() {
    for (List<String> example : BadInputTest.badLogs()) {
      assertThat(PAGE).contains(example.get(1)); // which BadInputTest sees printed
    }
  }
}
