package io.sluice.spark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;

/** Nothing depends on Spark but its own room, which sees logs and nothing before or beside them. */
@AnalyzeClasses(packages = "io.sluice", importOptions = ImportOption.DoNotIncludeTests.class)
class SparkArchitectureTest {
  @ArchTest
  static final ArchRule onlyThisRoomKnowsSpark =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.sluice.spark..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.spark..", "org.apache.hadoop..", "io.sluice.spark..");

  @ArchTest
  static final ArchRule itSeesLogsPoliciesAndResultsAndOneClassStartsTheCommandLine =
      classes()
          .that()
          .resideInAPackage("io.sluice.spark..")
          .and()
          .doNotHaveSimpleName("Submit")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.sluice.spark..",
              "io.sluice.logs..",
              "io.sluice.counts..",
              "io.sluice.features..",
              "io.sluice.interval..",
              "io.sluice.fit..",
              "io.sluice.mdp..",
              "io.sluice.policy..",
              "io.sluice.selection..",
              "org.apache..",
              "org.ejml..", // named, so that its jars are sent to executors
              "scala..",
              "java..");

  @ArchTest
  static final ArchRule itDoesNotPrint =
      noClasses()
          .that()
          .resideInAPackage("io.sluice.spark..")
          .should(GeneralCodingRules.ACCESS_STANDARD_STREAMS);
}
