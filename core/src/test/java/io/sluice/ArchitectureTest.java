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
              "io.sluice..");

  private static final ArchRule ONLY_THREADS_SHARE_WORK =
      noClasses()
          .that()
          .haveNameNotMatching("io\\.sluice\\.mdp\\.Threads.*")
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
                Stream.of("java..", packages(room)),
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
    onlyUses("mdp").check(CORE);
    onlyUses("counts", "mdp").check(CORE);
    onlyUses("model", "counts", "mdp").check(CORE);
    onlyUses("inputs", "model", "counts", "mdp").check(CORE);
    onlyUses("interval", "inputs", "model", "counts", "mdp").check(CORE);
    onlyUses("planning", "model", "counts", "mdp").check(CORE);
    onlyUses("rivals", "interval", "inputs", "model", "counts", "mdp").check(CORE);
    onlyUses("selection", "interval", "planning", "model", "counts", "mdp").check(CORE);
  }

  /** The control: leaving out a room that is used is noticed. */
  @ParameterizedTest
  @CsvSource({
    "counts, none",
    "model, mdp",
    "inputs, model",
    "interval, inputs",
    "planning, mdp",
    "rivals, interval",
    "selection, interval"
  })
  void aMissingArrowIsNoticed(String room, String others) {
    assertThatThrownBy(() -> onlyUses(room, others).check(CORE)).isInstanceOf(AssertionError.class);
  }

  @Test
  void everyPackageIsARoomOfTheHouse() {
    Set<String> rooms = CORE.stream().map(c -> c.getPackageName()).collect(Collectors.toSet());
    Set<String> house =
        Stream.of("mdp", "counts", "model", "inputs", "interval", "rivals", "planning", "selection")
            .map(room -> "io.sluice." + room)
            .collect(Collectors.toSet());
    assertThat(house).containsAll(rooms);
    assertThat(rooms).hasSizeGreaterThanOrEqualTo(7);
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
