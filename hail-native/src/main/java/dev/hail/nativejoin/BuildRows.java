// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Copies of the key and output columns of the build batches, in memory that the budget limits.
 * Threads may share it only after the last batch was added.
 */
final class BuildRows implements AutoCloseable {
  /** Upper bound for the bytes of a row's entry in {@link BuildTable}, without the key's bytes. */
  private static final long ENTRY_BYTES = 160;

  private final JoinSpecification specification;
  private final BufferAllocator memory;
  private final List<Integer> columns;
  private final List<VectorSchemaRoot> batches = new ArrayList<>();
  private long rows;
  private long entryBytes;

  BuildRows(JoinSpecification specification, BufferAllocator allocator) {
    this.specification = specification;
    TreeSet<Integer> used = new TreeSet<>(specification.buildKeys());
    used.addAll(specification.buildOutputs());
    this.columns = List.copyOf(used);
    this.memory = allocator.newChildAllocator("hail join build side", 0, Long.MAX_VALUE);
  }

  /** Returns the schema of the kept columns. */
  Schema schema() {
    return new Schema(columns.stream().map(specification.buildSchema().getFields()::get).toList());
  }

  /** Returns an empty batch of {@link #schema}, which the caller must close before this object. */
  VectorSchemaRoot emptyBatch() {
    return VectorSchemaRoot.create(schema(), memory);
  }

  /**
   * Copies a batch of the build side.
   *
   * @throws JoinBudgetException if the budget does not allow the batch; nothing of it is kept
   * @throws JoinMemoryException if the allocator does not allow the batch; nothing of it is kept
   */
  void add(VectorSchemaRoot batch) {
    copy(columns.stream().map(batch::getVector).toList(), batch.getRowCount());
  }

  /**
   * Copies a batch of {@link #schema}.
   *
   * @throws JoinBudgetException if the budget does not allow the batch; nothing of it is kept
   */
  void addKept(VectorSchemaRoot batch) {
    copy(batch.getFieldVectors(), batch.getRowCount());
  }

  private void copy(List<FieldVector> sources, int count) {
    if (count == 0) {
      return;
    }
    long entries = entryBytes + ENTRY_BYTES * count;
    allow(entries);
    VectorSchemaRoot copy = VectorSchemaRoot.create(schema(), memory);
    try {
      for (int i = 0; i < sources.size(); i++) {
        copy(sources.get(i), copy.getVector(i), count);
      }
    } catch (OutOfMemoryException e) {
      copy.close();
      throw refusal(count, e);
    } catch (RuntimeException | Error e) {
      copy.close();
      throw e;
    }
    copy.setRowCount(count);
    batches.add(copy);
    rows += count;
    entryBytes = entries;
  }

  private JoinException refusal(int count, OutOfMemoryException cause) {
    String what =
        " is exhausted. New build rows: " + count + ", kept rows: " + rows + " in " + bytes();
    if (specification.memoryBudget() == 0) {
      return new JoinMemoryException("The allocator" + what + " bytes", cause);
    }
    return new JoinBudgetException(
        "The memory budget of " + specification.memoryBudget() + " bytes" + what + " bytes", cause);
  }

  private static void copy(FieldVector from, FieldVector to, int count) {
    to.setInitialCapacity(count);
    to.allocateNew();
    for (int row = 0; row < count; row++) {
      to.copyFromSafe(row, row, from);
    }
    to.setValueCount(count);
  }

  /** Limits the memory of the columns to what the table's entries, of this many bytes, leave. */
  private void allow(long entries) {
    long budget = specification.memoryBudget();
    if (budget == 0) {
      return;
    }
    if (entries > budget - memory.getAllocatedMemory()) {
      throw new JoinBudgetException(
          "The memory budget of "
              + budget
              + " bytes is exhausted. Kept rows: "
              + rows
              + " in "
              + bytes()
              + " bytes; with the new rows the table alone would take "
              + entries
              + " bytes");
    }
    memory.setLimit(budget - entries);
  }

  /** Returns the number of kept batches. */
  int batches() {
    return batches.size();
  }

  /** Returns a batch of {@link #schema}. */
  VectorSchemaRoot batch(int batch) {
    return batches.get(batch);
  }

  /** Returns a kept column of a batch, by its position in the build schema. */
  FieldVector column(int batch, int column) {
    return batches.get(batch).getVector(columns.indexOf(column));
  }

  /** Returns the keys of a batch. */
  RowKeys keys(int batch) {
    return new RowKeys(
        specification.buildKeys().stream().map(key -> column(batch, key)).toList(),
        specification.nullEqual());
  }

  /** Returns the number of kept rows. */
  long rows() {
    return rows;
  }

  /** Returns the bytes of the columns and, roughly, of the table. */
  long bytes() {
    return memory.getAllocatedMemory() + entryBytes;
  }

  /** Returns the peak of {@link #bytes}. */
  long peakBytes() {
    return memory.getPeakMemoryAllocation() + entryBytes;
  }

  @Override
  public void close() {
    batches.forEach(VectorSchemaRoot::close);
    batches.clear();
    memory.close();
  }
}
