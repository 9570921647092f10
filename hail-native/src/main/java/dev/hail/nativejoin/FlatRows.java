// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The build side of a join in Java: its key and output columns in the heap, and the table of its
 * keys. Threads may read together after the last batch was added.
 */
final class FlatRows {
  private static final int MOST_ROWS = Integer.MAX_VALUE - 1;

  private final FlatSpecification specification;
  private final HeapBudget budget;
  private final FlatKeys.Seed seed = FlatKeys.Seed.random();

  /** Positions of the kept columns in the build side, ascending. */
  private final List<Integer> positions;

  private final KeptColumn[] kept;
  private final FlatKeyTable table;
  private int rows;
  private int nullKeyRows;
  private int addedKeys;

  /** Different keys that there will be at most. */
  private int mostKeys = Integer.MAX_VALUE;

  /**
   * No rows.
   *
   * @throws JoinBudgetException if the budget does not allow even them
   */
  FlatRows(FlatSpecification specification) {
    this.specification = specification;
    this.budget = new HeapBudget(specification.memoryBudget());
    TreeSet<Integer> used = new TreeSet<>(specification.buildKeys());
    used.addAll(specification.outputs());
    this.positions = List.copyOf(used);
    this.kept = new KeptColumn[positions.size()];
    for (int i = 0; i < kept.length; i++) {
      kept[i] = new KeptColumn(specification.build().get(positions.get(i)), budget);
    }
    this.table = new FlatKeyTable(keptColumns(specification.buildKeys()), budget);
  }

  private KeptColumn[] keptColumns(List<Integer> of) {
    return of.stream().map(column -> kept[positions.indexOf(column)]).toArray(KeptColumn[]::new);
  }

  FlatSpecification specification() {
    return specification;
  }

  HeapBudget budget() {
    return budget;
  }

  FlatKeyTable table() {
    return table;
  }

  int rows() {
    return rows;
  }

  int nullKeyRows() {
    return nullKeyRows;
  }

  /** Returns the columns that are kept, in the order of the build side. */
  List<FlatColumn> columns() {
    return positions.stream().map(specification.build()::get).toList();
  }

  /** Returns the kept columns that results have. */
  KeptColumn[] outputs() {
    return keptColumns(specification.outputs());
  }

  /** Returns the columns that are kept, with their values. */
  List<KeptColumn> kept() {
    return List.of(kept);
  }

  /** Returns what encodes the keys of probe batches. */
  FlatKeys probeKeys() {
    return keys(specification.probe(), specification.probeKeys());
  }

  private FlatKeys keys(List<FlatColumn> columns, List<Integer> of) {
    int[] at = of.stream().mapToInt(Integer::intValue).toArray();
    return new FlatKeys(columns, at, specification.nullEqual(), seed);
  }

  /** Returns what adds batches with all columns of the build side. */
  Adder adder() {
    return new Adder(specification.build(), specification.buildKeys(), positions);
  }

  /** Returns what adds batches with the {@link #columns} alone. */
  Adder adderOfKept() {
    List<Integer> at = new ArrayList<>();
    for (int key : specification.buildKeys()) {
      at.add(positions.indexOf(key));
    }
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < kept.length; i++) {
      all.add(i);
    }
    return new Adder(columns(), at, all);
  }

  /**
   * Makes room for what comes, so that no array grows later.
   *
   * @param wanted rows in all
   * @param distinct their different keys
   * @param texts bytes of texts of each kept column
   * @throws JoinBudgetException if the budget does not allow it
   */
  void require(int wanted, int distinct, long[] texts) {
    mostKeys = distinct;
    table.require(wanted, distinct);
    for (int i = 0; i < kept.length; i++) {
      kept[i].require(wanted, texts[i]);
    }
  }

  /** Ends adding. */
  void finish() {
    table.finish(addedKeys);
  }

  /** Adds batches whose columns have one order. */
  final class Adder {
    private final List<Integer> sources;
    private final FlatKeys keys;
    private final int[] stride = new int[FlatKeys.STRIDE];

    private Adder(List<FlatColumn> columns, List<Integer> keyColumns, List<Integer> sources) {
      this.sources = sources;
      this.keys = keys(columns, keyColumns);
      for (int i = 0; i < stride.length; i++) {
        stride[i] = i;
      }
    }

    /** Returns what it adds to. */
    FlatRows rows() {
      return FlatRows.this;
    }

    /**
     * Copies a batch.
     *
     * @throws InvalidBatchException if its texts are not in their buffers; nothing has changed
     * @throws JoinBudgetException if the budget does not allow it; nothing has changed
     */
    void add(FlatBatch batch) {
      keys.check(batch, "build");
      require(batch);
      for (int i = 0; i < kept.length; i++) {
        kept[i].append(batch, sources.get(i), rows);
      }
      for (int from = 0; from < batch.rows(); from += FlatKeys.STRIDE) {
        int count = Math.min(FlatKeys.STRIDE, batch.rows() - from);
        keys.encode(batch, from, stride, count);
        for (int i = 0; i < count; i++) {
          nullKeyRows += keys.hasNull(i) ? 1 : 0;
          if (keys.canMatch(i)) {
            table.add(keys, i, rows + i);
            addedKeys++;
          }
        }
        rows += count;
      }
    }

    private void require(FlatBatch batch) {
      long wanted = (long) rows + batch.rows();
      if (wanted > MOST_ROWS) {
        throw new JoinMemoryException(
            "A join in Java has at most " + MOST_ROWS + " build rows, not " + wanted);
      }
      try {
        for (int i = 0; i < kept.length; i++) {
          kept[i].require(wanted, KeptColumn.textBytes(batch, sources.get(i)));
        }
        table.require(wanted, Math.min(batch.rows(), mostKeys - table.distinct()));
      } catch (JoinBudgetException e) {
        throw new JoinBudgetException(
            e.getMessage()
                + " by "
                + rows
                + " rows and room for more; filter the build side, give fewer columns, or raise"
                + " the budget",
            e);
      }
    }
  }
}
