// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.pseudo;

import java.io.IOException;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;

/** How large a datanode takes its disks to be. */
public final class DiskCapacity {
  /** As large as they are. */
  public static final long THAT_OF_THE_DISK = -1;

  private DiskCapacity() {}

  /** Sets it for all disks of a datanode, which tells the namenodes with its next heartbeat. */
  public static void set(DataNode node, long bytes) throws IOException {
    try (var volumes = node.getFSDataset().getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        ((FsVolumeImpl) volume).setCapacityForTesting(bytes);
      }
    }
  }
}
