// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.sort;

import java.util.Arrays;
import java.util.List;

/** Computes numbers from 0 that order rows whose parts are all narrow, for some rows at a time. */
final class NarrowRows {
  /** Most rows at a time. */
  static final int MOST = 1024;

  private final List<SortPart> parts;
  private final long[] rows = new long[MOST];
  private final long[] loaded = new long[MOST];
  private final int[] numbers = new int[MOST];

  /**
   * Rows of few bits.
   *
   * @param parts parts whose widths add up to less than 32
   */
  NarrowRows(List<SortPart> parts) {
    this.parts = parts;
  }

  /**
   * The numbers of consecutive rows.
   *
   * @param count rows, up to {@link #MOST}
   * @return the number of row {@code first + i} at {@code i}; the array is valid until the next
   *     call
   */
  int[] numbers(int first, int count) {
    for (int i = 0; i < count; i++) {
      rows[i] = (long) first + i;
    }
    Arrays.fill(numbers, 0);
    for (SortPart part : parts) {
      part.load(rows, count, -1, loaded);
      int width = part.width();
      int least = width == 1 ? 0 : -1 << (width - 1);
      for (int i = 0; i < count; i++) {
        numbers[i] = (numbers[i] << width) | ((int) loaded[i] - least);
      }
    }
    return numbers;
  }
}
