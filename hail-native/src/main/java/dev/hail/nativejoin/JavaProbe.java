// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/** A probe of {@link JavaJoins}. */
final class JavaProbe extends JavaBatchProbe {
  private final JavaJoin join;
  private final JoinSpecification specification;
  private final JoinKind kind;
  private final BuildRows build;
  private final BuildTable table;
  private final BufferAllocator allocator;
  private final RowPairs pairs;

  private RowKeys keys;
  private int probeRow;

  /** The matches of {@code probeRow}, or null; those before {@code place} have been given. */
  private BuildTable.Group group;

  private int place;

  private long count;
  private boolean countOwed;

  /** The next batch of build rows to give at the end; beyond the last batch if none is left. */
  private int owedBatch = Integer.MAX_VALUE;

  private int owedPlace;

  JavaProbe(
      JavaJoin join,
      JoinSpecification specification,
      BuildRows build,
      BuildTable table,
      BufferAllocator allocator) {
    super(specification.probeSchema(), specification.resultSchema());
    this.join = join;
    this.specification = specification;
    this.kind = specification.kind();
    this.build = build;
    this.table = table;
    this.allocator = allocator;
    this.pairs = new RowPairs(specification.batchRows());
  }

  @Override
  protected void begin() {
    keys = specification.probeRowKeys(batch);
    probeRow = 0;
    group = null;
  }

  @Override
  public synchronized int finish() {
    order.requireDrained("finish");
    order.finish();
    int others = join.probeFinished();
    countOwed = kind == JoinKind.COUNT;
    if (others == 0 && kind.owesBuildRows()) {
      owedBatch = 0;
    }
    return others;
  }

  @Override
  public synchronized VectorSchemaRoot next() {
    order.requireOpen();
    // Pairs remain here if memory did not suffice to gather their values.
    if (pairs.size() == 0) {
      if (batch != null) {
        joinRows();
      } else {
        collectOwedRows();
      }
    }
    if (pairs.size() == 0) {
      return countOwed ? countRow() : null;
    }
    VectorSchemaRoot result = gather();
    pairs.clear();
    return result;
  }

  private void joinRows() {
    while (probeRow < batch.rows() && !pairs.isFull()) {
      if (group == null) {
        group = table.find(keys.of(probeRow));
        place = 0;
        if (group != null) {
          group.match();
        }
      }
      if (joinRow()) {
        probeRow++;
        group = null;
      }
    }
    if (pairs.size() == 0) {
      endBatch();
    }
  }

  /** Adds result rows of the current probe row and returns whether it is done. */
  private boolean joinRow() {
    switch (kind) {
      case INNER, BUILD_OUTER -> {
        return joinMatches();
      }
      case PROBE_OUTER, FULL_OUTER -> {
        if (group != null) {
          return joinMatches();
        }
        pairs.add(probeRow, RowPairs.NONE);
      }
      case PROBE_SEMI -> addIf(group != null);
      case PROBE_ANTI -> addIf(group == null);
      case NULL_AWARE_ANTI -> addIf(mark() == 0);
      case MARK -> pairs.addMarked(probeRow, mark());
      case COUNT -> count += group == null ? 0 : group.size();
      case BUILD_SEMI, BUILD_ANTI -> {}
    }
    return true;
  }

  private boolean joinMatches() {
    while (group != null && place < group.size()) {
      if (pairs.isFull()) {
        return false;
      }
      pairs.add(probeRow, group.row(place++));
    }
    return true;
  }

  private void addIf(boolean given) {
    if (given) {
      pairs.add(probeRow, RowPairs.NONE);
    }
  }

  /**
   * Returns the result of SQL's IN for the current probe row: 1, 0 or {@link RowPairs#NONE} for
   * NULL.
   */
  private int mark() {
    return table.in(group, keys.hasNull(probeRow), specification.nullEqual());
  }

  private void collectOwedRows() {
    boolean matched = kind == JoinKind.BUILD_SEMI;
    while (owedBatch < build.batches() && !pairs.isFull()) {
      if (owedPlace == build.batch(owedBatch).getRowCount()) {
        owedBatch++;
        owedPlace = 0;
      } else {
        if (table.isMatched(owedBatch, owedPlace) == matched) {
          pairs.add(RowPairs.NONE, BuildTable.row(owedBatch, owedPlace));
        }
        owedPlace++;
      }
    }
  }

  private VectorSchemaRoot countRow() {
    VectorSchemaRoot result = VectorSchemaRoot.create(resultSchema(), allocator);
    try {
      BigIntVector counts = (BigIntVector) result.getVector(0);
      counts.setSafe(0, count);
      result.setRowCount(1);
    } catch (RuntimeException | Error e) {
      result.close();
      throw e;
    }
    countOwed = false;
    return result;
  }

  private VectorSchemaRoot gather() {
    try (ResultGather gather = new ResultGather(resultSchema(), allocator, pairs.size())) {
      gather.probeColumns(specification.probeOutputs(), batch, pairs);
      gather.buildColumns(specification.buildOutputs(), build, pairs);
      if (kind == JoinKind.MARK) {
        gatherMarks((BitVector) gather.next());
      }
      return gather.finish();
    }
  }

  private void gatherMarks(BitVector to) {
    for (int i = 0; i < pairs.size(); i++) {
      int mark = pairs.mark(i);
      if (mark == RowPairs.NONE) {
        to.setNull(i);
      } else {
        to.setSafe(i, mark);
      }
    }
  }

  @Override
  protected void closed(boolean finished) {
    join.probeClosed(finished);
  }
}
