// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.build;

import dev.hail.format.block.read.RowBatch;
import dev.hail.join.RowsOfBatch;
import dev.hail.join.build.BuildColumns.Column;
import dev.hail.join.build.BuildColumns.Content;
import dev.hail.nativejoin.FlatBatch;
import java.nio.ByteBuffer;
import java.util.List;

/** Rows of a build side in direct buffers, for one thread at a time. */
final class BuildBatch {
  /** Most rows of a batch. */
  static final int ROWS = 1 << 15;

  private static final int ALL_ONES = 0xFF;

  private final BuildColumns columns;
  private final FlatBatch flat;

  BuildBatch(BuildColumns columns) {
    this.columns = columns;
    this.flat = new FlatBatch(columns.flat(), ROWS);
    for (int i = 0; i < columns.columns().size(); i++) {
      if (columns.columns().get(i).content() == Content.MARK) {
        ByteBuffer marks = flat.values(i);
        for (int at = 0; at < marks.capacity(); at++) {
          marks.put(at, (byte) ALL_ONES);
        }
      }
    }
  }

  /** Fills the columns of values. */
  void fillValues(RowBatch batch, int from, int count) {
    flat.setRows(count);
    for (int i = 0; i < columns.columns().size(); i++) {
      Column column = columns.columns().get(i);
      if (column.content() == Content.VALUES) {
        RowsOfBatch.copy(batch, column.attribute(), from, count, flat, i);
      } else if (column.content() == Content.CODES) {
        batch.copyValidity(column.attribute(), from, count, flat.validity(i));
      }
    }
  }

  /** Fills the columns of codes of the same rows. */
  void fillCodes(RowBatch batch, int from, List<StringCodes> codes) {
    int next = 0;
    for (int i = 0; i < columns.columns().size(); i++) {
      Column column = columns.columns().get(i);
      if (column.content() == Content.CODES) {
        fillCodes(batch, column.attribute(), from, codes.get(next++), flat.values(i));
      }
    }
  }

  private void fillCodes(
      RowBatch batch, int attribute, int from, StringCodes codes, ByteBuffer target) {
    for (int row = 0; row < flat.rows(); row++) {
      int code = 0;
      if (!batch.isNull(from + row, attribute)) {
        code =
            codes.codeOf(
                batch.stringBuffer(from + row, attribute),
                batch.stringOffset(from + row, attribute),
                batch.stringLength(from + row, attribute));
      }
      target.putInt(row * Integer.BYTES, code);
    }
  }

  FlatBatch flat() {
    return flat;
  }
}
