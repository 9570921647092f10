// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.client.BlockTokens;
import dev.hail.protocol.BlockReplicas;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import dev.hail.protocol.PseudoReplica;
import dev.hail.protocol.SuspectReplica;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the namenode for new permission to read a pseudo replica, and reports damage to it. */
final class PseudoAccess implements ReplicaAccess {
  private static final Logger LOG = LoggerFactory.getLogger(PseudoAccess.class);

  private final HailFile file;
  private final HailBlock block;
  private final PseudoReplica replica;
  private final DatanodeInfo node;

  PseudoAccess(HailFile file, HailBlock block, PseudoReplica replica, DatanodeInfo node) {
    this.file = file;
    this.block = block;
    this.replica = replica;
    this.node = node;
  }

  /** The pseudo replica as the replica directory knew it when the file was opened. */
  ReplicaLocation location() throws IOException {
    return location(replica.token());
  }

  private ReplicaLocation location(String token) throws IOException {
    ExtendedBlock source = block.located().getBlock();
    ExtendedBlock served =
        new ExtendedBlock(
            source.getBlockPoolId(),
            replica.id(),
            source.getNumBytes(),
            source.getGenerationStamp());
    List<DatanodeInfo> holders = List.of(block.located().getLocations());
    return new ReplicaLocation(served, BlockTokens.parse(token), node, null, holders);
  }

  @Override
  public ReplicaLocation renew() throws IOException {
    try (HailClientProtocol directory = directory()) {
      for (BlockReplicas known :
          directory.getReplicas(file.location().source(), block.index(), 1).blocks()) {
        for (PseudoReplica pseudo : known.pseudo()) {
          if (pseudo.id() == replica.id() && pseudo.datanodeUuid().equals(replica.datanodeUuid())) {
            return location(pseudo.token());
          }
        }
      }
    }
    throw new IOException(replica.located().replica() + " is gone");
  }

  @Override
  public void damaged() {
    try (HailClientProtocol directory = directory()) {
      directory.suspectReplica(
          new SuspectReplica(
              file.location().source(),
              block.id(),
              replica.sortAttribute(),
              replica.datanodeUuid()));
    } catch (IOException e) {
      // The reader continues with another replica. The next reader of this one reports it again.
      LOG.warn("{}, {}: a damaged index could not be reported", file, block, e);
    }
  }

  private HailClientProtocol directory() throws IOException {
    return HailProxies.clientProxy(
        file.location().fileSystem().getConf(),
        file.location().fileSystem().getUri(),
        block.blockPoolId());
  }
}
