// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.ColumnLayout;
import dev.hail.format.block.layout.RowRange;
import dev.hail.format.predicate.IndexFit;
import dev.hail.format.predicate.Predicate;
import dev.hail.format.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A plan for reading the rows of one replica that satisfy a predicate, made from the replica's
 * front alone. It says which ranges of rows to read, how many rows at once, and which columns in
 * which step. Immutable.
 */
final class ReadPlan {
  private final BlockFront front;
  private final Predicate predicate;
  private final AccessPath accessPath;
  private final SortLeaf sortLeaf;
  private final List<RowRange> ranges;
  private final int windowRows;

  /** The use of each column; position p is at index p - 1. */
  private final ColumnUse[] uses;

  private final boolean[] projected;

  private ReadPlan(
      BlockFront front, Predicate predicate, boolean[] projected, ReaderOptions options) {
    this.front = front;
    this.predicate = predicate;
    this.projected = projected;
    IndexFit fit =
        options.useIndex() ? options.hints().fit(predicate, front.sortAttribute()) : IndexFit.NONE;
    this.accessPath =
        switch (fit) {
          case EQUALITY -> AccessPath.INDEX_EQUALITY;
          case RANGE -> AccessPath.INDEX_RANGE;
          case FEW_KEYS, SOME_KEYS -> AccessPath.INDEX_KEYS;
          case NONE -> AccessPath.SCAN;
        };
    this.sortLeaf = fit == IndexFit.NONE ? null : SortLeaf.of(predicate, front.sortAttribute());
    this.uses = uses();
    double rowBytes = rowBytes();
    this.ranges = merged(found(options), (long) (options.coalesceBytes() / rowBytes));
    this.windowRows =
        (int) Math.max(1, Math.min(options.batchRows(), options.batchBytes() / rowBytes));
  }

  /**
   * Plans a read.
   *
   * @param predicate condition on the rows, over the block's schema
   * @param projection positions of the attributes wanted; empty for none, null for all
   * @throws IllegalArgumentException if the predicate or projection does not fit the schema
   */
  static ReadPlan of(
      BlockFront front, Predicate predicate, int[] projection, ReaderOptions options) {
    Schema schema = front.schema();
    PredicateTypes.check(predicate, schema);
    boolean[] projected = new boolean[schema.size()];
    if (projection == null) {
      Arrays.fill(projected, true);
    } else {
      for (int position : projection) {
        projected[schema.attribute(position).position() - 1] = true;
      }
    }
    return new ReadPlan(front, predicate, projected, options);
  }

  private ColumnUse[] uses() {
    ColumnUse[] planned = new ColumnUse[projected.length];
    for (int i = 0; i < planned.length; i++) {
      planned[i] = projected[i] ? ColumnUse.PROJECTED : ColumnUse.NONE;
    }
    for (int position : predicate.attributes()) {
      planned[position - 1] = ColumnUse.FILTERED;
    }
    if (sortLeaf != null) {
      planned[front.sortAttribute() - 1] = ColumnUse.SORTED;
    }
    return planned;
  }

  /** The rows that can qualify according to the index. */
  private List<RowRange> found(ReaderOptions options) {
    // Even an index without a fit can rule out the NULLs at the front, for IS NOT NULL.
    return options.useIndex() && front.index() != null
        ? front.index().lookup(options.hints().restriction(predicate, front.sortAttribute()))
        : List.of(new RowRange(0, front.rowCount()));
  }

  /** Average bytes of a row in the columns that are read. */
  private double rowBytes() {
    double bytes = 1;
    for (int i = 0; i < uses.length; i++) {
      if (uses[i] != ColumnUse.NONE && front.rowCount() > 0) {
        ColumnLayout column = front.column(i + 1);
        bytes += column.codec().width() + (double) column.bytesLength() / front.rowCount();
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
    return List.copyOf(merged);
  }

  BlockFront front() {
    return front;
  }

  Predicate predicate() {
    return predicate;
  }

  AccessPath accessPath() {
    return accessPath;
  }

  /** What the predicate demands of the sort attribute; null if this cannot narrow windows. */
  SortLeaf sortLeaf() {
    return sortLeaf;
  }

  /** Whether the rest of the predicate uses the sort attribute, too. */
  boolean filtersSorted() {
    return sortLeaf != null && sortLeaf.others().attributes().contains(front.sortAttribute());
  }

  /** Ranges of rows to read, ascending and not touching. Ranges with small gaps are merged. */
  List<RowRange> ranges() {
    return ranges;
  }

  /** Rows that the index rules out. */
  long rowsSkipped() {
    long skipped = front.rowCount();
    for (RowRange range : ranges) {
      skipped -= range.size();
    }
    return skipped;
  }

  /** Most rows to read at once, at least 1. */
  int windowRows() {
    return windowRows;
  }

  /** The first use of the column at a position, from 1. */
  ColumnUse use(int position) {
    return uses[position - 1];
  }

  /** Whether the reader hands out values of the column at a position, from 1. */
  boolean isProjected(int position) {
    return projected[position - 1];
  }
}
