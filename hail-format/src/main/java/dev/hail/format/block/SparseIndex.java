package dev.hail.format.block;

import dev.hail.format.key.KeyRange;
import dev.hail.format.predicate.Restriction;
import dev.hail.format.schema.Attribute;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The sparse clustered index of one replica (thesis 3.3.3): the first key of every partition of
 * rows. A key may be cut at its end, which makes it a lower bound of the partition's keys.
 */
public final class SparseIndex {
  /** Most bytes of keys of an index in memory. */
  static final int MAX_KEY_BYTES = 16 << 20;

  private final Attribute attribute;
  private final int rowCount;
  private final int partitionRows;
  private final int nullCount;

  /** First partition that has a key, that is a row whose attribute is not NULL. */
  private final int firstKeyed;

  private final byte[][] keys;
  private final boolean[] truncated;

  private SparseIndex(
      Attribute attribute, int rowCount, int partitionRows, int nullCount, int keyCount) {
    this.attribute = attribute;
    this.rowCount = rowCount;
    this.partitionRows = partitionRows;
    this.nullCount = nullCount;
    this.firstKeyed = nullCount / partitionRows;
    this.keys = new byte[keyCount][];
    this.truncated = new boolean[keyCount];
  }

  /** Number of keys of an index: partitions with a row whose attribute is not NULL. */
  static int keyCount(int rowCount, int partitionRows, int nullCount) {
    return nullCount == rowCount
        ? 0
        : partitions(rowCount, partitionRows) - nullCount / partitionRows;
  }

  static int partitions(int rowCount, int partitionRows) {
    return (rowCount + partitionRows - 1) / partitionRows;
  }

  static SparseIndex read(ByteCursor cursor, Attribute attribute, int rowCount, int partitionRows)
      throws CorruptBlockException {
    int nullCount = cursor.varInt();
    if (nullCount > rowCount) {
      throw cursor.damaged(nullCount + " NULLs in " + rowCount + " rows");
    }
    byte[] previous = cursor.bytes(cursor.varInt());
    int prefix = previous.length;
    int keyCount = keyCount(rowCount, partitionRows, nullCount);
    if (keyCount > cursor.remaining() / 2) {
      throw cursor.damaged(keyCount + " keys in " + cursor.remaining() + " bytes");
    }
    SparseIndex index = new SparseIndex(attribute, rowCount, partitionRows, nullCount, keyCount);
    long total = 0;
    for (int i = 0; i < keyCount; i++) {
      int shared = cursor.varInt();
      int suffix = cursor.varInt();
      index.truncated[i] = (suffix & 1) != 0;
      suffix >>>= 1;
      if (shared > previous.length - prefix) {
        throw cursor.damaged("a key shares " + shared + " bytes with a shorter one");
      }
      int kept = prefix + shared;
      total += kept + (long) suffix;
      if (total > MAX_KEY_BYTES) {
        throw cursor.damaged("keys of more than " + MAX_KEY_BYTES + " bytes");
      }
      int begin = cursor.take(suffix);
      byte[] key = Arrays.copyOf(previous, kept + suffix);
      cursor.copy(begin, key, kept, suffix);
      index.keys[i] = key;
      previous = key;
    }
    if (cursor.remaining() != 0) {
      throw cursor.damaged(cursor.remaining() + " bytes left over");
    }
    return index;
  }

  /** Position of the attribute the replica is sorted by. */
  public int attribute() {
    return attribute.position();
  }

  /** Number of partitions. */
  public int partitions() {
    return partitions(rowCount, partitionRows);
  }

  /** Rows whose attribute is NULL; they are the first ones of the replica. */
  public int nullCount() {
    return nullCount;
  }

  /**
   * A lower bound of the partition's keys: its first one, possibly cut. Empty for a partition that
   * has NULLs only.
   *
   * @param partition from 0
   * @return a copy
   */
  public byte[] key(int partition) {
    int i = keyNumber(partition);
    return i < 0 || keys.length == 0 ? new byte[0] : keys[i].clone();
  }

  /** Whether {@link #key} is cut, that is a true prefix of the partition's first key. */
  public boolean truncated(int partition) {
    int i = keyNumber(partition);
    return i >= 0 && keys.length > 0 && truncated[i];
  }

  private int keyNumber(int partition) {
    if (partition < 0 || partition >= partitions()) {
      throw new IllegalArgumentException(
          "partition " + partition + " of " + partitions() + ", counted from 0");
    }
    return partition - firstKeyed;
  }

  /**
   * Rows that can satisfy a restriction on the sort attribute, as sorted, disjoint ranges that
   * never miss a row.
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
      int end =
          range.high() == null ? keys.length : firstBeyond(range.high(), range.highInclusive());
      if (begin < end) {
        add(found, beginRow(begin), beginRow(end));
      }
    }
    return found;
  }

  private int beginRow(int key) {
    return key == keys.length ? rowCount : Math.max(nullCount, (firstKeyed + key) * partitionRows);
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

  /** First partition that may hold a key at or above (or just above) a bound. */
  private int firstReaching(byte[] low, boolean inclusive) {
    int begin = 0;
    int end = keys.length - 1;
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

  /** Whether the first key of a partition is surely below a lower bound, that is not in range. */
  private boolean firstKeyBelow(int i, byte[] low, boolean inclusive) {
    byte[] key = keys[i];
    if (truncated[i]
        && low.length >= key.length
        && Arrays.equals(key, 0, key.length, low, 0, key.length)) {
      return false;
    }
    int order = Arrays.compareUnsigned(key, low);
    return order < 0 || (order == 0 && !inclusive && !truncated[i]);
  }

  /** First partition whose keys are all surely above a bound. */
  private int firstBeyond(byte[] high, boolean inclusive) {
    int begin = 0;
    int end = keys.length;
    while (begin < end) {
      int middle = (begin + end) >>> 1;
      int order = Arrays.compareUnsigned(keys[middle], high);
      if (order > 0 || (order == 0 && (truncated[middle] || !inclusive))) {
        end = middle;
      } else {
        begin = middle + 1;
      }
    }
    return begin;
  }
}
