// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.pseudo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.hail.datanode.assembly.AssemblyMemory;
import dev.hail.datanode.assembly.BlockRoom;
import dev.hail.format.block.layout.Preamble;
import dev.hail.format.block.sort.BlockSorter;
import dev.hail.format.block.write.BlockBuilder;
import dev.hail.format.block.write.BlockOptions;
import dev.hail.format.schema.Schema;
import dev.hail.protocol.PseudoReplicaId;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.hadoop.hdfs.server.datanode.BlockMetadataHeader;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.FinalizedReplica;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that have to wait for memory. */
final class PseudoCheckTest {
  private static final PseudoReplicaId KEY = new PseudoReplicaId(1L << 30, 2);
  private static final String DISK = "DS-1";

  /** Where a block says how long it is. */
  private static final int LENGTH_AT = 24;

  private static final int SHORT_MILLIS = 20;
  private static final int LONG_MILLIS = 600_000;

  @TempDir private Path directory;
  private byte[] sorted;
  private FinalizedReplica own;
  private FinalizedReplica sent;

  /** Enough to check one such block at a time. */
  private AssemblyMemory memory;

  @BeforeEach
  void write() throws IOException {
    BlockBuilder builder = new BlockBuilder(Schema.parse("a INT, b INT"), BlockOptions.of(1));
    for (int row = 0; row < 100; row++) {
      builder.column(1).appendLong(row);
      builder.column(2).appendLong(row * 31 % 100);
      builder.endRow();
    }
    byte[] block = builder.build();
    sorted = BlockSorter.sort(block, block.length, KEY.sortAttribute());
    FsVolumeSpi volume = mock(FsVolumeSpi.class);
    when(volume.getStorageID()).thenReturn(DISK);
    when(volume.getFileIoProvider()).thenReturn(new FileIoProvider(null, null));
    own = write(volume, "own", KEY.sourceBlockId(), block);
    sent = write(volume, "sent", KEY.blockId(), sorted);
    AssemblyMemory much = new AssemblyMemory(1 << 30);
    try (BlockRoom room = take(much)) {
      assertThat(room.obstacle()).isEmpty();
      memory = new AssemblyMemory(much.used() * 3 / 2);
    }
  }

  private FinalizedReplica write(FsVolumeSpi volume, String name, long id, byte[] bytes)
      throws IOException {
    File folder = Files.createDirectories(directory.resolve(name)).toFile();
    FinalizedReplica replica = new FinalizedReplica(id, bytes.length, 1_001, volume, folder);
    Files.write(replica.getBlockFile().toPath(), bytes);
    DataChecksum checksum = DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, 512);
    byte[] sums = new byte[checksum.getChecksumSize(bytes.length)];
    checksum.calculateChunkedSums(bytes, 0, bytes.length, sums, 0);
    try (DataOutputStream out =
        new DataOutputStream(Files.newOutputStream(replica.getMetaFile().toPath()))) {
      BlockMetadataHeader.writeHeader(out, checksum);
      out.write(sums);
    }
    return replica;
  }

  /** Another block, which takes its room. */
  private BlockRoom take(AssemblyMemory from) {
    BlockRoom room = new BlockRoom(from, DISK, Arrays.copyOf(sorted, Preamble.LENGTH));
    room.whenFree().execute(() -> {});
    assertThat(from.used()).isPositive();
    return room;
  }

  @Test
  void check_findingNoMemoryInTime_isRefused() throws Exception {
    BlockRoom other = take(memory);
    assertThatThrownBy(() -> new PseudoCheck(memory, SHORT_MILLIS).check(KEY, own, sent))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no memory to check it for " + SHORT_MILLIS + " ms");
    assertThat(memory.waiting()).isZero();
    other.close();
    assertThat(new PseudoCheck(memory, LONG_MILLIS).check(KEY, own, sent).sortAttribute())
        .isEqualTo(KEY.sortAttribute());
    assertThat(memory.used()).isZero();
  }

  @Test
  void check_interruptedWhileWaiting_givesUpAndSaysSo() {
    BlockRoom other = take(memory);
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> new PseudoCheck(memory, LONG_MILLIS).check(KEY, own, sent))
          .isInstanceOf(InterruptedIOException.class);
    } finally {
      assertThat(Thread.interrupted()).as("others are to see it too").isTrue();
    }
    assertThat(memory.waiting()).isZero();
    other.close();
    assertThat(memory.used()).isZero();
  }

  @Test
  void check_ofFalseBlockLength_takesNoRoomFromOthers() throws Exception {
    byte[] boasting = sorted.clone();
    ByteBuffer.wrap(boasting).order(ByteOrder.LITTLE_ENDIAN).putLong(LENGTH_AT, 500 << 20);
    FinalizedReplica claims = write(sent.getVolume(), "boasting", KEY.blockId(), boasting);
    AssemblyMemory much = new AssemblyMemory(2L << 30);
    BlockRoom other = take(much);
    long before = much.used();
    assertThatThrownBy(() -> new PseudoCheck(much, LONG_MILLIS).check(KEY, own, claims))
        .isInstanceOf(PseudoMismatchException.class)
        .hasMessageContaining("says " + (500 << 20));
    assertThat(much.used()).isEqualTo(before);
    other.close();
  }
}
