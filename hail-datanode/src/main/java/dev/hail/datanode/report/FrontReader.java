// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.report;

import dev.hail.datanode.convert.ReplicaSource;
import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.Preamble;
import dev.hail.format.block.write.BlockOptions;
import dev.hail.protocol.ReplicaInfo;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.datanode.LocalReplica;

/** Tells from the front of a stored replica what it is. */
final class FrontReader {
  /**
   * Bytes of a front that describes a hundred million rows in partitions of usual size, and more.
   */
  private static final int LONGEST_FRONT = 16 << 20;

  private FrontReader() {}

  /** The first bytes of the replica, as many as tell whether it is a HAIL block. */
  static boolean isHail(LocalReplica replica) throws IOException {
    try (RandomAccessFile file = open(replica)) {
      return isHail(file);
    }
  }

  /**
   * Describes a replica; empty if it is not a HAIL block or not a whole one.
   *
   * @throws dev.hail.format.block.layout.CorruptBlockException if its front is damaged
   * @throws dev.hail.format.block.layout.NewerFormatException if a later release wrote it
   * @throws IOException if it cannot be read, or its front or its list of index attributes is
   *     longer than is worth the memory
   */
  static Optional<ReplicaInfo> read(LocalReplica replica) throws IOException {
    try (RandomAccessFile file = open(replica)) {
      if (!isHail(file)) {
        return Optional.empty();
      }
      Preamble preamble = Preamble.read(preamble(file), Preamble.LENGTH);
      if (preamble.frontLength() > LONGEST_FRONT) {
        throw new IOException(
            String.format(
                Locale.ROOT,
                "Its front has %,d bytes, fronts of up to %,d are read",
                preamble.frontLength(),
                LONGEST_FRONT));
      }
      BlockFront front = BlockFront.readWithoutIndex(new ReplicaSource(file));
      int indexed = front.indexAttributes().length;
      if (indexed > BlockOptions.MOST_INDEX_ATTRIBUTES) {
        throw new IOException(
            String.format(
                Locale.ROOT,
                "It has %,d index attributes, blocks of up to %d are reported",
                indexed,
                BlockOptions.MOST_INDEX_ATTRIBUTES));
      }
      return Optional.of(
          ReplicaInfo.of(
              front, replica.getBlockId(), replica.getGenerationStamp(), replica.getStorageUuid()));
    }
  }

  private static RandomAccessFile open(LocalReplica replica) throws IOException {
    return replica
        .getFileIoProvider()
        .getRandomAccessFile(replica.getVolume(), replica.getBlockFile(), "r");
  }

  private static boolean isHail(RandomAccessFile file) throws IOException {
    if (file.length() < Preamble.LENGTH) {
      return false;
    }
    byte[] head = preamble(file);
    return Preamble.isHail(head, 0, head.length) && Preamble.blockLength(head, 0) == file.length();
  }

  private static byte[] preamble(RandomAccessFile file) throws IOException {
    byte[] preamble = new byte[Preamble.LENGTH];
    file.seek(0);
    file.readFully(preamble);
    return preamble;
  }
}
