// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli.output;

import dev.hail.format.block.read.RowBatch;

/**
 * Turns rows into bytes. Encoded parts can be joined in any order. Safe for use by many threads.
 */
public interface RowEncoder {
  /** Bytes before all rows; may be empty. */
  byte[] begin();

  /**
   * Encodes some rows of a batch.
   *
   * @param begin first row, from 0
   * @param end row after the last one
   */
  byte[] encode(RowBatch batch, int begin, int end);

  /** Bytes after all rows; may be empty. */
  byte[] end();
}
