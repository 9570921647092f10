// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.layout;

/** Rows {@code begin} (included) to {@code end} (excluded) of a replica, in its own order. */
public record RowRange(int begin, int end) {
  public RowRange {
    if (begin < 0 || end < begin) {
      throw new IllegalArgumentException("no row range: " + begin + " to " + end);
    }
  }

  /** Number of rows. */
  public int size() {
    return end - begin;
  }
}
