// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.ColumnLayout;
import dev.hail.format.block.layout.CorruptBlockException;
import dev.hail.format.block.layout.RowRange;
import dev.hail.format.predicate.Predicate;
import dev.hail.format.schema.Schema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads windows of consecutive rows in three steps. First it reads the column that the replica is
 * sorted by and narrows the window by binary search. Then it reads the other columns of the
 * predicate and filters. Last it reads the projected columns from the first qualifying row to the
 * last.
 */
final class WindowReader {
  private final ReadPlan plan;
  private final BlockFront front;
  private final Schema schema;
  private final SegmentReader segments;
  private final DictionaryEntries[] dictionaries;
  private ColumnVector[] columns;
  private RangeFilter run;
  private RowFilter filter;

  /** Whether the windows already contain only rows that satisfy the sort attribute's leaf. */
  private boolean narrowed;

  WindowReader(ReadPlan plan, SegmentReader segments) {
    this.plan = plan;
    this.front = plan.front();
    this.schema = front.schema();
    this.segments = segments;
    this.dictionaries = new DictionaryEntries[schema.size()];
  }

  /**
   * Narrows the only window of a block to the rows that satisfy the sort leaf. It reads the column
   * at both ends only, which pays if the column's values are not needed otherwise.
   *
   * @return the narrowed window; the given one if narrowing does not pay or the ends do not decide
   */
  RowRange narrowed(RowRange window) throws IOException {
    int edge = front.partitionRows();
    int attribute = front.sortAttribute();
    SortLeaf sortLeaf = plan.sortLeaf();
    if (sortLeaf == null
        || plan.isProjected(attribute)
        || plan.filtersSorted()
        || window.size() < 4 * edge) {
      return window;
    }
    loadDictionaries(ColumnUse.SORTED);
    DictionaryEntries dictionary = dictionaries[attribute - 1];
    ColumnVector low = new ColumnVector(schema.attribute(attribute), front.column(attribute));
    ColumnVector high = new ColumnVector(schema.attribute(attribute), front.column(attribute));
    ColumnRead lowRead = new ColumnRead(low, window.begin(), window.begin() + edge);
    ColumnRead highRead = new ColumnRead(high, window.end() - edge, window.end());
    low.dictionary(dictionary);
    high.dictionary(dictionary);
    read(List.of(lowRead, highRead), false, new byte[0], new byte[0]);
    RangeFilter lowFilter = RangeFilter.of(sortLeaf.leaf(), low, dictionary);
    RangeFilter highFilter = RangeFilter.of(sortLeaf.leaf(), high, dictionary);
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
   * @param more whether windows remain, so that the predicate will be needed
   */
  void begin(RowBatch batch, boolean more) throws IOException {
    columns = new ColumnVector[schema.size()];
    ColumnVector[] visible = new ColumnVector[schema.size()];
    for (int i = 0; i < columns.length; i++) {
      if (plan.use(i + 1) != ColumnUse.NONE) {
        columns[i] = new ColumnVector(schema.attribute(i + 1), front.column(i + 1));
        visible[i] = plan.isProjected(i + 1) ? columns[i] : null;
      }
    }
    batch.begin(schema, visible);
    if (!more) {
      return;
    }
    loadDictionaries(ColumnUse.FILTERED);
    SortLeaf sortLeaf = plan.sortLeaf();
    if (sortLeaf == null) {
      filter = RowFilter.of(plan.predicate(), columns, dictionaries);
      return;
    }
    loadDictionaries(ColumnUse.SORTED);
    int i = front.sortAttribute() - 1;
    run = RangeFilter.of(sortLeaf.leaf(), columns[i], dictionaries[i]);
    Predicate left = run.isOneRun() ? sortLeaf.others() : plan.predicate();
    filter = RowFilter.of(left, columns, dictionaries);
  }

  /** Whether no row of the block can satisfy the predicate. */
  boolean isNever() {
    return filter.isNever() || (run != null && run.isNever());
  }

  /**
   * Reads a window into the batch.
   *
   * @return number of rows that qualify
   */
  int read(RowBatch batch, int windowBegin, int windowEnd) throws IOException {
    int begin = windowBegin;
    int end = windowEnd;
    if (run != null && !narrowed) {
      fetch(batch, ColumnUse.SORTED, begin, end);
      RowRange candidates = run.narrowed(begin, end);
      if (candidates.size() == 0) {
        return 0;
      }
      begin = candidates.begin();
      end = candidates.end();
      if (plan.filtersSorted() || !run.isOneRun()) {
        checkStrings(ColumnUse.SORTED, begin, end);
      }
    }
    fetch(batch, ColumnUse.FILTERED, begin, end);
    checkStrings(ColumnUse.FILTERED, begin, end);
    long[] mask = new long[(end - begin + 63) >> 6];
    Arrays.fill(mask, -1L);
    int used = (end - begin) & 63;
    if (used != 0) {
      mask[mask.length - 1] = (1L << used) - 1;
    }
    filter.retain(mask, begin);
    int qualifying = batch.select(mask, begin);
    if (qualifying > 0) {
      loadDictionaries(ColumnUse.PROJECTED);
      int first = batch.rowNumber(0);
      int last = batch.rowNumber(qualifying - 1);
      fetch(batch, ColumnUse.PROJECTED, first, last + 1);
      batch.check();
    }
    return qualifying;
  }

  private void checkStrings(ColumnUse use, int begin, int end) throws CorruptBlockException {
    for (int i = 0; i < columns.length; i++) {
      if (plan.use(i + 1) == use && columns[i].layout.codec().hasBytes()) {
        columns[i].checkStrings(begin, end);
      }
    }
  }

  /** Reads rows of some columns: first the fixed-width part, then the strings it points to. */
  private void fetch(RowBatch batch, ColumnUse use, int begin, int end) throws IOException {
    List<ColumnRead> reads = new ArrayList<>();
    for (int i = 0; i < columns.length; i++) {
      if (plan.use(i + 1) == use) {
        reads.add(new ColumnRead(columns[i], begin, end));
        columns[i].dictionary(dictionaries[i]);
      }
    }
    if (reads.isEmpty()) {
      return;
    }
    boolean whole = begin == 0 && end == front.rowCount();
    int fixedArena = 2 * use.step;
    int stringArena = fixedArena + 1;
    byte[][] used = read(reads, whole, batch.arena(fixedArena), batch.arena(stringArena));
    batch.arena(fixedArena, used[0]);
    batch.arena(stringArena, used[1]);
  }

  /**
   * Reads columns, the fixed-width part first.
   *
   * @param whole whether all rows are read; the front then gives the extent of the strings,
   *     otherwise the offsets do
   * @param fixedSpare an array that may be used for the fixed-width part
   * @param spare an array that may be used for the strings
   * @return the arrays used for the fixed-width part and for the strings
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

  private void loadDictionaries(ColumnUse use) throws IOException {
    List<Segment> missing = new ArrayList<>();
    for (int i = 0; i < dictionaries.length; i++) {
      if (isMissing(use, i)) {
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
    for (int i = 0; i < dictionaries.length; i++) {
      if (isMissing(use, i)) {
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

  private boolean isMissing(ColumnUse use, int i) {
    return plan.use(i + 1) == use
        && front.column(i + 1).encoding().isDictionary()
        && dictionaries[i] == null;
  }
}
