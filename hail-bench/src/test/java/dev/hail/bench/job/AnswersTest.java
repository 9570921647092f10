// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.job;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnswersTest {
  private final Answers answers = new Answers();

  @TempDir Path directory;

  @Test
  void answers_inAnotherOrder_areEqual() throws Exception {
    answers.check("bob-q1", "hadoop", output("a", List.of("1.2.3.4", "5.6.7.8")));
    OutputFingerprint turned = output("b", List.of("5.6.7.8", "1.2.3.4"));

    assertThatCode(() -> answers.check("bob-q1", "orc", turned)).doesNotThrowAnyException();
  }

  @Test
  void answers_withAnotherRow_failBenchmark() throws Exception {
    answers.check("bob-q1", "hadoop", output("a", List.of("1.2.3.4", "5.6.7.8")));
    OutputFingerprint other = output("b", List.of("1.2.3.4", "5.6.7.9"));

    assertThatIOException()
        .isThrownBy(() -> answers.check("bob-q1", "parquet", other))
        .withMessageContaining("bob-q1")
        .withMessageContaining("parquet gives other rows than hadoop");
    assertThatCode(() -> answers.check("bob-q2", "parquet", other)).doesNotThrowAnyException();
  }

  private OutputFingerprint output(String name, List<String> lines) throws Exception {
    Path output = Files.createDirectory(directory.resolve(name));
    Files.write(output.resolve("part-m-00000"), lines);
    FileSystem local = FileSystem.getLocal(new Configuration()).getRawFileSystem();
    return OutputFingerprint.of(local, new org.apache.hadoop.fs.Path(output.toUri()));
  }
}
