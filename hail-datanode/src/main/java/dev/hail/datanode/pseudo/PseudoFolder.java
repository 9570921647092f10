// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.pseudo;

import java.io.File;
import java.io.IOException;
import org.apache.hadoop.hdfs.server.datanode.DatanodeUtil;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/**
 * Where the pseudo replicas of a block pool lie on a volume. The folder is beside the directory
 * that HDFS reads, so no scan, report or upgrade of HDFS sees it. It is in the pool's directory, so
 * its files count as used space and go with the pool.
 *
 * @param root the directory {@code hail/v1}
 */
public record PseudoFolder(File root) {

  /** The folder of a block pool, whose directory on the volume is given. */
  public static PseudoFolder of(File poolDirectory) {
    return new PseudoFolder(new File(new File(poolDirectory, "hail"), "v1"));
  }

  /** Deletes the folder with all that is in it. */
  public void delete(FileIoProvider io, FsVolumeSpi volume) {
    if (root.getParentFile().exists()) {
      io.fullyDelete(volume, root.getParentFile());
    }
  }

  /** Where replicas are that are still being written or checked. */
  File unfinished() {
    return new File(root, "tmp");
  }

  /** The directory of the other replicas, spread as HDFS does. */
  File finalized() {
    return new File(root, "finalized");
  }

  /**
   * Makes a directory of it, if it is not there.
   *
   * @throws IOException if it cannot be made
   */
  static void make(FileIoProvider io, FsVolumeSpi volume, File directory) throws IOException {
    try {
      io.mkdirsWithExistsCheck(volume, directory);
    } catch (IOException e) {
      // Hadoop says this, too, of a directory that somebody else made between its look and its try.
      if (!directory.isDirectory()) {
        throw e;
      }
    }
  }

  /** The directory of one replica. */
  File of(long id) {
    return DatanodeUtil.idToBlockDir(finalized(), id);
  }
}
