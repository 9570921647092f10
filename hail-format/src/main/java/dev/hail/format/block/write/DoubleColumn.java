// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.write;

import dev.hail.format.block.layout.Capacity;
import dev.hail.format.block.layout.ColumnLayout;
import dev.hail.format.block.layout.Encoding;
import dev.hail.format.block.sort.IndexEncoder;
import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.TypeKind;
import java.util.Arrays;

/** FLOAT and DOUBLE. */
final class DoubleColumn extends ColumnBuffer {
  private double[] values = new double[1024];

  DoubleColumn(Attribute attribute) {
    super(attribute);
  }

  @Override
  public void appendDouble(double value) {
    if (count == values.length) {
      values = Arrays.copyOf(values, Capacity.grown(count, count + 1L));
    }
    values[count++] = value;
  }

  @Override
  public void appendDoubles(double[] source, int begin, int end) {
    int length = end - begin;
    if (length > values.length - count) {
      values = Arrays.copyOf(values, Capacity.grown(values.length, (long) count + length));
    }
    System.arraycopy(source, begin, values, count, length);
    count += length;
  }

  @Override
  void appendZero() {
    appendDouble(0);
  }

  @Override
  Encoding seal() {
    return attribute.type().kind() == TypeKind.FLOAT ? Encoding.FLOAT32 : Encoding.FLOAT64;
  }

  @Override
  void writeValues(byte[] block, ColumnLayout layout) {
    layout.codec().write(block, layout.values(), count, values);
  }

  @Override
  long indexCapacity(int partitions) {
    return IndexEncoder.capacityForFixed(partitions, Long.BYTES);
  }

  @Override
  long valueMemory() {
    return 8L * values.length;
  }
}
