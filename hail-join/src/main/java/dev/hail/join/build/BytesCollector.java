// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.build;

import dev.hail.format.block.read.RowBatch;
import dev.hail.format.key.KeyRange;
import dev.hail.format.key.KeyRanges;
import dev.hail.format.key.Keys;
import dev.hail.format.schema.TypeKind;
import java.util.Arrays;
import java.util.TreeSet;

/**
 * Keys that are no integers: each of them as long as they are few, then the range from the least to
 * the greatest.
 */
final class BytesCollector extends KeyCollector {
  private final TypeKind kind;
  private final TreeSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);

  /** Whether only the least and the greatest key are kept. */
  private boolean many;

  BytesCollector(TypeKind kind, int attribute) {
    super(attribute);
    this.kind = kind;
  }

  @Override
  void addValue(RowBatch batch, int row, int position) {
    byte[] key = key(batch, row, position);
    if (many
        && Arrays.compareUnsigned(keys.first(), key) <= 0
        && Arrays.compareUnsigned(key, keys.last()) <= 0) {
      return;
    }
    keys.add(key);
    if (keys.size() > (many ? 2 : MOST_RANGES)) {
      many = true;
      byte[] least = keys.first();
      byte[] greatest = keys.last();
      keys.clear();
      keys.add(least);
      keys.add(greatest);
    }
  }

  private byte[] key(RowBatch batch, int row, int position) {
    return switch (kind) {
      case BOOLEAN -> Keys.ofLong(batch.getBoolean(row, position) ? 1 : 0);
      case INT, BIGINT, DATE, TIMESTAMP -> Keys.ofLong(batch.getLong(row, position));
      case FLOAT, DOUBLE -> Keys.ofDouble(batch.getDouble(row, position));
      case DECIMAL -> Keys.ofDecimal(batch.getDecimal(row, position).unscaledValue());
      case STRING ->
          Keys.ofString(
              batch.stringBuffer(row, position),
              batch.stringOffset(row, position),
              batch.stringLength(row, position));
    };
  }

  @Override
  KeyRanges ranges() {
    if (keys.isEmpty()) {
      return KeyRanges.none();
    }
    return many
        ? KeyRanges.of(KeyRange.of(keys.first(), true, keys.last(), true))
        : KeyRanges.of(keys.stream().map(KeyRange::point).toList());
  }
}
