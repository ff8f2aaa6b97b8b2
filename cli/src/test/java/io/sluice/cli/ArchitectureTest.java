package io.sluice.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;

/** Modules in reading order, none depends on a later one, only {@code cli} prints. */
@AnalyzeClasses(packages = "io.sluice", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String[] CORE = {
    "io.sluice.files..",
    "io.sluice.mdp..",
    "io.sluice.counts..",
    "io.sluice.model..",
    "io.sluice.inputs..",
    "io.sluice.distributions..",
    "io.sluice.interval..",
    "io.sluice.influence..",
    "io.sluice.design..",
    "io.sluice.baselines..",
    "io.sluice.learning..",
    "io.sluice.selection..",
    "io.sluice.fit.."
  };

  @ArchTest
  static final ArchRule modulesInReadingOrder =
      layeredArchitecture()
          .consideringOnlyDependenciesInAnyPackage("io.sluice..")
          .layer("core")
          .definedBy(CORE)
          .layer("features")
          .definedBy("io.sluice.features..")
          .layer("simulation")
          .definedBy("io.sluice.simulation..")
          .layer("logs")
          .definedBy("io.sluice.logs..", "io.sluice.answers..")
          .layer("duckdb")
          .definedBy("io.sluice.duckdb..")
          .layer("report")
          .definedBy("io.sluice.report..")
          .layer("serve")
          .definedBy("io.sluice.serve..")
          .layer("cli")
          .definedBy("io.sluice.cli..")
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("features")
          .mayOnlyBeAccessedByLayers("simulation", "logs", "report", "serve", "cli")
          .whereLayer("logs")
          .mayOnlyBeAccessedByLayers("duckdb", "report", "serve", "cli")
          .whereLayer("duckdb")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("report")
          .mayOnlyBeAccessedByLayers("serve", "cli")
          .whereLayer("serve")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("simulation")
          .mayOnlyBeAccessedByLayers("report", "cli");

  @ArchTest
  static final ArchRule onlyTheCommandLinePrints =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.sluice.cli..")
          .should(GeneralCodingRules.ACCESS_STANDARD_STREAMS);

  @ArchTest
  static final ArchRule answersAreMadeFromLogsOfAnyEngine =
      noClasses()
          .that()
          .resideInAnyPackage("io.sluice.logs..", "io.sluice.answers..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.sluice.duckdb..", "org.duckdb..", "java.sql..");

  @ArchTest
  static final ArchRule onlyOneModuleIsOnTheNetwork =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.sluice.serve..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("com.sun.net.httpserver..", "java.net.http..")
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.net.ServerSocket");

  @ArchTest
  static final ArchRule noEstimatorSeesTheTruth =
      noClasses()
          .that()
          .resideInAnyPackage(CORE)
          .or()
          .resideInAPackage("io.sluice.features..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.sluice.simulation..");
}
