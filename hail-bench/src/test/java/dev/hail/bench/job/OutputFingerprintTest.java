// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFingerprintTest {
  @TempDir Path directory;

  @Test
  void fingerprint_ofOtherOrderAndParts_isEqual() throws IOException {
    Path one = Files.createDirectory(directory.resolve("one"));
    Files.writeString(one.resolve("part-m-00000"), "a\nb\nb\n");
    Path two = Files.createDirectory(directory.resolve("two"));
    Files.writeString(two.resolve("part-m-00000"), "b\n");
    Files.writeString(two.resolve("part-m-00001"), "b\na\n");
    Files.writeString(two.resolve("_SUCCESS"), "not output\n");

    assertThat(fingerprint(one)).isEqualTo(fingerprint(two));
    assertThat(fingerprint(one).lines()).isEqualTo(3);
    assertThat(fingerprint(one).bytes()).isEqualTo(6);
  }

  @Test
  void fingerprint_ofLineRepeatedMoreOften_differs() throws IOException {
    Path one = Files.createDirectory(directory.resolve("one"));
    Files.writeString(one.resolve("part-m-00000"), "a\na\nb\n");
    Path two = Files.createDirectory(directory.resolve("two"));
    Files.writeString(two.resolve("part-m-00000"), "a\nb\nb\n");

    assertThat(fingerprint(one)).isNotEqualTo(fingerprint(two));
  }

  private static OutputFingerprint fingerprint(Path output) throws IOException {
    return OutputFingerprint.of(
        FileSystem.getLocal(new Configuration()), new org.apache.hadoop.fs.Path(output.toUri()));
  }
}
