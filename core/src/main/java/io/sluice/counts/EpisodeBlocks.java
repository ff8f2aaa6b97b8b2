package io.sluice.counts;

import io.sluice.mdp.Episode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Adds up episodes block by block, for a source that shows them in the order of their blocks.
 * Several blocks are added up at the same time, and then put together as {@link BlockSums} says.
 *
 * <p>The hash of an episode is the MD5 of {@code seed:name}, in hexadecimal digits: the first says
 * which half of the log it belongs to, the next two say its block. Any engine can make it.
 */
public final class EpisodeBlocks<A extends EpisodeAccumulator<A>> {
  /** How many blocks there are. */
  public static final int COUNT = 256;

  /** Rows that wait to be added: some ten megabytes, so memory does not grow with the log. */
  private static final long WAITING = 1 << 18;

  /** With fewer rows, another thread does not pay. */
  private static final long WORTHWHILE = 1 << 14;

  /** A block: what has been added up, and the episodes that wait to be added. */
  private record Block<A extends EpisodeAccumulator<A>>(int number, A sum, List<Episode> waiting) {
    void add() {
      waiting.forEach(sum::add);
      waiting.clear();
    }
  }

  private final List<Block<A>> blocks = new ArrayList<>(); // those that are not yet in the sum
  private final BlockSums<A> sums;
  private int number = -1; // of the last block
  private long rows; // that wait

  public EpisodeBlocks(A empty) {
    this.sums = new BlockSums<>(empty);
  }

  /**
   * @param number of the episode's block; not below that of the episode before
   */
  public void add(int number, Episode episode) {
    if (number != this.number) {
      if (number < this.number || number >= COUNT) {
        throw new IllegalArgumentException(
            "episode blocks: need rising numbers below %s, got %s after %s"
                .formatted(COUNT, number, this.number));
      }
      blocks.add(new Block<>(number, sums.next(), new ArrayList<>()));
      this.number = number;
    }
    blocks.get(blocks.size() - 1).waiting().add(episode);
    rows += episode.length();
    if (rows >= WAITING) {
      addWaiting(1);
    }
  }

  /**
   * Adds what waits to its blocks, and blocks to the sum.
   *
   * @param open how many of the last blocks may still get episodes
   */
  private void addWaiting(int open) {
    Stream<Block<A>> all = rows < WORTHWHILE ? blocks.stream() : blocks.parallelStream();
    all.forEach(Block::add);
    List<Block<A>> complete = blocks.subList(0, Math.max(0, blocks.size() - open));
    complete.forEach(block -> sums.add(block.number(), block.sum()));
    complete.clear();
    rows = 0;
  }

  /** The sum over all blocks, once every episode has been added. */
  public A sum() {
    addWaiting(0);
    return sums.sum();
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
