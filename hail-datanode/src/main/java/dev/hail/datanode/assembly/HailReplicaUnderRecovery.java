// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.assembly;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.hdfs.server.datanode.ReplicaUnderRecovery;

/**
 * A replica whose writer was lost and whose length the datanodes agree on. If the block turns out
 * whole it is sorted before it is finalized.
 */
public final class HailReplicaUnderRecovery extends ReplicaUnderRecovery implements HailReplica {
  private final ReplicaAssembly assembly;

  /** Replaces Hadoop's replica, whose bytes are in its file. */
  public HailReplicaUnderRecovery(
      String blockPoolId, ReplicaUnderRecovery from, AssemblyServices services) throws IOException {
    super(from);
    this.assembly = ReplicaAssembly.ofFile(blockPoolId, this, services);
  }

  @Override
  public void truncateBlock(long newLength) throws IOException {
    assembly.truncate(newLength, super::truncateBlock);
  }

  @Override
  public boolean renameMeta(URI destination) throws IOException {
    return assembly.renameMeta(destination, super::renameMeta);
  }

  @Override
  public boolean renameData(URI destination) throws IOException {
    return assembly.renameData(destination, super::renameData);
  }

  @Override
  public boolean deleteBlockData() {
    assembly.end();
    return super.deleteBlockData();
  }

  @Override
  public ReplicaAssembly assembly() {
    return assembly;
  }

  @Override
  public String toString() {
    return HailReplica.asHadoops(super.toString(), this);
  }
}
