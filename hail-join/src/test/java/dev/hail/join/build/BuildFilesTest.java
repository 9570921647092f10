// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.build;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.join.plan.JoinSpec;
import dev.hail.join.plan.MatchKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BuildFilesTest {
  @Test
  void hiddenNames_areLeftOutOfDirectoriesAndPatterns(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("_SUCCESS"), "");
    Files.createDirectory(folder.resolve(".staging"));
    for (String path : List.of("file:" + folder, "file:" + folder + "/*")) {
      assertThatThrownBy(() -> BuildFiles.open(new Configuration(), join(path)))
          .hasMessageContaining("holds no file");
    }
    assertOpened("file:" + folder + "/_SUCCESS");
    FileSystem local = FileSystem.get(new Configuration());
    org.apache.hadoop.fs.Path before = local.getWorkingDirectory();
    local.setWorkingDirectory(new org.apache.hadoop.fs.Path(folder.toUri()));
    try {
      assertOpened("_SUCCESS");
    } finally {
      local.setWorkingDirectory(before);
    }
  }

  private static void assertOpened(String path) {
    assertThatThrownBy(() -> BuildFiles.open(new Configuration(), join(path)))
        .hasMessageContaining("its build side cannot be opened");
  }

  private static JoinSpec join(String path) {
    return new JoinSpec("d", MatchKind.LEFT, path, List.of(), "", false, "class X");
  }
}
