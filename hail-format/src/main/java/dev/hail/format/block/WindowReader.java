package dev.hail.format.block;

import dev.hail.format.predicate.Predicate;
import dev.hail.format.schema.Schema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads windows of consecutive rows: predicate columns, the filter, then projected columns. */
final class WindowReader {
  private static final int PREDICATE_FIXED = 0;
  private static final int PREDICATE_STRINGS = 1;
  private static final int PROJECTED_FIXED = 2;
  private static final int PROJECTED_STRINGS = 3;

  private final BlockFront front;
  private final Schema schema;
  private final SegmentReader segments;
  private final Predicate predicate;
  private final boolean[] filtered;
  private final boolean[] projected;
  private final DictionaryEntries[] dictionaries;
  private ColumnVector[] columns;
  private RowFilter filter;

  WindowReader(BlockFront front, SegmentReader segments, Predicate predicate, boolean[] projected) {
    this.front = front;
    this.schema = front.schema();
    this.segments = segments;
    this.predicate = predicate;
    this.projected = projected;
    this.filtered = new boolean[schema.size()];
    for (int position : predicate.attributes()) {
      filtered[position - 1] = true;
    }
    this.dictionaries = new DictionaryEntries[schema.size()];
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
      if (projected[i] || filtered[i]) {
        columns[i] = new ColumnVector(schema.attribute(i + 1), front.column(i + 1));
        visible[i] = projected[i] ? columns[i] : null;
      }
    }
    batch.begin(schema, visible);
    if (!more) {
      return;
    }
    loadDictionaries(filtered);
    filter = RowFilter.of(predicate, columns, dictionaries);
  }

  /** Whether no row of the block can satisfy the predicate. */
  boolean isNever() {
    return filter.isNever();
  }

  /** Reads a window into the batch and returns how many of its rows qualify. */
  int read(RowBatch batch, int begin, int end) throws IOException {
    fetch(batch, filtered, begin, end, PREDICATE_FIXED, PREDICATE_STRINGS);
    long[] mask = new long[(end - begin + 63) >> 6];
    Arrays.fill(mask, -1L);
    int used = (end - begin) & 63;
    if (used != 0) {
      mask[mask.length - 1] = (1L << used) - 1;
    }
    filter.retain(mask, begin);
    int qualifying = batch.select(mask, begin);
    if (qualifying > 0) {
      boolean[] rest = new boolean[projected.length];
      for (int i = 0; i < rest.length; i++) {
        rest[i] = projected[i] && !filtered[i];
      }
      loadDictionaries(rest);
      int first = batch.rowNumber(0);
      int last = batch.rowNumber(qualifying - 1);
      fetch(batch, rest, first, last + 1, PROJECTED_FIXED, PROJECTED_STRINGS);
    }
    return qualifying;
  }

  /** Reads rows of some columns: what has a fixed width, then the strings it points to. */
  private void fetch(
      RowBatch batch, boolean[] wanted, int begin, int end, int fixedStep, int stringStep)
      throws IOException {
    // The extent of the strings of all rows is known from the front, any other from the offsets.
    boolean whole = begin == 0 && end == front.rowCount();
    List<ColumnRead> reads = new ArrayList<>();
    List<Segment> fixed = new ArrayList<>();
    List<Segment> strings = new ArrayList<>();
    for (int i = 0; i < wanted.length; i++) {
      if (wanted[i]) {
        ColumnRead read = new ColumnRead(columns[i], begin, end);
        reads.add(read);
        read.addFixed(fixed);
        if (whole) {
          read.addStrings(fixed, 0, columns[i].layout.bytesLength());
        }
        columns[i].dictionary(dictionaries[i]);
      }
    }
    batch.arena(fixedStep, segments.read(fixed, batch.arena(fixedStep)));
    for (ColumnRead read : reads) {
      read.takeFixed();
      if (!whole) {
        read.addStrings(strings);
      }
    }
    batch.arena(stringStep, segments.read(strings, batch.arena(stringStep)));
    for (ColumnRead read : reads) {
      read.takeStrings();
    }
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
