// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.registry;

import dev.hail.format.block.BlockFront;
import dev.hail.format.block.BlockSource;
import dev.hail.protocol.ReplicaInfo;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.datanode.LocalReplica;

/** Tells from the front of a stored replica what it is. */
final class FrontReader {

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
   * @throws dev.hail.format.block.CorruptBlockException if its front is damaged
   * @throws dev.hail.format.block.NewerFormatException if a later release wrote it
   */
  static Optional<ReplicaInfo> read(LocalReplica replica) throws IOException {
    try (RandomAccessFile file = open(replica)) {
      if (!isHail(file)) {
        return Optional.empty();
      }
      BlockFront front = BlockFront.read(new FileSource(file));
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
    byte[] head = new byte[BlockFront.PREAMBLE_END];
    if (file.length() < head.length) {
      return false;
    }
    file.seek(0);
    file.readFully(head);
    return BlockFront.isHail(head, 0, head.length)
        && BlockFront.blockLength(head, 0) == file.length();
  }

  private record FileSource(RandomAccessFile file) implements BlockSource {
    @Override
    public long length() throws IOException {
      return file.length();
    }

    @Override
    public void readFully(long position, byte[] target, int offset, int length) throws IOException {
      file.seek(position);
      file.readFully(target, offset, length);
    }
  }
}
