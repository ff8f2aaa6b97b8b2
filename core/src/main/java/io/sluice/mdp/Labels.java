package io.sluice.mdp;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

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
  private final @Nullable Histories histories; // none where names are only themselves

  private Labels(List<String> names, @Nullable Histories histories) {
    this.names = List.copyOf(names);
    this.histories = histories;
    for (int i = 0; i < names.size(); i++) {
      ids.put(names.get(i), i);
    }
  }

  public static Labels of(Collection<String> spelled) {
    boolean numeric = isNumeric(spelled);
    Comparator<String> order =
        numeric
            ? Comparator.comparing(BigDecimal::new)
            : Comparator.comparing(
                s -> s.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);
    return new Labels(
        spelled.stream().map(s -> numeric ? canonical(s) : s).distinct().sorted(order).toList(),
        null);
  }

  /**
   * Names of states with what came before them, {@code state|past|past…}, all with as many parts; a
   * backslash stands before a {@code |} or backslash that belongs to a part.
   */
  public static Labels ofHistories(Collection<String> spelled) {
    Histories histories = Histories.of(spelled.stream().map(Labels::parts).toList());
    List<String> names = of(spelled.stream().map(histories::spelledOneWay).toList()).names;
    return new Labels(names, histories.in(names));
  }

  /** Names that have their numbers already, such as those of a simulated problem. */
  public static Labels inOrder(List<String> names) {
    return new Labels(names, null);
  }

  private static boolean isNumeric(Collection<String> spelled) {
    return spelled.stream().allMatch(s -> NUMBER.matcher(s).matches());
  }

  private static String canonical(String number) {
    BigDecimal value = new BigDecimal(number);
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }

  /** These names and more, in the order of all. */
  public Labels with(Collection<String> more) {
    List<String> all = new ArrayList<>(names);
    all.addAll(more);
    return histories == null ? of(all) : ofHistories(all);
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

  /** The name of a state without what came before it. */
  public String original(int id) {
    return histories == null ? names.get(id) : parts(names.get(id)).get(0);
  }

  /** How many names there are without what came before. */
  public int originals() {
    return histories == null ? names.size() : histories.originals.size();
  }

  /** The number of a name however it is spelled, or −1. */
  public int id(String spelled) {
    Integer id = ids.get(spelled);
    if (id == null && histories != null) {
      id = ids.get(histories.spelledOneWay(spelled));
    }
    if (id == null && NUMBER.matcher(spelled).matches()) {
      id = ids.get(canonical(spelled));
    }
    return id == null ? -1 : id;
  }

  /** The numbers that a name stands for: its own, or those of every past of a state; or none. */
  public List<Integer> idsOf(String spelled) {
    int id = id(spelled);
    if (id >= 0 || histories == null) {
      return id >= 0 ? List.of(id) : List.of();
    }
    int original = histories.originals.id(spelled);
    return original < 0 ? List.of() : histories.ids.get(original);
  }

  private static List<String> parts(String name) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '|') {
        parts.add(part.toString());
        part.setLength(0);
      } else {
        part.append(c == '\\' && i + 1 < name.length() ? name.charAt(++i) : c);
      }
    }
    parts.add(part.toString());
    return parts;
  }

  /**
   * @param numeric whether all names at a place are numbers
   * @param originals the states without what came before
   * @param ids of the names of each of them
   */
  private record Histories(List<Boolean> numeric, Labels originals, List<List<Integer>> ids) {
    static Histories of(List<List<String>> all) {
      int places = all.stream().mapToInt(List::size).max().orElse(1);
      List<Boolean> numeric = new ArrayList<>();
      for (int i = 0; i < places; i++) {
        int place = i;
        numeric.add(
            isNumeric(
                all.stream()
                    .filter(parts -> parts.size() > place)
                    .map(parts -> parts.get(place))
                    .filter(part -> !part.isEmpty()) // before the episode began
                    .toList()));
      }
      return new Histories(numeric, Labels.of(List.of()), List.of());
    }

    /** The same for names that are spelled one way. */
    Histories in(List<String> names) {
      Map<String, List<Integer>> byState = new LinkedHashMap<>();
      for (int id = 0; id < names.size(); id++) {
        byState.computeIfAbsent(parts(names.get(id)).get(0), s -> new ArrayList<>()).add(id);
      }
      Labels states = Labels.of(byState.keySet());
      List<List<Integer>> ordered =
          states.names().stream()
              .map(s -> List.copyOf(byState.getOrDefault(s, List.of())))
              .toList();
      return new Histories(numeric, states, ordered);
    }

    String spelledOneWay(String name) {
      List<String> parts = parts(name);
      for (int i = 0; i < parts.size(); i++) {
        String part = parts.get(i);
        boolean number = i < numeric.size() && numeric.get(i) && NUMBER.matcher(part).matches();
        parts.set(i, (number ? canonical(part) : part).replace("\\", "\\\\").replace("|", "\\|"));
      }
      return String.join("|", parts);
    }
  }
}
