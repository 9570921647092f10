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

/** BOOLEAN, INT, BIGINT, DATE and TIMESTAMP. */
final class LongColumn extends ColumnBuffer {
  private final long least;
  private final long greatest;
  private long[] values = new long[1024];

  LongColumn(Attribute attribute) {
    super(attribute);
    TypeKind kind = attribute.type().kind();
    boolean wide = kind == TypeKind.BIGINT || kind == TypeKind.TIMESTAMP;
    if (kind == TypeKind.BOOLEAN) {
      least = 0;
      greatest = 1;
    } else {
      least = wide ? Long.MIN_VALUE : Integer.MIN_VALUE;
      greatest = wide ? Long.MAX_VALUE : Integer.MAX_VALUE;
    }
  }

  @Override
  public void appendLong(long value) {
    if (value < least || value > greatest) {
      throw outOfRange(value);
    }
    append(value);
  }

  @Override
  public void appendLongs(long[] source, int begin, int end) {
    for (int i = begin; i < end; i++) {
      if (source[i] < least || source[i] > greatest) {
        throw outOfRange(source[i]);
      }
    }
    int length = end - begin;
    if (length > values.length - count) {
      values = Arrays.copyOf(values, Capacity.grown(values.length, (long) count + length));
    }
    System.arraycopy(source, begin, values, count, length);
    count += length;
  }

  @Override
  void appendZero() {
    append(0);
  }

  private void append(long value) {
    if (count == values.length) {
      values = Arrays.copyOf(values, Capacity.grown(count, count + 1L));
    }
    values[count++] = value;
  }

  @Override
  Encoding seal() {
    return switch (attribute.type().kind()) {
      case BOOLEAN -> Encoding.BIT;
      case DATE -> Encoding.INT32;
      case TIMESTAMP -> Encoding.INT64;
      default -> narrowest();
    };
  }

  private Encoding narrowest() {
    long min = 0;
    long max = 0;
    for (int i = 0; i < count; i++) {
      min = Math.min(min, values[i]);
      max = Math.max(max, values[i]);
    }
    return Encoding.ofRange(min, max);
  }

  @Override
  void writeValues(byte[] block, ColumnLayout layout) {
    layout.codec().write(block, layout.values(), 0, count, values);
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
