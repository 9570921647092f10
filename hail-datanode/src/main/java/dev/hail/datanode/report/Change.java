// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.report;

import dev.hail.protocol.ReplicaInfo;

/**
 * A replica that came or went.
 *
 * @param added the replica that came or changed; null if one went
 */
record Change(long blockId, ReplicaInfo added) {
  static Change added(ReplicaInfo replica) {
    return new Change(replica.blockId(), replica);
  }

  static Change removed(long blockId) {
    return new Change(blockId, null);
  }
}
