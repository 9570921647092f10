// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.assembly;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import org.apache.hadoop.hdfs.server.datanode.ReplicaBeingWritten;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaOutputStreams;
import org.apache.hadoop.util.DataChecksum;

/** A replica that a client's pipeline writes. */
public final class HailReplicaBeingWritten extends ReplicaBeingWritten implements HailReplica {
  private final ReplicaAssembly assembly;

  /** Replaces Hadoop's replica, which has received nothing yet. */
  public HailReplicaBeingWritten(
      String blockPoolId, ReplicaBeingWritten from, AssemblyServices services) {
    super(from);
    this.assembly = new ReplicaAssembly(blockPoolId, this, services);
  }

  private HailReplicaBeingWritten(
      ReplicaBeingWritten from, String blockPoolId, AssemblyServices services) throws IOException {
    super(from);
    this.assembly = ReplicaAssembly.ofFile(blockPoolId, this, services);
  }

  /** Replaces Hadoop's replica, whose bytes so far are in its file. */
  public static HailReplicaBeingWritten ofFile(
      String blockPoolId, ReplicaBeingWritten from, AssemblyServices services) throws IOException {
    HailReplicaBeingWritten replica = new HailReplicaBeingWritten(from, blockPoolId, services);
    replica.setLastChecksumAndDataLen(
        from.getBytesOnDisk(), from.getLastChecksumAndDataLen().getChecksum());
    return replica;
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
    boolean renamed = assembly.renameData(destination, super::renameData);
    byte[] checksum = assembly.lastChecksum();
    if (checksum != null) {
      // Hadoop hands this checksum on to the finalized replica, whose readers prefer it to the
      // one on disk.
      setLastChecksumAndDataLen(getNumBytes(), checksum);
    }
    return renamed;
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
