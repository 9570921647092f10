// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.layout;

import dev.hail.format.key.KeyRange;
import dev.hail.format.predicate.Restriction;
import dev.hail.format.schema.Attribute;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The sparse clustered index of one replica (thesis 3.3.3): the first key of every partition of
 * rows. A key may be truncated; it is still a lower bound of the partition's keys.
 */
public final class SparseIndex {
  /** Most partitions of a block. */
  public static final int MAX_PARTITIONS = 1 << 22;

  /** Most bytes that the keys of one index take in memory. */
  public static final int MAX_KEY_BYTES = 16 << 20;

  private final Attribute attribute;
  private final int rowCount;
  private final int partitionRows;
  private final int nullCount;

  /** First partition with a key, that is, with a row whose attribute is not NULL. */
  private final int firstKeyed;

  /**
   * The keys one after another; the next two fields say where each begins and which are truncated.
   */
  private byte[] keyBytes = new byte[256];

  private final int[] begins;
  private final BitSet truncated = new BitSet();
  private final int keyCount;

  private SparseIndex(
      Attribute attribute, int rowCount, int partitionRows, int nullCount, int keyCount) {
    this.attribute = attribute;
    this.rowCount = rowCount;
    this.partitionRows = partitionRows;
    this.nullCount = nullCount;
    this.firstKeyed = nullCount / partitionRows;
    this.keyCount = keyCount;
    this.begins = new int[keyCount + 1];
  }

  /** Number of keys of an index: the partitions with a row whose attribute is not NULL. */
  public static int keyCount(int rowCount, int partitionRows, int nullCount) {
    return nullCount == rowCount
        ? 0
        : partitions(rowCount, partitionRows) - nullCount / partitionRows;
  }

  public static int partitions(int rowCount, int partitionRows) {
    return (int) ((rowCount + (long) partitionRows - 1) / partitionRows);
  }

  static SparseIndex read(ByteCursor cursor, Attribute attribute, int rowCount, int partitionRows)
      throws CorruptBlockException {
    int nullCount = cursor.varInt();
    if (nullCount > rowCount) {
      throw cursor.damaged(nullCount + " NULLs in " + rowCount + " rows");
    }
    int prefixLength = cursor.varInt();
    int prefix = cursor.take(prefixLength);
    int keyCount = keyCount(rowCount, partitionRows, nullCount);
    if (keyCount > cursor.remaining() / 2) {
      throw cursor.damaged(keyCount + " keys in " + cursor.remaining() + " bytes");
    }
    SparseIndex index = new SparseIndex(attribute, rowCount, partitionRows, nullCount, keyCount);
    for (int i = 0; i < keyCount; i++) {
      index.readKey(cursor, i, prefix, prefixLength);
    }
    if (cursor.remaining() != 0) {
      throw cursor.damaged(cursor.remaining() + " bytes left over");
    }
    return index;
  }

  private void readKey(ByteCursor cursor, int i, int prefix, int prefixLength)
      throws CorruptBlockException {
    int shared = cursor.varInt();
    int suffix = cursor.varInt();
    truncated.set(i, (suffix & 1) != 0);
    suffix >>>= 1;
    int begin = begins[i];
    int sharable = i == 0 ? 0 : begin - begins[i - 1] - prefixLength;
    if (shared > sharable) {
      throw cursor.damaged("a key shares " + shared + " bytes of " + sharable);
    }
    int kept = prefixLength + shared;
    long end = begin + (long) kept + suffix;
    if (end > MAX_KEY_BYTES) {
      throw cursor.damaged("keys of more than " + MAX_KEY_BYTES + " bytes");
    }
    if (end > keyBytes.length) {
      keyBytes = Arrays.copyOf(keyBytes, Capacity.grown(keyBytes.length, end));
    }
    if (i == 0) {
      cursor.copy(prefix, keyBytes, 0, prefixLength);
    } else {
      System.arraycopy(keyBytes, begins[i - 1], keyBytes, begin, kept);
    }
    cursor.copy(cursor.take(suffix), keyBytes, begin + kept, suffix);
    begins[i + 1] = (int) end;
  }

  /** Position of the attribute that the replica is sorted by. */
  public int attribute() {
    return attribute.position();
  }

  /** Number of partitions. */
  public int partitions() {
    return partitions(rowCount, partitionRows);
  }

  /** Rows whose attribute is NULL; they come first in the replica. */
  public int nullCount() {
    return nullCount;
  }

  /**
   * A lower bound of the partition's keys: its first key, possibly truncated. Empty for a partition
   * of NULLs only.
   *
   * @param partition from 0
   * @return a copy
   */
  public byte[] key(int partition) {
    int i = keyNumber(partition);
    return i < 0 || keyCount == 0
        ? new byte[0]
        : Arrays.copyOfRange(keyBytes, begins[i], begins[i + 1]);
  }

  /** Whether {@link #key} is truncated, that is, a proper prefix of the partition's first key. */
  public boolean truncated(int partition) {
    int i = keyNumber(partition);
    return i >= 0 && truncated.get(i);
  }

  private int keyNumber(int partition) {
    if (partition < 0 || partition >= partitions()) {
      throw new IllegalArgumentException(
          "partition " + partition + " of " + partitions() + ", counted from 0");
    }
    return partition - firstKeyed;
  }

  /**
   * Rows that can satisfy a restriction on the sort attribute, as ascending, disjoint ranges. They
   * include every row that does satisfy it.
   */
  public List<RowRange> lookup(Restriction restriction) {
    List<RowRange> found = new ArrayList<>();
    if (restriction.isUnrestricted()) {
      add(found, 0, rowCount);
      return found;
    }
    if (restriction.acceptsNull()) {
      add(found, 0, nullCount);
    }
    for (KeyRange range : restriction.ranges().ranges()) {
      int begin = range.low() == null ? 0 : firstReaching(range.low(), range.lowInclusive());
      int end = range.high() == null ? keyCount : firstBeyond(range.high(), range.highInclusive());
      if (begin < end) {
        add(found, beginRow(begin), beginRow(end));
      }
    }
    return found;
  }

  private int beginRow(int key) {
    return key == keyCount ? rowCount : Math.max(nullCount, (firstKeyed + key) * partitionRows);
  }

  private static void add(List<RowRange> found, int begin, int end) {
    if (begin >= end) {
      return;
    }
    int last = found.size() - 1;
    if (last >= 0 && found.get(last).end() >= begin) {
      RowRange previous = found.get(last);
      found.set(last, new RowRange(previous.begin(), Math.max(previous.end(), end)));
    } else {
      found.add(new RowRange(begin, end));
    }
  }

  /** First partition that may hold a key at or above a bound, or above it if not inclusive. */
  private int firstReaching(byte[] low, boolean inclusive) {
    int begin = 0;
    int end = keyCount - 1;
    while (begin < end) {
      int middle = (begin + end) >>> 1;
      if (firstKeyBelow(middle + 1, low, inclusive)) {
        begin = middle + 1;
      } else {
        end = middle;
      }
    }
    return begin;
  }

  /**
   * Whether the first key of a partition is certainly below a lower bound and thus out of range.
   */
  private boolean firstKeyBelow(int i, byte[] low, boolean inclusive) {
    boolean cut = truncated.get(i);
    int length = begins[i + 1] - begins[i];
    if (cut
        && low.length >= length
        && Arrays.equals(keyBytes, begins[i], begins[i + 1], low, 0, length)) {
      return false;
    }
    int order = compare(i, low);
    return order < 0 || (order == 0 && !inclusive && !cut);
  }

  private int compare(int i, byte[] bound) {
    return Arrays.compareUnsigned(keyBytes, begins[i], begins[i + 1], bound, 0, bound.length);
  }

  /** First partition whose keys are all certainly above a bound. */
  private int firstBeyond(byte[] high, boolean inclusive) {
    int begin = 0;
    int end = keyCount;
    while (begin < end) {
      int middle = (begin + end) >>> 1;
      int order = compare(middle, high);
      if (order > 0 || (order == 0 && (truncated.get(middle) || !inclusive))) {
        end = middle;
      } else {
        begin = middle + 1;
      }
    }
    return begin;
  }
}
