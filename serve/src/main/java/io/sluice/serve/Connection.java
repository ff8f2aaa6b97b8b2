package io.sluice.serve;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One connection: requests one after another. Every phase has its time; when that is over the
 * connection is closed, which ends whatever waits for it.
 */
final class Connection implements Runnable {
  private static final int DRAINED = 1 << 16; // bytes read of what was refused

  /** Answers requests. */
  @FunctionalInterface
  interface Handler {
    /**
     * @param body read only where it is wanted
     */
    Reply reply(Request request, InputStream body) throws IOException, InterruptedException;
  }

  private final Socket socket;
  private final Limits limits;
  private final Handler handler;
  private final ScheduledExecutorService clock;
  private @Nullable Future<?> alarm;
  private boolean waiting = true;

  Connection(Socket socket, Limits limits, Handler handler, ScheduledExecutorService clock) {
    this.socket = socket;
    this.limits = limits;
    this.handler = handler;
    this.clock = clock;
    phase(limits.head(), true);
  }

  InetAddress from() {
    return socket.getInetAddress();
  }

  /** Whether the other side has yet to send a request: then it can be closed for another one. */
  synchronized boolean isWaiting() {
    return waiting;
  }

  private synchronized void phase(Duration time, boolean waits) {
    if (alarm != null) {
      alarm.cancel(false);
    }
    waiting = waits;
    try {
      alarm = clock.schedule(this::close, time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      close(); // the server is closing
    }
  }

  @Override
  public void run() {
    try (Socket open = socket) {
      InputStream in = new BufferedInputStream(open.getInputStream());
      OutputStream out = new BufferedOutputStream(open.getOutputStream());
      boolean again = answer(in, out);
      while (again) {
        phase(limits.idle(), true);
        again = answer(in, out);
      }
      open.shutdownOutput();
      phase(limits.head(), true);
      in.readNBytes(DRAINED); // closing at once could take the reply from whoever is still sending
    } catch (IOException e) {
      // The other side has gone or was too slow; nobody is left to tell.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the server is closing
    } finally {
      synchronized (this) {
        if (alarm != null) {
          alarm.cancel(false);
        }
      }
    }
  }

  /** Says whether there may be another request. */
  private boolean answer(InputStream in, OutputStream out)
      throws IOException, InterruptedException {
    Reply reply;
    boolean keeps = false;
    boolean bodiless = false;
    try {
      Optional<Request> read = Request.read(in, () -> phase(limits.head(), true));
      if (read.isEmpty()) {
        return false;
      }
      Request request = read.get();
      phase(limits.body(), false);
      Body body = new Body(in, out, request);
      reply = handler.reply(request, body);
      bodiless = request.method().equals("HEAD");
      keeps = request.keeps() && body.left == 0 && reply.status() < 400;
    } catch (Request.Unreadable e) {
      reply = e.reply();
    }
    phase(limits.reply(), false);
    reply.send(out, keeps, !bodiless);
    return keeps;
  }

  /** What was announced, and no more. */
  private static final class Body extends InputStream {
    private final InputStream in;
    private final OutputStream out;
    private boolean asked;
    private long left;

    Body(InputStream in, OutputStream out, Request request) {
      this.in = in;
      this.out = out;
      this.left = request.length();
      this.asked = !request.all("Expect").contains("100-continue");
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (left == 0) {
        return -1;
      }
      if (!asked) {
        asked = true;
        out.write(Reply.bytes("HTTP/1.1 100 Continue\r\n\r\n"));
        out.flush();
      }
      int read = in.read(bytes, offset, (int) Math.min(length, left));
      if (read < 0) {
        throw new java.io.EOFException("the body is shorter than announced");
      }
      left -= read;
      return read;
    }
  }

  void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // it is closed all the same
    }
  }
}
