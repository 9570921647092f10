// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

import dev.hail.format.block.layout.Preamble;
import dev.hail.format.predicate.KeyHints;

/**
 * How to read a replica.
 *
 * @param firstReadBytes bytes of the first read, which should cover the block's front
 * @param batchRows most rows that one batch is taken from
 * @param batchBytes approximate limit of the column bytes held for one batch
 * @param coalesceBytes largest gap between two reads that are merged into one
 * @param useIndex false reads all rows even where the index could help
 * @param hints which rows matter beyond the predicate; an index may use them
 */
public record ReaderOptions(
    int firstReadBytes,
    int batchRows,
    int batchBytes,
    int coalesceBytes,
    boolean useIndex,
    KeyHints hints) {
  public static final ReaderOptions DEFAULT =
      new ReaderOptions(64 << 10, 256 << 10, 16 << 20, 64 << 10, true);

  /** Checks the limits. */
  public ReaderOptions {
    if (firstReadBytes < Preamble.LENGTH) {
      throw new IllegalArgumentException(
          "the first read must be at least " + Preamble.LENGTH + " bytes");
    }
    if (batchRows < 1 || batchBytes < 1 || coalesceBytes < 0) {
      throw new IllegalArgumentException(
          "batch rows and bytes must be positive: " + batchRows + ", " + batchBytes);
    }
  }

  /** Options without hints. */
  public ReaderOptions(
      int firstReadBytes, int batchRows, int batchBytes, int coalesceBytes, boolean useIndex) {
    this(firstReadBytes, batchRows, batchBytes, coalesceBytes, useIndex, KeyHints.NONE);
  }

  /** These options with another length of the first read. */
  public ReaderOptions withFirstReadBytes(int bytes) {
    return new ReaderOptions(bytes, batchRows, batchBytes, coalesceBytes, useIndex, hints);
  }

  /** These options with other batch limits. */
  public ReaderOptions withBatch(int rows, int bytes) {
    return new ReaderOptions(firstReadBytes, rows, bytes, coalesceBytes, useIndex, hints);
  }

  /** These options without use of the index. */
  public ReaderOptions withoutIndex() {
    return new ReaderOptions(firstReadBytes, batchRows, batchBytes, coalesceBytes, false, hints);
  }

  /** These options with hints. */
  public ReaderOptions withHints(KeyHints newHints) {
    return new ReaderOptions(
        firstReadBytes, batchRows, batchBytes, coalesceBytes, useIndex, newHints);
  }
}
