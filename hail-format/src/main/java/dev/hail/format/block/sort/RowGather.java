// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.sort;

import dev.hail.format.block.layout.BitCodec;
import dev.hail.format.block.layout.ColumnLayout;
import dev.hail.format.block.layout.CorruptBlockException;

/** Copies the columns of a block into another block in a new order of rows. */
final class RowGather {
  private final byte[] from;
  private final byte[] to;

  /** The old row of each new row. */
  private final int[] order;

  RowGather(byte[] from, byte[] to, int[] order) {
    this.from = from;
    this.to = to;
    this.order = order;
  }

  void column(ColumnLayout column) throws CorruptBlockException {
    if (column.validity() != 0) {
      BitCodec.gather(from, to, column.validity(), order);
    }
    column.codec().gather(from, to, column, order);
  }
}
