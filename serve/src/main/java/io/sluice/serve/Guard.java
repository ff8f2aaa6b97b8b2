package io.sluice.serve;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides who is answered. A browser lets any site on the web send requests to this machine, and a
 * name on the web can be made to point here; so requests must name this server as their host, must
 * not come from a page of another origin, and must have a token, which the address that is printed
 * carries and a cookie keeps. Other users of this machine do not have it. Whatever changes
 * something must send it in a header, which only our own page can.
 *
 * @param hosts what this server is called, with its port
 * @param token secret, made anew for every server
 */
record Guard(Set<String> hosts, String token) {
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
    String host = sorted().get(0);
    return "sluice-" + host.substring(host.lastIndexOf(':') + 1);
  }

  /** Lets a browser keep the token, for this server's own pages only. */
  String setCookie() {
    return "%s=%s; HttpOnly; SameSite=Strict; Path=/".formatted(cookie(), token);
  }

  /** Why a request is not answered, if it is not. */
  Optional<String> objection(Request request) {
    Optional<String> host = request.one("Host");
    if (host.isEmpty() || !hosts.contains(host.get())) {
      return Optional.of("Host: needs " + String.join(" or ", sorted()) + ", got another");
    }
    for (String origin : request.all("Origin")) {
      if (!origin.equals("http://" + host.get())) {
        return Optional.of("Origin: needs http://" + host.get() + ", got another");
      }
    }
    if (!request.method().equals("GET") && !isToken(request.one(HEADER).orElse(null))) {
      return Optional.of(HEADER + ": needs the token of this page, got none or another");
    }
    if (!carriesToken(request)) {
      return Optional.of("token: needs the address that the command printed, got another");
    }
    return Optional.empty();
  }

  private List<String> sorted() {
    return hosts.stream().sorted().toList();
  }

  /** Whether the address has the token, so that it is to be kept. */
  boolean isInvited(@Nullable String query) {
    return query != null && query.startsWith("token=") && isToken(query.substring(6));
  }

  private boolean carriesToken(Request request) {
    if (isInvited(request.query()) || isToken(request.one(HEADER).orElse(null))) {
      return true;
    }
    String name = cookie() + "=";
    return request.all("Cookie").stream()
        .flatMap(line -> List.of(line.split(";\\s*")).stream())
        .anyMatch(pair -> pair.startsWith(name) && isToken(pair.substring(name.length())));
  }

  /** Takes the same time wherever the first difference is. */
  private boolean isToken(@Nullable String given) {
    return given != null
        && MessageDigest.isEqual(
            given.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
  }
}
