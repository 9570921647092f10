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
  private final BlockAssembly assembly;

  /** Replaces Hadoop's replica, which has received nothing yet. */
  public HailReplicaBeingWritten(
      String blockPoolId, ReplicaBeingWritten from, AssemblyServices services) {
    super(from);
    this.assembly = new BlockAssembly(blockPoolId, this, services);
  }

  private HailReplicaBeingWritten(
      ReplicaBeingWritten from, String blockPoolId, AssemblyServices services) throws IOException {
    super(from);
    this.assembly = BlockAssembly.ofFile(blockPoolId, this, services);
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
    if (!isCreate) {
      assembly.settle();
    }
    ReplicaOutputStreams files = super.createStreams(isCreate, requestedChecksum);
    return new AssemblingStreams(files, getVolume(), getFileIoProvider(), assembly);
  }

  @Override
  public InputStream getDataInputStream(long seekOffset) throws IOException {
    InputStream memory = assembly.openMemory(seekOffset);
    return memory == null ? super.getDataInputStream(seekOffset) : memory;
  }

  @Override
  public long getBlockDataLength() {
    long memory = assembly.lengthInMemory();
    return memory < 0 ? super.getBlockDataLength() : memory;
  }

  @Override
  public void truncateBlock(long newLength) throws IOException {
    assembly.settle();
    super.truncateBlock(newLength);
    assembly.truncated(newLength);
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
  public void prepare() throws IOException {
    assembly.prepare();
  }

  @Override
  public void settle() throws IOException {
    assembly.settle();
  }

  @Override
  public boolean isHailBlock() {
    return assembly.isHailBlock();
  }

  @Override
  public String toString() {
    return HailReplica.asHadoops(
        super.toString(), HailReplicaBeingWritten.class, ReplicaBeingWritten.class);
  }

  @Override
  public boolean equals(Object other) {
    return super.equals(other);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }
}
