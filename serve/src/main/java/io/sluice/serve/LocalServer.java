package io.sluice.serve;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.sluice.fit.LogData;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * A log to explore in a browser of this machine: {@code 127.0.0.1} and a port that was free. It is
 * open on another address only where that is request for, and then only to those who have its
 * token.
 */
public final class LocalServer implements AutoCloseable {
  private static final int THREADS = 16;
  private static final int SECONDS = 5;

  static {
    // The JDK's server takes its limits from here: what is left of a request that was refused is
    // not
    // read, and who does not get a request out in two minutes is not waited for.
    limit("drainAmount", 0);
    limit("maxReqTime", 120);
  }

  private final HttpServer http;
  private final ExecutorService threads;
  private final JobRunner jobs;
  private final Guard guard;
  private final Routes routes;
  private final CountDownLatch closed = new CountDownLatch(1);

  private LocalServer(HttpServer http, JobRunner jobs, Guard guard, EvaluationRequest first) {
    this.http = http;
    this.jobs = jobs;
    this.guard = guard;
    this.routes = new Routes(guard, jobs, first);
    this.threads = Executors.newFixedThreadPool(THREADS, task -> thread(task, "sluice-serve-http"));
  }

  /** Counts the log, and opens the page on loopback. */
  public static LocalServer start(LogProvider source, EvaluationRequest first) throws IOException {
    return start(source, first, InetAddress.getByName("127.0.0.1"), false);
  }

  /** The same on another address of this machine, for those who have the token. */
  public static LocalServer start(LogProvider source, EvaluationRequest first, InetAddress address)
      throws IOException {
    return start(source, first, address, true);
  }

  private static LocalServer start(
      LogProvider source, EvaluationRequest first, InetAddress address, boolean withToken)
      throws IOException {
    HttpServer http = HttpServer.create(new InetSocketAddress(address, 0), 0);
    Explorer explorer;
    try {
      explorer = Explorer.open(source);
    } catch (RuntimeException e) {
      http.stop(0);
      throw e;
    }
    int port = http.getAddress().getPort();
    String own = host(address) + ":" + port;
    Set<String> hosts = withToken ? Set.of(own) : Set.of(own, "localhost:" + port);
    LocalServer server =
        new LocalServer(
            http, new JobRunner(explorer), new Guard(hosts, Guard.newToken(), withToken), first);
    http.createContext("/", server::handle);
    http.setExecutor(server.threads);
    server.jobs.start(first);
    http.start();
    return server;
  }

  private static void limit(String name, int value) {
    String property = "sun.net.httpserver." + name;
    if (System.getProperty(property) == null) {
      System.setProperty(property, String.valueOf(value));
    }
  }

  private static String host(InetAddress address) {
    String text = address.getHostAddress();
    return address instanceof Inet6Address ? "[" + text.replaceAll("%.*", "") + "]" : text;
  }

  static Thread thread(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** What was counted. */
  public LogData log() {
    return jobs.explorer().data();
  }

  /** What to open in a browser; with the token, where one is needed. */
  public String address() {
    InetSocketAddress at = http.getAddress();
    return "http://%s:%d/%s"
        .formatted(
            host(at.getAddress()), at.getPort(), guard.closed() ? "?token=" + guard.token() : "");
  }

  private void handle(HttpExchange exchange) {
    boolean whole = false;
    try {
      Reply reply;
      try {
        reply = routes.reply(exchange);
      } catch (RuntimeException e) {
        reply = Reply.text(500, "a bug in sluice: " + e);
      }
      reply.send(exchange);
      whole = reply.status() < 400;
      if (whole) {
        exchange.getResponseBody().close(); // keeps the connection for the next request
      }
    } catch (IOException e) {
      // The reader has gone; nobody is left to tell.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the server is closing
    } finally {
      if (!whole) {
        exchange.close(); // whatever else was sent is not read
      }
    }
  }

  /** Waits until it is closed. */
  public void join() throws InterruptedException {
    closed.await();
  }

  /** Ends what is worked on, gives the port back, and waits for its threads. */
  @Override
  public synchronized void close() {
    if (closed.getCount() == 0) {
      return;
    }
    http.stop(0);
    threads.shutdownNow();
    jobs.close();
    try {
      threads.awaitTermination(SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    closed.countDown();
  }
}
