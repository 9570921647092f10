// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the sources of tests with clusters may not call. Tests are in no class path of this one. */
class TestSourcesTest {
  /** Fails if a daemon deletes a file meanwhile; static imports would hide the class. */
  private static final Pattern WALK =
      Pattern.compile(
          "\\bFiles\\s*(\\.|::)\\s*(walk|walkFileTree|find)\\b"
              + "|\\bimport static java\\.nio\\.file\\.Files\\.");

  private static final Pattern SLEEP = Pattern.compile("\\b(Thread|TimeUnit\\.[A-Z]+)\\.sleep\\(");

  /** Watch that nothing happens, or have processes and tasks that wait to be ended or let go on. */
  private static final Set<String> MAY_SLEEP =
      Set.of(
          "JoinOnYarnTest.java",
          "JvmProcessTest.java",
          "KilledIndexingTaskTest.java",
          "LinksAndClocksTest.java",
          "LoadControlTest.java",
          "RepairSafetyTest.java",
          "ResortedReplicaTest.java");

  @ParameterizedTest
  @ValueSource(strings = {"hail-minicluster", "hail-mapreduce"})
  void tests_thatWait_doSoByWaiting(String module) throws IOException {
    List<Path> tests =
        sources(Path.of("..", module, "src/test/java")).stream()
            .filter(source -> source.getFileName().toString().endsWith("Test.java"))
            .filter(source -> !MAY_SLEEP.contains(source.getFileName().toString()))
            .toList();
    assertThat(tests)
        .isNotEmpty()
        .allSatisfy(
            source ->
                assertThat(Files.readString(source))
                    .as("%s should call Waiting", source)
                    .doesNotContainPattern(SLEEP));
  }

  @ParameterizedTest
  @ValueSource(strings = {"hail-minicluster", "hail-mapreduce"})
  void foldersOfDaemons_areSearchedOnlyByLiveFiles(String module) throws IOException {
    // Tests run in the directory of their module.
    assertThat(sources(Path.of("..", module, "src/test/java")))
        .isNotEmpty()
        .allSatisfy(
            source ->
                assertThat(Files.readString(source))
                    .as("%s should call LiveFiles.find", source)
                    .doesNotContainPattern(WALK));
  }

  private static List<Path> sources(Path folder) throws IOException {
    try (Stream<Path> found = Files.walk(folder)) {
      return found.filter(path -> path.toString().endsWith(".java")).toList();
    }
  }
}
