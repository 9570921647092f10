// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.BlockSource;
import dev.hail.format.block.layout.CorruptBlockException;
import dev.hail.format.block.layout.Descriptor;
import dev.hail.format.block.layout.NewerFormatException;
import dev.hail.format.block.layout.RowRange;
import dev.hail.format.predicate.Predicate;
import dev.hail.format.schema.Schema;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the rows of one replica that satisfy a predicate (thesis 3.4.3). One read gets front and
 * index. The next reads get the columns of the predicate, restricted to the partitions that the
 * index selects. Where rows qualify, the last reads get the projected columns. Not thread-safe.
 */
public final class BlockReader implements Closeable {
  private final BlockSource source;
  private final ReadPlan plan;
  private final SegmentReader segments;
  private final WindowReader windows;
  private final List<RowRange> ranges;
  private boolean started;
  private int nextRange;
  private int nextRow;
  private long rowsRead;
  private long rowsQualifying;
  private long rowsSkipped;
  private List<BadRecord> badRecords;

  private BlockReader(BlockSource source, SegmentReader segments, ReadPlan plan) {
    this.source = source;
    this.segments = segments;
    this.plan = plan;
    this.windows = new WindowReader(plan, segments);
    this.ranges = new ArrayList<>(plan.ranges());
    this.rowsSkipped = plan.rowsSkipped();
    this.nextRow = ranges.isEmpty() ? 0 : ranges.get(0).begin();
  }

  /**
   * Opens a replica. The reader closes the source, also if opening fails.
   *
   * @param predicate condition on the rows, over the block's schema
   * @param projection positions of the attributes wanted; empty for none, null for all
   * @throws CorruptBlockException if the front is damaged, or the replica's length is not the one
   *     its front claims
   * @throws NewerFormatException if the block has a newer major version
   * @throws IllegalArgumentException if the predicate or projection does not fit the schema
   */
  public static BlockReader open(
      BlockSource source, Predicate predicate, int[] projection, ReaderOptions options)
      throws IOException {
    return open(source, null, predicate, projection, options);
  }

  /**
   * Opens a replica of a block whose schema is known, which saves parsing it. The reader closes the
   * source, also if opening fails.
   *
   * @param expected schema of the block's file; null if unknown
   * @throws OtherSchemaException if the block has another schema
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
      ReadPlan plan = ReadPlan.of(front, predicate, projection, options);
      return new BlockReader(source, segments, plan);
    } catch (IOException | RuntimeException e) {
      try {
        source.close();
      } catch (IOException closing) {
        e.addSuppressed(closing);
      }
      throw e;
    }
  }

  public BlockFront front() {
    return plan.front();
  }

  /** How the rows are found. */
  public AccessPath accessPath() {
    return plan.accessPath();
  }

  /**
   * Fills a batch with the next qualifying rows.
   *
   * @return false at the end, with an empty batch; true with at least one row
   * @throws CorruptBlockException if the bytes read are inconsistent
   */
  public boolean next(RowBatch batch) throws IOException {
    if (!started) {
      start();
    }
    windows.begin(batch, nextRange < ranges.size());
    while (nextRange < ranges.size()) {
      RowRange range = ranges.get(nextRange);
      int begin = nextRow;
      int end = (int) Math.min(range.end(), (long) begin + plan.windowRows());
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

  /** Narrows a single range of rows by reading its ends. */
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
   * Proves that all bytes read so far came from one replica. A replica may be dropped and made
   * again in another order between two reads. Rows and bad records are therefore valid only after
   * this call.
   *
   * @throws ReplacedReplicaException if the bytes may come from two replicas
   */
  public void confirm() throws IOException {
    segments.confirm();
  }

  /**
   * The bad records of the block, in the order of the source. The first call reads them.
   *
   * @return an immutable list that decodes a record on each access
   */
  public List<BadRecord> badRecords() throws IOException {
    if (badRecords == null) {
      Descriptor descriptor = plan.front().descriptor();
      Segment region = new Segment(descriptor.badOffset(), descriptor.badLength());
      segments.read(List.of(region), new byte[0]);
      badRecords =
          new BadRecordList(region.buffer(), region.at(), region.length(), descriptor.badRecords());
    }
    return badRecords;
  }

  /** The cost of reading so far. */
  public ReadMetrics metrics() {
    return new ReadMetrics(
        segments.bytesRead(), segments.reads(), rowsRead, rowsQualifying, rowsSkipped);
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
