// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.report;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.LocalReplica;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/** The finalized replicas of this datanode, as its dataset knows them. Thread-safe. */
public interface LocalReplicas {

  /** Uuid of this datanode. */
  String datanodeUuid();

  /** Id of the nameservice that owns a block pool; null if it has none. */
  String nameservice(String blockPoolId);

  /** A snapshot of the finalized replicas of a block pool that lie on local disks. */
  List<LocalReplica> finalized(String blockPoolId);

  /**
   * The local volumes that hold replicas of a block pool, by storage id.
   *
   * @throws IOException if the volumes cannot be told
   */
  Map<String, Volume> volumes(String blockPoolId) throws IOException;

  /**
   * One volume of a block pool.
   *
   * @param directory where Hadoop keeps the pool's replicas and a cache of their list; files there
   *     go with the pool
   */
  record Volume(FileIoProvider io, FsVolumeSpi volume, File directory) {}

  /** The finalized replica of one block on a local disk. */
  Optional<LocalReplica> find(String blockPoolId, long blockId);

  /**
   * Whether HDFS on this datanode holds a namenode for the active one of a block pool.
   *
   * @param namenodeId id of the namenode in its nameservice; empty if it has none
   */
  boolean isActive(String blockPoolId, String namenodeId);
}
