// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;

/** Probe of several joins of {@link JavaJoins} at once. */
final class JavaStarProbe extends JavaBatchProbe {
  private final JavaStar star;
  private final BufferAllocator allocator;
  private final List<Side> sides = new ArrayList<>();
  private int probeRow;

  /** Whether the sides have found the matches of the current row, of which some are given. */
  private boolean found;

  JavaStarProbe(JavaStar star, BufferAllocator allocator) {
    super(star.joins().get(0).probeSchema(), star.resultSchema());
    this.star = star;
    this.allocator = allocator;
    try {
      for (JavaJoin join : star.joins()) {
        join.hold();
        sides.add(new Side(join, star.batchRows()));
      }
    } catch (RuntimeException | Error e) {
      closed(false);
      throw e;
    }
  }

  @Override
  protected void begin() {
    sides.forEach(side -> side.keys = side.join.specification().probeRowKeys(batch));
    probeRow = 0;
    found = false;
  }

  @Override
  public synchronized int finish() {
    order.requireDrained("finish");
    order.finish();
    return 0;
  }

  @Override
  public synchronized VectorSchemaRoot next() {
    order.requireOpen();
    // Rows are left here when their values could not be gathered for want of memory.
    RowPairs pairs = sides.get(0).pairs;
    if (pairs.size() == 0 && batch != null) {
      joinRows(pairs);
    }
    if (pairs.size() == 0) {
      return null;
    }
    VectorSchemaRoot result = gather(pairs);
    sides.forEach(side -> side.pairs.clear());
    return result;
  }

  /**
   * @param pairs those of any side
   */
  private void joinRows(RowPairs pairs) {
    while (probeRow < batch.rows() && !pairs.isFull()) {
      found = found || sides.stream().allMatch(side -> side.find(probeRow));
      if (!found || joinRow(pairs)) {
        found = false;
        probeRow++;
      }
    }
    if (pairs.size() == 0) {
      endBatch();
    }
  }

  /**
   * Gives choices of matches, the last side's changing first, and returns whether these are all.
   */
  private boolean joinRow(RowPairs pairs) {
    while (!pairs.isFull()) {
      sides.forEach(side -> side.pairs.add(probeRow, side.match()));
      int changing = sides.size() - 1;
      while (!sides.get(changing).advance()) {
        if (changing == 0) {
          return true;
        }
        changing--;
      }
    }
    return false;
  }

  private VectorSchemaRoot gather(RowPairs pairs) {
    try (RowGather gather = new RowGather(resultSchema(), allocator, pairs.size())) {
      gather.probeColumns(star.probeOutputs(), batch, pairs);
      for (Side side : sides) {
        gather.buildColumns(side.join.specification().buildOutputs(), side.join.rows(), side.pairs);
      }
      return gather.finish();
    }
  }

  @Override
  protected void closed(boolean finished) {
    sides.forEach(side -> side.join.letGo());
  }

  /** One of the joins, and its matches of the current row. */
  private static final class Side {
    private final JavaJoin join;
    private final JoinKind kind;
    private final RowPairs pairs;
    private RowKeys keys;

    /** The matches that results have, or null if they have none of this side. */
    private BuildTable.Group group;

    private int place;

    Side(JavaJoin join, int batchRows) {
      this.join = join;
      this.kind = join.specification().kind();
      this.pairs = new RowPairs(batchRows);
    }

    /** Looks up a row and returns whether it is in the result. */
    boolean find(int row) {
      BuildTable.Group matches = join.table().find(keys.of(row));
      group = kind.givesBuildColumns() ? matches : null;
      place = 0;
      return switch (kind) {
        case INNER, PROBE_SEMI -> matches != null;
        case PROBE_ANTI -> matches == null;
        case NULL_AWARE_ANTI ->
            join.table().in(matches, keys.hasNull(row), join.specification().nullEqual()) == 0;
        case PROBE_OUTER -> true;
        case BUILD_OUTER, FULL_OUTER, BUILD_SEMI, BUILD_ANTI, MARK, COUNT ->
            throw new IllegalStateException(kind + " in a star");
      };
    }

    long match() {
      return group == null ? RowPairs.NONE : group.row(place);
    }

    /** Goes to the next match, or returns false and goes to the first one if that was the last. */
    boolean advance() {
      place++;
      if (group != null && place < group.size()) {
        return true;
      }
      place = 0;
      return false;
    }
  }
}
