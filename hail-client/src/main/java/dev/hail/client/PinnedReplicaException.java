// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;

/** One replica of one block cannot be read; other replicas may be readable. */
public final class PinnedReplicaException extends IOException {
  private static final long serialVersionUID = 1L;

  public PinnedReplicaException(ExtendedBlock block, DatanodeInfo node, String reason) {
    this(block, node, reason, null);
  }

  public PinnedReplicaException(
      ExtendedBlock block, DatanodeInfo node, String reason, Throwable cause) {
    super("Replica of " + block + " on " + node + ": " + reason, cause);
  }
}
