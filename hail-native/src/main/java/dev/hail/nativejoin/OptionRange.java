// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

/** Which numbers options may have. */
final class OptionRange {
  private static final int MAX_BATCH_ROWS = 1 << 24;

  private OptionRange() {}

  /**
   * @throws IllegalArgumentException unless a batch of a result may have so many rows
   */
  static void requireBatchRows(int rows) {
    require("The number of rows of a result batch", rows, 1, MAX_BATCH_ROWS);
  }

  /**
   * @throws IllegalArgumentException if so many bytes are no budget
   */
  static void requireMemoryBudget(long bytes) {
    require("The memory budget", bytes, 0, Long.MAX_VALUE);
  }

  /**
   * @throws IllegalArgumentException that says what it is that is not in the range
   */
  static void require(String what, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          what + " is " + value + "; it must be " + least + " to " + most);
    }
  }
}
