// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.File;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.apache.hadoop.hdfs.server.datanode.BlockMetadataHeader;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SideFilesTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({
    "CRC32C,512,3000000",
    "CRC32C,512,1024",
    "CRC32,100,777",
    "CRC32C,200000,1000001",
    "NULL,512,1000"
  })
  void sideFileChecksums_computed_areThoseOfData(DataChecksum.Type type, int chunk, int length)
      throws Exception {
    byte[] pooled = new byte[length + 100];
    new Random(length).nextBytes(pooled);
    byte[] block = Arrays.copyOf(pooled, length);
    SideFiles files = new SideFiles(new FileIoProvider(null, null), null, file("."), "7-1");
    files.write(pooled, length, DataChecksum.newDataChecksum(type, chunk), true);
    files.renameMeta(file("blk_7_1.meta"));
    files.renameData(file("blk_7"));

    assertThat(Files.readAllBytes(file("blk_7").toPath())).isEqualTo(block);
    byte[] meta = Files.readAllBytes(file("blk_7_1.meta").toPath());
    DataChecksum stored =
        BlockMetadataHeader.readHeader(new DataInputStream(new ByteArrayInputStream(meta)))
            .getChecksum();
    assertThat(stored.getChecksumType()).isEqualTo(type);
    assertThat(stored.getBytesPerChecksum()).isEqualTo(chunk);
    int header = BlockMetadataHeader.getHeaderSize();
    assertThat(meta).hasSize(header + stored.getChecksumSize(length));
    stored.verifyChunkedSums(
        ByteBuffer.wrap(block), ByteBuffer.wrap(meta, header, meta.length - header), "blk_7", 0);
    if (type == DataChecksum.Type.NULL) {
      assertThat(files.lastChecksum()).isNull();
    } else {
      assertThat(meta).endsWith(files.lastChecksum());
    }
    assertThat(directory.toFile().list()).containsExactlyInAnyOrder("blk_7", "blk_7_1.meta");
  }

  @Test
  void sideFiles_deleted_leaveNothing() throws Exception {
    SideFiles files = new SideFiles(new FileIoProvider(null, null), null, file("."), "7-2");
    files.write(
        new byte[10], 10, DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, 512), false);
    assertThat(directory.toFile().list())
        .hasSize(2)
        .allMatch(SideFiles::isSideFile)
        .noneMatch(name -> name.startsWith("blk_"));
    files.delete();
    files.delete();
    assertThat(directory.toFile().list()).isEmpty();
  }

  private File file(String name) {
    return directory.resolve(name).toFile();
  }
}
