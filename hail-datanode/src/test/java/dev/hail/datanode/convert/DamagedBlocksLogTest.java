// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.datanode.log.LogEvents;
import dev.hail.datanode.metrics.DatanodeMetrics;
import dev.hail.format.block.layout.Preamble;
import dev.hail.step.StepListener;
import java.io.File;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.util.DataChecksum;
import org.apache.log4j.Logger;
import org.junit.jupiter.api.Test;

/** What damaged blocks leave in a datanode's log, however many a user writes. */
class DamagedBlocksLogTest {
  private static final int BLOCKS = 1_000;
  private static final int LONGEST_LINE = 1_000;
  private static final int SCHEMA_BYTES = 1 << 20;

  @Test
  void thousandDamagedBlocks_logged_leaveFewShortLines() throws Exception {
    byte[] block = blockWithSchema("x\nWARN forged line\n".repeat(SCHEMA_BYTES / 19));
    DatanodeMetrics metrics = DatanodeMetrics.register("damaged-blocks-log");
    BlockConverter converter =
        new BlockConverter(
            (pool, id, stamp, indexAttributes) -> 0,
            metrics,
            new FileIoProvider(null, null),
            new VolumeThreads("test", 1),
            1,
            60_000,
            StepListener.none());
    LogEvents events = new LogEvents();
    Logger.getRootLogger().addAppender(events);
    String reason = "";
    try {
      for (int i = 0; i < BLOCKS; i++) {
        Conversion conversion = converter.start(request(i, block));
        assertThat(conversion.await()).isEqualTo(Conversion.Outcome.REFUSED);
        reason = conversion.reason();
      }
    } finally {
      Logger.getRootLogger().removeAppender(events);
      converter.shutdown();
      metrics.unregister();
    }
    assertThat(reason).as("what the writer is told").contains("schema").doesNotContain("\n");
    assertThat(reason.length()).isLessThan(LONGEST_LINE);
    List<String> lines = events.seen().stream().filter(line -> line.contains("refused")).toList();
    assertThat(lines)
        .isNotEmpty()
        .hasSizeLessThan(BLOCKS / 20)
        .allSatisfy(
            line -> {
              assertThat(line).doesNotContain("\n");
              assertThat(line.length()).isLessThan(LONGEST_LINE);
            });
  }

  private static BlockConverter.Request request(int blockId, byte[] block) {
    return new BlockConverter.Request(
        "BP-1",
        blockId,
        1,
        new BlockOfBytes(block),
        HeldVolume.create(),
        new File("."),
        DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, 512),
        false);
  }

  /** A block, sealed by its writer, of no rows and a schema that is none. */
  private static byte[] blockWithSchema(String schema) {
    byte[] sql = schema.getBytes(StandardCharsets.UTF_8);
    int descriptor = 4 + 8 + 8 + 4 * 4 + 4 + sql.length + 4 + 4;
    int length = (Preamble.LENGTH + descriptor + 63) / 64 * 64;
    int wholeLength = length + 64;
    ByteBuffer block = ByteBuffer.allocate(wholeLength).order(ByteOrder.LITTLE_ENDIAN);
    block.put("ARROW1\0\0HAILBLK1".getBytes(StandardCharsets.ISO_8859_1));
    block.putShort((short) 1).putShort((short) 0).putInt(length).putLong(wholeLength);
    block.putInt(0).putInt(0).putInt(length).putInt(0).putInt(0).putInt(0).putLong(0);
    block.putInt(descriptor).putInt(0);
    block.putInt(1).putLong(0).putLong(0).putInt(0).putInt(0).putInt(0).putInt(0);
    block.putInt(sql.length).put(sql);
    CRC32C crc = new CRC32C();
    crc.update(block.array(), 0, length);
    block.putInt(Preamble.LENGTH - 4, (int) crc.getValue());
    return block.array();
  }
}
