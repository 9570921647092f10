// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.write;

import dev.hail.format.block.layout.Capacity;
import dev.hail.format.block.layout.ColumnLayout;
import dev.hail.format.block.layout.Encoding;
import dev.hail.format.block.layout.LittleEndian;
import dev.hail.format.block.layout.StringTable;
import dev.hail.format.block.sort.SortMemory;
import dev.hail.format.block.sort.StringSort;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The distinct strings of a column, collected row by row. Each gets an id in order of appearance.
 * After sorting, the rank of an id is the code that a block stores. This class also decides whether
 * a dictionary pays; the decision depends on the rows and their order alone.
 */
final class Dictionary {
  /** The id of a row that is NULL. */
  static final int NULL_ID = -1;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Largest dictionary in bytes: an index scan must read all of it. */
  private static final int MAX_BYTES = 512 << 10;

  /** Rows after which a trial ends if the dictionary does not pay. */
  private static final int TRIAL_ROWS = 1 << 16;

  /** Rows whose codes are written together. */
  private static final int WRITTEN_ROWS = 1 << 10;

  /** Approximate cost in bytes of a dictionary in Arrow metadata and alignment. */
  private static final int OVERHEAD = 512;

  /** Strings of up to two words are identified by these words and their length alone. */
  private static final int SHORT = 2 * Long.BYTES;

  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final long TAIL_MULTIPLIER = 0xC2B2AE3D27D4EB4FL;
  private static final int NEVER = Integer.MAX_VALUE;

  private byte[] bytes = new byte[1 << 12];
  private int[] bounds = new int[257];
  private int[] firstRows = new int[256];

  /** First word of each entry, or the hash of a long one; the next field is the last word. */
  private long[] heads = new long[256];

  private long[] tails = new long[256];
  private int size;
  private int[] slots = new int[1024];
  private int slotShift = Long.SIZE - 10;

  /** Bytes of the strings of all rows. */
  private long rowBytes;

  /** The first row at which the dictionary was found not to pay. */
  private int refusedAt = NEVER;

  private int[] sorted;
  private int[] ranks;

  /** Number of entries. */
  int size() {
    return size;
  }

  /** Bytes of all entries. */
  int byteCount() {
    return bounds[size];
  }

  /** Bytes of the strings of all rows. */
  long rowBytes() {
    return rowBytes;
  }

  int length(int id) {
    return bounds[id + 1] - bounds[id];
  }

  /** Bytes of the longest entry. */
  int longest() {
    int longest = 0;
    for (int id = 0; id < size; id++) {
      longest = Math.max(longest, length(id));
    }
    return longest;
  }

  long memoryBytes() {
    return bytes.length
        + 4L * (bounds.length + firstRows.length + slots.length)
        + 16L * heads.length;
  }

  /** Whether a row before the given one has shown that a dictionary does not pay. */
  boolean isRefused(int rows) {
    return refusedAt < rows;
  }

  /** Whether a dictionary at least halves the bytes of a column of {@code rows} rows. */
  boolean pays(int rows, int nulls) {
    if (rows == nulls || isRefused(rows) || 4L * rows + rowBytes < OVERHEAD) {
      return false;
    }
    int width = Encoding.ofDictionary(size).codec().width();
    long coded = storedBytes() + (long) rows * width + OVERHEAD;
    return 2 * coded <= 4L * rows + rowBytes;
  }

  private long storedBytes() {
    return 4 + 4L * size + bounds[size];
  }

  private void judge(int row) {
    if (refusedAt != NEVER) {
      return;
    }
    boolean trialOver = (row & (TRIAL_ROWS - 1)) == TRIAL_ROWS - 1;
    if (storedBytes() > MAX_BYTES || (trialOver && 4 * storedBytes() > 3 * (4L * row + rowBytes))) {
      refusedAt = row;
    }
  }

  /** Records a row that is NULL. */
  void addNull(int row) {
    judge(row);
  }

  /** Id of a row's string. */
  int add(byte[] source, int begin, int end, int row) {
    int length = end - begin;
    long head;
    long tail = 0;
    if (length <= Long.BYTES) {
      head = word(source, begin, length);
    } else {
      head = (long) LONG.get(source, begin);
      tail = (long) LONG.get(source, end - Long.BYTES);
      if (length > SHORT) {
        head = hash(source, begin, end, head);
      }
    }
    rowBytes += length;
    long mixed = (head ^ (tail + length) * TAIL_MULTIPLIER) * MULTIPLIER;
    int slot = (int) (mixed >>> slotShift);
    while (true) {
      int id = slots[slot] - 1;
      if (id < 0) {
        int added = addEntry(source, begin, length, head, tail, row, slot);
        judge(row);
        return added;
      }
      if (heads[id] == head
          && tails[id] == tail
          && length(id) == length
          && (length <= SHORT || same(source, begin, end, bounds[id]))) {
        if ((row & (TRIAL_ROWS - 1)) == TRIAL_ROWS - 1) {
          judge(row);
        }
        return id;
      }
      slot = (slot + 1) & (slots.length - 1);
    }
  }

  /** Up to eight bytes as one number. */
  private static long word(byte[] source, int begin, int length) {
    if (begin <= source.length - Long.BYTES) {
      return length == 0 ? 0 : (long) LONG.get(source, begin) << (Long.SIZE - 8 * length);
    }
    long word = 0;
    for (int i = 0; i < length; i++) {
      word |= (source[begin + i] & 0xFFL) << (Long.SIZE - 8 * (length - i));
    }
    return word;
  }

  /** Hash of all words of a long string but the last. */
  private static long hash(byte[] source, int begin, int end, long head) {
    long hash = head;
    for (int at = begin + Long.BYTES; at < end - Long.BYTES; at += Long.BYTES) {
      hash = hash * MULTIPLIER;
      hash ^= (hash >>> 32) ^ (long) LONG.get(source, at);
    }
    return hash;
  }

  private boolean same(byte[] source, int begin, int end, int entry) {
    int shift = entry - begin;
    for (int at = begin; at < end - Long.BYTES; at += Long.BYTES) {
      if ((long) LONG.get(source, at) != (long) LONG.get(bytes, at + shift)) {
        return false;
      }
    }
    return true; // the last word has been compared
  }

  private int addEntry(
      byte[] source, int begin, int length, long head, long tail, int row, int slot) {
    if (size == heads.length) {
      grow();
    }
    int at = bounds[size];
    if (length > bytes.length - at) {
      bytes = Arrays.copyOf(bytes, Capacity.grown(bytes.length, (long) at + length));
    }
    System.arraycopy(source, begin, bytes, at, length);
    bounds[size + 1] = at + length;
    heads[size] = head;
    tails[size] = tail;
    firstRows[size] = row;
    size++;
    if (4 * size > slots.length) {
      rehash(4 * slots.length);
    } else {
      slots[slot] = size;
    }
    return size - 1;
  }

  private void grow() {
    int capacity = 2 * size;
    bounds = Arrays.copyOf(bounds, capacity + 1);
    heads = Arrays.copyOf(heads, capacity);
    tails = Arrays.copyOf(tails, capacity);
    firstRows = Arrays.copyOf(firstRows, capacity);
  }

  private void rehash(int slotCount) {
    slots = new int[slotCount];
    slotShift = Long.SIZE - Integer.numberOfTrailingZeros(slotCount);
    for (int id = 0; id < size; id++) {
      int slot = slotOf(id);
      while (slots[slot] != 0) {
        slot = (slot + 1) & (slots.length - 1);
      }
      slots[slot] = id + 1;
    }
  }

  private int slotOf(int id) {
    long mixed = (heads[id] ^ (tails[id] + length(id)) * TAIL_MULTIPLIER) * MULTIPLIER;
    return (int) (mixed >>> slotShift);
  }

  /**
   * Discards rows.
   *
   * @param ids ids of all rows
   * @param rows rows to keep
   * @param count rows so far
   */
  void truncate(int[] ids, int rows, int count) {
    for (int row = rows; row < count; row++) {
      rowBytes -= ids[row] == NULL_ID ? 0 : length(ids[row]);
    }
    // The last entries are at the ends of their chains of slots, so no chain is broken.
    while (size > 0 && firstRows[size - 1] >= rows) {
      int slot = slotOf(size - 1);
      while (slots[slot] != size) {
        slot = (slot + 1) & (slots.length - 1);
      }
      slots[slot] = 0;
      size--;
    }
    if (refusedAt >= rows) {
      refusedAt = NEVER;
    }
  }

  void clear() {
    Arrays.fill(slots, 0);
    size = 0;
    rowBytes = 0;
    refusedAt = NEVER;
  }

  /**
   * Writes out the strings of rows, one after another.
   *
   * @param ends receives the end of each row's string
   */
  void expand(int[] ids, int rows, byte[] target, int[] ends) {
    int at = 0;
    for (int row = 0; row < rows; row++) {
      if (ids[row] != NULL_ID) {
        int length = length(ids[row]);
        System.arraycopy(bytes, bounds[ids[row]], target, at, length);
        at += length;
      }
      ends[row] = at;
    }
  }

  /** Sorts the entries collected so far. Must be called before anything is written. */
  void sort() {
    sorted = new int[size];
    Arrays.setAll(sorted, id -> id);
    byte[] offsets = new byte[4 * (size + 1)];
    for (int id = 0; id <= size; id++) {
      LittleEndian.putInt(offsets, 4 * id, bounds[id]);
    }
    StringTable entries = new StringTable(offsets, 0, bytes, 0);
    new StringSort(new SortMemory()).sort(entries, sorted, 0, size);
    ranks = new int[size + 1];
    for (int rank = 0; rank < size; rank++) {
      ranks[sorted[rank] + 1] = rank;
    }
  }

  /** Writes entries and codes into a block. */
  void write(byte[] block, ColumnLayout layout, int[] ids, int rows) {
    int at = 0;
    LittleEndian.putInt(block, layout.entryOffsets(), 0);
    for (int rank = 0; rank < size; rank++) {
      int length = length(sorted[rank]);
      System.arraycopy(bytes, bounds[sorted[rank]], block, layout.entryBytes() + at, length);
      at += length;
      LittleEndian.putInt(block, layout.entryOffsets() + 4 * (rank + 1), at);
    }
    writeCodes(block, layout, ids, rows);
  }

  private void writeCodes(byte[] block, ColumnLayout layout, int[] ids, int rows) {
    long[] codes = new long[Math.min(rows, WRITTEN_ROWS)];
    for (int row = 0; row < rows; row += WRITTEN_ROWS) {
      int count = Math.min(WRITTEN_ROWS, rows - row);
      for (int i = 0; i < count; i++) {
        // Index 0 is for NULL_ID, which is -1; its rank is 0.
        codes[i] = ranks[ids[row + i] + 1];
      }
      layout.codec().write(block, layout.values(), row, count, codes);
    }
  }
}
