// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.layout;

/** Growth of arrays. */
public final class Capacity {
  /** Longest array that every JVM allocates. */
  public static final int MAX = Integer.MAX_VALUE - 64;

  private Capacity() {}

  /**
   * A capacity of at least {@code needed}, and if possible half as much again as {@code now}.
   *
   * @throws IllegalStateException if no array can be that long
   */
  public static int grown(int now, long needed) {
    if (needed > MAX) {
      throw new IllegalStateException(
          "a column of one block needs more than 2 GB; cut the input into smaller blocks");
    }
    return (int) Math.max(needed, Math.min(MAX, now + (now >> 1) + 16L));
  }
}
