// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.fs;

import dev.hail.client.HdfsPath;
import dev.hail.client.PathException;
import dev.hail.client.PinnedReplicaException;
import dev.hail.client.read.PinnedReplicaSource;
import dev.hail.format.block.layout.Preamble;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * One HDFS block of a file that is read as bytes. The first read that succeeds chooses the replica,
 * and all later reads take the same one: replicas hold the same rows in different orders.
 *
 * <p>A datanode may sort its replica by another attribute between two reads. So a read of a HAIL
 * block looks at the preamble again before it hands out bytes. Thread-safe.
 */
final class PinnedBlock {
  private final HdfsPath file;
  private final LocatedBlock block;
  private PinnedReplicaSource replica;
  private byte[] start;

  PinnedBlock(HdfsPath file, LocatedBlock block) {
    this.file = file;
    this.block = block;
  }

  /** Byte of the file at which the block starts. */
  long offset() {
    return block.getStartOffset();
  }

  /** Byte of the file behind the block. */
  long end() {
    return block.getStartOffset() + block.getBlockSize();
  }

  /**
   * Reads bytes.
   *
   * @param position of the first byte in the file
   * @throws IOException if no replica delivers the first bytes of the block that are read, or the
   *     chosen replica fails later; the message names file, block and datanode
   */
  synchronized void readFully(long position, byte[] target, int offset, int length)
      throws IOException {
    long at = position - offset();
    if (replica == null) {
      choose(at, target, offset, length);
      return;
    }
    try {
      replica.readFully(at, target, offset, length);
      checkStart(replica, start);
    } catch (PinnedReplicaException failure) {
      throw new IOException(
          this
              + ": the replica failed at byte "
              + at
              + ", and another one may have another row order. Read the file again: "
              + PathException.firstLine(failure),
          failure);
    }
  }

  private void choose(long at, byte[] target, int offset, int length) throws IOException {
    List<IOException> failures = new ArrayList<>();
    for (DatanodeInfo node : block.getLocations()) {
      try {
        PinnedReplicaSource source = PinnedReplicaSource.open(file, block, node);
        byte[] first = start(source);
        source.readFully(at, target, offset, length);
        checkStart(source, first);
        replica = source;
        start = first;
        return;
      } catch (PinnedReplicaException failure) {
        failures.add(failure);
      }
    }
    List<String> reasons = failures.stream().map(Throwable::getMessage).toList();
    IOException all =
        new IOException(
            this
                + (failures.isEmpty()
                    ? ": no datanode holds a replica"
                    : ": no replica can be read: " + String.join("; ", reasons)));
    failures.forEach(all::addSuppressed);
    throw all;
  }

  private static byte[] start(PinnedReplicaSource source) throws IOException {
    byte[] first = new byte[(int) Math.min(Preamble.LENGTH, source.length())];
    source.readFully(0, first, 0, first.length);
    return first;
  }

  private void checkStart(PinnedReplicaSource source, byte[] expected) throws IOException {
    if (Preamble.isHail(expected, 0, expected.length) && !Arrays.equals(expected, start(source))) {
      throw new PinnedReplicaException(
          block.getBlock(), source.node(), "the datanode changed its row order meanwhile");
    }
  }

  @Override
  public String toString() {
    return file + ", " + block.getBlock();
  }
}
