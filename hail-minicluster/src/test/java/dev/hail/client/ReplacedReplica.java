// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.sort.BlockSorter;
import dev.hail.minicluster.TestBlocks;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.CRC32C;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;

/**
 * Makes one replica again in another order, on its datanode, when the datanodes of this process
 * begin to answer a certain read. Puts the first one back when closed.
 */
final class ReplacedReplica extends DataNodeFaultInjector implements AutoCloseable {
  private static final int CHECKSUM_HEADER = 7;
  private static final int BYTES_PER_CHECKSUM_AT = 3;

  private final Path data;
  private final Path meta;
  private final byte[] originalData;
  private final byte[] originalMeta;
  private final int replacedAt;
  private int reads;

  /**
   * @param replacedAt number of the read, from 1, that finds the other replica; 0 for none
   */
  ReplacedReplica(DataNode node, ExtendedBlock block, int replacedAt) throws IOException {
    File file = TestBlocks.file(node, block);
    this.data = file.toPath();
    this.meta = Path.of(node.getFSDataset().getBlockLocalPathInfo(block).getMetaPath());
    this.originalData = Files.readAllBytes(data);
    this.originalMeta = Files.readAllBytes(meta);
    this.replacedAt = replacedAt;
    DataNodeFaultInjector.set(this);
  }

  /** Called before a datanode opens the files of a replica for a reader. */
  @Override
  public synchronized void throwTooManyOpenFiles() {
    reads++;
    if (reads == replacedAt) {
      try {
        replace();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Reads that datanodes answered so far. */
  synchronized int reads() {
    return reads;
  }

  private void replace() throws IOException {
    BlockFront front = BlockFront.parse(originalData, originalData.length);
    int other = front.sortAttribute() % front.schema().size() + 1;
    byte[] sorted = BlockSorter.sort(originalData, originalData.length, other);
    ByteBuffer sums = ByteBuffer.wrap(originalMeta.clone());
    int chunk = sums.getInt(BYTES_PER_CHECKSUM_AT);
    sums.position(CHECKSUM_HEADER);
    for (int at = 0; at < sorted.length; at += chunk) {
      CRC32C crc = new CRC32C();
      crc.update(sorted, at, Math.min(chunk, sorted.length - at));
      sums.putInt((int) crc.getValue());
    }
    put(sorted, data);
    put(sums.array(), meta);
  }

  private static void put(byte[] bytes, Path file) throws IOException {
    Path written = file.resolveSibling(file.getFileName() + ".replacing");
    Files.write(written, bytes);
    Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void close() throws IOException {
    DataNodeFaultInjector.set(new DataNodeFaultInjector());
    put(originalData, data);
    put(originalMeta, meta);
  }
}
