package dev.hail.format.block;

import java.util.Arrays;

/** The sorted distinct strings of a column and the code of every row. */
final class Dictionary {
  /** Largest dictionary: an index scan has to read all of it. */
  private static final int MAX_BYTES = 512 << 10;

  /** Rows after which a trial that does not pay is given up. */
  private static final int TRIAL_ROWS = 1 << 16;

  /** About what a dictionary costs in Arrow metadata and alignment. */
  private static final int OVERHEAD = 512;

  private final byte[] bytes;
  private int[] begins = new int[256];
  private int[] ends = new int[256];
  private long[] hashes = new long[256];
  private int size;
  private long storedBytes = 4;
  private int[] slots = new int[1024];
  private final int[] codes;

  /** Rank of every entry among the sorted ones. */
  private int[] ranks;

  private int[] sorted;

  private Dictionary(byte[] bytes, int rows) {
    this.bytes = bytes;
    this.codes = new int[rows];
  }

  /**
   * The dictionary of a column if it at least halves the column's bytes, else null.
   *
   * @param bytes the strings of all rows
   * @param rowEnds end of each row's string
   */
  static Dictionary of(byte[] bytes, int[] rowEnds, int rows, ColumnBuffer nulls) {
    if (rows == 0 || nulls.nullCount() == rows || 4L * rows + rowEnds[rows - 1] < OVERHEAD) {
      return null;
    }
    Dictionary dictionary = new Dictionary(bytes, rows);
    if (!dictionary.addAll(rowEnds, rows, nulls)) {
      return null;
    }
    int width = Encoding.ofDictionary(dictionary.size).width;
    long coded = dictionary.storedBytes + (long) rows * width + OVERHEAD;
    if (2 * coded > 4L * rows + rowEnds[rows - 1]) {
      return null;
    }
    dictionary.sort();
    return dictionary;
  }

  private boolean addAll(int[] rowEnds, int rows, ColumnBuffer nulls) {
    int nextNull = 0;
    int begin = 0;
    for (int row = 0; row < rows; row++) {
      int end = rowEnds[row];
      if (nextNull < nulls.nullCount() && nulls.nullRow(nextNull) == row) {
        nextNull++;
        codes[row] = -1;
      } else {
        codes[row] = entry(begin, end);
      }
      begin = end;
      boolean trialOver = (row & (TRIAL_ROWS - 1)) == TRIAL_ROWS - 1;
      if (storedBytes > MAX_BYTES || (trialOver && 4 * storedBytes > 3 * (4L * row + end))) {
        return false;
      }
    }
    return true;
  }

  private int entry(int begin, int end) {
    long hash = ContentHash.ofBytes(bytes, begin, end);
    int mask = slots.length - 1;
    int slot = (int) (hash >>> 20) & mask;
    for (int id = slots[slot] - 1; id >= 0; id = slots[slot] - 1) {
      if (hashes[id] == hash && Arrays.equals(bytes, begins[id], ends[id], bytes, begin, end)) {
        return id;
      }
      slot = (slot + 1) & mask;
    }
    if (size == begins.length) {
      grow();
      return entry(begin, end);
    }
    slots[slot] = size + 1;
    hashes[size] = hash;
    begins[size] = begin;
    ends[size] = end;
    storedBytes += 4 + (end - begin);
    return size++;
  }

  private void grow() {
    int capacity = 2 * size;
    begins = Arrays.copyOf(begins, capacity);
    ends = Arrays.copyOf(ends, capacity);
    hashes = Arrays.copyOf(hashes, capacity);
    slots = new int[4 * capacity];
    for (int id = 0; id < size; id++) {
      int slot = (int) (hashes[id] >>> 20) & (slots.length - 1);
      while (slots[slot] != 0) {
        slot = (slot + 1) & (slots.length - 1);
      }
      slots[slot] = id + 1;
    }
  }

  private void sort() {
    sorted = new int[size];
    Arrays.setAll(sorted, id -> id);
    new StringSort(bytes, begins, ends).sort(sorted, 0, size);
    ranks = new int[size];
    for (int rank = 0; rank < size; rank++) {
      ranks[sorted[rank]] = rank;
    }
  }

  /** Number of entries. */
  int size() {
    return size;
  }

  /** Bytes of all entries. */
  int byteCount() {
    return (int) storedBytes - 4 * (size + 1);
  }

  /** Writes entries and codes into a zeroed block. */
  void write(byte[] block, ColumnLayout layout, int rows) {
    int at = 0;
    for (int rank = 0; rank < size; rank++) {
      int begin = begins[sorted[rank]];
      int length = ends[sorted[rank]] - begin;
      System.arraycopy(bytes, begin, block, layout.entryBytes() + at, length);
      at += length;
      LittleEndian.putInt(block, layout.entryOffsets() + 4 * (rank + 1), at);
    }
    int values = layout.values();
    for (int row = 0; row < rows; row++) {
      int code = codes[row] < 0 ? 0 : ranks[codes[row]];
      switch (layout.encoding()) {
        case DICTIONARY8 -> block[values + row] = (byte) code;
        case DICTIONARY16 -> LittleEndian.putShort(block, values + 2 * row, code);
        default -> LittleEndian.putInt(block, values + 4 * row, code);
      }
    }
  }
}
