package io.sluice.serve;

import io.sluice.fit.ProgressListener;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;

/** One question being worked on: how far it has come, how it ended, and a way to end it. */
final class Job implements ProgressListener {
  /** How it stands. */
  enum Phase {
    RUNNING,
    DONE,
    CANCELLED,
    /** Something that was given cannot be used. */
    REFUSED,
    /** A bug of ours. */
    BROKEN
  }

  private final int total;
  private int begun;
  private String doing = "";
  private boolean cancelled;
  private Phase phase = Phase.RUNNING;
  private String said = "";

  Job(int total) {
    this.total = total;
  }

  @Override
  public synchronized void next(String what) {
    if (cancelled) {
      throw new CancellationException();
    }
    begun++;
    doing = what;
  }

  /** To be ended at the next piece of work. */
  synchronized void cancel() {
    cancelled = true;
  }

  synchronized boolean isCancelled() {
    return cancelled;
  }

  synchronized void end(Phase how, String words) {
    phase = how;
    said = words;
    notifyAll();
  }

  synchronized boolean isRunning() {
    return phase == Phase.RUNNING;
  }

  /** Waits for the end, but not for long; says whether it came. */
  synchronized boolean ended(long milliseconds) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(milliseconds);
    long left = milliseconds;
    while (phase == Phase.RUNNING && left > 0) {
      wait(left);
      left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
    }
    return phase != Phase.RUNNING;
  }

  synchronized Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("phase", phase.name().toLowerCase(Locale.ROOT));
    json.put("done", phase == Phase.DONE ? total : Math.max(0, begun - 1));
    json.put("total", total);
    json.put("doing", doing);
    json.put("said", said);
    return json;
  }
}
