package io.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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
  void allThatIsDoneTogetherIsDone() {
    AtomicInteger done = new AtomicInteger();
    Thread[] own = new Thread[1];
    Threads.together(
        () -> {
          own[0] = Thread.currentThread();
          done.incrementAndGet();
        },
        done::incrementAndGet,
        done::incrementAndGet);
    assertThat(done).hasValue(3);
    assertThat(own[0]).isSameAs(Thread.currentThread());
  }

  @Test
  void whatGoesWrongInOneOfThemIsThrownOnceTheOthersAreDone() {
    AtomicInteger done = new AtomicInteger();
    Runnable wrong =
        () -> {
          throw new IllegalStateException("wrong");
        };
    assertThatThrownBy(() -> Threads.together(wrong, done::incrementAndGet))
        .hasMessageContaining("wrong");
    assertThatThrownBy(() -> Threads.together(done::incrementAndGet, wrong))
        .hasMessageContaining("wrong");
    assertThat(done).hasValue(2);
  }

  @Test
  void smallWorkStaysWithTheCaller() {
    Set<Thread> seen = ConcurrentHashMap.newKeySet();
    new Threads(4).each(1_000, 1_000, (from, to) -> seen.add(Thread.currentThread()));
    assertThat(seen).containsExactly(Thread.currentThread());
  }

  /** Two blocks that wait for each other end only if two threads work on them. */
  @Test
  void largeWorkIsShared() {
    assumeTrue(
        Runtime.getRuntime().availableProcessors() > 1, "one processor has nobody to share with");
    CyclicBarrier both = new CyclicBarrier(2);
    AtomicInteger waited = new AtomicInteger();
    try (Threads.Team team = new Threads(2, 0).team(1)) {
      for (int piece = 1; piece <= 100; piece++) {
        team.each(
            2,
            () ->
                (from, to) -> {
                  try {
                    both.await(60, TimeUnit.SECONDS);
                    waited.incrementAndGet();
                  } catch (Exception e) {
                    throw new IllegalStateException(e);
                  }
                });
        assertThat(waited.get()).isEqualTo(2 * piece);
      }
    }
  }

  /** What a piece has written is there for the next, whoever wrote it. */
  @ParameterizedTest
  @CsvSource({"1", "2", "3"})
  void piecesFollowEachOther(int threads) {
    int size = 1_000;
    long[] sums = new long[size];
    try (Threads.Team team = new Threads(threads, 0).team(1)) {
      for (int piece = 0; piece < 2_000; piece++) {
        long[] before = sums;
        long[] after = new long[size];
        team.each(
            size,
            () ->
                (from, to) -> {
                  for (int i = from; i < to; i++) {
                    after[i] = before[i] + before[size - 1 - i] + 1;
                  }
                });
        sums = after;
        for (int i = 0; i < size && piece < 60; i++) {
          assertThat(sums[i]).isEqualTo((2L << piece) - 1); // s ← 2s + 1, from 0
        }
      }
    }
  }

  @Test
  void everyThreadThatTakesPartAsksForItsOwnRoomOnce() {
    Map<Thread, Integer> asked = new ConcurrentHashMap<>();
    try (Threads.Team team = new Threads(3, 0).team(1)) {
      team.each(
          1_000,
          () -> {
            Thread owner = Thread.currentThread();
            asked.merge(owner, 1, Integer::sum);
            return (from, to) -> assertThat(Thread.currentThread()).isSameAs(owner);
          });
    }
    assertThat(asked.values()).isNotEmpty().allMatch(times -> times == 1);
  }

  @ParameterizedTest
  @CsvSource({"1", "2"})
  void aFailureReachesTheCallerAndTheTeamGoesOn(int threads) {
    try (Threads.Team team = new Threads(threads, 0).team(1)) {
      for (int piece = 0; piece < 50; piece++) {
        assertThatThrownBy(
                () ->
                    team.each(
                        100,
                        () ->
                            (from, to) -> {
                              if (to == 100) {
                                throw new IllegalArgumentException("state 99");
                              }
                            }))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("state 99");
        AtomicInteger done = new AtomicInteger();
        team.each(100, () -> (from, to) -> done.addAndGet(to - from));
        assertThat(done.get()).isEqualTo(100);
      }
    }
  }

  @Test
  void atLeastOneIsNeeded() {
    assertThatThrownBy(() -> new Threads(0)).hasMessageContaining("got 0");
  }
}
