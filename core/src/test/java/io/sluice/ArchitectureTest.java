package io.sluice;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Data walks through the packages once; no arrow points back. */
class ArchitectureTest {
  private static final JavaClasses CORE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.sluice");

  /** Every package, and those before it that it may use. */
  private static final Map<String, String[]> ROOMS =
      Map.ofEntries(
          room("files"),
          room("mdp"),
          room("policy"),
          room("distributions"),
          room("counts", "mdp"),
          room("model", "counts", "mdp"),
          room("inputs", "model", "counts", "mdp", "distributions"),
          room("interval", "inputs", "model", "counts", "mdp"),
          room("influence", "interval", "inputs", "model", "counts", "mdp", "distributions"),
          room("design", "influence", "interval", "model", "counts", "mdp", "distributions"),
          room("learning", "model", "counts", "mdp"),
          room(
              "selection",
              "assumptions",
              "influence",
              "interval",
              "learning",
              "model",
              "counts",
              "mdp",
              "distributions"),
          room("baselines", "influence", "interval", "model", "counts", "mdp", "distributions"),
          room("assumptions", "counts", "mdp", "distributions", "model", "interval", "influence"),
          room(
              "fit",
              "assumptions",
              "baselines",
              "selection",
              "learning",
              "design",
              "influence",
              "interval",
              "inputs",
              "distributions",
              "model",
              "counts",
              "mdp"));

  private static Map.Entry<String, String[]> room(String name, String... before) {
    return Map.entry(name, before);
  }

  private static final ArchRule NO_PUBLIC_SETTERS =
      methods().that().arePublic().should().haveNameNotMatching("set[A-Z].*");

  private static final ArchRule ONLY_THE_JDK =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java.lang..",
              "java.util",
              "java.util.concurrent..",
              "java.util.function..",
              "java.util.stream..",
              "java.util.regex..",
              "java.io..",
              "java.math..",
              "java.time..",
              "java.nio..",
              "java.security..",
              "jdk.jfr..",
              "io.sluice..");

  private static final ArchRule ONLY_THREADS_SHARE_WORK =
      noClasses()
          .that()
          .haveNameNotMatching("io\\.sluice\\.model\\.Threads.*")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("java.util.concurrent..");

  private static final ArchRule NO_VAGUE_PACKAGES =
      noClasses()
          .should()
          .resideInAnyPackage("..utils..", "..util..", "..common..", "..impl..", "..base..");

  private static ArchRule onlyUses(String room, String... others) {
    String[] allowed =
        Stream.concat(
                Stream.of("java..", "jdk.jfr..", packages(room)),
                Stream.of(others).map(ArchitectureTest::packages))
            .toArray(String[]::new);
    return classes()
        .that()
        .resideInAPackage(packages(room))
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(allowed);
  }

  private static String packages(String room) {
    return "io.sluice." + room + "..";
  }

  @Test
  void everyRoomUsesOnlyTheRoomsBeforeIt() {
    ROOMS.forEach((room, before) -> onlyUses(room, before).check(CORE));
  }

  /** The control: leaving out a room that is used is noticed. */
  @ParameterizedTest
  @CsvSource({
    "counts, none",
    "model, mdp",
    "inputs, model",
    "interval, inputs",
    "learning, mdp",
    "influence, interval",
    "design, influence",
    "baselines, interval",
    "selection, interval"
  })
  void aMissingArrowIsNoticed(String room, String others) {
    assertThatThrownBy(() -> onlyUses(room, others).check(CORE)).isInstanceOf(AssertionError.class);
  }

  @Test
  void everyPackageIsARoomOfTheHouse() {
    Set<String> rooms = CORE.stream().map(c -> c.getPackageName()).collect(Collectors.toSet());
    assertThat(rooms)
        .isEqualTo(
            ROOMS.keySet().stream().map(room -> "io.sluice." + room).collect(Collectors.toSet()));
  }

  @Test
  void theLibraryNeedsNothingButJava() {
    ONLY_THE_JDK.check(CORE);
    ONLY_THREADS_SHARE_WORK.check(CORE);
    NO_VAGUE_PACKAGES.check(CORE);
    NO_PUBLIC_SETTERS.check(CORE);
  }

  @Test
  void theLibraryDoesNotPrint() {
    GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(CORE);
  }

  /** What the rules above are to catch. */
  @SuppressWarnings("unused")
  private static final class Offender {
    private java.util.logging.Logger log;
    private java.util.concurrent.locks.Lock lock;

    public void setLog(java.util.logging.Logger log) {
      this.log = log;
      System.out.println(log);
    }
  }

  @Test
  void anOffenderIsCaughtByEveryRule() {
    JavaClasses offender = new ClassFileImporter().importClasses(Offender.class);
    JavaClasses vague = new ClassFileImporter().importClasses(java.util.ArrayList.class);
    ArchRule quiet = GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
    assertThatThrownBy(() -> NO_PUBLIC_SETTERS.check(offender)).hasMessageContaining("setLog");
    assertThatThrownBy(() -> ONLY_THE_JDK.check(offender)).hasMessageContaining("logging");
    assertThatThrownBy(() -> ONLY_THREADS_SHARE_WORK.check(offender)).hasMessageContaining("Lock");
    assertThatThrownBy(() -> quiet.check(offender)).hasMessageContaining("System.out");
    assertThatThrownBy(() -> NO_VAGUE_PACKAGES.check(vague)).hasMessageContaining("java.util");
  }
}
