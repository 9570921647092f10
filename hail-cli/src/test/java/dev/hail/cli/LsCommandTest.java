// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class LsCommandTest {
  @Test
  @Timeout(60)
  void linksToDirectories_areListedAndNotFollowed(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("file"), "1");
    for (String name : new String[] {"a", "b", "c"}) {
      Files.createSymbolicLink(folder.resolve(name), folder);
    }
    CommandRun run = CommandRun.of("ls", "-R", "file:" + folder);
    assertThat(run.code()).as("%s", run).isZero();
    assertThat(run.out().lines()).hasSize(4);
  }

  /** Hadoop reports a file for each address of the web, without asking. */
  @Test
  void webPage_isRefused() throws Exception {
    for (String[] words :
        new String[][] {
          {"ls", "http://localhost:1/"},
          {"ls", "https://localhost:1/x"},
          {"ls", "-D", "fs.defaultFS=http://localhost:1", "/"}
        }) {
      CommandRun run = CommandRun.of(words);
      assertThat(run.code()).isEqualTo(1);
      assertThat(run.err())
          .startsWith("hail ls: `" + words[words.length - 1] + "': is the address of a web page");
    }
  }
}
