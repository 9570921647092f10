// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.assembly;

import java.io.IOException;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;

/**
 * A replica on its way in that HAIL watches. Hadoop has a class for each kind of replica, so each
 * kind that HAIL watches extends one of these. What the kinds have in common is here and in {@link
 * ReplicaAssembly}.
 */
public sealed interface HailReplica
    permits HailReplicaBeingWritten, HailReplicaUnderRecovery, HailTemporaryReplica {

  /** Where the bytes of the replica are; for this package alone. */
  ReplicaAssembly assembly();

  /**
   * Waits until a whole HAIL block is sorted, so that the replica can be finalized. Not to be
   * called under a lock of Hadoop's.
   *
   * @throws IOException if the block must not be stored, or the wait was interrupted
   */
  default void awaitSorted() throws IOException {
    assembly().awaitSorted();
  }

  /**
   * Brings all bytes to the replica's file, as they came, where Hadoop's recoveries look for them.
   * The writer must have been stopped.
   */
  default void bringToFile() throws IOException {
    assembly().bringToFile();
  }

  /** Whether the bytes began like a HAIL block that this datanode sorts. */
  default boolean isHailBlock() {
    return assembly().isHailBlock();
  }

  /**
   * Replaces the name of HAIL's class in the description of a replica by that of Hadoop's class.
   * Tools read what Hadoop logs and answers about replicas.
   *
   * @param description begins with the simple name of the replica's class
   */
  static String asHadoops(String description, ReplicaInfo replica) {
    Class<?> hails = replica.getClass();
    return hails.getSuperclass().getSimpleName()
        + description.substring(hails.getSimpleName().length());
  }
}
