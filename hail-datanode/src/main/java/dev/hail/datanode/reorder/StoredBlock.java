// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.reorder;

import dev.hail.datanode.assembly.AssemblyMemory;
import dev.hail.datanode.assembly.BlockRoom;
import dev.hail.datanode.convert.RawBlock;
import dev.hail.datanode.convert.ReplicaSource;
import dev.hail.format.block.BlockFront;
import dev.hail.format.block.CorruptBlockException;
import dev.hail.format.block.NewerFormatException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.concurrent.Executor;
import org.apache.hadoop.hdfs.server.datanode.FinalizedReplica;

/** The bytes of a finalized replica, compared with their checksums as they are read. */
final class StoredBlock implements RawBlock {
  private final FinalizedReplica replica;
  private final int length;
  private final BlockRoom room;

  /**
   * A replica of which only the first 72 bytes are read.
   *
   * @param memory in which the replica is to be sorted
   */
  StoredBlock(FinalizedReplica replica, AssemblyMemory memory) throws IOException {
    this.replica = replica;
    this.length = Math.toIntExact(replica.getNumBytes());
    byte[] preamble = new byte[BlockFront.PREAMBLE_END];
    try (RandomAccessFile in = open()) {
      in.readFully(preamble);
    }
    this.room = new BlockRoom(memory, replica.getVolume().getStorageID(), preamble);
  }

  private RandomAccessFile open() throws IOException {
    return replica
        .getFileIoProvider()
        .getRandomAccessFile(replica.getVolume(), replica.getBlockFile(), "r");
  }

  @Override
  public Executor whenRoom() {
    return room.whenFree();
  }

  @Override
  public String obstacle() throws CorruptBlockException, NewerFormatException {
    return room.obstacle();
  }

  @Override
  public boolean isInMemory() {
    return false;
  }

  @Override
  public BlockFront front() throws IOException {
    try (RandomAccessFile in = open()) {
      return BlockFront.read(new ReplicaSource(in));
    }
  }

  @Override
  public byte[] bytes() throws IOException {
    byte[] bytes = room.array();
    ChecksummedFile.read(
        replica.getFileIoProvider(),
        replica.getVolume(),
        replica.getBlockFile(),
        replica.getMetaFile(),
        bytes,
        length);
    return bytes;
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public byte[] copy() {
    return room.copy();
  }

  @Override
  public void keep() {
    // It is stored as it came.
  }

  @Override
  public void close() {
    room.close();
  }
}
