// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import dev.hail.datanode.report.LocalReplicas;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.HailBlockPools;
import org.apache.hadoop.hdfs.server.datanode.LocalReplica;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi.FsVolumeReferences;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/** Access to the finalized replicas of a dataset. */
final class HailDatasetReplicas implements LocalReplicas {
  private final FsDatasetImpl dataset;
  private final Set<FsVolumeSpi> failed = ConcurrentHashMap.newKeySet();

  HailDatasetReplicas(FsDatasetImpl dataset) {
    this.dataset = dataset;
  }

  /** Takes volumes for lost that Hadoop could not read; one that comes back is another object. */
  void leaveOut(Collection<FsVolumeSpi> volumes) {
    failed.addAll(volumes);
  }

  /** Whether a volume is a disk that holds replicas of a block pool. */
  boolean isServed(FsVolumeImpl volume, String blockPoolId) {
    return !volume.isTransientStorage()
        && !failed.contains(volume)
        && List.of(volume.getBlockPoolList()).contains(blockPoolId);
  }

  @Override
  public String datanodeUuid() {
    return dataset.datanode.getDatanodeUuid();
  }

  @Override
  public String nameservice(String blockPoolId) {
    return HailBlockPools.nameservice(dataset.datanode, blockPoolId);
  }

  @Override
  public List<LocalReplica> finalized(String blockPoolId) {
    List<LocalReplica> found = new ArrayList<>();
    for (ReplicaInfo replica : dataset.getFinalizedBlocks(blockPoolId)) {
      if (isSortable(replica)) {
        found.add((LocalReplica) replica);
      }
    }
    return found;
  }

  @Override
  public Map<String, Volume> volumes(String blockPoolId) throws IOException {
    Map<String, Volume> found = new HashMap<>();
    try (FsVolumeReferences volumes = dataset.getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        if (volume instanceof FsVolumeImpl local && isServed(local, blockPoolId)) {
          found.put(
              volume.getStorageID(),
              new Volume(
                  dataset.datanode.getFileIoProvider(),
                  volume,
                  local.getRbwDir(blockPoolId).getParentFile()));
        }
      }
    }
    return found;
  }

  @Override
  public Optional<LocalReplica> find(String blockPoolId, long blockId) {
    ReplicaInfo replica = dataset.volumeMap.get(blockPoolId, blockId);
    return replica != null && replica.getState() == ReplicaState.FINALIZED && isSortable(replica)
        ? Optional.of((LocalReplica) replica)
        : Optional.empty();
  }

  /** Blocks of erasure-coded files have negative ids; memory disks are not for long. */
  static boolean isSortable(ReplicaInfo replica) {
    return replica instanceof LocalReplica
        && replica.getBlockId() >= 0
        && !replica.getVolume().isTransientStorage();
  }

  @Override
  public boolean isActive(String blockPoolId, String namenodeId) {
    return HailBlockPools.isActive(dataset.datanode, blockPoolId, namenodeId);
  }
}
