package io.sluice.model;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How many threads share the work on the states of a step, and from which size on they do.
 *
 * <p>Work is cut into blocks of states, and a free thread takes the next block. A state's result
 * must depend on the state alone: then results are the same to the last bit, whatever the number of
 * threads and whichever thread computed them.
 *
 * @param count the number of threads, the caller included
 * @param worthwhile the number of stored transitions below which the caller works alone: a thousand
 *     take about a microsecond, and so does handing a block to another thread
 */
public record Threads(int count, long worthwhile) {
  /** From so many transitions on, smaller blocks pay: they even out the load of the threads. */
  private static final long LARGE = 1 << 18;

  public Threads {
    if (count < 1 || worthwhile < 0) {
      throw new IllegalArgumentException(
          "threads: needs at least one, and a size of at least 0, got %s and %s"
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

  /** Begins work beside the calling thread, if there is another one; nobody waits for its end. */
  public static void begin(Runnable work) {
    ForkJoinPool.commonPool().execute(work);
  }

  /**
   * Does one thing, and at the same time others that do not depend on it, as far as threads are
   * free; returns when all is done.
   *
   * @param own what the calling thread does
   * @param others what any thread may do
   */
  public static void together(Runnable own, Runnable... others) {
    Deque<ForkJoinTask<?>> started = new ArrayDeque<>();
    for (Runnable other : others) {
      started.push(ForkJoinPool.commonPool().submit(other));
    }
    try {
      own.run();
    } catch (RuntimeException | Error e) {
      started.forEach(ForkJoinTask::quietlyJoin);
      throw e;
    }
    started.forEach(ForkJoinTask::join);
  }

  /**
   * Starts threads for several pieces of work, one after the other.
   *
   * @param transitions the size of one piece
   */
  public Team team(long transitions) {
    return new Team(transitions < worthwhile ? 1 : count, transitions < LARGE ? 1 : 2);
  }

  /**
   * Does a piece of work for 0 … size−1, block by block, and returns when all is done.
   *
   * @param transitions the size of the work
   */
  public void each(int size, long transitions, Block work) {
    try (Team team = team(transitions)) {
      team.each(size, () -> work);
    }
  }

  /** Work on states {@code from} … {@code to − 1}. */
  @FunctionalInterface
  public interface Block {
    void run(int from, int to);
  }

  /**
   * The calling thread and helpers from the JVM's common pool. The caller waits for blocks that
   * have been taken, never for a helper to start: where processors or the pool are busy, it does
   * the work itself.
   */
  public static final class Team implements AutoCloseable {
    /** Some tens of microseconds: pieces often follow each other faster than a thread wakes up. */
    private static final int SPINS = 2_000;

    private static final Piece NO_MORE = new Piece(0, 1, () -> (from, to) -> {});

    private final int count;
    private final int shares;
    private final List<Thread> helpers = new CopyOnWriteArrayList<>(); // those that have started
    private volatile @Nullable Piece current;

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
     * @param work called once by each thread that takes part, so that it may have its own buffers
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

    /** Lets the helpers go. */
    @Override
    public void close() {
      publish(NO_MORE);
    }

    private void publish(Piece piece) {
      current = piece;
      helpers.forEach(LockSupport::unpark);
    }

    private void help() {
      helpers.add(
          Thread.currentThread()); // before the first read of current, so that no unpark is missed
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
        Objects.requireNonNull(next).work();
        last = next;
      }
    }
  }

  /** A piece of work: how much of it has been taken, and how much is done. */
  private static final class Piece {
    /** The last blocks are so small a part of the whole that waiting for a slow thread is short. */
    private static final int LEAST = 32;

    /** In nanoseconds: between two looks at whether a slow thread has finished its last block. */
    private static final long PAUSE = 20_000;

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

    /** Takes block after block; after a failure in any thread, blocks are only counted. */
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
      if (finished > 0) { // once, since memory that two threads write to moves between cores
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
        } else if (spins < 2 * Team.SPINS) {
          Thread.yield();
        } else { // a helper that the system does not run is not waited for at the cost of others
          LockSupport.parkNanos(PAUSE);
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
