// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.sort;

import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.ByteSink;
import dev.hail.format.block.layout.ColumnLayout;
import dev.hail.format.key.Keys;
import dev.hail.format.schema.TypeKind;
import java.util.Arrays;

/** The first keys of a sorted replica's partitions, in order. Keys of strings are not copied. */
final class IndexKeys {
  private final byte[] bytes;
  private final int[] begins;
  private final int[] ends;

  private IndexKeys(byte[] bytes, int count) {
    this.bytes = bytes;
    this.begins = new int[count];
    this.ends = new int[count];
  }

  /**
   * The keys of a block that is sorted by an attribute. The block's strings and codes must have
   * been checked.
   *
   * @param count partitions with a row whose attribute is not NULL
   */
  static IndexKeys of(byte[] sorted, BlockFront front, int attribute, int count) {
    ColumnLayout column = front.column(attribute);
    TypeKind kind = front.schema().attribute(attribute).type().kind();
    boolean strings = kind == TypeKind.STRING;
    int width = kind == TypeKind.DECIMAL ? Keys.DECIMAL_BYTES : Long.BYTES;
    IndexKeys keys = new IndexKeys(strings ? sorted : new byte[width * count], count);
    int nulls = column.nullCount();
    int firstKeyed = nulls / front.partitionRows();
    for (int i = 0; i < count; i++) {
      int row = Math.max(nulls, (firstKeyed + i) * front.partitionRows());
      if (strings) {
        keys.begins[i] = column.stringBegin(sorted, row);
        keys.ends[i] = column.stringEnd(sorted, row);
      } else {
        keys.begins[i] = width * i;
        keys.ends[i] = width * i + width;
        System.arraycopy(column.key(sorted, row), 0, keys.bytes, keys.begins[i], width);
      }
    }
    return keys;
  }

  int count() {
    return begins.length;
  }

  int length(int i) {
    return ends[i] - begins[i];
  }

  /** Number of leading bytes that two keys have in common. */
  int commonPrefix(int a, int b) {
    int mismatch = Arrays.mismatch(bytes, begins[a], ends[a], bytes, begins[b], ends[b]);
    return mismatch < 0 ? length(a) : mismatch;
  }

  /** Appends a part of a key to a sink. */
  void put(ByteSink sink, int i, int from, int length) {
    sink.put(bytes, begins[i] + from, length);
  }
}
