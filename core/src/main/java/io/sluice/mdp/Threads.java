package io.sluice.mdp;

/**
 * How many threads may share the work on many states, and from what size on that pays.
 *
 * <p>Work is cut into blocks of states, and whoever is free takes the next one. A block's result
 * must depend on the block alone: then results are the same to the last bit, whatever the number of
 * threads and whoever took what.
 *
 * @param count how many may work at once, the caller included
 * @param worthwhile the number of stored transitions below which the caller works alone; a million
 *     take a millisecond or two, and starting threads is not free
 */
public record Threads(int count, long worthwhile) {
  /** Enough blocks for each thread that a slow one does not keep the others waiting. */
  private static final int BLOCKS_EACH = 16;

  public Threads {
    if (count < 1 || worthwhile < 0) {
      throw new IllegalArgumentException(
          "threads: needs at least one, and a size of at least 0, got %d and %d"
              .formatted(count, worthwhile));
    }
  }

  public Threads(int count) {
    this(count, 1 << 20);
  }

  /** One for each processor of the machine. */
  public static Threads available() {
    return new Threads(Runtime.getRuntime().availableProcessors());
  }

  /**
   * Does a piece of work for 0 … size−1, block by block, and returns when all is done.
   *
   * @param transitions how much work that is
   */
  public void each(int size, long transitions, Block work) {
    if (count == 1 || transitions < worthwhile) {
      work.run(0, size);
      return;
    }
    Queue queue = new Queue(size, count, work);
    Thread[] helpers = new Thread[count - 1];
    for (int i = 0; i < helpers.length; i++) {
      helpers[i] = new Thread(queue, "sluice-" + (i + 2));
      helpers[i].setDaemon(true);
      helpers[i].start();
    }
    queue.run();
    boolean interrupted = false;
    for (Thread helper : helpers) {
      interrupted |= join(helper);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    queue.rethrow();
  }

  /** Waits, however often somebody interrupts: blocks at work must not be left behind. */
  private static boolean join(Thread helper) {
    boolean interrupted = false;
    while (true) {
      try {
        helper.join();
        return interrupted;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
  }

  /** What is to be done for {@code from} … {@code to − 1}. */
  @FunctionalInterface
  public interface Block {
    void run(int from, int to);
  }

  /** The blocks that nobody has taken yet. */
  private static final class Queue implements Runnable {
    private final int size;
    private final int length;
    private final Block work;
    private int taken;
    private Throwable failure;

    Queue(int size, int threads, Block work) {
      this.size = size;
      this.length = Math.max(1, size / (threads * BLOCKS_EACH));
      this.work = work;
    }

    @Override
    public void run() {
      try {
        for (int from = take(); from < size; from = take()) {
          work.run(from, Math.min(size - from, length) + from);
        }
      } catch (RuntimeException | Error e) {
        fail(e);
      }
    }

    private synchronized int take() {
      int from = taken;
      taken = Math.min(size - from, length) + from;
      return from;
    }

    private synchronized void fail(Throwable e) {
      failure = failure == null ? e : failure;
      taken = size;
    }

    private synchronized void rethrow() {
      if (failure instanceof RuntimeException e) {
        throw e;
      }
      if (failure instanceof Error e) {
        throw e;
      }
    }
  }
}
