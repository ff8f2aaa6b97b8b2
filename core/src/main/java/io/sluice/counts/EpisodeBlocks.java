package io.sluice.counts;

import io.sluice.mdp.Episode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/**
 * Adds up episodes block by block, for a source that shows them in the order of their blocks.
 *
 * <p>The hash of an episode is the MD5 of {@code seed:name}, in hexadecimal digits: the first says
 * which half of the log it belongs to, the next two say its block. Any engine can make it.
 */
public final class EpisodeBlocks<A extends EpisodeAccumulator<A>> {
  /** How many blocks there are. */
  public static final int COUNT = 256;

  private final A empty;
  private A sum;
  private @Nullable A block; // the one that is open
  private int number = -1;

  public EpisodeBlocks(A empty) {
    this.empty = empty;
    this.sum = empty.empty();
  }

  /**
   * @param number of the episode's block; not below that of the episode before
   */
  public void add(int number, Episode episode) {
    if (block == null || number != this.number) {
      if (number < this.number || number >= COUNT) {
        throw new IllegalArgumentException(
            "episode blocks: need rising numbers below %d, got %d after %d"
                .formatted(COUNT, number, this.number));
      }
      closeBlock();
      block = empty.empty();
      this.number = number;
    }
    block.add(episode);
  }

  private void closeBlock() {
    if (block != null) {
      sum = sum.plus(block);
      block = null;
    }
  }

  /** The sum over all blocks, once every episode has been added. */
  public A sum() {
    closeBlock();
    return sum;
  }

  /** The half of the log that an episode belongs to, by its hash: 0 or 1. */
  public static int fold(String hash) {
    return hash.charAt(0) < '8' ? 0 : 1;
  }

  /** The sixteenth of the log that an episode belongs to, by its hash: 0 … 15. */
  public static int part(String hash) {
    return Integer.parseInt(hash, 0, 1, 16);
  }

  /** The block of an episode, by its hash. */
  public static int block(String hash) {
    return Integer.parseInt(hash, 1, 3, 16);
  }

  /** The first digits of the MD5 of {@code seed:name}. */
  public static String hash(long seed, String name) {
    try {
      byte[] digest =
          MessageDigest.getInstance("MD5")
              .digest((seed + ":" + name).getBytes(StandardCharsets.UTF_8));
      return "%02x%02x".formatted(digest[0], digest[1]);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has MD5", e);
    }
  }
}
