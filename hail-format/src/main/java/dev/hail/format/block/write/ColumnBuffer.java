// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.write;

import dev.hail.format.block.layout.Capacity;
import dev.hail.format.block.layout.ColumnLayout;
import dev.hail.format.block.layout.Encoding;
import dev.hail.format.schema.Attribute;
import java.math.BigInteger;
import java.util.Arrays;

/** The values of one column while a block is collected. Each kind of value has a subclass. */
abstract class ColumnBuffer implements ColumnBuilder {
  final Attribute attribute;

  /** Values appended. */
  int count;

  private int[] nullRows = new int[16];
  private int nulls;

  ColumnBuffer(Attribute attribute) {
    this.attribute = attribute;
  }

  static ColumnBuffer of(Attribute attribute) {
    return switch (attribute.type().kind()) {
      case BOOLEAN, INT, BIGINT, DATE, TIMESTAMP -> new LongColumn(attribute);
      case FLOAT, DOUBLE -> new DoubleColumn(attribute);
      case DECIMAL -> new DecimalColumn(attribute);
      case STRING -> new StringColumn(attribute);
    };
  }

  /** Appends the placeholder of a NULL's value. */
  abstract void appendZero();

  /** Chooses the encoding. Must be called before any method that writes. */
  abstract Encoding seal();

  /** Writes all values into a block and overwrites what was there. */
  abstract void writeValues(byte[] block, ColumnLayout layout);

  /** Most bytes that an index on this column needs. */
  abstract long indexCapacity(int partitions);

  abstract long valueMemory();

  /** Discards the values from row {@code rows} on. */
  void truncate(int rows) {
    count = Math.min(count, rows);
    while (nulls > 0 && nullRows[nulls - 1] >= rows) {
      nulls--;
    }
  }

  @Override
  public final void appendNull() {
    if (nulls == nullRows.length) {
      nullRows = Arrays.copyOf(nullRows, Capacity.grown(nulls, nulls + 1L));
    }
    nullRows[nulls++] = count;
    appendZero();
  }

  final int nullCount() {
    return nulls;
  }

  final void writeValidity(byte[] block, int offset) {
    int whole = count >> 3;
    Arrays.fill(block, offset, offset + whole, (byte) -1);
    if ((count & 7) != 0) {
      block[offset + whole] = (byte) ((1 << (count & 7)) - 1);
    }
    for (int i = 0; i < nulls; i++) {
      int row = nullRows[i];
      block[offset + (row >> 3)] &= (byte) ~(1 << (row & 7));
    }
  }

  final long memoryBytes() {
    return valueMemory() + 4L * nullRows.length;
  }

  @Override
  public void appendLong(long value) {
    throw refused("integers");
  }

  @Override
  public void appendDouble(double value) {
    throw refused("floating point numbers");
  }

  @Override
  public void appendDecimal(BigInteger unscaled) {
    throw refused("decimals");
  }

  @Override
  public void appendDecimal(long unscaled) {
    throw refused("decimals");
  }

  @Override
  public void appendBytes(byte[] bytes, int offset, int length) {
    throw refused("strings");
  }

  @Override
  public void appendLongs(long[] values, int begin, int end) {
    throw refused("integers");
  }

  @Override
  public void appendDoubles(double[] values, int begin, int end) {
    throw refused("floating point numbers");
  }

  @Override
  public void appendDecimals(long[] unscaled, int begin, int end) {
    throw refused("decimals");
  }

  @Override
  public void appendStrings(byte[] bytes, int[] starts, int[] ends, int begin, int end) {
    throw refused("strings");
  }

  final IllegalArgumentException outOfRange(Object value) {
    return new IllegalArgumentException(
        value + " is out of range for attribute " + attribute.name() + " " + sqlType());
  }

  private IllegalArgumentException refused(String values) {
    return new IllegalArgumentException(
        "attribute " + attribute.name() + " is " + sqlType() + ", which takes no " + values);
  }

  private String sqlType() {
    return attribute.type().toSql();
  }
}
