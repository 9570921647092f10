// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.client.PathException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class SchemaArgumentTest {
  @Test
  @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void schema_fromPipe_isRead(@TempDir Path folder) throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    FutureTask<Path> writer =
        new FutureTask<>(() -> Files.writeString(pipe, "k INT,\nname STRING\n"));
    Thread thread = new Thread(writer);
    thread.setDaemon(true);
    thread.start();
    assertThat(SchemaArgument.read(new Configuration(), pipe.toString()).size()).isEqualTo(2);
    writer.get();
  }

  @Test
  void schema_withoutEnd_isRefused() {
    assertThatThrownBy(() -> SchemaArgument.read(new Configuration(), "/dev/zero"))
        .isInstanceOf(PathException.class)
        .hasMessageContaining("/dev/zero", "is longer than a schema may be");
  }

  @Test
  void schema_ofOtherCharset_isRefused(@TempDir Path folder) throws Exception {
    Path file = Files.write(folder.resolve("schema"), new byte[] {'k', (byte) 0xe9, ' ', 'I'});
    for (String name : new String[] {file.toString(), file.toUri().toString()}) {
      assertThatThrownBy(() -> SchemaArgument.read(new Configuration(), name))
          .isInstanceOf(PathException.class)
          .hasMessageContaining("is not UTF-8");
    }
  }
}
