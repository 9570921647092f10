// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.nio.file.Path;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * A finished join of {@link JavaJoins}. It owns the rows; they are freed with the join and its last
 * probe.
 */
final class JavaJoin implements BuiltJoin {
  private final JoinSpecification specification;
  private final BuildRows rows;
  private final BuildTable table;
  private final BufferAllocator allocator;
  private boolean closed;
  private boolean owedRowsGiven;
  private int openProbes;
  private int unfinishedProbes;

  JavaJoin(JoinSpecification specification, BuildRows rows, BufferAllocator allocator) {
    this.specification = specification;
    this.rows = rows;
    this.table = new BuildTable(rows);
    this.allocator = allocator;
  }

  @Override
  public synchronized JoinSummary summary() {
    requireOpen();
    return new JoinSummary(
        "hash map of Java",
        table.distinctKeys() == rows.rows() - (specification.nullEqual() ? 0 : table.nullKeyRows()),
        false,
        table.rows(),
        table.nullKeyRows(),
        table.distinctKeys(),
        rows.bytes(),
        rows.peakBytes(),
        "hash map of Java, the only table of these joins");
  }

  @Override
  public Schema probeSchema() {
    return specification.probeSchema();
  }

  @Override
  public Schema resultSchema() {
    return specification.resultSchema();
  }

  @Override
  public synchronized void save(Path image) {
    requireOpen();
    JavaImage.write(image, specification, rows);
  }

  @Override
  public synchronized JoinProbe probe() {
    requireOpen();
    if (owedRowsGiven) {
      throw new IllegalStateException(
          "The last probe of this join has finished and gives the remaining build"
              + " rows; create all probes earlier");
    }
    hold();
    unfinishedProbes++;
    return new JavaProbe(this, specification, rows, table, allocator);
  }

  JoinSpecification specification() {
    return specification;
  }

  BuildRows rows() {
    return rows;
  }

  BuildTable table() {
    return table;
  }

  /**
   * Keeps the rows alive until {@link #letGo}, for a probe that does not count as one of this join.
   */
  synchronized void hold() {
    requireOpen();
    openProbes++;
  }

  synchronized void letGo() {
    openProbes--;
    if (closed && openProbes == 0) {
      rows.close();
    }
  }

  /** Counts a probe as finished and returns the number of unfinished probes. */
  synchronized int probeFinished() {
    unfinishedProbes--;
    owedRowsGiven = unfinishedProbes == 0 && specification.kind().owesBuildRows();
    return unfinishedProbes;
  }

  synchronized void probeClosed(boolean finished) {
    if (!finished) {
      unfinishedProbes--;
    }
    letGo();
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("This BuiltJoin is closed");
    }
  }

  @Override
  public synchronized void close() {
    if (!closed && openProbes == 0) {
      rows.close();
    }
    closed = true;
  }
}
