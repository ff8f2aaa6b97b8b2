package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.fit.BadLogException;
import io.sluice.fit.LogData;
import io.sluice.logs.BadSqlException;
import io.sluice.logs.LogOptions;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log of the rows for which a condition holds. */
class RowFilterTest {
  private static final String H = "episode,step,state,action,reward,price";
  private static final String[] LOG = {H, "1,1,s,a,0,2", "1,2,t,a,1,3.0", "2,1,u,b,1,0.5"};

  @TempDir Path folder;

  private LogData data(String where, String... lines) {
    String path = Table.write(folder.resolve("log.csv"), String.join("\n", lines) + "\n");
    return Opened.data(path, LogOptions.defaults().withWhere(Optional.of(where)));
  }

  @Test
  void rowsAreKeptAndCounted() {
    LogData data = data("price > 1", LOG);
    assertThat(data.rows()).isEqualTo(2);
    assertThat(data.states().names()).containsExactly("s", "t");
    assertThat(data.allNotes()).contains("2 of 3 rows are kept: price > 1");
  }

  @Test
  void anEpisodeIsKeptWholeOrNotAtAll() {
    assertThatThrownBy(() -> data("step = 1", LOG))
        .isInstanceOf(BadLogException.class)
        .hasMessage(
            "episode 1: needs all of its rows or none where episodes have several steps, got 1 of 2 for which step = 1 holds (to judge single decisions, declare no episode and no step)");
    // single decisions need not
    String[] rows = {"state,action,reward,price", "s,a,0,2", "t,a,1,3", "u,b,1,0.5"};
    assertThat(data("price < 3", rows).rows()).isEqualTo(2);
  }

  @Test
  void twentyEpisodesAreNamed() {
    String[] lines = new String[45];
    lines[0] = H;
    for (int i = 0; i < 44; i++) {
      lines[i + 1] = "%d,%d,s,a,0,%d".formatted(10 + i / 2, i % 2 + 1, i % 2);
    }
    assertThatThrownBy(() -> data("price > 0", lines))
        .isInstanceOfSatisfying(
            BadLogException.class,
            e -> {
              assertThat(e.errors()).hasSize(20);
              assertThat(e.total()).isEqualTo(22);
            });
  }

  @Test
  void aConditionThatHoldsNowhereIsRefused() {
    assertThatThrownBy(() -> data("price > 9", LOG))
        .hasMessage("`where` price > 9: needs rows for which it holds, got none of 3");
  }

  @Test
  void whatIsNoConditionIsRefusedWithTheColumns() {
    assertThatThrownBy(() -> data("cost > 9", LOG))
        .isInstanceOf(BadSqlException.class)
        .hasMessageStartingWith(
            "where cost > 9: needs a condition in SQL over the columns episode, step, state, action, reward, price, got: ");
  }

  /** Numbers are numbers in the condition, and as they were written in the log. */
  @Test
  void rowsKeepTheirPlacesAndTheirSpelling() {
    String[] lines = {H, "1,1,s,a,0,2", "2,1,s,a,x,10", "3,1,s,a,0,9"};
    assertThatThrownBy(() -> data("price >= 9", lines))
        .isInstanceOf(BadLogException.class)
        .hasMessageContaining("log.csv:3: ")
        .hasMessageContaining("got \"x\"");
    String[] names = {H, "1,1,007,a,0,2", "2,1,1.50,b,1,3"};
    assertThat(data("state > 2", names).states().names()).containsExactly("007");
  }
}
