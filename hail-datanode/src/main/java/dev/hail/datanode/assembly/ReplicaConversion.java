// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.assembly;

import dev.hail.datanode.convert.BlockConverter;
import dev.hail.datanode.convert.Conversion;
import dev.hail.datanode.convert.RawBlock;
import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.datanode.convert.SideFiles;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import org.apache.hadoop.hdfs.server.datanode.BlockMetadataHeader;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.LocalReplica;
import org.apache.hadoop.util.DataChecksum;

/**
 * The conversion of one replica, of which there is at most one at a time, and the sorted files that
 * come out of it. Not thread-safe: the assembly of the replica guards it.
 */
final class ReplicaConversion {
  private final String blockPoolId;
  private final LocalReplica replica;
  private final AssemblyServices services;

  /** Type and chunk size of the checksums; null before they are known. */
  private DataChecksum layout;

  private Conversion running;
  private byte[] lastChecksum;

  ReplicaConversion(String blockPoolId, LocalReplica replica, AssemblyServices services) {
    this.blockPoolId = blockPoolId;
    this.replica = replica;
    this.services = services;
  }

  /** Takes note of the checksums that the replica has. */
  void setLayout(DataChecksum checksum) {
    layout = checksum;
  }

  /** Reads the layout of the checksums from their file, unless it is known. */
  void learnLayout() throws IOException {
    if (layout != null) {
      return;
    }
    File meta = replica.getMetaFile();
    try (FileInputStream in = io().getFileInputStream(replica.getVolume(), meta)) {
      layout = BlockMetadataHeader.readDataChecksum(in, BlockMetadataHeader.getHeaderSize(), meta);
    }
  }

  /**
   * Starts.
   *
   * @param raw the whole block; closed at the end of the conversion
   * @param sync whether the sorted files must be forced to disk
   */
  void start(RawBlock raw, boolean sync) {
    running =
        services
            .converter()
            .start(
                new BlockConverter.Request(
                    blockPoolId,
                    replica.getBlockId(),
                    replica.getGenerationStamp(),
                    raw,
                    replica.getVolume(),
                    replica.getBlockFile().getParentFile(),
                    layout,
                    sync));
  }

  /** What was started last; null if nothing was, or if it was dropped. */
  Conversion running() {
    return running;
  }

  /** Whether it was started and has not ended. */
  boolean isUnderWay() {
    return running != null && !running.isDone();
  }

  /** Whether it has ended and the block is to be stored as it came. */
  boolean isKept() {
    return running != null && running.isKept();
  }

  /** Abandons what was started, if anything was. */
  void drop() {
    if (running != null) {
      running.abandon();
      running = null;
    }
  }

  /**
   * The sorted replica, or null if there is none (yet).
   *
   * @throws IOException if the block is refused
   */
  SideFiles sortedFiles() throws IOException {
    return running == null ? null : running.sortedFiles();
  }

  /** Moves the checksums of the sorted replica to where the finalized replica has them. */
  void renameMeta(SideFiles sorted, File target) throws IOException {
    services.steps().before(ReplicaStep.RENAME_CHECKSUMS);
    sorted.renameMeta(target);
    services.steps().after(ReplicaStep.RENAME_CHECKSUMS);
  }

  /** Moves the data of the sorted replica likewise, and deletes the replica as it came. */
  void renameData(SideFiles sorted, File target) throws IOException {
    services.steps().before(ReplicaStep.RENAME_DATA);
    sorted.renameData(target);
    // Only now: until here a crash leaves the replica as it came, which Hadoop can recover.
    io().deleteWithExistsCheck(replica.getVolume(), replica.getBlockFile());
    io().deleteWithExistsCheck(replica.getVolume(), replica.getMetaFile());
    lastChecksum = sorted.lastChecksum();
    running = null;
  }

  /** The checksum of the last chunk of a sorted replica; null if it was stored as it came. */
  byte[] lastChecksum() {
    return lastChecksum;
  }

  private FileIoProvider io() {
    return replica.getFileIoProvider();
  }
}
