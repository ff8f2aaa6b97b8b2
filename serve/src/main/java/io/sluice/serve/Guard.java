package io.sluice.serve;

import com.sun.net.httpserver.Headers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Decides who is answered. A browser lets any site on the web send requests to this machine, and a
 * name on the web can be made to point here; so requests must name this server as their host, must
 * not come from a page of another origin, and whatever changes something must carry a token that
 * only our own page can read.
 *
 * @param hosts what this server is called, with its port
 * @param token secret, made anew for every server
 * @param closed whether reading needs the token too
 */
record Guard(Set<String> hosts, String token, boolean closed) {
  /** The header our page sends the token in. */
  static final String HEADER = "X-Sluice-Token";

  private static final int TOKEN_BYTES = 32;

  Guard {
    hosts = Set.copyOf(hosts);
  }

  static String newToken() {
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  /** The cookie that keeps the token for readers; by port, which cookies do not tell apart. */
  private String cookie() {
    String host = hosts.iterator().next();
    return "sluice-" + host.substring(host.lastIndexOf(':') + 1);
  }

  /** Lets a browser keep the token, for this server's own pages only. */
  String setCookie() {
    return "%s=%s; HttpOnly; SameSite=Strict; Path=/".formatted(cookie(), token);
  }

  /** Why a request is not answered, if it is not. */
  Optional<String> objection(String method, Headers headers, String query) {
    List<String> host = headers.getOrDefault("Host", List.of());
    if (host.size() != 1 || !hosts.contains(host.get(0))) {
      return Optional.of("Host: needs " + String.join(" or ", sorted()) + ", got another");
    }
    for (String origin : headers.getOrDefault("Origin", List.of())) {
      if (!origin.equals("http://" + host.get(0))) {
        return Optional.of("Origin: needs http://" + host.get(0) + ", got another");
      }
    }
    if (!method.equals("GET") && !isToken(headers.getFirst(HEADER))) {
      return Optional.of(HEADER + ": needs the token of this page, got none or another");
    }
    if (closed && !carriesToken(headers, query)) {
      return Optional.of("token: needs the address that the command printed, got another");
    }
    return Optional.empty();
  }

  private List<String> sorted() {
    return hosts.stream().sorted().toList();
  }

  /** Whether the address has the token, so that it is to be kept. */
  boolean isInvited(String query) {
    return query != null && query.startsWith("token=") && isToken(query.substring(6));
  }

  private boolean carriesToken(Headers headers, String query) {
    if (isInvited(query) || isToken(headers.getFirst(HEADER))) {
      return true;
    }
    String name = cookie() + "=";
    return headers.getOrDefault("Cookie", List.of()).stream()
        .flatMap(line -> List.of(line.split(";\\s*")).stream())
        .anyMatch(pair -> pair.startsWith(name) && isToken(pair.substring(name.length())));
  }

  /** Takes the same time wherever the first difference is. */
  private boolean isToken(String given) {
    return given != null
        && MessageDigest.isEqual(
            given.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
  }
}
