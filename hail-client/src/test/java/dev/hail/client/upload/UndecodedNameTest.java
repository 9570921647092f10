// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.client.PathException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Local files whose names are not UTF-8. */
class UndecodedNameTest {
  private final TextSources sources =
      new TextSources(new Configuration(), InputStream.nullInputStream());

  @TempDir Path folder;

  @Test
  void nameInLatin1_insideDirectory_isRefusedByName() throws Exception {
    Files.writeString(folder.resolve("a.csv"), "1\n");
    shell("echo 2 >$'b\\xfc.csv'");
    try {
      for (String argument : new String[] {folder.toString(), folder.toUri().toString()}) {
        assertThatThrownBy(() -> sources.resolve(argument))
            .as(argument)
            .isInstanceOf(PathException.class)
            .hasMessage("`%s/b\uFFFD.csv': the name is not UTF-8", folder);
      }
    } finally {
      shell("rm $'b\\xfc.csv'");
    }
  }

  @Test
  void replacementCharacter_inNameInUtf8_isTaken() throws Exception {
    Path file = Files.writeString(folder.resolve("\uFFFD.csv"), "1\n");
    assertThat(sources.resolve(folder.toString()))
        .extracting(TextSource::name)
        .containsExactly(file.toString());
  }

  /** Java cannot write such a name. */
  private void shell(String command) throws Exception {
    Process bash =
        new ProcessBuilder("bash", "-c", command).directory(folder.toFile()).inheritIO().start();
    assertThat(bash.waitFor()).isZero();
  }
}
