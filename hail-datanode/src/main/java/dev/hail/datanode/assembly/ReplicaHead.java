// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.assembly;

import dev.hail.format.block.layout.CorruptBlockException;
import dev.hail.format.block.layout.NewerFormatException;
import dev.hail.format.block.layout.Preamble;
import dev.hail.format.block.sort.BlockNeed;
import java.io.IOException;
import java.io.RandomAccessFile;

/**
 * The first bytes of a replica, as many as the preamble of a block has. They are gathered until
 * they tell whether the replica is a HAIL block. Not thread-safe.
 */
final class ReplicaHead {
  /** Number of bytes that tell. */
  static final int LENGTH = Preamble.LENGTH;

  private final byte[] bytes = new byte[LENGTH];
  private int length;

  /** Takes what it still lacks of bytes that follow those it has. */
  void add(byte[] more, int offset, int count) {
    int taken = Math.min(count, LENGTH - length);
    System.arraycopy(more, offset, bytes, length, taken);
    length += taken;
  }

  /**
   * Takes the head of a file instead of what it has.
   *
   * @param in at the beginning of the file
   * @param fileLength bytes of the file
   */
  void read(RandomAccessFile in, long fileLength) throws IOException {
    length = (int) Math.min(LENGTH, fileLength);
    in.readFully(bytes, 0, length);
  }

  /** Gives up the bytes from a length of the replica on. */
  void cut(long replicaLength) {
    length = (int) Math.min(length, replicaLength);
  }

  /** Whether it has all bytes. */
  boolean isWhole() {
    return length == LENGTH;
  }

  /** Whether a HAIL block begins like this; only for a whole head. */
  boolean isHail() {
    return Preamble.isHail(bytes, 0, LENGTH);
  }

  /** Length that the block says it has, in bytes; only for the head of a HAIL block. */
  long blockLength() {
    return Preamble.blockLength(bytes, 0);
  }

  /**
   * What sorting the block takes; null if it is never sorted in that memory, whatever the reason.
   */
  BlockNeed need(AssemblyMemory memory) {
    try {
      BlockNeed need = BlockNeed.of(bytes);
      return memory.fits(need) ? need : null;
    } catch (CorruptBlockException | NewerFormatException e) {
      return null;
    }
  }

  /** The part of the memory in which the block is sorted when it is whole in its file. */
  BlockRoom room(AssemblyMemory memory, String volume) {
    return new BlockRoom(memory, volume, bytes);
  }
}
