// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.cli.HailCli;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenerateCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void writesToStandardOutputAndToFilesAlike(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("visits.csv");
    assertThat(hail("generate", "uservisits", "--size", "64k", "--seed", "9")).isZero();
    assertThat(hail("generate", "uservisits", "--size", "64k", "--seed", "9", "-o", "" + file))
        .isZero();

    assertThat(Files.readString(file)).isEqualTo(out.toString(StandardCharsets.UTF_8));
    assertThat(Files.size(file)).isBetween(65_000L, 65_536L);
    assertThat(messages()).contains("rows").contains("visits.csv");
    try (var entries = Files.list(directory)) {
      assertThat(entries).containsExactly(file);
    }
  }

  @Test
  void existingFileIsReplacedOnlyWhenAsked(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("numbers.csv"), "mine");

    assertThat(hail("generate", "synthetic", "--rows", "3", "-o", "" + file)).isEqualTo(1);
    assertThat(messages()).contains("numbers.csv' exists").contains("--overwrite");
    assertThat(file).hasContent("mine");

    assertThat(hail("generate", "synthetic", "--rows", "3", "--overwrite", "-o", "" + file))
        .isZero();
    assertThat(Files.readAllLines(file)).hasSize(3);
  }

  @Test
  void printsSchema() throws Exception {
    assertThat(hail("generate", "uservisits", "--schema")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("visitDate DATE");
  }

  @Test
  void wrongSizeIsUsageError() throws Exception {
    assertThat(hail("generate", "uservisits", "--size", "many")).isEqualTo(2);
    assertThat(messages()).contains("`many' is not a size");
  }

  private int hail(String... args) throws Exception {
    return HailCli.run(
        new Configuration(),
        InputStream.nullInputStream(),
        out,
        new PrintStream(err, true, StandardCharsets.UTF_8),
        args);
  }

  private String messages() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
