package io.sluice.serve;

import io.sluice.duckdb.DuckDb;
import io.sluice.logs.SqlEngine;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;

/**
 * A DuckDB whose queries can be made to take forever, so that work is long without being slow. What
 * it is told is kept.
 */
final class GatedEngine {
  private final DuckDb engine = DuckDb.start();
  private final CountDownLatch waiting = new CountDownLatch(1);
  private boolean shut;
  private boolean cancelled;
  private boolean closed;

  SqlEngine asEngine() {
    return (SqlEngine)
        Proxy.newProxyInstance(
            SqlEngine.class.getClassLoader(),
            new Class<?>[] {SqlEngine.class},
            (proxy, method, arguments) -> call(method, arguments));
  }

  private Object call(Method method, Object[] arguments) throws Throwable {
    switch (method.getName()) {
      case "query" -> pass();
      case "cancel" -> cancel();
      case "close" -> close();
      default -> {}
    }
    try {
      return method.invoke(engine, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private synchronized void pass() throws InterruptedException {
    while (shut && !cancelled) {
      waiting.countDown();
      wait();
    }
    if (cancelled) {
      cancelled = false;
      throw new CancellationException();
    }
  }

  private synchronized void cancel() {
    cancelled = shut;
    notifyAll();
  }

  private synchronized void close() {
    closed = true;
  }

  /** From now on queries wait, until they are cancelled. */
  synchronized void shut() {
    shut = true;
  }

  synchronized void open() {
    shut = false;
    cancelled = false;
    notifyAll();
  }

  /** Waits until a query waits. */
  void awaitWaiting() throws InterruptedException {
    waiting.await();
  }

  synchronized boolean isClosed() {
    return closed;
  }
}
