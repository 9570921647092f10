// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

/**
 * How large a file is.
 *
 * @param length bytes of one copy of its rows, at least 0
 * @param replication copies that HDFS keeps of each block, at least 1
 */
public record FileSize(long length, int replication) {
  /** Bytes that all its replicas take. */
  long stored() {
    return Math.multiplyExact(length, (long) replication);
  }
}
