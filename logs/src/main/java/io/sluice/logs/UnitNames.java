package io.sluice.logs;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What the name of a column says about what it holds: {@code customer}, {@code patient_id}. */
final class UnitNames {
  private static final Set<String> UNITS =
      Set.of(
          ("user customer client patient person subject participant respondent member subscriber"
                  + " account household family session visitor visit cookie player"
                  + " student pupil learner employee worker driver rider passenger seller buyer"
                  + " borrower donor voter guest owner clinic hospital ward doctor physician nurse"
                  + " teacher classroom school village company conversation thread cluster")
              .split(" "));

  private static final Set<String> IDENTIFIERS =
      Set.of("id", "ids", "uid", "uuid", "guid", "key", "hash", "no", "nr", "number", "code");

  private UnitNames() {}

  /** Whether it names someone or something that several episodes can be of. */
  static boolean isUnit(String column) {
    List<String> words = words(column);
    int last = words.size() - 1;
    return isUnitWord(words.get(last))
        || last > 0 && IDENTIFIERS.contains(words.get(last)) && isUnitWord(words.get(last - 1));
  }

  /** Whether it is that, or an identifier of something. */
  static boolean isIdentifier(String column) {
    List<String> words = words(column);
    return isUnit(column) || IDENTIFIERS.contains(words.get(words.size() - 1));
  }

  private static boolean isUnitWord(String word) {
    return UNITS.contains(word)
        || word.endsWith("s") && UNITS.contains(word.substring(0, word.length() - 1))
        || word.length() > 2
            && word.endsWith("id")
            && UNITS.contains(word.substring(0, word.length() - 2));
  }

  private static List<String> words(String column) {
    String spaced = column.replaceAll("(?<=\\p{Ll})(?=\\p{Lu})", "_").toLowerCase(Locale.ROOT);
    return List.of(spaced.split("[^\\p{L}\\p{N}]+", -1));
  }
}
