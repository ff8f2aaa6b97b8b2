package io.sluice.fit;

import io.sluice.counts.CellCursor;
import io.sluice.counts.Halves;
import io.sluice.counts.PropensityTable;
import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Labels;
import io.sluice.mdp.Policy;
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
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The counts of a log, with its names and ranges.
 *
 * @param counts the counts of all episodes
 * @param halves the same episodes in two parts, if they were counted so
 * @param propensities the logged ones, if any
 * @param clustered whether episodes come in clusters, such as several of one user
 * @param ends how episodes stop: at the horizon, ended, or cut off
 * @param bins how columns were binned into states, in words
 * @param range the range of rewards, as declared (widened to contain 0 if episodes end early)
 * @param valueRange the range of returns that follows, in [0, 1] units
 * @param observed the smallest and largest observed reward, in the user's units; only for display,
 *     never for bounds
 * @param notes notes about the log, besides those about its ends
 */
public record LogData(
    long rows,
    Labels states,
    Labels actions,
    TransitionCounts counts,
    Optional<Halves> halves,
    Optional<PropensityTable> propensities,
    boolean clustered,
    EpisodeEnds ends,
    List<String> bins,
    RewardRange range,
    ValueRange valueRange,
    List<Double> observed,
    List<String> notes) {
  private static final int CELL = 40; // bytes of a cell in the fingerprint

  public LogData {
    bins = List.copyOf(bins);
    observed = List.copyOf(observed);
    notes = List.copyOf(notes);
  }

  /** Returns the note that the range of rewards was widened to contain 0. */
  public static String widened(RewardRange range) {
    return "episodes end early, and an ended episode earns 0: the reward range was widened to [%s, %s]"
        .formatted(number(range.low()), number(range.high()));
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  /** Returns all notes about the log for readers of results. */
  public List<String> allNotes() {
    return Stream.concat(notes.stream(), ends.notes().stream()).toList();
  }

  public Shape shape() {
    return counts.shape();
  }

  public long episodes() {
    return counts.episodes();
  }

  /**
   * Returns the mean return of the log, in the user's units; an estimate for whole episodes if some
   * were cut off.
   */
  public double meanReturn() {
    return range.value(counts.meanReturn(valueRange.afterEnd()), shape().horizon());
  }

  /**
   * Returns the policy that takes, in every state and at every step, the action of this name.
   *
   * @throws IllegalArgumentException if the log has no such action
   */
  public Policy policy(Function<String, String> rule) {
    int[] chosen = new int[shape().states()];
    for (int x = 0; x < chosen.length; x++) {
      String action = rule.apply(states.original(x));
      chosen[x] = action == null ? -1 : actions.id(action);
      if (chosen[x] < 0) {
        throw new IllegalArgumentException(
            "policy in state \"%s\": needs one of the actions %s, got %s"
                .formatted(states.original(x), String.join(", ", actions.names()), action));
      }
    }
    return Policy.stationary(shape(), (x, a) -> a == chosen[x] ? 1 : 0);
  }

  /** Returns the user's name for a state. */
  public String state(int id) {
    return states.name(id);
  }

  public String action(int id) {
    return actions.name(id);
  }

  /**
   * Returns a fingerprint of the counts, which does not depend on files, formats or the order of
   * rows.
   */
  public String fingerprint() {
    return digest(
        states,
        actions,
        digest -> {
          ByteBuffer cells = ByteBuffer.allocate(CELL * 1024);
          for (CellCursor at = counts.walk(); at.advance(); ) {
            cells.putInt(at.step()).putInt(at.state()).putInt(at.action()).putInt(at.next());
            cells.putLong(counts.count(at.cell()));
            cells.putDouble(counts.rewardSum(at.cell())).putDouble(counts.squareSum(at.cell()));
            if (!cells.hasRemaining()) {
              digest.update(cells.array());
              cells.clear();
            }
          }
          digest.update(cells.array(), 0, cells.position());
        });
  }

  /** 16 hexadecimal digits from names and whatever else is put into the digest. */
  public static String digest(Labels states, Labels actions, Consumer<MessageDigest> rest) {
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
}
