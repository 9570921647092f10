// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import dev.hail.datanode.resort.Dataset;
import dev.hail.datanode.resort.FileSwap;
import dev.hail.datanode.resort.OpenPairs;
import dev.hail.datanode.resort.SwapRecovery;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.ExtendedBlockId;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.common.AutoCloseDataSetLock;
import org.apache.hadoop.hdfs.server.common.DataNodeLockManager.LockLevel;
import org.apache.hadoop.hdfs.server.common.Storage;
import org.apache.hadoop.hdfs.server.datanode.FinalizedReplica;
import org.apache.hadoop.hdfs.server.datanode.HailSuspects;
import org.apache.hadoop.hdfs.server.datanode.StorageLocation;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;

/** Access to what the swap of a finalized replica's files needs of a dataset. */
final class HailDatasetSwaps implements Dataset {
  private final HailDataset dataset;
  private final HailDatasetReplicas replicas;
  private final OpenPairs pairs = new OpenPairs();

  HailDatasetSwaps(HailDataset dataset, HailDatasetReplicas replicas) {
    this.dataset = dataset;
    this.replicas = replicas;
  }

  /** What readers have opened of a replica. */
  OpenPairs pairs() {
    return pairs;
  }

  @Override
  public Optional<FinalizedReplica> finalized(
      String blockPoolId, long blockId, long generationStamp) {
    return replicas
        .find(blockPoolId, blockId)
        .filter(FinalizedReplica.class::isInstance)
        .map(FinalizedReplica.class::cast)
        .filter(replica -> replica.getGenerationStamp() == generationStamp);
  }

  @Override
  public Outcome swap(String blockPoolId, FileSwap swap) throws IOException {
    FinalizedReplica replica = swap.replica();
    // Before the lock of the pair, which readers may wait for under the block pool's read lock.
    AutoCloseDataSetLock lock =
        dataset
            .acquireDatasetLockManager()
            .writeLock(LockLevel.VOLUME, blockPoolId, replica.getStorageUuid());
    try {
      if (!dataset.isCurrent(blockPoolId, replica)) {
        return Outcome.GONE;
      }
      if (!pairs.swap(blockPoolId, replica.getBlockId(), swap::run)) {
        return Outcome.BUSY;
      }
    } finally {
      lock.close();
    }
    forgetOpenFiles(new ExtendedBlockId(replica.getBlockId(), blockPoolId));
    return Outcome.SWAPPED;
  }

  /** Clients and the cache in memory keep files open, which are now those of the former order. */
  private void forgetOpenFiles(ExtendedBlockId block) {
    dataset.datanode.getShortCircuitRegistry().processBlockInvalidation(block);
    if (dataset.cacheManager.isCached(block.getBlockPoolId(), block.getBlockId())) {
      // The namenode orders it cached again.
      dataset.cacheManager.uncacheBlock(block.getBlockPoolId(), block.getBlockId());
    }
  }

  @Override
  public void suspect(String blockPoolId, FinalizedReplica replica) {
    HailSuspects.add(
        dataset.datanode,
        replica.getVolume().getStorageID(),
        new ExtendedBlock(blockPoolId, replica));
  }

  @Override
  public void report(String blockPoolId, long blockId) {
    dataset.reportStored(blockPoolId, blockId);
  }

  /** Recovers from swaps that were cut off, before a block pool is served. */
  void recover(String blockPoolId) throws IOException {
    try (FsDatasetSpi.FsVolumeReferences volumes = dataset.getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        if (volume instanceof FsVolumeImpl local && isOnDisk(local.getStorageType())) {
          recover(volume, new File(local.getCurrentDir(), blockPoolId));
        }
      }
    }
  }

  /** Recovers from swaps that were cut off, before a volume is served. */
  void recover(StorageLocation location, List<NamespaceInfo> namespaces) {
    if (isOnDisk(location.getStorageType())) {
      File current = new File(new File(location.getUri()), Storage.STORAGE_DIR_CURRENT);
      for (NamespaceInfo namespace : namespaces) {
        recover(null, new File(current, namespace.getBlockPoolID()));
      }
    }
  }

  private static boolean isOnDisk(StorageType type) {
    return !type.isTransient() && type != StorageType.PROVIDED;
  }

  private void recover(FsVolumeSpi volume, File pool) {
    new SwapRecovery(dataset.datanode.getFileIoProvider(), volume, pool).run();
  }
}
