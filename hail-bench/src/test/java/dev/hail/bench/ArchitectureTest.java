// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import dev.hail.bench.demo.DemoCommand;
import dev.hail.client.read.HailFile;
import dev.hail.examples.ExampleTable;
import dev.hail.format.schema.Schema;
import dev.hail.mapreduce.HailQuery;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.namenode.HailNameNodePlugin;
import java.util.List;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.HailDatasetFactory;
import org.junit.jupiter.api.Test;

/** The arrows of docs/architecture.md: a module knows only those before it. */
class ArchitectureTest {
  /** One class of each module, to find where the module's classes are. */
  private static final List<Class<?>> MODULES =
      List.of(
          Schema.class,
          HailFile.class,
          HailDatasetFactory.class,
          HailNameNodePlugin.class,
          HailMiniCluster.class,
          HailQuery.class,
          ExampleTable.class,
          DemoCommand.class);

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .importUrls(
              MODULES.stream()
                  .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
                  .toList());

  private static final String[] CLIENT = {
    "dev.hail.client..",
    "dev.hail.protocol..",
    "dev.hail.conf..",
    "dev.hail.step..",
    "dev.hail.cli.."
  };
  private static final String DATANODE = "dev.hail.datanode..";
  private static final String NAMENODE = "dev.hail.namenode..";
  private static final String MAPREDUCE = "dev.hail.mapreduce..";
  private static final String[] TOP = {
    "dev.hail.minicluster..", "dev.hail.examples..", "dev.hail.bench.."
  };

  @Test
  void formatKnowsNeitherHadoopNorAnyOtherModule() {
    ArchRule rule =
        noClasses()
            .that()
            .resideInAPackage("dev.hail.format..")
            .should()
            .dependOnClassesThat(
                resideInAnyPackage("org.apache.hadoop..")
                    .or(
                        resideInAnyPackage("dev.hail..")
                            .and(resideOutsideOfPackages("dev.hail.format.."))));
    rule.check(CLASSES);
  }

  @Test
  void clientKnowsNoDaemonAndNoJob() {
    ArchRule rule =
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
    rule.check(CLASSES);
  }

  @Test
  void datanodeKnowsNoNamenodeAndNoJob() {
    ArchRule rule =
        noClasses()
            .that()
            .resideInAPackage(DATANODE)
            .or()
            .resideInAPackage("org.apache.hadoop.hdfs.server.datanode..")
            .should()
            .dependOnClassesThat(
                resideInAnyPackage(NAMENODE, MAPREDUCE).or(resideInAnyPackage(TOP)));
    rule.check(CLASSES);
  }

  @Test
  void namenodeKnowsNoDatanodeAndNoJob() {
    ArchRule rule =
        noClasses()
            .that()
            .resideInAPackage(NAMENODE)
            .or()
            .resideInAPackage("org.apache.hadoop.hdfs.server.namenode..")
            .should()
            .dependOnClassesThat(
                resideInAnyPackage(DATANODE, MAPREDUCE).or(resideInAnyPackage(TOP)));
    rule.check(CLASSES);
  }

  @Test
  void mapreduceKnowsNoDaemon() {
    ArchRule rule =
        noClasses()
            .that()
            .resideInAPackage(MAPREDUCE)
            .should()
            .dependOnClassesThat(
                resideInAnyPackage(DATANODE, NAMENODE, "org.apache.hadoop.hdfs.server..")
                    .or(resideInAnyPackage(TOP)));
    rule.check(CLASSES);
  }

  @Test
  void miniclusterKnowsNoJob() {
    ArchRule rule =
        noClasses()
            .that()
            .resideInAPackage("dev.hail.minicluster..")
            .should()
            .dependOnClassesThat(
                resideInAnyPackage(MAPREDUCE, "dev.hail.examples..", "dev.hail.bench.."));
    rule.check(CLASSES);
  }

  @Test
  void examplesKnowNoDaemon() {
    ArchRule rule =
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
    rule.check(CLASSES);
  }

  @Test
  void onlyTheirBenchmarkKnowsTheJoinsInMemory() {
    ArchRule rule =
        noClasses()
            .that()
            .resideOutsideOfPackage("dev.hail.bench.join")
            .should()
            .dependOnClassesThat(resideInAnyPackage("dev.hail.nativejoin.."));
    rule.check(CLASSES);
  }

  /** Packages of Hadoop count too: a cycle may run through the classes that HAIL has there. */
  @Test
  void packagesHaveNoCycles() {
    ArchRule rule = slices().matching("(**)").should().beFreeOfCycles();
    rule.check(CLASSES);
  }

  @Test
  void onlyProgramsUseStandardStreams() {
    ArchRule rule =
        noClasses()
            .that(
                resideInAnyPackage("dev.hail..", "org.apache.hadoop..")
                    .and(resideOutsideOfPackages("dev.hail.cli"))
                    .and(
                        DescribedPredicate.not(
                            DescribedPredicate.describe(
                                "are the examples' driver or a map task",
                                javaClass ->
                                    javaClass.getSimpleName().equals("ExampleDriver")
                                        || javaClass.getSimpleName().equals("MapTask")))))
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err");
    rule.check(CLASSES);
  }

  @Test
  void loggingIsSlf4j() {
    ArchRule rule =
        noClasses()
            .that()
            .resideOutsideOfPackage("dev.hail.minicluster") // silences others' loggers
            .should()
            .dependOnClassesThat(
                resideInAnyPackage("java.util.logging..", "org.apache.commons.logging.."));
    rule.check(CLASSES);
  }

  @Test
  void classesInHadoopsPackagesBearOurName() {
    ArchRule rule =
        classes()
            .that()
            .resideInAPackage("org.apache.hadoop..")
            .and(DescribedPredicate.describe("are top level", JavaClass::isTopLevelClass))
            .should()
            .haveSimpleNameStartingWith("Hail")
            .orShould()
            .haveSimpleName("package-info");
    rule.check(CLASSES);
  }
}
