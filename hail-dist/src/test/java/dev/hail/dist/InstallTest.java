// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.dist;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.testing.PageBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The archive, and docs/install.md under load from its first command to its last one. */
@Tag("launcher")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InstallTest {
  private static final Path ARCHIVE = Path.of(System.getProperty("hail.archive"));
  private static final String NAME =
      ARCHIVE.getFileName().toString().replaceFirst("\\.tar\\.gz$", "");

  /** The archive that the page takes for an example. */
  private static final String EXAMPLE = "hail-0.1.0-hadoop-3.5";

  private static final List<String> LATE_ROWS =
      List.of("10.0.0.1,/a,1999-05-01,7", "10.0.0.3,/a,1999-12-31,8");

  @TempDir private static Path directory;
  private Path unpacked;

  @BeforeAll
  void unpack() throws Exception {
    Process tar =
        new ProcessBuilder("tar", "-xzf", ARCHIVE.toString(), "-C", directory.toString())
            .inheritIO()
            .start();
    assertThat(tar.waitFor()).isZero();
    unpacked = directory.resolve(NAME);
  }

  @Test
  void roles_holdOwnJarsAndNoneOfHadoop() throws IOException {
    assertThat(jars("datanode")).containsExactly("hail-datanode", "hail-format", "hail-protocol");
    assertThat(jars("namenode")).containsExactly("hail-format", "hail-namenode", "hail-protocol");
    assertThat(jars("client"))
        .containsExactly(
            "arrow-format",
            "flatbuffers-java",
            "hail-cli",
            "hail-client",
            "hail-format",
            "hail-join",
            "hail-mapreduce",
            "hail-native",
            "hail-protocol",
            "picocli");
    assertThat(jars("task")).containsExactly("hail-task");
  }

  @Test
  void archive_unpacked_hasDocumentsAndLauncher() {
    for (String file :
        List.of(
            "README.md",
            "CHANGELOG.md",
            "LICENSE",
            "NOTICE",
            "docs/install.md",
            "conf/log4j.properties",
            "bin/class-archive.sh",
            "bin/utf8.sh")) {
      assertThat(unpacked.resolve(file)).isRegularFile();
    }
    assertThat(unpacked.resolve("bin/hail")).isExecutable();
  }

  @Test
  void launcher_ofArchive_runsWithHadoopOfHost() throws Exception {
    PlainNode host =
        PlainNode.install(
            "host",
            directory.resolve("host"),
            PlainCluster.linkHadoop(directory.resolve("hadoop-jars")),
            Path.of("/dev/null"),
            Map.of());
    assertThat(host.run("'" + unpacked.resolve("bin/hail") + "' version"))
        .contains("HAIL " + version());
  }

  @Test
  @Tag("nightly")
  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  void page_followedOnPlainCluster_bringsHailAndTakesItAway() throws Exception {
    List<PageBlock> blocks = PageBlock.of("docs/install.md");
    assertThat(blocks)
        .extracting(PageBlock::section)
        .contains("Roll in", "Try it", "Upgrade and downgrade", "Take it off");
    try (PlainCluster cluster = PlainCluster.start(directory.resolve("cluster"));
        SteadyClient steady = SteadyClient.start(cluster.client().plain())) {
      writeJob(cluster.client().work());
      Map<String, Map<String, String>> properties = new HashMap<>();
      Map<String, String> printed = new TreeMap<>();
      for (PageBlock block : blocks) {
        if (block.language().equals("xml")) {
          properties.put(where(block), PlainNode.properties(block.text()));
        } else {
          assertThat(block.language()).as(block.text()).isEqualTo("sh");
          steady.phase(block.section() + " " + where(block));
          follow(cluster, block, properties, printed);
          if (where(block).equals("namenode")) {
            steady.startHail();
          }
        }
      }
      steady.assertNothingWasSeen();
      assertThat(printed.get("Roll in"))
          .as("commands that succeed without a word")
          .doesNotContain("Exception");
      assertThat(cluster.nameNode().log("namenode")).contains("serves block pool");
      assertThat(printed.get("Try it"))
          .contains("HAIL " + version())
          .containsPattern("(?s)10\\.0\\.0\\.1\n10\\.0\\.0\\.3\n.*10\\.0\\.0\\.1\n10\\.0\\.0\\.3\n")
          .contains("HEALTHY")
          .containsPattern("Join library: (native|java)\n")
          .contains("10.0.0.1,10\n", "10.0.0.2,20\n", "10.0.0.3,10\n");
      assertThat(printed.get("Take it off"))
          .contains(LATE_ROWS)
          .contains("Status: HEALTHY", "user.hail.schema");
    }
  }

  private void follow(
      PlainCluster cluster,
      PageBlock block,
      Map<String, Map<String, String>> properties,
      Map<String, String> printed)
      throws IOException, InterruptedException {
    for (PlainNode host : cluster.hosts(where(block))) {
      if (properties.containsKey(where(block))) {
        boolean off = block.section().equals("Take it off");
        host.configure(off ? Map.of() : properties.get(where(block)));
      }
      Path archive = host.work().resolve(ARCHIVE.getFileName());
      if (!Files.exists(archive)) {
        Files.createSymbolicLink(archive, ARCHIVE);
      }
      String output = host.run(block.text().replace(EXAMPLE, NAME));
      printed.merge(block.section(), output, String::concat);
      cluster.awaitServing();
      if (where(block).equals("datanode") && block.section().equals("Roll in")) {
        assertThat(host.log("datanode")).contains("HAIL is on at datanode");
      }
    }
  }

  /** The hosts that a block is for, or the hosts of the commands behind a block of properties. */
  private static String where(PageBlock block) {
    return block.detail().replaceFirst("^InstallTest ", "");
  }

  /** The job of docs/jobs.md. */
  private static void writeJob(Path work) throws IOException {
    String source =
        PageBlock.of("docs/jobs.md").stream()
            .map(PageBlock::text)
            .filter(text -> text.contains("public class Visitors "))
            .findFirst()
            .orElseThrow();
    Files.writeString(work.resolve("Visitors.java"), source);
  }

  private List<String> jars(String role) throws IOException {
    try (Stream<Path> files = Files.list(unpacked.resolve("lib").resolve(role))) {
      return files
          .map(file -> file.getFileName().toString().replaceFirst("-\\d.*\\.jar$", ""))
          .sorted()
          .toList();
    }
  }

  private static String version() {
    return NAME.replaceFirst("^hail-", "").replaceFirst("-hadoop-.*$", "");
  }
}
