// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.registry;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.datanode.LocalReplica;

/** The finalized replicas of this datanode, as its dataset knows them. Thread-safe. */
public interface LocalReplicas {

  /** Uuid of this datanode. */
  String datanodeUuid();

  /** Id of the nameservice that owns a block pool; null if it has none. */
  String nameservice(String blockPoolId);

  /** A snapshot of the finalized replicas of a block pool that lie on local disks. */
  List<LocalReplica> finalized(String blockPoolId);

  /** The finalized replica of one block on a local disk. */
  Optional<LocalReplica> find(String blockPoolId, long blockId);

  /**
   * Gives up a finalized replica, so that HDFS makes another copy of its block.
   *
   * @throws IOException if there is no such replica any more
   */
  void drop(String blockPoolId, long blockId, long generationStamp) throws IOException;
}
