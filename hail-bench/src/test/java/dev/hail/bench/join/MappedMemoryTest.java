// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.RandomAccessFile;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MappedMemoryTest {
  private static final String SMAPS =
      """
      7f0a00000000-7f0a00010000 r--s 00000000 fe:00 1234                       /tmp/a join
      Size:                 64 kB
      Rss:                  64 kB
      Pss:                  16 kB
      Pss_Dirty:             4 kB
      VmFlags: rd sh mr mw me
      7f0a00010000-7f0a00020000 r--p 00000000 fe:00 1235                       /tmp/other
      Pss:                 100 kB
      7f0a00020000-7f0a00030000 rw-p 00000000 00:00 0
      Pss:                 200 kB
      7f0a00030000-7f0a00040000 r--s 00010000 fe:00 1234                       /tmp/a join
      Pss:                   5 kB
      """;

  @TempDir Path directory;

  @Test
  void mappings_ofOneFile_areSummedUp() {
    assertThat(MappedMemory.shareOf(SMAPS, "/tmp/a join")).isEqualTo(21 * 1024);
    assertThat(MappedMemory.shareOf(SMAPS, "/tmp/other")).isEqualTo(100 * 1024);
    assertThat(MappedMemory.shareOf(SMAPS, "/tmp/nothing")).isZero();
  }

  @Test
  void mappedPages_readByThisProcess_countAsInMemory() throws Exception {
    int pages = 64;
    Path file = directory.resolve("mapped");
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
      open.setLength(pages * 4096L);
      assertThat(MappedMemory.shareOf(ProcessHandle.current().pid(), file)).isZero();
      MappedByteBuffer bytes =
          open.getChannel().map(FileChannel.MapMode.READ_ONLY, 0, pages * 4096L);
      int sum = 0;
      for (int page = 0; page < pages; page++) {
        sum += bytes.get(page * 4096);
      }
      assertThat(sum).isZero();
      assertThat(MappedMemory.shareOf(ProcessHandle.current().pid(), file))
          .isEqualTo(pages * 4096L);
    }
  }
}
