package io.sluice.mdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadsTest {
  @ParameterizedTest
  @CsvSource({"1, 10", "2, 1", "2, 31", "2, 1000", "3, 0", "4, 97"})
  void everyIndexIsWorkedOnOnce(int threads, int size) {
    AtomicIntegerArray times = new AtomicIntegerArray(size);
    new Threads(threads, 0)
        .each(
            size,
            1,
            (from, to) -> {
              for (int i = from; i < to; i++) {
                times.incrementAndGet(i);
              }
            });
    for (int i = 0; i < size; i++) {
      assertThat(times.get(i)).isEqualTo(1);
    }
  }

  @Test
  void smallWorkStaysWithTheCaller() {
    Set<Thread> seen = ConcurrentHashMap.newKeySet();
    new Threads(4).each(1_000, 1_000, (from, to) -> seen.add(Thread.currentThread()));
    assertThat(seen).containsExactly(Thread.currentThread());
  }

  /** Two blocks that wait for each other end only if two threads work on them. */
  @Test
  void largeWorkIsShared() throws InterruptedException {
    java.util.concurrent.CyclicBarrier both = new java.util.concurrent.CyclicBarrier(2);
    AtomicIntegerArray waited = new AtomicIntegerArray(1);
    new Threads(2, 0)
        .each(
            2,
            1,
            (from, to) -> {
              try {
                both.await(60, java.util.concurrent.TimeUnit.SECONDS);
                waited.incrementAndGet(0);
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    assertThat(waited.get(0)).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"1", "2"})
  void aFailureReachesTheCaller(int threads) {
    assertThatThrownBy(
            () ->
                new Threads(threads, 0)
                    .each(
                        100,
                        1,
                        (from, to) -> {
                          if (to == 100) {
                            throw new IllegalArgumentException("state 99");
                          }
                        }))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("state 99");
  }

  @Test
  void atLeastOneIsNeeded() {
    assertThatThrownBy(() -> new Threads(0)).hasMessageContaining("got 0");
  }
}
