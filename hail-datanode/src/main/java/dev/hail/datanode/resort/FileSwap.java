// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.resort;

import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.datanode.convert.SideFiles;
import dev.hail.step.StepListener;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.FinalizedReplica;

/**
 * The step from a finalized replica and a sorted copy of it to the sorted replica: two renames,
 * checksums first. Both happen or none; {@link SwapRecovery} sees to that after a crash.
 */
public final class FileSwap {
  private final FileIoProvider io;
  private final StepListener<ReplicaStep> steps;
  private final FinalizedReplica replica;
  private final SideFiles sorted;
  private final File formerChecksums;
  private boolean halfDone;

  /**
   * A swap that has not begun.
   *
   * @param directory of the sorted copy
   */
  FileSwap(
      FileIoProvider io,
      StepListener<ReplicaStep> steps,
      FinalizedReplica replica,
      SideFiles sorted,
      File directory) {
    this.io = io;
    this.steps = steps;
    this.replica = replica;
    this.sorted = sorted;
    this.formerChecksums =
        SideName.formerChecksums(directory, replica.getBlockId(), replica.getGenerationStamp());
  }

  public FinalizedReplica replica() {
    return replica;
  }

  /** Gives the checksums a second name, so that they can come back. */
  void linkChecksums() throws IOException {
    io.deleteWithExistsCheck(replica.getVolume(), formerChecksums);
    Files.createLink(formerChecksums.toPath(), replica.getMetaFile().toPath());
  }

  /**
   * Swaps. Nobody may change or open the replica meanwhile.
   *
   * @throws IOException if a rename failed; the replica is as it was, unless undoing failed, too
   */
  public void run() throws IOException {
    try {
      steps.before(ReplicaStep.SWAP_CHECKSUMS);
      sorted.renameMeta(replica.getMetaFile());
      steps.after(ReplicaStep.SWAP_CHECKSUMS);
      steps.before(ReplicaStep.SWAP_DATA);
      sorted.renameData(replica.getBlockFile());
    } catch (IOException | RuntimeException e) {
      undo(e);
      throw new IOException("The sorted copy of " + replica + " did not take its place", e);
    }
    // Hadoop's readers prefer this checksum of the last chunk to the one on disk.
    replica.setLastPartialChunkChecksum(sorted.lastChecksum());
    steps.after(ReplicaStep.SWAP_DATA);
  }

  private void undo(Exception cause) {
    try {
      io.rename(replica.getVolume(), formerChecksums, replica.getMetaFile());
    } catch (IOException e) {
      halfDone = true;
      cause.addSuppressed(e);
    }
  }

  /** Removes the second name of the former checksums, unless they are still to come back. */
  void close() {
    if (!halfDone) {
      io.deleteWithExistsCheck(replica.getVolume(), formerChecksums);
    }
  }
}
