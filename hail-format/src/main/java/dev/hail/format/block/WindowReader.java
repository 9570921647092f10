// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block;

import dev.hail.format.predicate.Predicate;
import dev.hail.format.schema.Schema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads windows of consecutive rows: the column the replica is sorted by, where binary search
 * narrows the window; the other columns of the predicate, and the filter; then projected columns,
 * from the first qualifying row to the last.
 */
final class WindowReader {
  private static final int SORTED_FIXED = 0;
  private static final int SORTED_STRINGS = 1;
  private static final int PREDICATE_FIXED = 2;
  private static final int PREDICATE_STRINGS = 3;
  private static final int PROJECTED_FIXED = 4;
  private static final int PROJECTED_STRINGS = 5;

  private final BlockFront front;
  private final Schema schema;
  private final SegmentReader segments;
  private final Predicate predicate;
  private final SortLeaf sortLeaf;

  /** Columns by what they are read for; each column stands in one of them at most. */
  private final boolean[] sorted;

  private final boolean[] filtered;
  private final boolean[] rest;

  /** Whether the rest of the predicate looks at the sort attribute, too. */
  private final boolean reused;

  private final boolean[] projected;
  private final DictionaryEntries[] dictionaries;
  private ColumnVector[] columns;
  private RangeFilter run;
  private RowFilter filter;

  /** Whether windows were narrowed already to rows that satisfy the sort attribute's leaf. */
  private boolean narrowed;

  /**
   * @param sortLeaf what the predicate demands of the attribute the replica is sorted by; null if
   *     that cannot narrow windows
   */
  WindowReader(
      BlockFront front,
      SegmentReader segments,
      Predicate predicate,
      SortLeaf sortLeaf,
      boolean[] projected) {
    this.front = front;
    this.schema = front.schema();
    this.segments = segments;
    this.predicate = predicate;
    this.sortLeaf = sortLeaf;
    this.projected = projected;
    this.sorted = new boolean[schema.size()];
    this.filtered = new boolean[schema.size()];
    this.rest = new boolean[schema.size()];
    for (int position : predicate.attributes()) {
      filtered[position - 1] = true;
    }
    reused = sortLeaf != null && sortLeaf.others().attributes().contains(front.sortAttribute());
    if (sortLeaf != null) {
      sorted[front.sortAttribute() - 1] = true;
      filtered[front.sortAttribute() - 1] = false;
    }
    for (int i = 0; i < rest.length; i++) {
      rest[i] = projected[i] && !filtered[i] && !sorted[i];
    }
    this.dictionaries = new DictionaryEntries[schema.size()];
  }

  /**
   * Narrows the only window of a block to the rows that satisfy the sort leaf, by reading the
   * column at both ends only; pays where the column need not be read for its values.
   *
   * @return the narrowed window, or the same one if that does not pay or the ends do not tell
   */
  RowRange narrowed(RowRange window) throws IOException {
    int edge = front.partitionRows();
    int i = front.sortAttribute() - 1;
    if (sortLeaf == null || projected[i] || reused || window.size() < 4 * edge) {
      return window;
    }
    loadDictionaries(sorted);
    ColumnVector low = new ColumnVector(schema.attribute(i + 1), front.column(i + 1));
    ColumnVector high = new ColumnVector(schema.attribute(i + 1), front.column(i + 1));
    ColumnRead lowRead = new ColumnRead(low, window.begin(), window.begin() + edge);
    ColumnRead highRead = new ColumnRead(high, window.end() - edge, window.end());
    low.dictionary(dictionaries[i]);
    high.dictionary(dictionaries[i]);
    read(List.of(lowRead, highRead), false, new byte[0], new byte[0]);
    RangeFilter lowFilter = RangeFilter.of(sortLeaf.leaf(), low, dictionaries[i]);
    RangeFilter highFilter = RangeFilter.of(sortLeaf.leaf(), high, dictionaries[i]);
    if (!lowFilter.isOneRun()) {
      return window;
    }
    RowRange first = lowFilter.narrowed(window.begin(), window.begin() + edge);
    RowRange last = highFilter.narrowed(window.end() - edge, window.end());
    boolean reachesInwards =
        first.begin() < first.end()
            && first.end() == window.begin() + edge
            && last.begin() == window.end() - edge
            && last.begin() < last.end();
    if (!reachesInwards) {
      return window;
    }
    narrowed = true;
    return new RowRange(first.begin(), last.end());
  }

  /**
   * Prepares a batch to be filled.
   *
   * @param more whether there are windows left, so that the predicate will be needed
   */
  void begin(RowBatch batch, boolean more) throws IOException {
    columns = new ColumnVector[schema.size()];
    ColumnVector[] visible = new ColumnVector[schema.size()];
    for (int i = 0; i < columns.length; i++) {
      if (projected[i] || filtered[i] || sorted[i]) {
        columns[i] = new ColumnVector(schema.attribute(i + 1), front.column(i + 1));
        visible[i] = projected[i] ? columns[i] : null;
      }
    }
    batch.begin(schema, visible);
    if (!more) {
      return;
    }
    loadDictionaries(filtered);
    if (sortLeaf == null) {
      filter = RowFilter.of(predicate, columns, dictionaries);
      return;
    }
    loadDictionaries(sorted);
    int i = front.sortAttribute() - 1;
    run = RangeFilter.of(sortLeaf.leaf(), columns[i], dictionaries[i]);
    Predicate left = run.isOneRun() ? sortLeaf.others() : predicate;
    filter = RowFilter.of(left, columns, dictionaries);
  }

  /** Whether no row of the block can satisfy the predicate. */
  boolean isNever() {
    return filter.isNever() || (run != null && run.isNever());
  }

  /** Reads a window into the batch and returns how many of its rows qualify. */
  int read(RowBatch batch, int windowBegin, int windowEnd) throws IOException {
    int begin = windowBegin;
    int end = windowEnd;
    if (run != null && !narrowed) {
      fetch(batch, sorted, begin, end, SORTED_FIXED, SORTED_STRINGS);
      RowRange candidates = run.narrowed(begin, end);
      if (candidates.size() == 0) {
        return 0;
      }
      begin = candidates.begin();
      end = candidates.end();
      if (reused || !run.isOneRun()) {
        checkStrings(sorted, begin, end);
      }
    }
    fetch(batch, filtered, begin, end, PREDICATE_FIXED, PREDICATE_STRINGS);
    checkStrings(filtered, begin, end);
    long[] mask = new long[(end - begin + 63) >> 6];
    Arrays.fill(mask, -1L);
    int used = (end - begin) & 63;
    if (used != 0) {
      mask[mask.length - 1] = (1L << used) - 1;
    }
    filter.retain(mask, begin);
    int qualifying = batch.select(mask, begin);
    if (qualifying > 0) {
      loadDictionaries(projected);
      int first = batch.rowNumber(0);
      int last = batch.rowNumber(qualifying - 1);
      fetch(batch, rest, first, last + 1, PROJECTED_FIXED, PROJECTED_STRINGS);
      batch.check();
    }
    return qualifying;
  }

  private void checkStrings(boolean[] wanted, int begin, int end) throws CorruptBlockException {
    for (int i = 0; i < wanted.length; i++) {
      if (wanted[i] && columns[i].layout.encoding() == Encoding.UTF8) {
        columns[i].checkStrings(begin, end);
      }
    }
  }

  /** Reads rows of some columns: what has a fixed width, then the strings it points to. */
  private void fetch(
      RowBatch batch, boolean[] wanted, int begin, int end, int fixedStep, int stringStep)
      throws IOException {
    List<ColumnRead> reads = new ArrayList<>();
    for (int i = 0; i < wanted.length; i++) {
      if (wanted[i]) {
        reads.add(new ColumnRead(columns[i], begin, end));
        columns[i].dictionary(dictionaries[i]);
      }
    }
    if (reads.isEmpty()) {
      return;
    }
    boolean whole = begin == 0 && end == front.rowCount();
    byte[] fixed = batch.arena(fixedStep);
    byte[] strings = batch.arena(stringStep);
    byte[][] used = read(reads, whole, fixed, strings);
    batch.arena(fixedStep, used[0]);
    batch.arena(stringStep, used[1]);
  }

  /**
   * Reads columns, what has a fixed width first.
   *
   * @param whole whether all rows are read: the extent of the strings of all rows is known from the
   *     front, any other from the offsets
   * @return the arrays used, for the fixed part and for the strings
   */
  private byte[][] read(List<ColumnRead> reads, boolean whole, byte[] fixedSpare, byte[] spare)
      throws IOException {
    List<Segment> fixed = new ArrayList<>();
    List<Segment> strings = new ArrayList<>();
    for (ColumnRead read : reads) {
      read.addFixed(fixed);
      if (whole) {
        read.addAllStrings(fixed);
      }
    }
    byte[] fixedUsed = segments.read(fixed, fixedSpare);
    for (ColumnRead read : reads) {
      read.takeFixed();
      if (!whole) {
        read.addStrings(strings);
      }
    }
    byte[] used = segments.read(strings, spare);
    for (ColumnRead read : reads) {
      read.takeStrings();
    }
    return new byte[][] {fixedUsed, used};
  }

  private void loadDictionaries(boolean[] wanted) throws IOException {
    List<Segment> missing = new ArrayList<>();
    for (int i = 0; i < wanted.length; i++) {
      if (isMissing(wanted, i)) {
        ColumnLayout layout = front.column(i + 1);
        int length = layout.entryBytes() + layout.entryBytesLength() - layout.entryOffsets();
        missing.add(new Segment(layout.entryOffsets(), length));
      }
    }
    if (missing.isEmpty()) {
      return;
    }
    segments.read(missing, new byte[0]);
    int next = 0;
    for (int i = 0; i < wanted.length; i++) {
      if (isMissing(wanted, i)) {
        Segment segment = missing.get(next++);
        dictionaries[i] =
            new DictionaryEntries(
                segment.buffer(),
                segment.at(),
                front.column(i + 1),
                schema.attribute(i + 1).name());
      }
    }
  }

  private boolean isMissing(boolean[] wanted, int i) {
    return wanted[i] && front.column(i + 1).encoding().isDictionary() && dictionaries[i] == null;
  }
}
