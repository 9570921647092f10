// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HailShell;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenerateCommandTest {
  @Test
  void generate_toStandardOutputOrFile_writesSameText(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("visits.csv");
    HailShell.Result printed = hail("generate", "uservisits", "--size", "64k", "--seed", "9");
    HailShell.Result written =
        hail("generate", "uservisits", "--size", "64k", "--seed", "9", "-o", "" + file);

    assertThat(printed.code()).isZero();
    assertThat(written.code()).isZero();
    assertThat(Files.readString(file)).isEqualTo(printed.out());
    assertThat(Files.size(file)).isBetween(65_000L, 65_536L);
    assertThat(written.err()).contains("rows").contains("visits.csv");
    try (var entries = Files.list(directory)) {
      assertThat(entries).containsExactly(file);
    }
  }

  @Test
  void existingFile_withAndWithoutOverwrite_isReplacedOnlyWhenAsked(@TempDir Path directory)
      throws Exception {
    Path file = Files.writeString(directory.resolve("numbers.csv"), "mine");

    HailShell.Result refused = hail("generate", "synthetic", "--rows", "3", "-o", "" + file);
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains("numbers.csv': File exists").contains("--overwrite");
    assertThat(file).hasContent("mine");

    HailShell.Result replaced =
        hail("generate", "synthetic", "--rows", "3", "--overwrite", "-o", "" + file);
    assertThat(replaced.code()).isZero();
    assertThat(Files.readAllLines(file)).hasSize(3);
  }

  @Test
  void localUri_isALocalFile(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("numbers.csv"), "mine");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    for (String uri : List.of("file:" + file, "file://" + file)) {
      assertThat(hail("generate", "synthetic", "--rows", "3", "-o", uri).err())
          .contains("File exists");
    }
    HailShell.Result failed = replace("file:" + directory);
    assertThat(failed.err()).contains("Is a directory");
    assertThat(replace("file:" + file).code()).isZero();
    assertThat(Files.readAllLines(file)).hasSize(3);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    try (var entries = Files.list(directory)) {
      assertThat(entries).containsExactly(file);
    }
  }

  @Test
  void standardOutput_isDashAndTheDefault() throws Exception {
    HailShell.Result printed = hail("generate", "synthetic", "--rows", "3", "-o", "-");
    assertThat(printed.code()).isZero();
    assertThat(printed.out().lines()).hasSize(3);
    assertThat(printed).isEqualTo(hail("generate", "synthetic", "--rows", "3"));
  }

  @Test
  void device_isWritten_withoutOverwrite() throws Exception {
    HailShell.Result full = hail("generate", "synthetic", "--rows", "3", "-o", "/dev/full");
    assertThat(full.code()).isEqualTo(1);
    assertThat(full.err()).isEqualTo("hail generate: `/dev/full': No space left on device\n");
    assertThat(hail("generate", "synthetic", "--rows", "3", "-o", "/dev/null").code()).isZero();
    assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
  }

  @Test
  void generate_askedForSchema_writesIt(@TempDir Path directory) throws Exception {
    HailShell.Result printed = hail("generate", "uservisits", "--schema");
    assertThat(printed.code()).isZero();
    assertThat(printed.out()).contains("visitDate DATE");
    Path file = directory.resolve("visits.sql");
    assertThat(hail("generate", "uservisits", "--schema", "-o", "" + file).out()).isEmpty();
    assertThat(Files.readString(file)).isEqualTo(printed.out());
  }

  @Test
  void generate_ofStarSchema_endsAtScale() throws Exception {
    HailShell.Result customers = hail("generate", "ssb-customer", "--scale", "0.01");
    assertThat(customers.code()).isZero();
    assertThat(customers.out().lines()).hasSize(300);
    HailShell.Result some = hail("generate", "ssb-customer", "--scale", "0.01", "--rows", "7");
    assertThat(some.out().lines()).hasSize(7);
    assertThat(customers.out()).startsWith(some.out());
    assertThat(hail("generate", "SSB-DATE").out().lines()).hasSize(2556);
  }

  @Test
  void generate_withWrongTableOrScale_saysWhatThereIs() throws Exception {
    HailShell.Result unknown = hail("generate", "ssb-orders");
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err()).contains("there is no table `ssb-orders'").contains("ssb-lineorder");
    HailShell.Result small = hail("generate", "ssb-part", "--scale", "0.0001");
    assertThat(small.code()).isEqualTo(2);
    assertThat(small.err()).contains("--scale: The scale factor must be from 0.001 to 300");
    HailShell.Result endless = hail("generate", "rankings", "--scale", "2");
    assertThat(endless.code()).isEqualTo(2);
    assertThat(endless.err()).contains("use --size or --rows for rankings");
  }

  @Test
  void generate_withWrongSize_isUsageError() throws Exception {
    HailShell.Result refused = hail("generate", "uservisits", "--size", "many");
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).contains("`many' is not a size");
  }

  private static HailShell.Result replace(String output) throws Exception {
    return hail("generate", "synthetic", "--rows", "3", "--overwrite", "-o", output);
  }

  private static HailShell.Result hail(String... args) throws Exception {
    return HailShell.run(new Configuration(), "", args);
  }
}
