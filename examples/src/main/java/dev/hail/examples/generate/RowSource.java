// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples.generate;

/**
 * A table whose rows are a pure function of seed and row number. Any part of it can be produced
 * alone and in any order.
 */
public interface RowSource {
  /** Returns the length of the longest possible row in bytes, line end included. */
  int maxRowBytes();

  /**
   * Appends one row of text, ended by a line feed.
   *
   * @param row number of the row, from 0
   * @param target buffer with room for at least {@link #maxRowBytes()} more bytes
   */
  void append(long row, TextBuffer target);
}
