// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import dev.hail.datanode.convert.SideFiles;
import dev.hail.datanode.pseudo.PseudoFolder;
import dev.hail.datanode.report.InventoryFile;
import java.io.File;
import java.io.IOException;
import org.apache.hadoop.hdfs.server.common.Storage;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi.FsVolumeReferences;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/** HAIL's own files in the block pools of a dataset: which of them go, and when. */
final class HailDatasetFiles {
  private final FsDatasetImpl dataset;
  private final HailDatasetReplicas replicas;

  HailDatasetFiles(FsDatasetImpl dataset, HailDatasetReplicas replicas) {
    this.dataset = dataset;
    this.replicas = replicas;
  }

  private FileIoProvider io() {
    return dataset.datanode.getFileIoProvider();
  }

  /**
   * Deletes HAIL's files of a block pool if the pool has no blocks. Hadoop deletes such a pool only
   * if its directories are empty, and a pool with blocks only if it is forced to.
   */
  void deleteIfNoBlocks(String blockPoolId) throws IOException {
    if (hasNoBlocks(blockPoolId)) {
      delete(blockPoolId);
    }
  }

  private boolean hasNoBlocks(String blockPoolId) throws IOException {
    try (FsVolumeReferences volumes = dataset.getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        if (volume instanceof FsVolumeImpl local && !local.isBPDirEmpty(blockPoolId)) {
          return false;
        }
      }
      return true;
    }
  }

  private void delete(String blockPoolId) throws IOException {
    try (FsVolumeReferences volumes = dataset.getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        if (volume instanceof FsVolumeImpl local) {
          File pool = new File(local.getCurrentDir(), blockPoolId);
          InventoryFile.remove(io(), volume, new File(pool, Storage.STORAGE_DIR_CURRENT));
          PseudoFolder.of(pool).delete(io(), volume);
        }
      }
    }
  }

  /** Deletes the sorted copies that a crash left and that never became replicas. */
  void deleteSideFiles(String blockPoolId) throws IOException {
    try (FsVolumeReferences volumes = dataset.getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        if (volume instanceof FsVolumeImpl local && replicas.isServed(local, blockPoolId)) {
          deleteSideFiles(local, local.getRbwDir(blockPoolId));
          deleteSideFiles(local, local.getTmpDir(blockPoolId));
        }
      }
    }
  }

  private void deleteSideFiles(FsVolumeImpl volume, File directory) throws IOException {
    for (String name : io().list(volume, directory)) {
      if (SideFiles.isSideFile(name)) {
        io().deleteWithExistsCheck(volume, new File(directory, name));
      }
    }
  }
}
