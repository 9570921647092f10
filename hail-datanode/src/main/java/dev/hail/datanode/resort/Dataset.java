// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.resort;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.datanode.FinalizedReplica;

/** What sorting a stored replica needs of the datanode's dataset. Thread-safe. */
public interface Dataset {

  /** What became of a swap. */
  enum Outcome {
    SWAPPED,
    /** Somebody is about to read the replica; try again soon. */
    BUSY,
    /** The replica is another one, or none, or the dataset ends. */
    GONE
  }

  /** The finalized replica of a block on a local disk, if it has this generation stamp. */
  Optional<FinalizedReplica> finalized(String blockPoolId, long blockId, long generationStamp);

  /**
   * Runs a swap while nobody can change or open the replica, provided that it still is the one of
   * its block. Short-circuit readers are told that what they have is outdated.
   *
   * @throws IOException if the swap failed
   */
  Outcome swap(String blockPoolId, FileSwap swap) throws IOException;

  /** Lets HDFS look at a replica that seems to be damaged. */
  void suspect(String blockPoolId, FinalizedReplica replica);

  /** Tells the namenodes which order the replica of a block has. */
  void report(String blockPoolId, long blockId);
}
