// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.client.HdfsPath;
import dev.hail.client.PathException;
import dev.hail.client.PinnedReplicaException;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * Ranges of a file that may span HDFS blocks. Each read takes what it needs of an HDFS block from
 * one replica, and from the next one if that fails. Two reads may take two replicas, so a caller
 * reads at once what must fit together, or what all replicas agree about. Immutable.
 */
final class SpannedBytes {
  private final HdfsPath file;
  private final List<LocatedBlock> blocks;

  /**
   * Makes a reader.
   *
   * @param blocks consecutive HDFS blocks of the file, in order
   */
  SpannedBytes(HdfsPath file, List<LocatedBlock> blocks) {
    this.file = file;
    this.blocks = List.copyOf(blocks);
  }

  /**
   * Reads a range.
   *
   * @param position of its first byte in the file
   * @param target takes as many bytes as it has room for
   * @param first datanode whose replicas are tried first; null for the order of the namenode
   * @throws EOFException if the range lies outside of the blocks
   * @throws IOException if no replica of an HDFS block can be read; the message names all
   */
  void readFully(long position, byte[] target, DatanodeInfo first) throws IOException {
    int done = 0;
    for (LocatedBlock block : blocks) {
      long at = position + done - block.getStartOffset();
      if (at >= 0 && at < block.getBlockSize() && done < target.length) {
        int count = (int) Math.min(target.length - done, block.getBlockSize() - at);
        read(block, at, target, done, count, first);
        done += count;
      }
    }
    if (done < target.length) {
      throw new EOFException(
          file + " has " + done + " of " + target.length + " bytes at " + position);
    }
  }

  private void read(
      LocatedBlock block, long at, byte[] target, int offset, int count, DatanodeInfo first)
      throws IOException {
    List<String> reasons = new ArrayList<>();
    IOException cause = null;
    for (DatanodeInfo node : order(block, first)) {
      try (PinnedReplicaSource source = PinnedReplicaSource.open(file, block, node)) {
        source.readFully(at, target, offset, count);
        return;
      } catch (PinnedReplicaException failure) {
        reasons.add(PathException.firstLine(failure));
        cause = failure;
      }
    }
    throw new IOException(
        file
            + ", "
            + block.getBlock()
            + ": "
            + (cause == null ? "no datanode holds it" : String.join("; ", reasons)),
        cause);
  }

  private static List<DatanodeInfo> order(LocatedBlock block, DatanodeInfo first) {
    List<DatanodeInfo> nodes = new ArrayList<>(List.of(block.getLocations()));
    for (int i = 1; first != null && i < nodes.size(); i++) {
      if (nodes.get(i).getDatanodeUuid().equals(first.getDatanodeUuid())) {
        nodes.add(0, nodes.remove(i));
      }
    }
    return nodes;
  }
}
