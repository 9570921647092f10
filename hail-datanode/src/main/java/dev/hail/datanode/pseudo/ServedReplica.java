// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.pseudo;

import dev.hail.protocol.PseudoReplicaId;
import dev.hail.protocol.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.FinalizedReplica;

/** A pseudo replica that is whole, checked and served. */
public final class ServedReplica {
  private final PseudoReplicaId key;
  private final FinalizedReplica files;
  private final ReplicaInfo info;
  private final long bytes;
  private volatile long lastRead;

  /**
   * A replica that was just made or found.
   *
   * @param bytes of its two files
   * @param now {@link System#nanoTime}
   */
  ServedReplica(
      PseudoReplicaId key, FinalizedReplica files, ReplicaInfo info, long bytes, long now) {
    this.key = key;
    this.files = files;
    this.info = info;
    this.bytes = bytes;
    this.lastRead = now;
  }

  PseudoReplicaId key() {
    return key;
  }

  /** Its files, as HDFS has those of its own replicas. */
  public FinalizedReplica files() {
    return files;
  }

  ReplicaInfo info() {
    return info;
  }

  long bytes() {
    return bytes;
  }

  long lastRead() {
    return lastRead;
  }

  /** Notes that somebody opens the replica. */
  public void noteRead() {
    lastRead = System.nanoTime();
  }
}
