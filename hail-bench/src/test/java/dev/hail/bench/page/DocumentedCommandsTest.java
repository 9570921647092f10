// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HailShell;
import dev.hail.join.JoinLibrary;
import dev.hail.minicluster.ConfigurationDirectory;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.process.SiteFiles;
import dev.hail.testing.PageBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Types each block of the gate as a user of a checkout does. It runs when {@code target/hail} holds
 * what this build made: pom.xml gives this tag a later phase.
 */
@Tag("launcher")
@Execution(ExecutionMode.CONCURRENT)
class DocumentedCommandsTest {
  private static final int MINUTES = 3;
  private static final Pattern PROGRAM = Pattern.compile("^public class (\\w+)", Pattern.MULTILINE);

  /** The pages, with the local files that they tell the user to have before the first command. */
  private static final Map<String, List<String>> GIVEN =
      Map.of(
          "README.md", List.of(),
          "docs/adaptive.md", List.of("visits.schema", "visits.csv"),
          "docs/commands.md", List.of("visits.schema", "visits.csv"),
          "docs/examples.md", List.of(),
          "docs/jobs.md", List.of(),
          "docs/joins.md", List.of());

  @TempDir private static Path directory;
  private static HailMiniCluster cluster;
  private static Path conf;

  @BeforeAll
  static void startCluster() throws Exception {
    assertCollected();
    cluster = HailMiniCluster.builder().dataNodes(3).build();
    cluster.awaitHail();
    conf = directory.resolve("conf");
    ConfigurationDirectory.write(conf, cluster.configuration());
    SiteFiles.write(
        conf,
        Map.of(
            "mapreduce.cluster.local.dir",
            directory.resolve("mapred").toString(),
            "mapreduce.jobtracker.staging.root.dir",
            directory.resolve("staging").toString(),
            "mapreduce.client.completion.pollinterval",
            "20",
            "mapreduce.client.progressmonitor.pollinterval",
            "20"));
    writeInputs();
  }

  @AfterAll
  static void stopCluster() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void pageWithBlocksOfGate_isTyped() throws IOException {
    Set<String> pages = new TreeSet<>();
    for (String page : PageBlock.pages()) {
      if (!blocksOfGate(page).isEmpty()) {
        pages.add(page);
      }
    }
    assertThat(pages).isEqualTo(new TreeSet<>(GIVEN.keySet()));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void page_typedFromTopToBottom_works(String page, @TempDir Path home) throws Exception {
    Map<String, String> variables =
        Map.of(
            "HADOOP_CONF_DIR",
            conf.toString(),
            "XDG_CACHE_HOME",
            directory.resolve("cache").toString(),
            // The optimizing compiler costs such short commands more than it gives.
            "HAIL_OPTS",
            "-XX:TieredStopAtLevel=1");
    try (CheckoutShell shell = CheckoutShell.open(home.resolve("checkout"), variables, MINUTES)) {
      for (String file : GIVEN.get(page)) {
        Files.copy(directory.resolve(file), shell.directory().resolve(file));
      }
      writePrograms(page, shell.directory());
      StringBuilder printed = new StringBuilder();
      for (PageBlock block : blocksOfGate(page)) {
        printed.append(shell.type(block.place(), block.text()));
      }
      // Hadoop's advice to those who write a command.
      assertThat(printed.toString()).doesNotContain("WARN JobResourceUploader");
      if (page.equals("docs/joins.md")) {
        assertLibraryOfBuild(printed.toString());
      }
    }
  }

  /** Joins have a library of their own, which the launcher must find as this process does. */
  private static void assertLibraryOfBuild(String printed) throws IOException {
    String line = "Join library: " + JoinLibrary.nameOf(JoinLibrary.ofJob(cluster.configuration()));
    assertThat(printed).contains(line + "\n");
    System.out.println(line);
  }

  static Set<String> pages() {
    return new TreeSet<>(GIVEN.keySet());
  }

  private static List<PageBlock> blocksOfGate(String page) throws IOException {
    return PageBlock.of(page).stream().filter(block -> block.tier().equals("gate")).toList();
  }

  /** Makes the files that pages take for granted; no page writes what another one reads. */
  private static void writeInputs() throws Exception {
    DistributedFileSystem hdfs = cluster.fileSystem();
    hdfs.mkdirs(hdfs.getHomeDirectory());
    hail("generate", "uservisits", "--size", "10m", "-o", directory + "/visits.csv");
    hail("generate", "uservisits", "--schema", "-o", directory + "/visits.schema");
    put("uservisits", "visitDate", "/data/visits");
    put("ssb-lineorder", "lo_orderdate", "/ssb/lineorder");
    put("ssb-date", "d_datekey", "/ssb/date");
  }

  private static void put(String table, String index, String file) throws Exception {
    String text = directory.resolve(table).toString();
    hail("generate", table, "--schema", "-o", text + ".schema");
    hail("generate", table, "--size", "1m", "-o", text);
    cluster.fileSystem().mkdirs(new org.apache.hadoop.fs.Path(file).getParent());
    hail("put", "--schema", text + ".schema", "--index", index, text, file);
  }

  private static void hail(String... arguments) throws Exception {
    assertThat(HailShell.run(cluster.configuration(), "", arguments).problems()).isEmpty();
  }

  private static void writePrograms(String page, Path folder) throws IOException {
    for (PageBlock block : PageBlock.of(page)) {
      Matcher program = PROGRAM.matcher(block.text());
      if (block.language().equals("java") && program.find()) {
        Files.writeString(folder.resolve(program.group(1) + ".java"), block.text());
      }
    }
  }

  /** Other jars would be tried than those of this build. */
  private static void assertCollected() throws IOException {
    Path own = onlyJar(Path.of("target"));
    Path collected = onlyJar(PageBlock.root().resolve("target/hail/lib"));
    assertThat(collected)
        .as("run `mvn verify', which collects what bin/hail runs with")
        .hasSameBinaryContentAs(own);
  }

  private static Path onlyJar(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder.toAbsolutePath())) {
      return files
          .filter(
              file ->
                  file.getFileName()
                      .toString()
                      .matches("hail-bench-[\\d.]+[^-]*(-SNAPSHOT)?\\.jar"))
          .findFirst()
          .orElseThrow(() -> new AssertionError("no jar of hail-bench in " + folder));
    }
  }
}
