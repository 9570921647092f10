package dev.hail.bench;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.regex.Pattern;

/** The arrows of docs/architecture.md: a module knows only those before it. */
@AnalyzeClasses(
    packages = {"dev.hail", "org.apache.hadoop"},
    importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.OwnClasses.class})
class ArchitectureTest {
  private static final String[] CLIENT = {
    "dev.hail.client..", "dev.hail.protocol..", "dev.hail.conf..", "dev.hail.cli.."
  };
  private static final String DATANODE = "dev.hail.datanode..";
  private static final String NAMENODE = "dev.hail.namenode..";
  private static final String MAPREDUCE = "dev.hail.mapreduce..";
  private static final String[] TOP = {
    "dev.hail.minicluster..", "dev.hail.examples..", "dev.hail.bench.."
  };

  @ArchTest
  static final ArchRule FORMAT_KNOWS_NEITHER_HADOOP_NOR_ANY_OTHER_MODULE =
      noClasses()
          .that()
          .resideInAPackage("dev.hail.format..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("org.apache.hadoop..")
                  .or(
                      resideInAnyPackage("dev.hail..")
                          .and(resideOutsideOfPackages("dev.hail.format.."))));

  @ArchTest
  static final ArchRule CLIENT_KNOWS_NO_DAEMON_AND_NO_JOB =
      noClasses()
          .that()
          .resideInAnyPackage(CLIENT)
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(DATANODE, NAMENODE, MAPREDUCE)
                  .or(resideInAnyPackage(TOP))
                  .or(resideInAnyPackage("org.apache.hadoop.hdfs.server.namenode.."))
                  .or(
                      resideInAnyPackage("org.apache.hadoop.hdfs.server.datanode..")
                          .and(resideOutsideOfPackages("..server.datanode.fsdataset.impl"))));

  @ArchTest
  static final ArchRule DATANODE_KNOWS_NO_NAMENODE_AND_NO_JOB =
      noClasses()
          .that()
          .resideInAPackage(DATANODE)
          .or()
          .resideInAPackage("org.apache.hadoop.hdfs.server.datanode..")
          .should()
          .dependOnClassesThat(resideInAnyPackage(NAMENODE, MAPREDUCE).or(resideInAnyPackage(TOP)));

  @ArchTest
  static final ArchRule NAMENODE_KNOWS_NO_DATANODE_AND_NO_JOB =
      noClasses()
          .that()
          .resideInAPackage(NAMENODE)
          .or()
          .resideInAPackage("org.apache.hadoop.hdfs.server.namenode..")
          .should()
          .dependOnClassesThat(resideInAnyPackage(DATANODE, MAPREDUCE).or(resideInAnyPackage(TOP)));

  @ArchTest
  static final ArchRule MAPREDUCE_KNOWS_NO_DAEMON =
      noClasses()
          .that()
          .resideInAPackage(MAPREDUCE)
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(DATANODE, NAMENODE, "org.apache.hadoop.hdfs.server..")
                  .or(resideInAnyPackage(TOP)));

  @ArchTest
  static final ArchRule MINICLUSTER_KNOWS_NO_JOB =
      noClasses()
          .that()
          .resideInAPackage("dev.hail.minicluster..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(MAPREDUCE, "dev.hail.examples..", "dev.hail.bench.."));

  @ArchTest
  static final ArchRule EXAMPLES_KNOW_NO_DAEMON =
      noClasses()
          .that()
          .resideInAPackage("dev.hail.examples..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                  DATANODE,
                  NAMENODE,
                  "org.apache.hadoop.hdfs.server..",
                  "dev.hail.minicluster..",
                  "dev.hail.bench.."));

  @ArchTest
  static final ArchRule PACKAGES_HAVE_NO_CYCLES =
      slices().matching("dev.hail.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule ONLY_PROGRAMS_USE_STANDARD_STREAMS =
      noClasses()
          .that(
              resideInAnyPackage("dev.hail..", "org.apache.hadoop..")
                  .and(resideOutsideOfPackages("dev.hail.cli"))
                  .and(
                      DescribedPredicate.not(
                          DescribedPredicate.describe(
                              "are the examples' driver",
                              javaClass -> javaClass.getSimpleName().equals("ExampleDriver")))))
          .should()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err");

  @ArchTest
  static final ArchRule LOGGING_IS_SLF4J =
      noClasses()
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("java.util.logging..", "org.apache.commons.logging.."));

  @ArchTest
  static final ArchRule CLASSES_IN_HADOOPS_PACKAGES_BEAR_OUR_NAME =
      classes()
          .that()
          .resideInAPackage("org.apache.hadoop..")
          .and(DescribedPredicate.describe("are top level", JavaClass::isTopLevelClass))
          .should()
          .haveSimpleNameStartingWith("Hail")
          .orShould()
          .haveSimpleName("package-info");

  /** HAIL's classes wherever their package is; Hadoop's own are in the repository of Maven. */
  static final class OwnClasses implements ImportOption {
    private static final Pattern MODULE =
        Pattern.compile(".*/(hail-[a-z]+|examples)(/target/|-[^/]*\\.jar!/).*");

    @Override
    public boolean includes(Location location) {
      return location.matches(MODULE);
    }
  }
}
