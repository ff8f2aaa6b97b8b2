package io.sluice.logs;

import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A log, counted: all that is needed to answer questions about it.
 *
 * @param counts of all episodes
 * @param halves the same episodes in two parts, if that was asked for
 * @param propensities the logged ones, if any
 * @param bins as used, quantiles replaced by the cuts they came to
 * @param range of rewards, as declared (and made to hold 0 where episodes end early)
 * @param valueRange what follows for returns, in [0, 1] units
 * @param observed the smallest and largest reward seen, in the user's units; for people, never for
 *     bounds
 */
public record LoggedData(
    long rows,
    Labels states,
    Labels actions,
    TransitionCounts counts,
    Optional<Halves> halves,
    Optional<PropensityTable> propensities,
    List<Bins> bins,
    RewardRange range,
    ValueRange valueRange,
    List<Double> observed,
    List<String> notes) {
  public LoggedData {
    bins = List.copyOf(bins);
    observed = List.copyOf(observed);
    notes = List.copyOf(notes);
  }

  /** A log in two parts: one to make inputs from, one that they have not seen. */
  public record Halves(TransitionCounts inputs, TransitionCounts holdout) {}

  public Shape shape() {
    return counts.shape();
  }

  /** What policies have to be about. */
  public Names names() {
    return new Names("the log", shape(), states, actions, counts::visits);
  }

  public long episodes() {
    return counts.episodes();
  }

  /**
   * A fingerprint of what was counted, which does not depend on files, formats or the order of
   * rows.
   */
  public String fingerprint() {
    return digest(
        states,
        actions,
        digest -> {
          ByteBuffer cell = ByteBuffer.allocate(48);
          for (int i = 0; i < counts.cells(); i++) {
            cell.clear();
            cell.putInt(counts.step(i)).putInt(counts.state(i)).putInt(counts.action(i));
            cell.putInt(counts.next(i)).putLong(counts.count(i));
            cell.putDouble(counts.rewardSum(i)).putDouble(counts.squareSum(i));
            digest.update(cell.array(), 0, cell.position());
          }
        });
  }

  /** 16 hexadecimal digits from names and whatever else is put into the digest. */
  static String digest(Labels states, Labels actions, Consumer<MessageDigest> rest) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      states.names().forEach(s -> update(digest, s));
      actions.names().forEach(a -> update(digest, a));
      rest.accept(digest);
      return HexFormat.of().formatHex(digest.digest()).substring(0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static void update(MessageDigest digest, String text) {
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
  }

  /** The user's name for a state. */
  public String state(int id) {
    return states.name(id);
  }

  public String action(int id) {
    return actions.name(id);
  }
}
