// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.util.VersionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** What {@code bin/release} made. {@code bin/test --release} calls it before this test. */
@EnabledIfSystemProperty(
    named = ReleaseTest.MADE,
    matches = ".+",
    disabledReason = "bin/test --release runs it")
@Tag("nightly")
class ReleaseTest {
  static final String MADE = "hail.release.made";

  private static final int BUILD_MINUTES = 4;
  private static final Path OUT = Path.of(System.getProperty(MADE, ""));
  private static final Path REPOSITORY = OUT.resolve("repository");

  @TempDir private Path directory;

  @Test
  void files_haveTheirChecksums() throws Exception {
    List<Path> sums = made(".sha512");

    assertThat(sums).hasSize(2);
    for (Path sum : sums) {
      String[] words = Files.readString(sum).strip().split("\\s+", -1);
      byte[] bytes = Files.readAllBytes(OUT.resolve(words[1]));
      assertThat(words[0])
          .isEqualTo(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-512").digest(bytes)));
    }
  }

  @Test
  void billOfMaterials_listsPartsButNoHadoop() throws IOException {
    assertThat(made("-sbom.json"))
        .singleElement()
        .satisfies(
            file ->
                assertThat(Files.readString(file))
                    .contains("CycloneDX", "pkg:maven/dev.hail/hail-datanode@" + version())
                    .contains("pkg:maven/info.picocli/picocli@")
                    .doesNotContain("pkg:maven/org.apache.hadoop"));
  }

  @Test
  void library_isPublishedWithSourcesAndJavadoc() {
    for (String module :
        List.of(
            "format",
            "protocol",
            "datanode",
            "namenode",
            "client",
            "cli",
            "native",
            "join",
            "mapreduce")) {
      String name = "hail-" + module + "-" + version();
      Path folder = REPOSITORY.resolve("dev/hail/hail-" + module).resolve(version());
      for (String file : List.of(".jar", ".pom", "-sources.jar", "-javadoc.jar")) {
        assertThat(folder.resolve(name + file)).isRegularFile();
      }
    }
    assertThat(REPOSITORY.resolve("dev/hail/hail-dist")).doesNotExist();
    assertThat(REPOSITORY.resolve("dev/hail/hail-task").resolve(version()))
        .isDirectoryContaining("glob:**.jar");
  }

  @Test
  void nativeJoins_haveLibraryOfEachProcessor() throws IOException {
    Path jar =
        REPOSITORY
            .resolve("dev/hail/hail-native")
            .resolve(version())
            .resolve("hail-native-" + version() + ".jar");
    Map<String, Integer> machines = Map.of("x86_64", 62, "aarch64", 183); // as elf.h numbers them
    try (FileSystem files = FileSystems.newFileSystem(jar)) {
      for (Map.Entry<String, Integer> machine : machines.entrySet()) {
        Path library =
            files.getPath("dev/hail/nativejoin/linux-" + machine.getKey(), "libhail_native.so");
        ByteBuffer header =
            ByteBuffer.wrap(Files.readAllBytes(library)).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(header.getInt(0)).as("ELF").isEqualTo(0x464c457f);
        assertThat(header.getShort(18))
            .as("%s", library)
            .isEqualTo(machine.getValue().shortValue());
      }
    }
  }

  /** The local repository of this machine serves for the rest, so that nothing is put into it. */
  @Test
  void projectOfUser_withBom_compiles() throws Exception {
    Path project = directory.resolve("job");
    copy(Path.of("src/test/projects/job").toAbsolutePath(), project);
    Path settings = directory.resolve("settings.xml");
    String here =
        System.getProperty("maven.repo.local", System.getProperty("user.home") + "/.m2/repository");
    Files.writeString(
        settings,
        """
        <settings>
          <localRepository>%s</localRepository>
          <profiles>
            <profile>
              <id>release</id>
              <repositories>
                <repository><id>hail</id><url>%s</url></repository>
                <repository><id>here</id><url>%s</url></repository>
              </repositories>
              <pluginRepositories>
                <pluginRepository><id>here</id><url>%s</url></pluginRepository>
              </pluginRepositories>
            </profile>
          </profiles>
          <activeProfiles><activeProfile>release</activeProfile></activeProfiles>
        </settings>
        """
            .formatted(
                directory.resolve("local"),
                REPOSITORY.toUri(),
                Path.of(here).toUri(),
                Path.of(here).toUri()));
    Path log = directory.resolve("log");
    Process maven =
        new ProcessBuilder(
                "mvn",
                "-B",
                "-ntp",
                "-s",
                settings.toString(),
                "-Dhail.version=" + version(),
                "-Dhadoop.version=" + VersionInfo.getVersion(),
                "compile")
            .directory(project.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    boolean ended = maven.waitFor(BUILD_MINUTES, TimeUnit.MINUTES);
    if (!ended) {
      maven.destroyForcibly();
    }
    assertThat(ended ? maven.exitValue() : -1).as(Files.readString(log)).isZero();
    assertThat(project.resolve("target/classes/visitors/LateVisitors.class")).exists();
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  private static List<Path> made(String suffix) throws IOException {
    try (Stream<Path> files = Files.list(OUT)) {
      return files.filter(file -> file.toString().endsWith(suffix)).toList();
    }
  }

  /** The version that {@code bin/test --release} makes. */
  private static String version() {
    return "9.9.9";
  }
}
