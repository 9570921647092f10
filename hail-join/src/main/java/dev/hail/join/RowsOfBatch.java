// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join;

import dev.hail.format.block.read.RowBatch;
import dev.hail.format.schema.TypeKind;
import dev.hail.nativejoin.FlatBatch;
import dev.hail.nativejoin.FlatType;
import java.nio.ByteBuffer;

/** Copies attributes of a {@link RowBatch} into the columns of a {@link FlatBatch}. */
public final class RowsOfBatch {
  private RowsOfBatch() {}

  /**
   * Copies an attribute of some rows. A column may be wider than the attribute: BIGINT for INT,
   * DOUBLE for FLOAT.
   *
   * @param position of the attribute, from 1
   * @param from first row of {@code batch}
   * @param column number of a nullable column of {@code target}
   */
  public static void copy(
      RowBatch batch, int position, int from, int count, FlatBatch target, int column) {
    batch.copyValidity(position, from, count, target.validity(column));
    FlatType type = target.columns().get(column).type();
    if (type == FlatType.STRING) {
      ByteBuffer texts = target.values(column, batch.textBytes(position, from, count));
      batch.copyTexts(position, from, count, target.offsets(column), texts);
      return;
    }
    ByteBuffer values = target.values(column);
    batch.copyValues(position, from, count, values);
    TypeKind kind = batch.schema().attribute(position).type().kind();
    if (type == FlatType.BIGINT && kind == TypeKind.INT) {
      // From the last to the first, because the values grow where they lie.
      for (int i = count - 1; i >= 0; i--) {
        values.putLong(i * Long.BYTES, values.getInt(i * Integer.BYTES));
      }
    } else if (type == FlatType.DOUBLE && kind == TypeKind.FLOAT) {
      for (int i = count - 1; i >= 0; i--) {
        values.putDouble(i * Double.BYTES, values.getFloat(i * Float.BYTES));
      }
    }
  }
}
