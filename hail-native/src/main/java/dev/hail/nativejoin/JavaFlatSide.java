// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.Comparator;

/** One join of a {@link JavaFlatStar}, while strides of probe rows pass through. */
final class JavaFlatSide {
  /** Joins that drop most rows for their cost come first. */
  static final Comparator<JavaFlatSide> BY_RANK =
      Comparator.comparingDouble(JavaFlatSide::rank).reversed();

  /** What a former stride counts when a new one comes, to choose the order of joins. */
  private static final double KEPT_OF_THE_PAST = 0.98;

  private final JoinKind kind;
  private final FlatKeyTable table;
  private final FlatKeys keys;
  private final KeptColumn[] outputs;
  private final int firstColumn;

  /** Whether NOT IN is NULL for each row without a match, as a build row has a NULL key. */
  private final boolean unknownAll;

  /** Whether NOT IN is NULL for each row with a NULL key. */
  private final boolean unknownNull;

  /** By the number of a row that is looked up: its first match. */
  private final int[] found = new int[FlatKeys.STRIDE];

  /** By row of the stride: its first match. */
  private final int[] heads = new int[FlatKeys.STRIDE];

  /** By pair: the build row. */
  private final int[] matches = new int[FlatKeys.STRIDE];

  private int match;
  private long seen;
  private long passed;
  private long nanoseconds;
  private double seenLately;
  private double passedLately;

  /**
   * A side.
   *
   * @param firstColumn place of its first output in the result
   */
  JavaFlatSide(FlatRows join, int firstColumn) {
    FlatSpecification specification = join.specification();
    this.kind = specification.kind();
    this.table = join.table();
    this.keys = join.probeKeys();
    this.outputs = join.outputs();
    this.firstColumn = firstColumn;
    boolean nullsCount = kind.isNullAware() && !specification.nullEqual() && join.rows() > 0;
    this.unknownAll = nullsCount && join.nullKeyRows() > 0;
    this.unknownNull = nullsCount;
  }

  /** Whether rows of the build side are in the result. */
  boolean pairs() {
    return kind.givesBuildColumns();
  }

  /** Whether no row has more than one match. */
  boolean hasOneMatch() {
    return table.isUnique();
  }

  /**
   * Checks the keys of a batch.
   *
   * @throws InvalidBatchException if texts do not lie in their buffers
   */
  void check(FlatBatch batch) {
    keys.check(batch, "probe");
  }

  private double rank() {
    double dropped = seenLately == 0 ? 0.5 : 1 - passedLately / seenLately;
    return dropped / keys.cost();
  }

  /**
   * Keeps the rows that this join lets into the result.
   *
   * @param from row of the batch at which the stride begins
   * @param rows rows of the stride, ascending; those that are kept replace them
   * @return how many are kept
   */
  int lookUp(FlatBatch batch, int from, int[] rows, int count) {
    long begin = System.nanoTime();
    keys.encode(batch, from, rows, count);
    table.find(keys, count, found);
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      heads[row] = found[i];
      rows[kept] = row;
      kept += isKept(i) ? 1 : 0;
    }
    nanoseconds += System.nanoTime() - begin;
    seen += count;
    passed += kept;
    seenLately = KEPT_OF_THE_PAST * seenLately + count;
    passedLately = KEPT_OF_THE_PAST * passedLately + kept;
    return kept;
  }

  private boolean isKept(int i) {
    boolean matched = found[i] != FlatKeyTable.NONE;
    return switch (kind) {
      case INNER, PROBE_SEMI -> matched;
      case PROBE_OUTER -> true;
      case PROBE_ANTI -> !matched;
      case NULL_AWARE_ANTI -> !matched && !unknownAll && !(unknownNull && keys.hasNull(i));
      case BUILD_OUTER, FULL_OUTER, BUILD_SEMI, BUILD_ANTI, MARK, COUNT ->
          throw new IllegalStateException("A star cannot hold a join of kind " + kind);
    };
  }

  /** Chooses the first match of a row of the stride. */
  void choose(int row) {
    match = heads[row];
  }

  /** Chooses the next match; returns false if there is none. */
  boolean chooseNext() {
    int next = match == FlatKeyTable.NONE ? FlatKeyTable.NONE : table.next(match);
    if (next == FlatKeyTable.NONE) {
      return false;
    }
    match = next;
    return true;
  }

  /** Puts the chosen match into a pair. */
  void pair(int pair) {
    matches[pair] = match;
  }

  /** Puts the only matches of consecutive rows that are left into pairs from one on. */
  void pairOnce(int[] left, int place, int count, int pair) {
    for (int i = 0; i < count; i++) {
      matches[pair + i] = heads[left[place + i]];
    }
  }

  /** Copies the outputs of pairs to rows from one on. */
  void give(int pairs, StarRows to, int at) {
    for (int i = 0; i < outputs.length; i++) {
      outputs[i].gather(matches, pairs, to, firstColumn + i, at);
    }
  }

  StarCounts counts() {
    return new StarCounts(seen, passed, seen, nanoseconds);
  }
}
