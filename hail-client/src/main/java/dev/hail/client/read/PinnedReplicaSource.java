// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.client.HdfsPath;
import dev.hail.client.PinnedReplicaException;
import dev.hail.format.block.layout.BlockSource;
import java.io.EOFException;
import java.io.IOException;
import org.apache.hadoop.hdfs.HailPinnedInputStream;
import org.apache.hadoop.hdfs.HailPseudoInputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/** Reads one replica of one block, and never another one. Checksums are verified. */
public final class PinnedReplicaSource implements BlockSource {
  private final HailPinnedInputStream stream;
  private final LocatedBlock block;
  private final DatanodeInfo node;

  private PinnedReplicaSource(HailPinnedInputStream stream, LocatedBlock block, DatanodeInfo node) {
    this.stream = stream;
    this.block = block;
    this.node = node;
  }

  /**
   * Opens a replica; nothing is read yet.
   *
   * @param file the file that the block belongs to
   * @param block the block; its token lets the client read
   * @param node one of the block's locations
   */
  public static PinnedReplicaSource open(HdfsPath file, LocatedBlock block, DatanodeInfo node)
      throws IOException {
    HailPinnedInputStream stream =
        new HailPinnedInputStream(file.fileSystem().getClient(), file.source(), block, node);
    return new PinnedReplicaSource(stream, block, node);
  }

  /**
   * Opens a pseudo replica; nothing is read yet.
   *
   * @param file the file that the block belongs to
   * @param replica the pseudo replica, under the id by which its datanode serves it
   * @param access renews the token and reports damage
   */
  static PinnedReplicaSource open(
      HdfsPath file, LocatedBlock replica, DatanodeInfo node, PseudoAccess access)
      throws IOException {
    HailPinnedInputStream stream =
        new HailPseudoInputStream(
            file.fileSystem().getClient(), file.source(), replica, node, access);
    return new PinnedReplicaSource(stream, replica, node);
  }

  /** The datanode that holds the replica. */
  public DatanodeInfo node() {
    return node;
  }

  @Override
  public long length() {
    return block.getBlockSize();
  }

  /**
   * Reads bytes of the replica.
   *
   * @throws PinnedReplicaException if the replica cannot be read
   * @throws IOException if the range lies outside the replica
   */
  @Override
  public void readFully(long position, byte[] target, int offset, int length) throws IOException {
    if (position < 0 || position > length() - length) {
      throw new EOFException(
          "Replica of "
              + block.getBlock()
              + " on "
              + node
              + " has "
              + length()
              + " bytes, asked for "
              + length
              + " at "
              + position);
    }
    stream.readFully(block.getStartOffset() + position, target, offset, length);
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }

  @Override
  public String toString() {
    return "replica of " + block.getBlock() + " on " + node;
  }
}
