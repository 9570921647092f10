// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.probe;

import dev.hail.format.block.read.RowBatch;
import dev.hail.format.schema.Schema;
import dev.hail.join.RowsOfBatch;
import dev.hail.join.StringFile;
import dev.hail.join.plan.JoinPlan;
import dev.hail.join.plan.PlannedJoin;
import dev.hail.nativejoin.FlatBatch;
import dev.hail.nativejoin.FlatStar;
import dev.hail.nativejoin.StarCounts;
import dev.hail.nativejoin.StarRows;
import java.io.Closeable;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;

/**
 * Joins batches of the input with all build sides of a job. Only the keys are copied; a joined row
 * is the number of its row in the batch and its values of the build sides.
 *
 * <p>Call {@link #openFile} for each file, {@link #begin} for each batch, and then {@link #next}
 * until it returns false. Memory does not depend on the number of matches. Not thread-safe.
 */
public final class StarReader implements Closeable {
  /** Most rows that are looked up, and given, at once. */
  static final int ROWS = 1 << 15;

  private final JoinPlan plan;
  private final FlatStar star;
  private final List<StringFile> strings;
  private final FlatBatch keys;
  private final BitSet matched = new BitSet(ROWS);
  private final ProbeTotals totals = new ProbeTotals();

  private List<Integer> positions = List.of();
  private RowBatch batch;

  /** First row of the batch that is looked up, and the first that is not. */
  private int from;

  private int to;

  private StarReader(JoinPlan plan, FlatStar star, List<StringFile> strings) {
    this.plan = plan;
    this.star = star;
    this.strings = strings;
    this.keys = new FlatBatch(plan.keys().columns(), ROWS);
  }

  /**
   * Opens the images of a plan in the working directory of this task.
   *
   * @throws IOException if an image is missing, damaged or not the planned one, or the library
   *     cannot be loaded
   */
  public static StarReader ofTask(JoinPlan plan) throws IOException {
    return open(plan, NodeImages.ofTask());
  }

  static StarReader open(JoinPlan plan, NodeImages images) throws IOException {
    List<StringFile> strings = images.strings(plan);
    return new StarReader(plan, images.star(plan, ROWS), strings);
  }

  /** Returns what the joins do. */
  public JoinPlan plan() {
    return plan;
  }

  /** Says which attributes of the next batches are the keys. */
  public void openFile(Schema input) {
    positions = plan.keys().positions(input);
  }

  /** Takes a batch, whose rows must stay as they are until {@link #next} returns false. */
  public void begin(RowBatch next) {
    batch = next;
    from = 0;
    to = 0;
    totals.rowsProbed += next.size();
  }

  /** Finds the next joined rows; returns false if the batch has no more. */
  public boolean next() {
    while (true) {
      if (to > 0) {
        long begin = System.nanoTime();
        boolean found = star.next();
        totals.callNanos += System.nanoTime() - begin;
        if (found) {
          count();
          return true;
        }
        totals.rowsMatched += matched.cardinality();
        matched.clear();
      }
      if (to == batch.size()) {
        return false;
      }
      add();
    }
  }

  private void add() {
    long begin = System.nanoTime();
    from = to;
    to = Math.min(batch.size(), from + ROWS);
    int count = to - from;
    for (int i = 0; i < positions.size(); i++) {
      RowsOfBatch.copy(batch, positions.get(i), from, count, keys, i);
    }
    keys.setRows(count);
    long copied = System.nanoTime();
    star.add(keys);
    totals.copyNanos += copied - begin;
    totals.callNanos += System.nanoTime() - copied;
    totals.batches++;
  }

  private void count() {
    StarRows rows = star.rows();
    totals.rowsJoined += rows.size();
    for (int i = 0; i < rows.size(); i++) {
      matched.set(rows.rowNumber(i));
    }
  }

  /** Returns the joined rows that {@link #next} found. */
  public StarRows rows() {
    return star.rows();
  }

  /** Returns the row of the batch that a joined row comes from. */
  public int rowOfBatch(int row) {
    return from + star.rows().rowNumber(row);
  }

  /** Returns the strings of a join's outputs; null if none is a STRING. */
  public StringFile strings(int join) {
    return strings.get(join);
  }

  /** Returns what was done so far. */
  public ProbeTotals totals() {
    return totals;
  }

  /** Returns what was done with one join so far. */
  public StarCounts counts(int join) {
    return star.counts(join);
  }

  /** Returns the number of the first column of a join among those of {@link #rows}. */
  public int firstColumn(int join) {
    return plan.joins().subList(0, join).stream().mapToInt(PlannedJoin::columns).sum();
  }

  @Override
  public void close() {
    star.close();
  }
}
