// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block;

import dev.hail.format.key.Keys;
import java.math.BigInteger;

/**
 * Where the buffers of one column stand in a block: offsets and lengths in bytes from the begin of
 * the block, 0 for a buffer that the column does not have.
 *
 * @param encoding how values are stored
 * @param nullCount rows whose value is NULL
 * @param validity offset of the validity bitmap; none if no row is NULL
 * @param values offset of the values, bits, dictionary codes or string offsets
 * @param bytes offset of the bytes of plain strings
 * @param bytesLength their length
 * @param entries number of dictionary entries
 * @param entryOffsets offset of the dictionary's {@code entries + 1} string offsets
 * @param entryBytes offset of the bytes of its strings
 * @param entryBytesLength their length
 */
record ColumnLayout(
    Encoding encoding,
    int nullCount,
    int validity,
    int values,
    int bytes,
    int bytesLength,
    int entries,
    int entryOffsets,
    int entryBytes,
    int entryBytesLength) {

  /** Bytes of one of these in a descriptor. */
  static final int STORED = 4 + 9 * 4;

  /** Whether a row's value is NULL. */
  boolean isNull(byte[] block, int row) {
    return validity != 0 && ((block[validity + (row >> 3)] >> (row & 7)) & 1) == 0;
  }

  /** The value of an integer column or the code of a dictionary column of up to 32 bits. */
  int integer(byte[] block, int row) {
    return switch (encoding) {
      case BIT -> (block[values + (row >> 3)] >> (row & 7)) & 1;
      case INT8, DICTIONARY8 -> block[values + row];
      case INT16, DICTIONARY16 -> LittleEndian.getShort(block, values + 2 * row);
      case INT32, DICTIONARY32 -> LittleEndian.getInt(block, values + 4 * row);
      default -> throw new IllegalStateException(encoding + " is no integer of 32 bits");
    };
  }

  /** The key of a row that is not NULL, in a column of numbers. */
  byte[] key(byte[] block, int row) {
    return switch (encoding) {
      case BIT, INT8, INT16, INT32 -> Keys.ofLong(integer(block, row));
      case INT64 -> Keys.ofLong(LittleEndian.getLong(block, values + 8 * row));
      case FLOAT32 ->
          Keys.ofDouble(Float.intBitsToFloat(LittleEndian.getInt(block, values + 4 * row)));
      case FLOAT64 ->
          Keys.ofDouble(Double.longBitsToDouble(LittleEndian.getLong(block, values + 8 * row)));
      case DECIMAL128 -> Keys.ofDecimal(decimal(block, values + 16 * row));
      case UTF8, DICTIONARY8, DICTIONARY16, DICTIONARY32 ->
          throw new IllegalStateException(encoding + " is no number");
    };
  }

  /** Where the string of a row stands, in a block whose strings and codes have been checked. */
  int stringAt(byte[] block, int row) {
    return encoding == Encoding.UTF8
        ? bytes + LittleEndian.getInt(block, values + 4 * row)
        : entryBytes + LittleEndian.getInt(block, entryOffsets + 4 * integer(block, row));
  }

  /** Bytes of the string of a row, in a block whose strings and codes have been checked. */
  int stringLength(byte[] block, int row) {
    int at = encoding == Encoding.UTF8 ? values + 4 * row : entryOffsets + 4 * integer(block, row);
    return LittleEndian.getInt(block, at + 4) - LittleEndian.getInt(block, at);
  }

  /** A number of 128 bits. */
  static BigInteger decimal(byte[] bytes, int at) {
    byte[] bigEndian = new byte[16];
    for (int i = 0; i < 16; i++) {
      bigEndian[i] = bytes[at + 15 - i];
    }
    return new BigInteger(bigEndian);
  }

  void write(ByteSink sink) {
    sink.u32(encoding.id);
    sink.u32(nullCount);
    sink.u32(validity);
    sink.u32(values);
    sink.u32(bytes);
    sink.u32(bytesLength);
    sink.u32(entries);
    sink.u32(entryOffsets);
    sink.u32(entryBytes);
    sink.u32(entryBytesLength);
  }

  static ColumnLayout read(ByteCursor cursor) throws CorruptBlockException {
    int id = cursor.u31();
    Encoding encoding = Encoding.ofId(id);
    if (encoding == null) {
      throw cursor.damaged("unknown encoding " + id);
    }
    return new ColumnLayout(
        encoding,
        cursor.u31(),
        cursor.u31(),
        cursor.u31(),
        cursor.u31(),
        cursor.u31(),
        cursor.u31(),
        cursor.u31(),
        cursor.u31(),
        cursor.u31());
  }
}
