// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.assembly;

import java.io.IOException;

/** A replica on its way in that HAIL watches. */
public interface HailReplica {

  /**
   * Makes the replica ready to be finalized; waits until a whole HAIL block is sorted. Not to be
   * called under a lock of Hadoop's.
   *
   * @throws IOException if the block must not be stored, or the wait was interrupted
   */
  void prepare() throws IOException;

  /**
   * Brings all bytes to the replica's file, as they came, where Hadoop's recoveries look for them.
   * The writer must have been stopped.
   */
  void settle() throws IOException;

  /** Whether the bytes began like a HAIL block that this datanode sorts. */
  boolean isHailBlock();

  /**
   * The description of a replica with the name of Hadoop's class in place of HAIL's, since what
   * Hadoop logs and answers about a replica is read by tools.
   *
   * @param description begins with the simple name of HAIL's class
   */
  static String asHadoops(String description, Class<?> hails, Class<?> hadoops) {
    return hadoops.getSimpleName() + description.substring(hails.getSimpleName().length());
  }
}
