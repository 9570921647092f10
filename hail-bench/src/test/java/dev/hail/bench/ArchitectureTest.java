// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The arrows of docs/architecture.md: a module knows only those before it. One class, one name. */
class ArchitectureTest {
  private static final String BLOCK = "dev.hail.format.block";

  /** The types of the block's rooms that modules other than hail-format may use. */
  private static final Set<String> BLOCK_SHOWS =
      Set.of(
          "AccessPath",
          "ArrowTypes",
          "BadRecord",
          "BlockBuilder",
          "BlockFront",
          "BlockNeed",
          "BlockOptions",
          "BlockReader",
          "BlockSorter",
          "BlockSource",
          "BlockVerifier",
          "BuiltBlock",
          "ColumnBuilder",
          "CorruptBlockException",
          "FrontText",
          "NewerFormatException",
          "OtherSchemaException",
          "Preamble",
          "ReadMetrics",
          "ReaderOptions",
          "ReplacedReplicaException",
          "RowBatch");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .importUrls(Arrays.stream(HailModule.values()).map(HailModule::location).toList());

  private static final Pattern DEPENDENCY =
      Pattern.compile("<dependency>(.*?)</dependency>", Pattern.DOTALL);

  private static final Pattern EXCLUSIONS =
      Pattern.compile("<exclusions>.*?</exclusions>", Pattern.DOTALL);

  @ParameterizedTest
  @EnumSource
  void module_knowsOnlyThoseThatItMay(HailModule module) {
    ArchRule rule =
        noClasses()
            .that(DescribedPredicate.describe("are in " + module, module::contains))
            .should()
            .dependOnClassesThat(
                DescribedPredicate.describe(
                    "are in a module that " + module + " may not use",
                    javaClass ->
                        HailModule.of(javaClass).stream().anyMatch(m -> !module.mayUse(m))));
    rule.check(CLASSES);
  }

  @ParameterizedTest
  @EnumSource
  void module_isBuiltWithThoseThatItMayKnow(HailModule module) throws IOException {
    assertThat(builtWith(module.folder())).allMatch(module::mayUse);
  }

  /** Modules without classes, which put others together. */
  @Test
  void moduleOfRelease_isBuiltWithThoseThatItPutsTogether() throws IOException {
    Set<HailModule> installed =
        EnumSet.complementOf(
            EnumSet.of(HailModule.MINICLUSTER, HailModule.EXAMPLES, HailModule.BENCH));
    Set<HailModule> published = EnumSet.copyOf(installed);
    published.add(HailModule.MINICLUSTER);
    assertThat(builtWith("hail-task"))
        .isEqualTo(
            EnumSet.of(
                HailModule.FORMAT,
                HailModule.PROTOCOL,
                HailModule.CLIENT,
                HailModule.NATIVE,
                HailModule.JOIN,
                HailModule.MAPREDUCE));
    assertThat(builtWith("hail-dist")).isEqualTo(installed);
    assertThat(builtWith("hail-bom")).isEqualTo(published);
  }

  /** The modules that a pom names outside of its tests. */
  private static Set<HailModule> builtWith(String folder) throws IOException {
    Set<HailModule> modules = EnumSet.noneOf(HailModule.class);
    Matcher dependency = DEPENDENCY.matcher(Files.readString(Path.of("..", folder, "pom.xml")));
    while (dependency.find()) {
      String text = EXCLUSIONS.matcher(dependency.group(1)).replaceAll("");
      if (!text.contains("<scope>test</scope>")) {
        Arrays.stream(HailModule.values())
            .filter(other -> text.contains("<artifactId>" + other.artifact() + "</artifactId>"))
            .forEach(modules::add);
      }
    }
    return modules;
  }

  @Test
  void package_isInOneModule() {
    Map<String, Set<HailModule>> modules = new TreeMap<>();
    for (JavaClass javaClass : CLASSES) {
      modules
          .computeIfAbsent(javaClass.getPackageName(), name -> EnumSet.noneOf(HailModule.class))
          .add(HailModule.of(javaClass).orElseThrow());
    }
    assertThat(modules).allSatisfy((name, holders) -> assertThat(holders).as(name).hasSize(1));
  }

  /**
   * Names that differ in case alone count as one: a file system may take them for one. The sources
   * are read, as file names tell.
   */
  @Test
  void mainClass_hasNameOfItsOwn() throws IOException {
    Map<String, Set<Path>> sources = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (Path folder : mainFolders()) {
      try (Stream<Path> found = Files.walk(folder)) {
        found
            .filter(path -> path.toString().endsWith(".java"))
            .filter(path -> !path.endsWith("package-info.java"))
            .forEach(
                path ->
                    sources
                        .computeIfAbsent(path.getFileName().toString(), name -> new TreeSet<>())
                        .add(path));
      }
    }
    assertThat(sources)
        .isNotEmpty()
        .allSatisfy((name, paths) -> assertThat(paths).as(name).hasSize(1));
  }

  /** Without what there is once for each release of Hadoop. */
  private static List<Path> mainFolders() throws IOException {
    try (Stream<Path> modules = Files.list(Path.of(".."))) {
      return modules
          .map(module -> module.resolve("src/main/java"))
          .filter(Files::isDirectory)
          .toList();
    }
  }

  @Test
  void format_knowsNoHadoop() {
    ArchRule rule =
        noClasses()
            .that()
            .resideInAPackage("dev.hail.format..")
            .should()
            .dependOnClassesThat(resideInAnyPackage("org.apache.hadoop.."));
    rule.check(CLASSES);
  }

  @Test
  void clientsAndJobs_knowNoDaemonOfHadoop() {
    ArchRule rule =
        noClasses()
            .that()
            .resideInAnyPackage(
                "dev.hail.protocol..",
                "dev.hail.conf..",
                "dev.hail.step..",
                "dev.hail.xattr..",
                "dev.hail.client..",
                "dev.hail.cli..",
                "dev.hail.nativejoin..",
                "dev.hail.join..",
                "dev.hail.mapreduce..",
                "dev.hail.examples..")
            .should()
            .dependOnClassesThat(resideInAnyPackage("org.apache.hadoop.hdfs.server.."));
    rule.check(CLASSES);
  }

  /** A job ships neither the jar of the command nor the libraries of that to its tasks. */
  @Test
  void tasks_knowNoCommand() {
    ArchRule rule =
        noClasses()
            .that()
            .resideInAPackage("dev.hail.mapreduce..")
            .and()
            .resideOutsideOfPackage("dev.hail.mapreduce.cli")
            .should()
            .dependOnClassesThat(
                resideInAnyPackage("dev.hail.cli..", "dev.hail.mapreduce.cli", "picocli.."));
    rule.check(CLASSES);
  }

  @Test
  void roomsOfTheBlock_standOnThoseBelow() {
    ArchRule rule =
        layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage("dev.hail.format.block..")
            .layer("layout")
            .definedBy(BLOCK + ".layout")
            .layer("sort")
            .definedBy(BLOCK + ".sort")
            .layer("read")
            .definedBy(BLOCK + ".read")
            .layer("write")
            .definedBy(BLOCK + ".write")
            .whereLayer("layout")
            .mayNotAccessAnyLayer()
            .whereLayer("sort")
            .mayOnlyAccessLayers("layout")
            .whereLayer("read")
            .mayOnlyAccessLayers("layout", "sort")
            .whereLayer("write")
            .mayOnlyAccessLayers("layout", "sort");
    rule.check(CLASSES);
  }

  @Test
  void otherModules_knowOfTheBlockOnlyWhatItShows() {
    ArchRule rule =
        noClasses()
            .that()
            .resideOutsideOfPackage("dev.hail.format..")
            .should()
            .dependOnClassesThat(
                resideInAnyPackage(BLOCK + "..")
                    .and(
                        DescribedPredicate.describe(
                            "are not shown to other modules",
                            javaClass -> !BLOCK_SHOWS.contains(javaClass.getSimpleName()))));
    rule.check(CLASSES);
  }

  /** Arrow's classes would cost each task their loading, and JVM options. */
  @Test
  void jobs_knowNoJoinsOfArrowBatches() {
    ArchRule rule =
        noClasses()
            .that()
            .resideInAnyPackage("dev.hail.join..", "dev.hail.mapreduce..", "dev.hail.examples..")
            .should()
            .dependOnClassesThat(
                resideInAnyPackage("org.apache.arrow.vector..", "org.apache.arrow.memory..")
                    .or(
                        DescribedPredicate.describe(
                            "make joins of Arrow batches",
                            javaClass ->
                                Set.of("Joins", "NativeJoins", "JavaJoins")
                                    .contains(javaClass.getSimpleName()))));
    rule.check(CLASSES);
  }

  /** Packages of Hadoop count too: a cycle may run through the classes that HAIL has there. */
  @Test
  void packages_dependOnEachOther_withoutCycles() {
    ArchRule rule = slices().matching("(**)").should().beFreeOfCycles();
    rule.check(CLASSES);
  }

  @Test
  void standardStreams_areUsed_onlyByPrograms() {
    ArchRule rule =
        noClasses()
            .that(
                resideInAnyPackage("dev.hail..", "org.apache.hadoop..")
                    .and(resideOutsideOfPackages("dev.hail.cli"))
                    .and(
                        DescribedPredicate.not(
                            DescribedPredicate.describe(
                                "are the examples' driver, a map task or a cluster's keeper",
                                javaClass ->
                                    Set.of("ExampleDriver", "MapTask", "Keeper")
                                        .contains(javaClass.getSimpleName())))))
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err");
    rule.check(CLASSES);
  }

  @Test
  void logging_isDone_onlyThroughSlf4j() {
    ArchRule rule =
        noClasses()
            .that()
            .resideOutsideOfPackage("dev.hail.minicluster") // silences others' loggers
            .should()
            .dependOnClassesThat(
                resideInAnyPackage("java.util.logging..", "org.apache.commons.logging.."));
    rule.check(CLASSES);
  }

  /** Hadoop's own readers name no key, and cut what does not fit. */
  @Test
  void numbers_areRead_onlyFromKeysWithRanges() {
    // What HAIL or Hadoop writes itself, and settings that the namenode has checked.
    Set<String> others =
        Set.of("NumberKeys", "IndexingOutcome", "RowsAsText", "HolderPulse", "MiniclusterCommand");
    ArchRule rule =
        noClasses()
            .that(
                DescribedPredicate.describe(
                    "are no readers of other keys",
                    javaClass -> !others.contains(javaClass.getSimpleName())))
            .should()
            .callMethodWhere(
                DescribedPredicate.describe(
                    "it reads a number of a configuration",
                    call ->
                        call.getTargetOwner().isAssignableTo(Configuration.class)
                            && call.getName()
                                .matches("get(Int|Long|LongBytes|Float|Double|TimeDuration)")));
    rule.check(CLASSES);
  }

  @Test
  void classesBelowHadoopPackages_areNamed_withHailPrefix() {
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
