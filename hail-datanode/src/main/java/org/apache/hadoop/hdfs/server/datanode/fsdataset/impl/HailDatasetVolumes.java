// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import dev.hail.datanode.pseudo.PseudoHost;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.ExtendedBlockId;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/** Access to the volumes of a dataset, for replicas that are none of HDFS' own. */
final class HailDatasetVolumes implements PseudoHost {
  private final FsDatasetImpl dataset;

  HailDatasetVolumes(FsDatasetImpl dataset) {
    this.dataset = dataset;
  }

  @Override
  public List<FsVolumeSpi> volumes(StorageType type) {
    return dataset.getVolumeList().stream()
        .filter(volume -> volume.getStorageType() == type && !volume.isTransientStorage())
        .collect(Collectors.toUnmodifiableList());
  }

  @Override
  public boolean isInUse(FsVolumeSpi volume) {
    return dataset.getVolumeList().stream().anyMatch(used -> used.equals(volume));
  }

  @Override
  public Room room(FsVolumeSpi volume) throws IOException {
    return new Room(((FsVolumeImpl) volume).getCapacity(), volume.getAvailable());
  }

  @Override
  public void countUsed(String blockPoolId, FsVolumeSpi volume, long bytes) {
    ((FsVolumeImpl) volume).incDfsUsed(blockPoolId, bytes);
  }

  @Override
  public void forgetOpenFiles(String blockPoolId, long blockId) {
    dataset
        .datanode
        .getShortCircuitRegistry()
        .processBlockInvalidation(new ExtendedBlockId(blockId, blockPoolId));
  }
}
