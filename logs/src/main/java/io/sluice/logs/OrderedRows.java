package io.sluice.logs;

import java.io.Serializable;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Rows of a log as SQL, with the order in which they are to be seen.
 *
 * @param columns what is selected
 * @param from where they are
 * @param order of the rows; the first term is the block, two hexadecimal digits, unless the engine
 *     {@linkplain SqlEngine#placesEpisodes places episodes}
 */
public record OrderedRows(String columns, String from, List<String> order) implements Serializable {
  public OrderedRows {
    order = List.copyOf(order);
  }

  /** All rows, episode after episode, in the order of blocks. */
  public String inOrder() {
    return "SELECT %s FROM %s ORDER BY %s".formatted(columns, from, String.join(", ", order));
  }

  /** All rows in any order, with further columns by which they are to be put in order. */
  public String withKeys() {
    List<String> keys =
        IntStream.range(0, order.size()).mapToObj(i -> order.get(i) + " AS " + key(i)).toList();
    return "SELECT %s, %s FROM %s".formatted(columns, String.join(", ", keys), from);
  }

  /** The names of those columns. */
  public List<String> keys() {
    return IntStream.range(0, order.size()).mapToObj(OrderedRows::key).toList();
  }

  private static String key(int i) {
    return "sluice_key" + i;
  }
}
