package io.sluice.serve;

import io.sluice.fit.BadLogException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Takes one question at a time, has it worked on, and keeps the last page that came of it. */
final class JobRunner implements AutoCloseable {
  private static final long PATIENCE = 50; // milliseconds between two calls to end a query
  private static final int CALLS = 40;
  private static final Pattern FOLDERS =
      Pattern.compile("(?<![\\w.:/])(?:file:)?(?:/[^\\s/:\"]+)+/(?=[^\\s/])");

  private final PageMaker explorer;
  private final ExecutorService worker;
  private @Nullable Job work;
  private @Nullable Page page;

  /**
   * A finished page.
   *
   * @param number counts them from 1
   * @param request what it answers
   * @param policy its content-security policy
   */
  record Page(int number, EvaluationRequest request, byte[] html, String policy) {}

  JobRunner(PageMaker explorer) {
    this.explorer = explorer;
    this.worker =
        Executors.newSingleThreadExecutor(task -> LocalServer.thread(task, "sluice-serve-work"));
  }

  PageMaker explorer() {
    return explorer;
  }

  /** Begins to work on a question; says whether it did, as only one is worked on at a time. */
  synchronized boolean start(EvaluationRequest request) {
    if (work != null && work.isRunning()) {
      return false;
    }
    Job begun = new Job(explorer.pieces(request));
    work = begun;
    worker.execute(() -> answer(request, begun));
    return true;
  }

  private void answer(EvaluationRequest request, Job begun) {
    try {
      finish(begun, request, explorer.page(request, begun));
    } catch (RuntimeException | Error e) {
      if (begun.isCancelled()) {
        begun.end(Job.Phase.CANCELLED, "");
      } else if (e instanceof BadLogException bad) {
        begun.end(Job.Phase.REFUSED, withoutFolders(String.valueOf(bad.getMessage())));
      } else {
        explorer.report(e);
        begun.end(Job.Phase.BROKEN, LocalServer.BUG);
      }
    }
  }

  /** Readers of the page need not know where files are on this machine. */
  static String withoutFolders(String message) {
    return FOLDERS.matcher(message).replaceAll("");
  }

  private synchronized void finish(
      Job begun, EvaluationRequest request, io.sluice.report.page.Page made) {
    byte[] html = made.html().getBytes(StandardCharsets.UTF_8);
    if (begun.isCancelled()) {
      begun.end(Job.Phase.CANCELLED, "");
    } else {
      page = new Page(page == null ? 1 : page.number() + 1, request, html, made.policy());
      begun.end(Job.Phase.DONE, "");
    }
  }

  synchronized Optional<Page> page() {
    return Optional.ofNullable(page);
  }

  private synchronized Optional<Job> work() {
    return Optional.ofNullable(work);
  }

  /**
   * Ends what is worked on. A query is told so again and again: the first time, it may not have
   * begun. Job between queries ends at its next piece, and is not waited for beyond two seconds.
   */
  void cancel() throws InterruptedException {
    Optional<Job> now = work();
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
        work().map(Job::json).orElseGet(() -> new LinkedHashMap<>(Map.of("phase", "none")));
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
