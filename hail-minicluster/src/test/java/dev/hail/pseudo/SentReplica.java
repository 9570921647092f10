// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.pseudo;

import dev.hail.client.HdfsPath;
import dev.hail.client.pseudo.ReplicaSender;
import dev.hail.client.read.PinnedReplicaSource;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.TestBlocks;
import dev.hail.protocol.PseudoReplicaId;
import dev.hail.testing.LiveFiles;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.util.DataChecksum;

/** One pseudo replica as a test sends it to a datanode, reads it, and finds its files. */
final class SentReplica {
  private final HailMiniCluster cluster;
  private final LocatedBlock source;
  private final int attribute;
  private final int location;

  /**
   * The pseudo replica of a file's first block.
   *
   * @param location which of the block's datanodes is to have it, from 0
   */
  SentReplica(HailMiniCluster cluster, org.apache.hadoop.fs.Path file, int attribute, int location)
      throws IOException {
    this(cluster, TestBlocks.located(cluster.fileSystem(), file).get(0), attribute, location);
  }

  private SentReplica(HailMiniCluster cluster, LocatedBlock source, int attribute, int location) {
    this.cluster = cluster;
    this.source = source;
    this.attribute = attribute;
    this.location = location;
  }

  /** The same replica, on the same datanode, as the namenode locates that now. */
  SentReplica locatedAgain(org.apache.hadoop.fs.Path file) throws IOException {
    SentReplica again = new SentReplica(cluster, file, attribute, 0);
    boolean first = again.node().getDatanodeUuid().equals(node().getDatanodeUuid());
    return first ? again : new SentReplica(cluster, again.source, attribute, 1);
  }

  /** The same of the other one of two datanodes. */
  SentReplica onOtherDatanode() {
    return new SentReplica(cluster, source, attribute, 1 - location);
  }

  /** The same of whichever datanode that holds the block. */
  SentReplica on(DataNode datanode) {
    int there = 0;
    while (!source.getLocations()[there].getDatanodeUuid().equals(datanode.getDatanodeUuid())) {
      there++;
    }
    return new SentReplica(cluster, source, attribute, there);
  }

  ExtendedBlock source() {
    return source.getBlock();
  }

  ExtendedBlock block() {
    return block(source.getBlock().getGenerationStamp());
  }

  private ExtendedBlock block(long stamp) {
    return new ExtendedBlock(
        source.getBlock().getBlockPoolId(),
        new PseudoReplicaId(source.getBlock().getBlockId(), attribute).blockId(),
        source.getBlock().getNumBytes(),
        stamp);
  }

  DatanodeInfo node() {
    return source.getLocations()[location];
  }

  DataNode datanode() {
    return cluster.dfs().getDataNodes().stream()
        .filter(node -> node.getDatanodeUuid().equals(node().getDatanodeUuid()))
        .findFirst()
        .orElseThrow();
  }

  void send(byte[] bytes) throws IOException {
    send(bytes, source.getBlock().getGenerationStamp());
  }

  void send(byte[] bytes, long stamp) throws IOException {
    send(bytes, block(stamp), node(), new Token<>());
  }

  /** Sends it with checksums of the sender's choice. */
  void send(byte[] bytes, DataChecksum checksum) throws IOException {
    new ReplicaSender(cluster.fileSystem().getClient())
        .send(
            block(),
            node(),
            StorageType.DISK,
            PseudoReplicaId.STORAGE_ID,
            new Token<>(),
            checksum,
            bytes,
            bytes.length);
  }

  /** Sends it by another port of this host, which leads to the datanode. */
  void sendBy(int port, byte[] bytes) throws IOException {
    sendBy(port, bytes, cluster.fileSystem().getClient());
  }

  /** The same by another client. */
  void sendBy(int port, byte[] bytes, DFSClient client) throws IOException {
    DatanodeID there = new DatanodeID("127.0.0.1", "localhost", "", port, 0, 0, 0);
    DatanodeInfo node = new DatanodeInfo.DatanodeInfoBuilder().setNodeID(there).build();
    send(client, bytes, block(), node, new Token<>());
  }

  /** Sends it with a block token. */
  void send(byte[] bytes, Token<BlockTokenIdentifier> token) throws IOException {
    send(bytes, block(), node(), token);
  }

  private void send(
      byte[] bytes, ExtendedBlock block, DatanodeInfo node, Token<BlockTokenIdentifier> token)
      throws IOException {
    send(cluster.fileSystem().getClient(), bytes, block, node, token);
  }

  private static void send(
      DFSClient client,
      byte[] bytes,
      ExtendedBlock block,
      DatanodeInfo node,
      Token<BlockTokenIdentifier> token)
      throws IOException {
    new ReplicaSender(client)
        .send(
            block, node, StorageType.DISK, PseudoReplicaId.STORAGE_ID, token, bytes, bytes.length);
  }

  /** Its bytes as a client reads them. */
  byte[] read() throws IOException {
    return read(new Token<>());
  }

  /** Its bytes as a client reads them that has this token. */
  byte[] read(Token<BlockTokenIdentifier> token) throws IOException {
    byte[] bytes = new byte[(int) source.getBlock().getNumBytes()];
    try (PinnedReplicaSource in = open(token)) {
      in.readFully(0, bytes, 0, bytes.length);
    }
    return bytes;
  }

  /** A reader of its bytes. */
  PinnedReplicaSource open(Token<BlockTokenIdentifier> token) throws IOException {
    LocatedBlock located = new LocatedBlock(block(), new DatanodeInfo[] {node()});
    located.setStartOffset(0);
    located.setBlockToken(token);
    HdfsPath none = new HdfsPath(cluster.fileSystem(), new org.apache.hadoop.fs.Path("/none"));
    return PinnedReplicaSource.open(none, located, node());
  }

  /** Whether the datanode serves it. */
  boolean isServed() {
    return datanode().getFSDataset().getVolume(block()) != null;
  }

  /** The files of it that its datanode has, finished or not. */
  List<File> files() throws IOException {
    return filesAnywhere().stream().filter(file -> isOf(file.toPath(), datanode())).toList();
  }

  /** The files of it that lie on any datanode, running or not. */
  List<File> filesAnywhere() throws IOException {
    String name = block().getBlockName() + "(_\\d+\\.meta)?";
    return LiveFiles.find(
            cluster.baseDirectory().toPath(),
            file ->
                file.toString().contains("/hail/v1/")
                    && file.getFileName().toString().matches(name))
        .stream()
        .map(Path::toFile)
        .sorted()
        .toList();
  }

  /** Whether the datanode holds the block itself, finished. */
  boolean hasSource() {
    return datanode().getFSDataset().isValidBlock(source());
  }

  /** Has the datanode delete its own replica of the block, as a namenode does. */
  void invalidateSource() throws IOException {
    Block[] blocks = {source().getLocalBlock()};
    datanode().getFSDataset().invalidate(source().getBlockPoolId(), blocks);
  }

  /** Bytes that a datanode keeps free for replicas that come in. */
  static long reserved(DataNode datanode) throws IOException {
    long reserved = 0;
    try (var volumes = datanode.getFSDataset().getFsVolumeReferences()) {
      for (var volume : volumes) {
        reserved += ((FsVolumeImpl) volume).getReservedForReplicas();
      }
    }
    return reserved;
  }

  private static boolean isOf(Path path, DataNode node) {
    try (var volumes = node.getFSDataset().getFsVolumeReferences()) {
      for (var volume : volumes) {
        if (path.toString().startsWith(new File(volume.getBaseURI()).getPath() + "/")) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
