package io.sluice.assumptions;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.interval.IntervalKind;
import io.sluice.model.Model.Pooling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The table of {@code docs/assumptions.md} is the one in the code. */
class RequirementsTest {
  private static final Pattern NAME = Pattern.compile("`([\\w-]+)`");

  private static Set<String> names(String cell) {
    return NAME.matcher(cell).results().map(m -> m.group(1)).collect(Collectors.toSet());
  }

  /** Interval by interval, what the document says; "the same" is what the row before has. */
  private static Map<IntervalKind, Set<Assumption>> documented() throws IOException {
    String page = Files.readString(Path.of("../docs/assumptions.md"));
    String table =
        page.substring(page.indexOf("| interval | assumes |"), page.indexOf("- **Clusters.**"));
    Map<IntervalKind, Set<Assumption>> documented = new EnumMap<>(IntervalKind.class);
    Set<Assumption> first = EnumSet.noneOf(Assumption.class);
    for (String line : table.lines().skip(2).filter(l -> l.startsWith("|")).toList()) {
      String[] cells = line.split("\\|");
      Set<Assumption> own = EnumSet.noneOf(Assumption.class);
      names(cells[2])
          .forEach(
              name ->
                  own.add(
                      Arrays.stream(Assumption.values())
                          .filter(a -> a.toString().equals(name))
                          .findFirst()
                          .orElseThrow()));
      first = first.isEmpty() ? own : first;
      if (cells[2].contains("the same")) {
        own.addAll(first);
      }
      names(cells[1]).forEach(name -> documented.put(IntervalKind.named(name), own));
    }
    return documented;
  }

  @Test
  void theDocumentSaysWhatEveryIntervalRestsOn() throws IOException {
    Map<IntervalKind, Set<Assumption>> documented = documented();
    assertThat(documented).hasSize(IntervalKind.values().length);
    for (IntervalKind kind : IntervalKind.values()) {
      assertThat(Requirements.of(kind, Pooling.POOLED))
          .as("%s", kind)
          .isEqualTo(documented.get(kind));
    }
  }

  @Test
  void onlyAPooledModelTakesStepsToBeAlike() {
    for (IntervalKind kind : IntervalKind.values()) {
      assertThat(Requirements.of(kind, Pooling.PER_STEP)).doesNotContain(Assumption.STATIONARY);
      assertThat(Requirements.of(kind, Pooling.POOLED).contains(Assumption.STATIONARY))
          .isEqualTo(Requirements.isFromModel(kind));
    }
  }

  @Test
  void intervalsByEpisodeAccountForClusters() {
    assertThat(Requirements.accountsForClusters(IntervalKind.EFFICIENT)).isTrue();
    assertThat(Requirements.accountsForClusters(IntervalKind.ROBUST)).isTrue();
    assertThat(Requirements.accountsForClusters(IntervalKind.STANDARD)).isFalse();
  }
}
