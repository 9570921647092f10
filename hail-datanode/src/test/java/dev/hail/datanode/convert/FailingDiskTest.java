// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.argThat;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doCallRealMethod;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import dev.hail.datanode.metrics.DatanodeMetrics;
import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.write.BlockBuilder;
import dev.hail.format.block.write.BlockOptions;
import dev.hail.format.schema.Schema;
import dev.hail.step.StepListener;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.stubbing.Stubber;

/** Disks that fail in mid file, which no real one does when it is told to. */
class FailingDiskTest {
  private static final String BROKEN = "Input/output error";

  @TempDir private Path directory;

  private final FileIoProvider io = spy(new FileIoProvider(null, null));
  private final byte[] block = block();

  @ParameterizedTest
  @CsvSource({".data,1", ".data,3", ".meta,1"})
  void disk_failingInMidFile_keepsBlockAsItCame(String file, int write) throws Exception {
    doAnswer(call -> new FailingStream(call.getArgument(1), write))
        .when(io)
        .getFileOutputStream(any(), argThat((File each) -> each.getName().endsWith(file)));
    assertKept();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void disk_failingToSync_keepsBlockAsItCame(int sync) throws Exception {
    IOException broken = new IOException(BROKEN);
    Stubber stubber = sync == 1 ? doThrow(broken) : doCallRealMethod().doThrow(broken);
    stubber.when(io).sync(any(), any());
    assertKept();
    verify(io, times(sync)).sync(any(), any());
  }

  @Test
  void disk_notFailing_hasBlockSorted() throws Exception {
    Conversion conversion = convert(new BlockOfBytes(block));
    assertThat(conversion.await()).isEqualTo(Conversion.Outcome.SORTED);
    SideFiles files = conversion.sortedFiles();
    files.renameData(directory.resolve("blk_7").toFile());
    byte[] stored = Files.readAllBytes(directory.resolve("blk_7"));
    assertThat(BlockFront.parse(stored, stored.length).sortAttribute()).isEqualTo(1);
  }

  private void assertKept() throws Exception {
    Conversion conversion = convert(new BlockOfBytes(block));
    assertThat(conversion.await()).isEqualTo(Conversion.Outcome.KEPT);
    assertThat(conversion.reason()).contains("the sorted copy could not be written");
    assertThat(conversion.sortedFiles()).isNull();
    assertThat(directory.toFile().list()).isEmpty();
  }

  private Conversion convert(RawBlock raw) throws IOException {
    BlockConverter converter =
        new BlockConverter(
            (pool, id, stamp, indexAttributes) -> 1,
            DatanodeMetrics.register("failing-disk"),
            io,
            new VolumeThreads("test", 1),
            1,
            60_000,
            StepListener.none());
    try {
      Conversion conversion =
          converter.start(
              new BlockConverter.Request(
                  "BP-1",
                  7,
                  1,
                  raw,
                  HeldVolume.create(),
                  directory.toFile(),
                  DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, 512),
                  true));
      conversion.await();
      return conversion;
    } finally {
      converter.shutdown();
    }
  }

  /** Longer than three slices of a write. */
  private static byte[] block() {
    Random random = new Random(1);
    BlockBuilder builder = new BlockBuilder(Schema.parse("k BIGINT, v BIGINT"), BlockOptions.of(1));
    for (int row = 0; row < 20_000; row++) {
      builder.column(1).appendLong(random.nextLong());
      builder.column(2).appendLong(row);
      builder.endRow();
    }
    return builder.build();
  }

  private static final class FailingStream extends FileOutputStream {
    private int left;

    FailingStream(File file, int failingWrite) throws IOException {
      super(file);
      this.left = failingWrite;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (--left == 0) {
        throw new IOException(BROKEN);
      }
      super.write(bytes, offset, length);
    }
  }
}
