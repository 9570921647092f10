// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.sort;

import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.ColumnLayout;
import dev.hail.format.block.layout.CorruptBlockException;
import dev.hail.format.block.layout.StringTable;
import dev.hail.format.schema.TypeKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Finds the row order of a sorted replica: by the sort attribute, NULLs first, then by all other
 * columns in schema order. Strings come last because they cost most. Rows that agree in all columns
 * have the same bytes, so the replica depends only on its set of rows.
 *
 * <p>Rows that are equal so far form a group, and groups are sorted in rounds. A round packs one
 * long per row: the number of its group, bits of the next columns, and the number of the row. It
 * sorts these longs. A row that is alone in its group is done. The rounds end when all rows are
 * done or no column is left.
 */
final class RowOrder {
  /** Most bits of a row that is counted instead of sorted. */
  private static final int COUNTED_BITS = 16;

  /** Groups of up to this many rows are compared row by row. */
  private static final int FEW = 3;

  /** Groups of up to this many rows are also compared row by row if few rows are left. */
  private static final int SOME = 12;

  /** Few rows are left if less than one row in this many is. */
  private static final int RARE = 8;

  /** Bits beyond those that count a group's rows; they give most rows a number of their own. */
  private static final int APART = 4;

  /** Strings get a round of their own if fewer bits than this are free. */
  private static final int STRING_BITS = 20;

  private final List<SortPart> parts;
  private final int[] rows;
  private final SortMemory memory;

  /** Bits of a row number; the next field is their mask. */
  private final int rowBits;

  private final int rowMask;

  /** A bit for each row at which a group begins, and one at the end of all rows. */
  private final BitSet begins;

  private StringSort stringSort;
  private PrefixRanks ranks;

  /** The next part to sort by. */
  private int next;

  /** Lower bits of that part still to sort by, once the upper ones are used; 0 for all bits. */
  private int bitsLeft;

  /** The least number of that part in this round. */
  private long least;

  /** Rows in groups of several rows; the next field is the size of the greatest group. */
  private int tied;

  private int greatest;

  private RowOrder(List<SortPart> parts, int[] rows) {
    this.parts = parts;
    this.rows = rows;
    this.rowBits = Integer.SIZE - Integer.numberOfLeadingZeros(rows.length - 1);
    this.rowMask = (1 << rowBits) - 1;
    this.memory = new SortMemory(rows.length);
    this.begins = new BitSet(rows.length + 1);
  }

  /**
   * Finds the row order for a sort attribute.
   *
   * @return the old row of each new row
   * @throws CorruptBlockException if a string lies outside its column
   */
  static int[] of(byte[] block, BlockFront front, int attribute) throws CorruptBlockException {
    List<SortPart> parts = new ArrayList<>(SortPart.of(block, front.column(attribute)));
    addOthers(parts, block, front, attribute, false);
    addOthers(parts, block, front, attribute, true);
    for (SortPart part : parts) {
      if (part.strings() != null) {
        part.strings().check(front.rowCount(), part.stringBytes());
      }
    }
    int[] rows = new int[front.rowCount()];
    if (isCounted(front)) {
      count(parts, rows);
    } else if (rows.length > 1) {
      new RowOrder(parts, rows).sort();
    }
    return rows;
  }

  /** Selects by type instead of encoding, so that row order depends only on schema and rows. */
  private static void addOthers(
      List<SortPart> parts, byte[] block, BlockFront front, int attribute, boolean strings) {
    for (int i = 1; i <= front.schema().size(); i++) {
      if (i != attribute
          && strings == (front.schema().attribute(i).type().kind() == TypeKind.STRING)) {
        parts.addAll(SortPart.of(block, front.column(i)));
      }
    }
  }

  /**
   * Most bytes that finding an order takes for any attribute, apart from small objects. Each row
   * takes its number, two longs, a bit and its share of the groups of strings still to sort.
   */
  static long workBytes(long rows) {
    return (4 + 8 + 8 + 4) * rows + (rows >> 3);
  }

  /** Whether all columns together are narrow enough to count the rows of each value. */
  private static boolean isCounted(BlockFront front) {
    int bits = 0;
    for (int i = 1; i <= front.schema().size() && bits <= COUNTED_BITS; i++) {
      ColumnLayout column = front.column(i);
      bits += column.validity() == 0 ? 0 : 1;
      bits += column.codec().sortBits();
    }
    return bits <= COUNTED_BITS;
  }

  private static void count(List<SortPart> parts, int[] rows) {
    NarrowRows narrow = new NarrowRows(parts);
    int[] places = new int[1 << COUNTED_BITS];
    for (int first = 0; first < rows.length; first += NarrowRows.MOST) {
      int count = Math.min(NarrowRows.MOST, rows.length - first);
      int[] numbers = narrow.numbers(first, count);
      for (int i = 0; i < count; i++) {
        places[numbers[i]]++;
      }
    }
    int sum = 0;
    for (int i = 0; i < places.length; i++) {
      int count = places[i];
      places[i] = sum;
      sum += count;
    }
    for (int first = 0; first < rows.length; first += NarrowRows.MOST) {
      int count = Math.min(NarrowRows.MOST, rows.length - first);
      int[] numbers = narrow.numbers(first, count);
      for (int i = 0; i < count; i++) {
        rows[places[numbers[i]]++] = first + i;
      }
    }
  }

  private void sort() throws CorruptBlockException {
    long[] packed = memory.first(rows.length);
    for (int row = 0; row < rows.length; row++) {
      packed[row] = row;
      rows[row] = row;
    }
    begins.set(0);
    begins.set(rows.length);
    tied = rows.length;
    greatest = rows.length;
    round(packed, 0);
    while (next < parts.size()) {
      count();
      compareFew();
      if (tied == 0) {
        return;
      }
      packed = memory.first(tied);
      round(packed, pack(packed));
    }
  }

  /** Counts the rows that share their group with others. */
  private void count() {
    tied = 0;
    greatest = 0;
    for (int at = begins.nextClearBit(0); at < rows.length; ) {
      int end = begins.nextSetBit(at);
      tied += end - at + 1;
      greatest = Math.max(greatest, end - at + 1);
      at = begins.nextClearBit(end);
    }
  }

  /** Sorts small groups by all parts that are left and counts the rows of the other groups. */
  private void compareFew() {
    int few = tied < rows.length / RARE ? SOME : FEW;
    tied = 0;
    greatest = 0;
    for (int at = begins.nextClearBit(0); at < rows.length; ) {
      int begin = at - 1;
      int end = begins.nextSetBit(at);
      if (end - begin <= few) {
        insertionSort(begin, end);
        begins.set(begin, end);
      } else {
        tied += end - begin;
        greatest = Math.max(greatest, end - begin);
      }
      at = begins.nextClearBit(end);
    }
  }

  private void insertionSort(int from, int to) {
    for (int i = from + 1; i < to; i++) {
      int row = rows[i];
      int j = i - 1;
      while (j >= from && compare(rows[j], row) > 0) {
        rows[j + 1] = rows[j];
        j--;
      }
      rows[j + 1] = row;
    }
  }

  private int compare(int a, int b) {
    int order = 0;
    for (int i = next; i < parts.size() && order == 0; i++) {
      order = parts.get(i).compare(a, b);
    }
    return order;
  }

  /**
   * Packs the numbers of groups and rows.
   *
   * @return bits of a group number
   */
  private int pack(long[] packed) {
    int n = 0;
    long group = 0;
    for (int at = begins.nextClearBit(0); at < rows.length; ) {
      int end = begins.nextSetBit(at);
      for (int i = at - 1; i < end; i++) {
        packed[n++] = (group << rowBits) | rows[i];
      }
      group++;
      at = begins.nextClearBit(end);
    }
    return Long.SIZE - Long.numberOfLeadingZeros(group - 1);
  }

  /**
   * Sorts the rows that are left by some bits of the next parts.
   *
   * @param packed numbers of groups and rows
   * @param groupBits bits of a group number
   */
  private void round(long[] packed, int groupBits) throws CorruptBlockException {
    int enough = Integer.SIZE - Integer.numberOfLeadingZeros(greatest) + APART;
    int room = Long.SIZE - 1 - rowBits - groupBits;
    // Without groups, rows are read in their order, which is cheap: fill all bits.
    int wanted = groupBits == 0 ? room : enough;
    int gained = 0;
    StringTable strings = null;
    int depth = 0;
    while (next < parts.size() && gained < wanted && strings == null) {
      SortPart part = parts.get(next);
      if (part.strings() == null) {
        int bits = append(part, packed, room);
        gained += bits;
        room -= bits;
        if (room == 0) {
          break;
        }
      } else if (gained >= enough || (gained > 0 && room < STRING_BITS)) {
        break;
      } else {
        next++;
        depth = commonPrefix(part.strings(), packed);
        if (depth >= 0) {
          strings = part.strings();
          int most = Math.min(room, PrefixRanks.MOST_BITS);
          int width = Math.min(most, Math.max(STRING_BITS, 2 * enough));
          depth += append(strings, depth, packed, width);
        }
      }
    }
    if (gained > 0 || strings != null) {
      split(packed, strings, depth);
    }
  }

  /**
   * Appends bits of a part above the row numbers, as many as fit.
   *
   * @return number of bits appended
   */
  private int append(SortPart part, long[] packed, int room) {
    long[] numbers = memory.second(tied);
    part.load(packed, tied, rowMask, numbers);
    int width = bitsLeft;
    long kept = -1L;
    if (width == 0) {
      long most = numbers[0];
      least = most;
      for (int i = 1; i < tied; i++) {
        least = Math.min(least, numbers[i]);
        most = Math.max(most, numbers[i]);
      }
      width = Long.SIZE - Long.numberOfLeadingZeros(most - least);
    } else {
      kept = (1L << width) - 1;
    }
    int bits = Math.min(width, room);
    bitsLeft = width - bits;
    if (bits > 0) {
      for (int i = 0; i < tied; i++) {
        long number = ((numbers[i] - least) & kept) >>> bitsLeft;
        long above = ((packed[i] >>> rowBits) << bits) | number;
        packed[i] = (above << rowBits) | (packed[i] & rowMask);
      }
    }
    if (bitsLeft == 0) {
      next++;
    }
    return bits;
  }

  /** Length of the prefix that all strings share; -1 if all strings are equal. */
  private int commonPrefix(StringTable strings, long[] packed) {
    int first = (int) packed[0] & rowMask;
    int begin = strings.begin(first);
    int length = strings.length(first);
    int common = length;
    boolean equal = true;
    byte[] bytes = strings.bytes();
    for (int i = 1; i < tied && (common > 0 || equal); i++) {
      int row = (int) packed[i] & rowMask;
      int other = strings.begin(row);
      int end = strings.end(row);
      int mismatch =
          Arrays.mismatch(
              bytes, begin, begin + common, bytes, other, Math.min(end, other + common));
      common = mismatch < 0 ? common : mismatch;
      equal &= mismatch < 0 && end - other == length;
    }
    return equal ? -1 : common;
  }

  /**
   * Appends numbers for the next bytes of the strings.
   *
   * @return how many bytes the numbers cover
   */
  private int append(StringTable strings, int depth, long[] packed, int width) {
    if (ranks == null) {
      ranks = new PrefixRanks();
      stringSort = new StringSort(memory);
    }
    long[] numbers = memory.second(tied);
    ranks.number(strings, depth, packed, tied, rowMask, width, numbers);
    int bits = Long.SIZE - Long.numberOfLeadingZeros(ranks.most());
    for (int i = 0; i < tied; i++) {
      long above = ((packed[i] >>> rowBits) << bits) | numbers[i];
      packed[i] = (above << rowBits) | (packed[i] & rowMask);
    }
    return ranks.places();
  }

  /**
   * Sorts the packed numbers and splits the groups by them.
   *
   * @param strings strings that order rows within the new groups; null for none
   * @param depth leading bytes in which the strings of each new group agree
   */
  private void split(long[] packed, StringTable strings, int depth) {
    long differing = 0;
    for (int i = 1; i < tied; i++) {
      differing |= packed[i] ^ packed[0];
    }
    differing = (differing >>> rowBits) << rowBits;
    long[] sorted = memory.radixSort().sort(packed, memory.second(tied), tied, rowBits, differing);
    int n = 0;
    int at = begins.nextClearBit(0);
    while (at < rows.length) {
      int end = begins.nextSetBit(at);
      rows[at - 1] = (int) sorted[n++] & rowMask;
      for (int i = at; i < end; i++, n++) {
        rows[i] = (int) sorted[n] & rowMask;
        if (sorted[n] >>> rowBits != sorted[n - 1] >>> rowBits) {
          begins.set(i);
        }
      }
      at = begins.nextClearBit(end);
    }
    if (strings != null) {
      sortStrings(strings, depth);
    }
  }

  private void sortStrings(StringTable strings, int depth) {
    for (int at = begins.nextClearBit(0); at < rows.length; ) {
      int end = begins.nextSetBit(at);
      // Strings of a group either all reach the depth or are all shorter, and then equal.
      if (strings.length(rows[at - 1]) >= depth) {
        stringSort.sort(strings, rows, at - 1, end, depth, begins);
      }
      at = begins.nextClearBit(end);
    }
  }
}
