// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.cli.output.LocalOutput;
import dev.hail.cli.output.NamedStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaseLogTest {
  @TempDir Path directory;

  @Test
  void finishedCase_beforeRunEnds_isInFile() throws IOException {
    Path json = directory.resolve("figures.json");
    try (CaseLog cases = new CaseLog("upload", List.of("hail/hdfs"), at(json))) {
      cases.add("first", "hail", "elapsed_s", 2);
      cases.add("first", "hdfs", "elapsed_s", 4);
      cases.add("second", "hail", "elapsed_s", 1);

      cases.finish("first");

      assertThat(Files.readString(json))
          .isEqualTo(
              "{\"bench\":\"upload\",\"case\":\"first\",\"system\":\"hail\",\"metric\":\"elapsed_s\","
                  + "\"median\":2,\"min\":2,\"max\":2,\"runs\":1}\n"
                  + "{\"bench\":\"upload\",\"case\":\"first\",\"system\":\"hdfs\",\"metric\":\"elapsed_s\","
                  + "\"median\":4,\"min\":4,\"max\":4,\"runs\":1}\n"
                  + "{\"bench\":\"upload\",\"case\":\"first\",\"ratio\":\"hail/hdfs\",\"metric\":\"elapsed_s\","
                  + "\"median\":0.5,\"min\":0.5,\"max\":0.5,\"runs\":1}\n");

      cases.finish("second");

      assertThat(cases.finished())
          .extracting(Measurement::caseName)
          .containsExactly("first", "first", "first", "second");
    }
    assertThat(Files.readAllLines(json)).hasSize(4);
  }

  @Test
  void figures_ofAnotherRun_areNotReplaced() throws IOException {
    Path json = Files.writeString(directory.resolve("figures.json"), "mine");
    assertThatThrownBy(() -> new CaseLog("upload", List.of(), at(json)))
        .hasMessage("`" + json + "': File exists");
    assertThat(json).hasContent("mine");
  }

  @Test
  void fullDisk_whenCaseFinishes_isAFailureThatNamesIt() throws IOException {
    CaseLog cases = new CaseLog("upload", List.of(), at(Path.of("/dev/full")));
    cases.add("case", "hail", "elapsed_s", 2);
    assertThatThrownBy(() -> cases.finish("case"))
        .hasMessage("`/dev/full': No space left on device");
  }

  @Test
  void run_withoutFinishedCase_leavesNoFile() throws IOException {
    Path json = directory.resolve("figures.json");
    try (CaseLog cases = new CaseLog("upload", List.of(), at(json))) {
      assertThat(json).exists();
      assertThat(cases.finished()).isEmpty();
    }
    assertThat(json).doesNotExist();
  }

  private static LocalOutput at(Path json) throws IOException {
    return LocalOutput.at(
        json.toString(), NamedStream.standardOutput(OutputStream.nullOutputStream()));
  }

  @Test
  void finishedCase_withoutFile_isOnlyKept() throws IOException {
    try (CaseLog cases = new CaseLog("upload", List.of(), null)) {
      cases.add("case", "hail", "elapsed_s", 2);
      cases.finish("case");

      assertThat(cases.finished()).hasSize(1);
    }
  }
}
