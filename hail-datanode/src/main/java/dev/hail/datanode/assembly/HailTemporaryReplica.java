// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.assembly;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import org.apache.hadoop.hdfs.server.datanode.LocalReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaOutputStreams;
import org.apache.hadoop.util.DataChecksum;

/** A replica that another datanode sends: replication, balancing, transfer to a new pipeline. */
public final class HailTemporaryReplica extends LocalReplicaInPipeline implements HailReplica {
  private final ReplicaAssembly assembly;

  /** Replaces Hadoop's replica, which has received nothing yet. */
  public HailTemporaryReplica(
      String blockPoolId, LocalReplicaInPipeline from, AssemblyServices services) {
    super(from);
    this.assembly = new ReplicaAssembly(blockPoolId, this, services);
  }

  @Override
  public ReplicaOutputStreams createStreams(boolean isCreate, DataChecksum requestedChecksum)
      throws IOException {
    return assembly.open(isCreate, () -> super.createStreams(isCreate, requestedChecksum));
  }

  @Override
  public InputStream getDataInputStream(long seekOffset) throws IOException {
    return assembly.read(seekOffset, super::getDataInputStream);
  }

  @Override
  public long getBlockDataLength() {
    return assembly.length(super::getBlockDataLength);
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
