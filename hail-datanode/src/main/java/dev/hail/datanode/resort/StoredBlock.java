// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.resort;

import dev.hail.datanode.assembly.AssemblyMemory;
import dev.hail.datanode.assembly.BlockInFile;
import dev.hail.datanode.assembly.BlockRoom;
import dev.hail.datanode.convert.RawBlock;
import dev.hail.format.block.layout.Preamble;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.FinalizedReplica;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/** Opens finalized replicas that are to be sorted anew. */
final class StoredBlock {
  private StoredBlock() {}

  /**
   * The bytes of a replica, compared with their checksums as they are read. Only the first 72 bytes
   * are read at once.
   *
   * @param memory in which the replica is to be sorted
   */
  static RawBlock of(FinalizedReplica replica, AssemblyMemory memory) throws IOException {
    FileIoProvider io = replica.getFileIoProvider();
    FsVolumeSpi volume = replica.getVolume();
    File file = replica.getBlockFile();
    byte[] preamble = new byte[Preamble.LENGTH];
    try (RandomAccessFile in = io.getRandomAccessFile(volume, file, "r")) {
      in.readFully(preamble);
    }
    return new BlockInFile(
        io,
        volume,
        file,
        Math.toIntExact(replica.getNumBytes()),
        new BlockRoom(memory, volume.getStorageID(), preamble),
        (bytes, length) ->
            ChecksummedFile.read(io, volume, file, replica.getMetaFile(), bytes, length));
  }
}
