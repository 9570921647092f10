// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.assembly;

import java.io.IOException;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaOutputStreams;

/**
 * Hands the data of a replica to its assembly; checksums, and the data of other blocks, go to
 * Hadoop's files as ever.
 */
final class AssemblingStreams extends ReplicaOutputStreams {
  private final ReplicaAssembly assembly;

  AssemblingStreams(
      ReplicaOutputStreams files, FsVolumeSpi volume, FileIoProvider io, ReplicaAssembly assembly) {
    super(files.getDataOut(), files.getChecksumOut(), files.getChecksum(), volume, io);
    this.assembly = assembly;
    assembly.opened(files.getChecksum(), super::writeDataToDisk);
  }

  @Override
  public void writeDataToDisk(byte[] bytes, int offset, int length) throws IOException {
    assembly.write(bytes, offset, length, super::writeDataToDisk);
  }

  @Override
  public void syncDataOut() throws IOException {
    assembly.sync(super::writeDataToDisk);
    super.syncDataOut();
  }

  @Override
  public void closeDataStream() throws IOException {
    assembly.writerCloses();
    super.closeDataStream();
  }
}
