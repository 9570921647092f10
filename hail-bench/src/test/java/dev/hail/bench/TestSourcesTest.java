// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
