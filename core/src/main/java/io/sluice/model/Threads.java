package io.sluice.model;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * How many threads may share the work on many states, and from what size on that pays.
 *
 * <p>Work is cut into blocks of states, and whoever is free takes the next one. A state's result
 * must depend on the state alone: then results are the same to the last bit, whatever the number of
 * threads and whoever took what.
 *
 * @param count how many may work at once, the caller included
 * @param worthwhile the number of stored transitions below which the caller works alone: a thousand
 *     take about a microsecond, and so does handing over a block
 */
public record Threads(int count, long worthwhile) {
  /** From so many transitions on, what evens out is worth more than what a hand-over costs. */
  private static final long LARGE = 1 << 18;

  public Threads {
    if (count < 1 || worthwhile < 0) {
      throw new IllegalArgumentException(
          "threads: needs at least one, and a size of at least 0, got %d and %d"
              .formatted(count, worthwhile));
    }
  }

  public Threads(int count) {
    this(count, 1 << 14);
  }

  /** One for each processor of the machine. */
  public static Threads available() {
    return new Threads(Runtime.getRuntime().availableProcessors());
  }

  /**
   * Helpers for many pieces of work, one after the other: they are called once.
   *
   * @param transitions how much work one piece is
   */
  public Team team(long transitions) {
    return new Team(transitions < worthwhile ? 1 : count, transitions < LARGE ? 1 : 2);
  }

  /**
   * Does a piece of work for 0 … size−1, block by block, and returns when all is done.
   *
   * @param transitions how much work that is
   */
  public void each(int size, long transitions, Block work) {
    try (Team team = team(transitions)) {
      team.each(size, () -> work);
    }
  }

  /** What is to be done for {@code from} … {@code to − 1}. */
  @FunctionalInterface
  public interface Block {
    void run(int from, int to);
  }

  /**
   * The caller and its helpers, which come from the JVM's common pool. Nobody waits for a helper
   * that has not come, only for blocks that somebody is at: where processors or the pool are busy,
   * the caller does what there is to do.
   */
  public static final class Team implements AutoCloseable {
    /** Some tens of microseconds: pieces often follow each other faster than a thread wakes up. */
    private static final int SPINS = 2_000;

    private static final Piece NO_MORE = new Piece(0, 1, () -> (from, to) -> {});

    private final int count;
    private final int shares;
    private final List<Thread> helpers = new CopyOnWriteArrayList<>(); // those that have come
    private volatile Piece current;

    private Team(int count, int shares) {
      this.count = count;
      this.shares = count * shares;
      for (int i = 1; i < count; i++) {
        ForkJoinPool.commonPool().execute(this::help);
      }
    }

    /**
     * Does a piece of work for 0 … size−1, block by block, and returns when all is done.
     *
     * @param work asked once by each thread that takes part: what it gives may have room of its own
     */
    public void each(int size, Supplier<Block> work) {
      if (count == 1) {
        work.get().run(0, size);
        return;
      }
      Piece piece = new Piece(size, shares, work);
      publish(piece);
      piece.work();
      piece.await();
    }

    /** There is no more to do. */
    @Override
    public void close() {
      publish(NO_MORE);
    }

    private void publish(Piece piece) {
      current = piece;
      helpers.forEach(LockSupport::unpark);
    }

    private void help() {
      helpers.add(Thread.currentThread()); // before the first look, so that no call is missed
      Piece last = null;
      while (last != NO_MORE) {
        Piece next = current;
        for (int spins = 0; next == last; next = current) {
          if (spins++ < SPINS) {
            Thread.onSpinWait();
          } else {
            LockSupport.park(this);
          }
        }
        next.work();
        last = next;
      }
    }
  }

  /** A piece of work: what nobody has taken yet, and how much is done. */
  private static final class Piece {
    /** The last blocks are such a part of the whole, so that a slow thread keeps nobody waiting. */
    private static final int LEAST = 32;

    private final int size;
    private final int shares;
    private final int least;
    private final Supplier<Block> work;
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    /**
     * @param shares a block is one of so many equal shares of what is left
     */
    Piece(int size, int shares, Supplier<Block> work) {
      this.size = size;
      this.shares = shares;
      this.work = work;
      least = Math.max(1, size / LEAST);
    }

    private int end(int from) {
      int left = size - from;
      return from + Math.min(left, Math.max(least, left / shares));
    }

    /** Takes block after block; after a failure, of anybody, they are only counted. */
    void work() {
      Block own = null;
      int finished = 0;
      for (int from = take(); from < size; from = take()) {
        finished += end(from) - from;
        try {
          if (failure.get() == null) {
            own = own == null ? work.get() : own;
            own.run(from, end(from));
          }
        } catch (RuntimeException | Error e) {
          failure.compareAndSet(null, e);
        }
      }
      if (finished > 0) { // once, since whatever two threads write to goes from core to core
        done.addAndGet(finished);
      }
    }

    private int take() {
      return taken.getAndUpdate(this::end);
    }

    void await() {
      for (int spins = 0; done.get() < size; spins++) {
        if (spins < Team.SPINS) {
          Thread.onSpinWait();
        } else {
          Thread.yield();
        }
      }
      if (failure.get() instanceof RuntimeException e) {
        throw e;
      }
      if (failure.get() instanceof Error e) {
        throw e;
      }
    }
  }
}
