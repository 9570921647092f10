// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block;

import dev.hail.format.predicate.IndexFit;
import dev.hail.format.predicate.Predicate;
import dev.hail.format.schema.Schema;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the rows of one replica that satisfy a predicate (thesis 3.4.3): front and index by one
 * read, then the columns of the predicate, partition ranges first, then the projected columns where
 * any row qualifies. Not thread-safe.
 */
public final class BlockReader implements Closeable {
  private final BlockSource source;
  private final BlockFront front;
  private final AccessPath accessPath;
  private final WindowReader windows;
  private final List<RowRange> ranges;
  private final int windowRows;
  private final SegmentReader segments;
  private boolean started;
  private int nextRange;
  private int nextRow;
  private long rowsRead;
  private long rowsQualifying;
  private long rowsSkipped;
  private List<BadRecord> badRecords;

  private BlockReader(
      BlockSource source,
      BlockFront front,
      SegmentReader segments,
      Predicate predicate,
      int[] projection,
      ReaderOptions options) {
    this.source = source;
    this.front = front;
    this.segments = segments;
    boolean[] needed = new boolean[front.schema().size()];
    boolean[] projected = new boolean[needed.length];
    for (int position : predicate.attributes()) {
      needed[front.schema().attribute(position).position() - 1] = true;
    }
    PredicateTypes.check(predicate, front.schema());
    for (int i = 0; i < (projection == null ? projected.length : projection.length); i++) {
      int position = projection == null ? i + 1 : projection[i];
      projected[front.schema().attribute(position).position() - 1] = true;
      needed[position - 1] = true;
    }
    IndexFit fit =
        options.useIndex() ? IndexFit.of(predicate, front.sortAttribute()) : IndexFit.NONE;
    accessPath =
        switch (fit) {
          case EQUALITY -> AccessPath.INDEX_EQUALITY;
          case RANGE -> AccessPath.INDEX_RANGE;
          case NONE -> AccessPath.SCAN;
        };
    // Without a fit there may still be NULLs in front that IS NOT NULL rules out.
    List<RowRange> found =
        options.useIndex() && front.index() != null
            ? front.index().lookup(predicate.restriction(front.sortAttribute()))
            : List.of(new RowRange(0, front.rowCount()));
    double rowBytes = rowBytes(needed);
    ranges = merged(found, (long) (options.coalesceBytes() / rowBytes));
    windowRows = (int) Math.max(1, Math.min(options.batchRows(), options.batchBytes() / rowBytes));
    rowsSkipped = front.rowCount();
    for (RowRange range : ranges) {
      rowsSkipped -= range.size();
    }
    SortLeaf sortLeaf = fit == IndexFit.NONE ? null : SortLeaf.of(predicate, front.sortAttribute());
    windows = new WindowReader(front, segments, predicate, sortLeaf, projected);
    nextRow = ranges.isEmpty() ? 0 : ranges.get(0).begin();
  }

  /**
   * Opens a replica. The source is closed with the reader, and if opening fails.
   *
   * @param predicate what rows have to satisfy, over the block's schema
   * @param projection positions of the attributes wanted; empty for none, null for all
   * @throws CorruptBlockException if the front is damaged, or the replica is not as long as it says
   * @throws NewerFormatException if the block is of a newer major version
   * @throws IllegalArgumentException if the predicate or projection does not fit the schema
   */
  public static BlockReader open(
      BlockSource source, Predicate predicate, int[] projection, ReaderOptions options)
      throws IOException {
    return open(source, null, predicate, projection, options);
  }

  /**
   * The same for a block whose schema is known, so that it need not be parsed again.
   *
   * @param expected the schema of the block's file; null if it is not known
   * @throws OtherSchemaException if the block has another one
   */
  public static BlockReader open(
      BlockSource source,
      Schema expected,
      Predicate predicate,
      int[] projection,
      ReaderOptions options)
      throws IOException {
    try {
      byte[] bytes = BlockFront.readBytes(source, options.firstReadBytes());
      SegmentReader segments = new SegmentReader(source, bytes, options.coalesceBytes());
      segments.count(Math.min(bytes.length, options.firstReadBytes()));
      if (bytes.length > options.firstReadBytes()) {
        segments.count(bytes.length - options.firstReadBytes());
      }
      BlockFront front = BlockFront.parse(bytes, bytes.length, expected, true);
      if (expected != null && !front.schema().equals(expected)) {
        throw new OtherSchemaException(front.schema(), expected);
      }
      return new BlockReader(source, front, segments, predicate, projection, options);
    } catch (IOException | RuntimeException e) {
      try {
        source.close();
      } catch (IOException closing) {
        e.addSuppressed(closing);
      }
      throw e;
    }
  }

  /** Average bytes of a row in the columns needed. */
  private double rowBytes(boolean[] needed) {
    double bytes = 1;
    for (int i = 0; i < needed.length; i++) {
      if (needed[i] && front.rowCount() > 0) {
        ColumnLayout column = front.column(i + 1);
        bytes += column.encoding().width + (double) column.bytesLength() / front.rowCount();
      }
    }
    return bytes;
  }

  private static List<RowRange> merged(List<RowRange> ranges, long gapRows) {
    List<RowRange> merged = new ArrayList<>();
    for (RowRange range : ranges) {
      int last = merged.size() - 1;
      if (range.size() == 0) {
        continue;
      }
      if (last >= 0 && range.begin() - merged.get(last).end() <= gapRows) {
        merged.set(last, new RowRange(merged.get(last).begin(), range.end()));
      } else {
        merged.add(range);
      }
    }
    return merged;
  }

  public BlockFront front() {
    return front;
  }

  /** How the rows are found. */
  public AccessPath accessPath() {
    return accessPath;
  }

  /**
   * Fills a batch with the next qualifying rows.
   *
   * @return false at the end, with an empty batch; a batch with true has at least one row
   * @throws CorruptBlockException if what was read is inconsistent
   */
  public boolean next(RowBatch batch) throws IOException {
    if (!started) {
      start();
    }
    windows.begin(batch, nextRange < ranges.size());
    while (nextRange < ranges.size()) {
      RowRange range = ranges.get(nextRange);
      int begin = nextRow;
      int end = (int) Math.min(range.end(), (long) begin + windowRows);
      nextRow = end;
      if (end == range.end()) {
        nextRange++;
        nextRow = nextRange < ranges.size() ? ranges.get(nextRange).begin() : 0;
      }
      if (windows.isNever()) {
        rowsSkipped += end - begin;
        continue;
      }
      rowsRead += end - begin;
      int qualifying = windows.read(batch, begin, end);
      rowsQualifying += qualifying;
      if (qualifying > 0) {
        return true;
      }
    }
    return false;
  }

  /** A single range of rows can be narrowed by a look at its ends. */
  private void start() throws IOException {
    started = true;
    if (ranges.size() == 1) {
      RowRange found = ranges.get(0);
      RowRange narrowed = windows.narrowed(found);
      ranges.set(0, narrowed);
      nextRow = narrowed.begin();
      rowsRead += found.size() - narrowed.size();
    }
  }

  /**
   * Proves that what was read so far came from one replica. A replica may be dropped and made again
   * in another order between two reads, so rows and bad records count only after this.
   *
   * @throws ReplacedReplicaException if they may be mixed of two replicas
   */
  public void confirm() throws IOException {
    segments.confirm();
  }

  /**
   * The bad records of the block, in the order of the source; read when first asked for.
   *
   * @return an immutable list, which decodes a record each time it is asked for
   */
  public List<BadRecord> badRecords() throws IOException {
    if (badRecords == null) {
      Descriptor descriptor = front.descriptor();
      Segment region = new Segment(descriptor.badOffset(), descriptor.badLength());
      segments.read(List.of(region), new byte[0]);
      badRecords =
          new BadRecordList(region.buffer(), region.at(), region.length(), descriptor.badRecords());
    }
    return badRecords;
  }

  /** What reading has cost so far. */
  public ReadMetrics metrics() {
    return new ReadMetrics(
        segments.bytesRead(), segments.reads(), rowsRead, rowsQualifying, rowsSkipped);
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
