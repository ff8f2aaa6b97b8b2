package io.sluice.serve;

import io.sluice.logs.BadLogException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Takes one question at a time, has it worked on, and keeps the last page that came of it. */
final class Desk implements AutoCloseable {
  private static final long PATIENCE = 50; // milliseconds between two calls to end a query
  private static final int CALLS = 40;

  private final Explorer explorer;
  private final ExecutorService worker;
  private Work work;
  private Page page;

  /**
   * A finished page.
   *
   * @param number counts them from 1
   * @param asked what it answers
   */
  record Page(int number, Asked asked, byte[] html) {}

  Desk(Explorer explorer) {
    this.explorer = explorer;
    this.worker =
        Executors.newSingleThreadExecutor(task -> LocalServer.thread(task, "sluice-serve-work"));
  }

  Explorer explorer() {
    return explorer;
  }

  /** Begins to work on a question; says whether it did, as only one is worked on at a time. */
  synchronized boolean start(Asked asked) {
    if (work != null && work.isRunning()) {
      return false;
    }
    Work begun = new Work(Explorer.pieces(asked.intervals()));
    work = begun;
    worker.execute(() -> answer(asked, begun));
    return true;
  }

  private void answer(Asked asked, Work begun) {
    try {
      String html = explorer.page(asked, begun);
      finish(begun, asked, html.getBytes(StandardCharsets.UTF_8));
    } catch (RuntimeException | Error e) {
      if (begun.isCancelled()) {
        begun.end(Work.Phase.CANCELLED, "");
      } else if (e instanceof BadLogException) {
        begun.end(Work.Phase.REFUSED, e.getMessage());
      } else {
        begun.end(Work.Phase.BROKEN, "a bug in sluice: " + e);
      }
    }
  }

  private synchronized void finish(Work begun, Asked asked, byte[] html) {
    if (begun.isCancelled()) {
      begun.end(Work.Phase.CANCELLED, "");
    } else {
      page = new Page(page == null ? 1 : page.number() + 1, asked, html);
      begun.end(Work.Phase.DONE, "");
    }
  }

  synchronized Optional<Page> page() {
    return Optional.ofNullable(page);
  }

  private synchronized Optional<Work> work() {
    return Optional.ofNullable(work);
  }

  /**
   * Ends what is worked on. A query is told so again and again: the first time, it may not have
   * begun. Work between queries ends at its next piece, and is not waited for beyond two seconds.
   */
  void cancel() throws InterruptedException {
    Optional<Work> now = work();
    if (now.isPresent()) {
      now.get().cancel();
      for (int i = 0; i < CALLS && now.get().isRunning(); i++) {
        explorer.cancel();
        now.get().ended(PATIENCE);
      }
    }
  }

  Map<String, Object> json() {
    Map<String, Object> json =
        work().map(Work::json).orElseGet(() -> new LinkedHashMap<>(Map.of("phase", "none")));
    json.put("page", page().map(Page::number).orElse(0));
    return json;
  }

  /** Ends what is worked on and gives the log back; the worker is waited for. */
  @Override
  public void close() {
    try {
      cancel();
      worker.shutdown();
      if (!worker.awaitTermination(1, TimeUnit.MINUTES)) {
        return; // its engine is in use; it goes with the process
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    explorer.close();
  }
}
