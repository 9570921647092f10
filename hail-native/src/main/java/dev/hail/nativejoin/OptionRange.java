// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

/** Checks the ranges of numeric options. */
final class OptionRange {
  private static final int MAX_BATCH_ROWS = 1 << 24;

  private OptionRange() {}

  /**
   * Checks the number of rows of a result batch.
   *
   * @throws IllegalArgumentException if it is out of range
   */
  static void requireBatchRows(int rows) {
    require("The number of rows of a result batch", rows, 1, MAX_BATCH_ROWS);
  }

  /**
   * Checks a memory budget in bytes.
   *
   * @throws IllegalArgumentException if it is negative
   */
  static void requireMemoryBudget(long bytes) {
    require("The memory budget", bytes, 0, Long.MAX_VALUE);
  }

  /**
   * Checks that a value is between two bounds, both inclusive.
   *
   * @throws IllegalArgumentException if it is out of range; the message names {@code what}
   */
  static void require(String what, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          what + " is " + value + "; it must be " + least + " to " + most);
    }
  }
}
