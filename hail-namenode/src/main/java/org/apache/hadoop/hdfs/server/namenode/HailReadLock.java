// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package org.apache.hadoop.hdfs.server.namenode;

/**
 * The read lock of a namenode's namespace. The lock calls without a mode are those that Hadoop 3.4
 * and 3.5 both have.
 */
final class HailReadLock {
  /** What the namenode's logs and audit log call whatever HAIL does. */
  static final String OPERATION = "hailGetReplicas";

  private final FSNamesystem namesystem;

  /** Something to read under the lock. */
  @FunctionalInterface
  interface Read<T, E extends Exception> {
    T get() throws E;
  }

  HailReadLock(FSNamesystem namesystem) {
    this.namesystem = namesystem;
  }

  /** Reads under the lock, for which the caller may have to wait. */
  <T, E extends Exception> T read(Read<T, E> read) throws E {
    namesystem.readLock();
    try {
      return read.get();
    } finally {
      namesystem.readUnlock(OPERATION);
    }
  }
}
