package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A query can be ended from another thread, and the engine goes on. */
@Timeout(60)
class CancelTest {
  /** 10¹⁴ pairs: hours of work before there is a first row. */
  private static final String ENDLESS =
      "SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE (a.range * b.range) % 7 = 3";

  private static final String LONG_RESULT = "SELECT range FROM range(1000000000)";

  /** Cancels until it is told that the query has ended: one call may come before the query. */
  private static Thread canceler(DuckDb engine, CountDownLatch ended) {
    Thread thread =
        new Thread(
            () -> {
              try {
                while (!ended.await(20, TimeUnit.MILLISECONDS)) {
                  engine.cancel();
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    thread.start();
    return thread;
  }

  @Test
  void aQueryWithoutARowYetIsEndedAndTheNextOneWorks() throws InterruptedException {
    try (DuckDb engine = DuckDb.start()) {
      CountDownLatch ended = new CountDownLatch(1);
      Thread canceler = canceler(engine, ended);
      assertThatThrownBy(() -> engine.query(ENDLESS, row -> {}))
          .isInstanceOf(CancellationException.class);
      ended.countDown();
      canceler.join();
      List<Long> rows = new ArrayList<>();
      engine.query("SELECT 42", row -> rows.add(row.integer(0)));
      assertThat(rows).containsExactly(42L);
    }
  }

  @Test
  void aResultThatIsBeingReadIsEndedToo() throws InterruptedException {
    try (DuckDb engine = DuckDb.start()) {
      CountDownLatch ended = new CountDownLatch(1);
      long[] seen = new long[1];
      List<Thread> canceler = new ArrayList<>();
      assertThatThrownBy(
              () ->
                  engine.query(
                      LONG_RESULT,
                      row -> {
                        if (seen[0]++ == 0) {
                          canceler.add(canceler(engine, ended));
                        }
                      }))
          .isInstanceOf(CancellationException.class);
      ended.countDown();
      canceler.get(0).join();
      assertThat(seen[0]).isPositive().isLessThan(1_000_000_000L);
    }
  }

  @Test
  void withNothingRunningItDoesNothing() {
    try (DuckDb engine = DuckDb.start()) {
      engine.cancel();
      List<Long> rows = new ArrayList<>();
      engine.query("SELECT 1", row -> rows.add(row.integer(0)));
      assertThat(rows).containsExactly(1L);
    }
  }
}
