// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import dev.hail.format.block.write.BuiltBlock;

/** A HAIL block in memory, ready to be sent. */
final class EncodedBlock {
  private final int index;
  private final byte[] bytes;
  private final int length;
  private final int rowCount;
  private final int badRecords;
  private final long textBytes;

  /**
   * @param index place in the file, from 0
   * @param built the block
   * @param rowCount number of rows, without bad records
   * @param badRecords number of bad records
   * @param textBytes bytes of the block's text
   */
  EncodedBlock(int index, BuiltBlock built, int rowCount, int badRecords, long textBytes) {
    this.index = index;
    this.bytes = built.bytes();
    this.length = built.length();
    this.rowCount = rowCount;
    this.badRecords = badRecords;
    this.textBytes = textBytes;
  }

  int index() {
    return index;
  }

  /** The array that starts with the block, not a copy. */
  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  int rowCount() {
    return rowCount;
  }

  int badRecords() {
    return badRecords;
  }

  long textBytes() {
    return textBytes;
  }
}
