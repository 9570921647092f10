// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
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
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int code =
        HailCli.run(
            new Configuration(),
            InputStream.nullInputStream(),
            out,
            System.err,
            "ls",
            "-R",
            "file:" + folder);
    assertThat(code).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8).lines()).hasSize(4);
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
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      int code =
          HailCli.run(
              new Configuration(),
              InputStream.nullInputStream(),
              OutputStream.nullOutputStream(),
              new PrintStream(err, true, StandardCharsets.UTF_8),
              words);
      assertThat(code).isEqualTo(1);
      assertThat(err.toString(StandardCharsets.UTF_8))
          .startsWith("hail ls: `" + words[words.length - 1] + "': is the address of a web page");
    }
  }
}
