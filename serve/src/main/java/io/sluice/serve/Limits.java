package io.sluice.serve;

import java.time.Duration;

/**
 * How long and how many connections are waited for.
 *
 * @param head for the whole head of a request, from the first byte or from the connection on
 * @param body for the whole body of a request that may be answered
 * @param reply for the reply to be taken
 * @param idle for the next request on a connection
 * @param connections at most so many at once
 * @param perAddress at most so many at once from one address
 */
record Limits(
    Duration head, Duration body, Duration reply, Duration idle, int connections, int perAddress) {
  static final Limits USUAL =
      new Limits(
          Duration.ofSeconds(10),
          Duration.ofMinutes(2),
          Duration.ofMinutes(1),
          Duration.ofSeconds(30),
          64,
          32);
}
