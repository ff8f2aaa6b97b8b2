package io.sluice.counts;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;

/**
 * Puts the sums of blocks together, always in the same way: blocks 0 and 1, 2 and 3, … make pairs,
 * pairs make pairs of pairs, and so on up to one sum. Blocks without episodes are left out. So
 * neighboring blocks may be put together elsewhere, and nothing changes in the last digit; and
 * while blocks come in their order, at most one sum per level waits.
 */
public final class BlockSums<A extends PartialSum<A>> {
  private static final int LEVELS = Integer.numberOfTrailingZeros(EpisodeBlocks.COUNT);

  /** The sum of blocks index·2^level … (index+1)·2^level − 1. */
  private record Node<A>(int level, int index, A sum) {
    int endOfParent() {
      return ((index >> 1) + 1) << (level + 1);
    }

    boolean isSibling(Node<A> other) {
      return level == other.level && (index ^ 1) == other.index;
    }

    Node<A> parent(A sum) {
      return new Node<>(level + 1, index >> 1, sum);
    }
  }

  private final A empty;
  private final Deque<Node<A>> waiting = new ArrayDeque<>(); // the last one first

  public BlockSums(A empty) {
    this.empty = empty;
  }

  /**
   * @param block above that of every sum before
   * @param sum of this block, or of all blocks that pair up with it before the next one is added
   */
  public void add(int block, A sum) {
    pairUp(block);
    waiting.push(new Node<>(0, block, sum));
  }

  /**
   * An empty accumulator for the next block: of the sum with the most blocks, which may know by now
   * what need not be kept.
   */
  A next() {
    Node<A> most = waiting.peekLast();
    return most == null ? empty.empty() : most.sum().empty();
  }

  /** Pairs up all that nothing can be added to any more, because the next block comes later. */
  private void pairUp(int next) {
    while (!waiting.isEmpty()) {
      Node<A> last = Objects.requireNonNull(waiting.peek());
      if (last.level() == LEVELS || next < last.endOfParent()) {
        return;
      }
      waiting.pop();
      Node<A> before = waiting.peek();
      if (before != null && last.isSibling(before)) {
        waiting.pop();
        waiting.push(last.parent(before.sum().plus(last.sum())));
      } else {
        waiting.push(last.parent(last.sum()));
      }
    }
  }

  /** The sum over all blocks. */
  public A sum() {
    pairUp(EpisodeBlocks.COUNT);
    Node<A> all = waiting.peek();
    return all == null ? empty.empty() : all.sum();
  }
}
