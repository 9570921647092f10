// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples that docs/native-joins.md shows. */
class JoinExampleTest {
  private static final String BEGIN = "// example\n";
  private static final String END = "// end of example\n";

  @Test
  void examples_run_work() {
    assertThat(JoinExample.run()).containsExactly("Page 2");
    assertThat(StarExample.run()).containsExactlyInAnyOrder("name 3", "name 4");
  }

  @ParameterizedTest
  @ValueSource(strings = {"JoinExample", "StarExample"})
  void example_inDocument_isTheOneTested(String name) throws IOException {
    Path module = Path.of("").toAbsolutePath();
    String source =
        Files.readString(
            module.resolve("src/test/java/dev/hail/nativejoin").resolve(name + ".java"));
    String document = Files.readString(module.resolveSibling("docs").resolve("native-joins.md"));
    String example = source.substring(source.indexOf(BEGIN) + BEGIN.length(), source.indexOf(END));
    assertThat(document)
        .contains(
            "```java text source JoinExampleTest\n"
                + example.stripTrailing().stripIndent()
                + "\n```");
  }
}
