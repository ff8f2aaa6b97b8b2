package io.sluice.mdp;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The names of states or actions, and their numbers.
 *
 * <p>Names that are all numbers are spelled one way (1.0 is 1) and sorted as numbers, so that a
 * file's format does not matter; other names are sorted by their bytes.
 */
public final class Labels {
  // No leading zeros: 007 is a name.
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d{1,3})?");

  private final List<String> names;
  private final Map<String, Integer> ids = new HashMap<>();

  private Labels(List<String> names) {
    this.names = List.copyOf(names);
    for (int i = 0; i < names.size(); i++) {
      ids.put(names.get(i), i);
    }
  }

  public static Labels of(Collection<String> spelled) {
    boolean numeric = spelled.stream().allMatch(s -> NUMBER.matcher(s).matches());
    Comparator<String> order =
        numeric
            ? Comparator.comparing(BigDecimal::new)
            : Comparator.comparing(
                s -> s.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);
    return new Labels(
        spelled.stream().map(s -> numeric ? canonical(s) : s).distinct().sorted(order).toList());
  }

  /** Names that have their numbers already, such as those of a simulated problem. */
  public static Labels inOrder(List<String> names) {
    return new Labels(names);
  }

  private static String canonical(String number) {
    BigDecimal value = new BigDecimal(number);
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }

  /** These names and more, in the order of all. */
  public Labels with(Collection<String> more) {
    List<String> all = new ArrayList<>(names);
    all.addAll(more);
    return of(all);
  }

  public int size() {
    return names.size();
  }

  public String name(int id) {
    return names.get(id);
  }

  public List<String> names() {
    return names;
  }

  /** The number of a name however it is spelled, or −1. */
  public int id(String spelled) {
    Integer id = ids.get(spelled);
    if (id == null && NUMBER.matcher(spelled).matches()) {
      id = ids.get(canonical(spelled));
    }
    return id == null ? -1 : id;
  }
}
