// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.text;

/** Reasons why a row cannot be split into fields. */
final class Defects {
  /** The row has only its first line, see {@link RowSplitter#RUNS_ON}. */
  static final String RUNS_ON =
      "the quote is not closed on this line, and no row of the schema's form goes on after it";

  private Defects() {}

  /**
   * The row exceeds the limit.
   *
   * @param lineBytes bytes of the row's first line, of which at most the limit is kept
   */
  static String tooLong(int maxRowBytes, int lineBytes) {
    String reason = "the row is longer than " + maxRowBytes + " bytes";
    return lineBytes > maxRowBytes ? reason + ", which is how much of it is kept" : reason;
  }

  /** Length of a line without its line end. */
  static int lineBytes(byte[] bytes, int from, int lineFeed) {
    boolean carriageReturn = lineFeed > from && bytes[lineFeed - 1] == '\r';
    return lineFeed - from - (carriageReturn ? 1 : 0);
  }
}
