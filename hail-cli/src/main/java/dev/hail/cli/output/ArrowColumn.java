// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli.output;

import dev.hail.format.block.read.RowBatch;
import dev.hail.format.schema.Attribute;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * One column of a record batch.
 *
 * @param nullCount number of NULLs among the rows
 * @param buffers in Arrow's order: validity bitmap, offsets (strings only), values
 */
record ArrowColumn(int nullCount, List<byte[]> buffers) {
  private static final int DECIMAL_BYTES = 16;

  static ArrowColumn of(RowBatch batch, Attribute attribute, int begin, int end) {
    int position = attribute.position();
    byte[] validity = new byte[bitmapBytes(end - begin)];
    int nulls = 0;
    for (int row = begin; row < end; row++) {
      if (batch.isNull(row, position)) {
        nulls++;
      } else {
        setBit(validity, row - begin);
      }
    }
    byte[] shown = nulls == 0 ? new byte[0] : validity;
    return switch (attribute.type().kind()) {
      case STRING -> strings(batch, position, begin, end, nulls, shown);
      case BOOLEAN -> booleans(batch, position, begin, end, nulls, shown);
      case INT, DATE, FLOAT -> fixed(batch, attribute, begin, end, Integer.BYTES, nulls, shown);
      case BIGINT, TIMESTAMP, DOUBLE ->
          fixed(batch, attribute, begin, end, Long.BYTES, nulls, shown);
      case DECIMAL -> fixed(batch, attribute, begin, end, DECIMAL_BYTES, nulls, shown);
    };
  }

  private static ArrowColumn fixed(
      RowBatch batch,
      Attribute attribute,
      int begin,
      int end,
      int width,
      int nulls,
      byte[] validity) {
    ByteBuffer values =
        ByteBuffer.allocate(Math.multiplyExact(end - begin, width)).order(ByteOrder.LITTLE_ENDIAN);
    int position = attribute.position();
    for (int row = begin; row < end; row++) {
      if (batch.isNull(row, position)) {
        values.position(values.position() + width);
        continue;
      }
      switch (attribute.type().kind()) {
        case INT -> values.putInt(batch.getInt(row, position));
        case DATE -> values.putInt(batch.getDateDays(row, position));
        case FLOAT -> values.putFloat(batch.getFloat(row, position));
        case BIGINT -> values.putLong(batch.getLong(row, position));
        case TIMESTAMP -> values.putLong(batch.getTimestampMicros(row, position));
        case DOUBLE -> values.putDouble(batch.getDouble(row, position));
        case DECIMAL -> putDecimal(values, batch.getDecimal(row, position).unscaledValue());
        case BOOLEAN, STRING ->
            throw new IllegalStateException(attribute + " has no fixed width in bytes");
      }
    }
    return new ArrowColumn(nulls, List.of(validity, values.array()));
  }

  private static void putDecimal(ByteBuffer values, BigInteger unscaled) {
    values.putLong(unscaled.longValue());
    values.putLong(unscaled.shiftRight(Long.SIZE).longValue());
  }

  private static ArrowColumn booleans(
      RowBatch batch, int position, int begin, int end, int nulls, byte[] validity) {
    byte[] bits = new byte[bitmapBytes(end - begin)];
    for (int row = begin; row < end; row++) {
      if (!batch.isNull(row, position) && batch.getBoolean(row, position)) {
        setBit(bits, row - begin);
      }
    }
    return new ArrowColumn(nulls, List.of(validity, bits));
  }

  private static ArrowColumn strings(
      RowBatch batch, int position, int begin, int end, int nulls, byte[] validity) {
    ByteBuffer offsets =
        ByteBuffer.allocate(Math.multiplyExact(end - begin + 1, Integer.BYTES))
            .order(ByteOrder.LITTLE_ENDIAN);
    int length = 0;
    for (int row = begin; row < end; row++) {
      offsets.putInt(length);
      length = Math.addExact(length, batch.stringLength(row, position));
    }
    offsets.putInt(length);
    byte[] bytes = new byte[length];
    int at = 0;
    for (int row = begin; row < end; row++) {
      int size = batch.stringLength(row, position);
      if (size > 0) {
        int from = batch.stringOffset(row, position);
        System.arraycopy(batch.stringBuffer(row, position), from, bytes, at, size);
        at += size;
      }
    }
    return new ArrowColumn(nulls, List.of(validity, offsets.array(), bytes));
  }

  private static int bitmapBytes(int rows) {
    return (rows + 7) >> 3;
  }

  private static void setBit(byte[] bitmap, int bit) {
    bitmap[bit >> 3] |= (byte) (1 << (bit & 7));
  }
}
