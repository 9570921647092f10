// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.write;

import dev.hail.format.block.layout.Capacity;
import dev.hail.format.block.layout.ColumnLayout;
import dev.hail.format.block.layout.Encoding;
import dev.hail.format.block.sort.IndexEncoder;
import dev.hail.format.key.Keys;
import dev.hail.format.schema.Attribute;
import java.math.BigInteger;
import java.util.Arrays;

/** DECIMAL, as unscaled numbers of 128 bits. */
final class DecimalColumn extends ColumnBuffer {
  private static final int LONG_DIGITS = 18;

  private final BigInteger bound;
  private final long longBound;
  private long[] low = new long[1024];
  private long[] high = new long[1024];

  DecimalColumn(Attribute attribute) {
    super(attribute);
    int digits = attribute.type().precision();
    bound = BigInteger.TEN.pow(digits);
    longBound = digits <= LONG_DIGITS ? bound.longValueExact() : 0;
  }

  @Override
  public void appendDecimal(long unscaled) {
    if (longBound != 0 && (unscaled >= longBound || unscaled <= -longBound)) {
      throw outOfRange("the unscaled value " + unscaled);
    }
    append(unscaled, unscaled >> 63);
  }

  @Override
  public void appendDecimal(BigInteger unscaled) {
    if (unscaled.abs().compareTo(bound) >= 0) {
      throw outOfRange("the unscaled value " + unscaled);
    }
    append(unscaled.longValue(), unscaled.shiftRight(64).longValue());
  }

  @Override
  public void appendDecimals(long[] unscaled, int begin, int end) {
    for (int i = begin; i < end; i++) {
      appendDecimal(unscaled[i]);
    }
  }

  @Override
  void appendZero() {
    append(0, 0);
  }

  private void append(long lowBits, long highBits) {
    if (count == low.length) {
      int capacity = Capacity.grown(count, count + 1L);
      low = Arrays.copyOf(low, capacity);
      high = Arrays.copyOf(high, capacity);
    }
    low[count] = lowBits;
    high[count++] = highBits;
  }

  @Override
  Encoding seal() {
    return Encoding.DECIMAL128;
  }

  @Override
  void writeValues(byte[] block, ColumnLayout layout) {
    layout.codec().write(block, layout.values(), count, low, high);
  }

  @Override
  long indexCapacity(int partitions) {
    return IndexEncoder.capacityForFixed(partitions, Keys.DECIMAL_BYTES);
  }

  @Override
  long valueMemory() {
    return 16L * low.length;
  }
}
