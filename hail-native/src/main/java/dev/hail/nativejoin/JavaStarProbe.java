// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;

/** A probe of several joins of {@link JavaJoins} at once. */
final class JavaStarProbe extends JavaBatchProbe {
  private final JavaStar star;
  private final BufferAllocator allocator;
  private final List<Side> sides = new ArrayList<>();
  private int probeRow;

  /** True if all sides have the matches of the current row; some of them may have been given. */
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
    // Pairs remain here if memory did not suffice to gather their values.
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
   * @param pairs the pairs of any side, which all have the same size
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
   * Adds combinations of matches, where the last side's match changes first. Returns whether the
   * row is done.
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
    try (ResultGather gather = new ResultGather(resultSchema(), allocator, pairs.size())) {
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

  /** One of the joins and its matches of the current row. */
  private static final class Side {
    private final JavaJoin join;
    private final JoinKind kind;
    private final RowPairs pairs;
    private RowKeys keys;

    /** The matches that go into results, or null if this side gives none. */
    private BuildTable.Group group;

    private int place;

    Side(JavaJoin join, int batchRows) {
      this.join = join;
      this.kind = join.specification().kind();
      this.pairs = new RowPairs(batchRows);
    }

    /** Looks up a probe row and returns whether it stays in the result. */
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
            throw new IllegalStateException("A star cannot hold a join of kind " + kind);
      };
    }

    long match() {
      return group == null ? RowPairs.NONE : group.row(place);
    }

    /**
     * Moves to the next match. After the last match it moves to the first one and returns false.
     */
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
