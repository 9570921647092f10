// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import java.lang.management.ManagementFactory;

/** What the virtual machine of a test keeps. */
public final class Heap {
  private static final int COLLECTIONS = 3;

  private Heap() {}

  /** Bytes of all objects that are in use; those of other threads count, too. */
  public static long used() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < COLLECTIONS; i++) {
      ManagementFactory.getMemoryMXBean().gc();
      least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    return least;
  }
}
