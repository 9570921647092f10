// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.pseudo;

import dev.hail.datanode.assembly.AssemblyMemory;
import dev.hail.datanode.assembly.BlockRoom;
import dev.hail.datanode.convert.ReplicaSource;
import dev.hail.datanode.resort.ChecksummedFile;
import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.Preamble;
import dev.hail.format.block.sort.BlockVerifier;
import dev.hail.protocol.PseudoReplicaId;
import dev.hail.protocol.ReplicaInfo;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.RandomAccessFile;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.server.datanode.LocalReplica;

/**
 * Checks what came as a pseudo replica. It must have the rows of the datanode's own replica, and
 * the order and index that its id promises. Anybody who may write the file may have sent it.
 */
final class PseudoCheck {
  private static final int[] NONE = {};

  private final AssemblyMemory memory;
  private final long patienceMillis;

  /**
   * A check.
   *
   * @param memory in which blocks are checked
   * @param patienceMillis longest wait for room there
   */
  PseudoCheck(AssemblyMemory memory, long patienceMillis) {
    this.memory = memory;
    this.patienceMillis = patienceMillis;
  }

  /**
   * Checks a replica whose files are written and closed.
   *
   * @param own the datanode's replica of the block
   * @return its description
   * @throws IOException that says why it must not be served
   */
  ReplicaInfo check(PseudoReplicaId key, LocalReplica own, LocalReplica sent) throws IOException {
    long length = sent.getBlockFile().length();
    if (length != own.getNumBytes()) {
      throw new PseudoMismatchException(
          "it has " + length + " bytes, the block it is of has " + own.getNumBytes());
    }
    BlockFront expected = front(own);
    byte[] preamble = preamble(sent);
    // Before room is taken for what it says of itself.
    long claimed = Preamble.read(preamble, preamble.length).blockLength();
    if (claimed != length) {
      throw new PseudoMismatchException("it has " + length + " bytes, and says " + claimed);
    }
    try (BlockRoom room = new BlockRoom(memory, sent.getStorageUuid(), preamble)) {
      await(room);
      byte[] bytes = room.array();
      ChecksummedFile.read(
          sent.getFileIoProvider(),
          sent.getVolume(),
          sent.getBlockFile(),
          sent.getMetaFile(),
          bytes,
          (int) length);
      BlockVerifier.verify(bytes, (int) length);
      BlockFront front = BlockFront.parseWithoutIndex(bytes, (int) length);
      compare(key, expected, front);
      return info(key, front, sent);
    } catch (RuntimeException e) {
      throw new IOException("it cannot be checked: " + e, e);
    }
  }

  /** What is reported of a replica; nobody asks it for the index attributes of its block. */
  static ReplicaInfo info(PseudoReplicaId key, BlockFront front, LocalReplica replica) {
    return new ReplicaInfo(
        key.blockId(),
        replica.getGenerationStamp(),
        front.sortAttribute(),
        front.blockLength(),
        front.frontLength(),
        front.indexLength(),
        front.rowCount(),
        front.formatVersion(),
        NONE,
        replica.getStorageUuid());
  }

  /** The front of a stored replica, without its index. */
  static BlockFront front(LocalReplica replica) throws IOException {
    try (RandomAccessFile file = open(replica)) {
      return BlockFront.readWithoutIndex(new ReplicaSource(file));
    }
  }

  /**
   * Does nothing if two fronts are of the same rows, and the second has the order of the key.
   *
   * @throws PseudoMismatchException that says in what they differ
   */
  static void compare(PseudoReplicaId key, BlockFront own, BlockFront front)
      throws PseudoMismatchException {
    if (front.contentHash() != own.contentHash()
        || front.rowCount() != own.rowCount()
        || front.badRecordCount() != own.badRecordCount()
        || !front.schema().equals(own.schema())) {
      throw new PseudoMismatchException("its rows are not those of the block");
    }
    if (front.sortAttribute() != key.sortAttribute()) {
      throw new PseudoMismatchException("it is sorted by attribute @" + front.sortAttribute());
    }
    if (front.partitionRows() != own.partitionRows()
        || front.frontLength() != own.frontLength()
        || front.formatVersion() != own.formatVersion()
        || !Arrays.equals(front.indexAttributes(), own.indexAttributes())) {
      throw new PseudoMismatchException("its front is laid out in another way than the block's");
    }
  }

  private static byte[] preamble(LocalReplica replica) throws IOException {
    byte[] preamble = new byte[Preamble.LENGTH];
    try (RandomAccessFile file = open(replica)) {
      file.readFully(preamble);
    }
    return preamble;
  }

  private static RandomAccessFile open(LocalReplica replica) throws IOException {
    return replica
        .getFileIoProvider()
        .getRandomAccessFile(replica.getVolume(), replica.getBlockFile(), "r");
  }

  private void await(BlockRoom room) throws IOException {
    String obstacle = room.obstacle();
    if (!obstacle.isEmpty()) {
      throw new IOException("it cannot be checked: " + obstacle);
    }
    CountDownLatch free = new CountDownLatch(1);
    room.whenFree().execute(free::countDown);
    try {
      if (!free.await(patienceMillis, TimeUnit.MILLISECONDS)) {
        throw new IOException("there was no memory to check it for " + patienceMillis + " ms");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (InterruptedIOException)
          new InterruptedIOException("interrupted while it waited to be checked").initCause(e);
    }
  }
}
