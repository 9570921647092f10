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
 * Reads the rows of one replica that satisfy a predicate (thesis 3.4.3): front and index by one
 * read, then the columns of the predicate, partition ranges first, then the projected columns where
 * any row qualifies. Not thread-safe.
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
      Descriptor descriptor = plan.front().descriptor();
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
