// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.List;

/** Options of joins as {@link NativeCalls} takes them. */
final class NativeOptions {
  private NativeOptions() {}

  /** Returns the options that all joins have; the others are 0, their defaults. */
  static long[] of(
      JoinKind kind, TableChoice table, int threads, long memoryBudget, boolean nullEqual) {
    long[] options = new long[NativeSlots.OPTION_SLOTS];
    options[NativeSlots.OPTION_KIND] = kind.code();
    options[NativeSlots.OPTION_TABLE] = table.code();
    options[NativeSlots.OPTION_THREADS] = threads;
    options[NativeSlots.OPTION_MEMORY_BUDGET] = memoryBudget;
    options[NativeSlots.OPTION_NULL_EQUAL] = nullEqual ? 1 : 0;
    return options;
  }

  static int[] positions(List<Integer> positions) {
    return positions.stream().mapToInt(Integer::intValue).toArray();
  }
}
