// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.build;

import dev.hail.format.block.read.RowBatch;
import dev.hail.format.key.KeyRanges;
import dev.hail.format.predicate.Restriction;
import dev.hail.format.schema.TypeKind;

/**
 * Collects the values of a key of a build side, so that an index on the input's attribute can leave
 * out rows without a match. Memory is bounded, so the ranges may hold values that did not occur.
 * Not thread-safe.
 */
abstract class KeyCollector {
  /** Most ranges that {@link #restriction} has. */
  static final int MOST_RANGES = 4096;

  private final int attribute;
  private boolean hasNull;

  KeyCollector(int attribute) {
    this.attribute = attribute;
  }

  /**
   * Returns a collector for an attribute.
   *
   * @param attribute position from 1
   */
  static KeyCollector of(TypeKind kind, int attribute) {
    return switch (kind) {
      case INT, BIGINT, DATE, TIMESTAMP -> new LongCollector(attribute);
      case BOOLEAN, FLOAT, DOUBLE, DECIMAL, STRING -> new BytesCollector(kind, attribute);
    };
  }

  /** Adds the values of some rows of a batch. */
  final void add(RowBatch batch, int from, int count) {
    for (int row = from; row < from + count; row++) {
      if (batch.isNull(row, attribute)) {
        hasNull = true;
      } else {
        addValue(batch, row, attribute);
      }
    }
  }

  abstract void addValue(RowBatch batch, int row, int position);

  abstract KeyRanges ranges();

  /**
   * Returns what values of the input must meet to have a match.
   *
   * @param nullEqual whether NULL matches NULL
   */
  final Restriction restriction(boolean nullEqual) {
    return new Restriction(ranges(), nullEqual && hasNull);
  }
}
