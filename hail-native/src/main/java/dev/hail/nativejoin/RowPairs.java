// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.Arrays;

/** Pairs of a probe row and a build row that form result rows, before their values are gathered. */
final class RowPairs {
  /** No row of this side. */
  static final int NONE = -1;

  private static final int FIRST_CAPACITY = 256;

  private final int limit;
  private int[] probeRows = new int[0];
  private long[] buildRows = new long[0];
  private byte[] marks = new byte[0];
  private int size;

  /**
   * @param limit most pairs
   */
  RowPairs(int limit) {
    this.limit = limit;
  }

  boolean isFull() {
    return size == limit;
  }

  int size() {
    return size;
  }

  /**
   * Adds a pair.
   *
   * @param probeRow row of the probe batch, from 0, or {@link #NONE}
   * @param buildRow row number of {@link BuildTable} or {@link #NONE}
   */
  void add(int probeRow, long buildRow) {
    add(probeRow, buildRow, (byte) 0);
  }

  /** Adds a probe row with its mark: 1, 0 or {@link #NONE} for NULL. */
  void addMarked(int probeRow, int mark) {
    add(probeRow, NONE, (byte) mark);
  }

  private void add(int probeRow, long buildRow, byte mark) {
    if (size == probeRows.length) {
      int capacity = (int) Math.min(limit, Math.max(FIRST_CAPACITY, 2L * size));
      probeRows = Arrays.copyOf(probeRows, capacity);
      buildRows = Arrays.copyOf(buildRows, capacity);
      marks = Arrays.copyOf(marks, capacity);
    }
    probeRows[size] = probeRow;
    buildRows[size] = buildRow;
    marks[size] = mark;
    size++;
  }

  int probeRow(int i) {
    return probeRows[i];
  }

  long buildRow(int i) {
    return buildRows[i];
  }

  int mark(int i) {
    return marks[i];
  }

  void clear() {
    size = 0;
  }
}
