// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.client.HdfsPath;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.BlockReader;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.client.impl.BlockReaderFactory;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Reads ranges of replicas, each from the datanode that it is told and from no other. HDFS' {@code
 * fsck} reads in the same way. Hadoop's class does the rest: checksums, SASL, encryption,
 * short-circuit reads, connections that are used again, time-outs.
 */
final class DatanodeReader {
  private final HdfsPath file;
  private final DFSClient client;
  private final FileSystem.Statistics statistics;

  /**
   * Makes a reader.
   *
   * @param file whose blocks are read; its file system counts the bytes
   */
  DatanodeReader(HdfsPath file) {
    this.file = file;
    this.client = file.fileSystem().getClient();
    this.statistics = statistics(file.fileSystem());
  }

  /** What MapReduce takes "HDFS bytes read" from. There is no other way to add to it. */
  @SuppressWarnings("deprecation")
  private static FileSystem.Statistics statistics(FileSystem fileSystem) {
    return FileSystem.getStatistics(fileSystem.getUri().getScheme(), fileSystem.getClass());
  }

  /**
   * Reads a range once.
   *
   * @param position of the first byte in the replica
   * @throws org.apache.hadoop.fs.ChecksumException if bytes do not match their checksum
   * @throws IOException if the datanode refuses, or does not deliver in time
   */
  void readFully(ReplicaLocation replica, long position, byte[] target, int offset, int length)
      throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(target, offset, length);
    try (BlockReader reader = open(replica, position, length)) {
      while (buffer.hasRemaining()) {
        if (reader.read(buffer) <= 0) {
          throw new EOFException(
              "the datanode sent " + (length - buffer.remaining()) + " of " + length + " bytes");
        }
      }
      statistics.incrementBytesRead(length);
      statistics.incrementBytesReadByDistance(reader.getNetworkDistance(), length);
    }
  }

  private BlockReader open(ReplicaLocation replica, long position, int length) throws IOException {
    DatanodeInfo node = replica.node();
    boolean viaHostname = client.getConf().isConnectToDnViaHostname();
    return new BlockReaderFactory(client.getConf())
        .setInetSocketAddress(NetUtils.createSocketAddr(node.getXferAddr(viaHostname)))
        .setRemotePeerFactory(client)
        .setDatanodeInfo(node)
        .setStorageType(replica.storageType())
        .setFileName(file.source())
        .setBlock(replica.block())
        .setBlockToken(replica.token())
        .setStartOffset(position)
        .setLength(length)
        .setVerifyChecksum(true)
        .setClientName(client.getClientName())
        .setCachingStrategy(client.getDefaultReadCachingStrategy())
        .setAllowShortCircuitLocalReads(mayReadDirectly(replica, viaHostname))
        .setClientCacheContext(client.getClientContext())
        .setUserGroupInformation(UserGroupInformation.getCurrentUser())
        .setConfiguration(file.fileSystem().getConf())
        .build();
  }

  private boolean mayReadDirectly(ReplicaLocation replica, boolean viaHostname) throws IOException {
    return client.getConf().getShortCircuitConf().isShortCircuitLocalReads()
        && ShortCircuitReads.areSafe(replica.holders(), viaHostname);
  }
}
