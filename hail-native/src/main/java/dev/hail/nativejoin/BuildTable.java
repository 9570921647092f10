// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Maps keys to their rows. A row is a number: the batch in its upper half, the place in the batch
 * in its lower half. Safe for use by several threads.
 */
final class BuildTable {
  /** The rows of one key. */
  static final class Group {
    private long[] rows = new long[1];
    private int size;
    private volatile boolean matched;

    private void add(long row) {
      if (size == rows.length) {
        rows = Arrays.copyOf(rows, 2 * size);
      }
      rows[size++] = row;
    }

    /** Returns the number of rows, at least one. */
    int size() {
      return size;
    }

    long row(int i) {
      return rows[i];
    }

    /** Marks this key as matched by a probe row. */
    void match() {
      if (!matched) {
        matched = true;
      }
    }
  }

  private final Map<Object, Group> groups = new HashMap<>();

  /**
   * The group of each row by batch and place; null for rows with a NULL key that matches nothing.
   */
  private final List<Group[]> groupOfRow = new ArrayList<>();

  private final long nullKeyRows;
  private final long rows;

  BuildTable(BuildRows build) {
    long nulls = 0;
    for (int batch = 0; batch < build.batches(); batch++) {
      RowKeys keys = build.keys(batch);
      Group[] ofRow = new Group[build.batch(batch).getRowCount()];
      for (int row = 0; row < ofRow.length; row++) {
        Object key = keys.of(row);
        if (key != null) {
          ofRow[row] = groups.computeIfAbsent(key, absent -> new Group());
          ofRow[row].add(row(batch, row));
        }
        nulls += keys.hasNull(row) ? 1 : 0;
      }
      groupOfRow.add(ofRow);
    }
    this.nullKeyRows = nulls;
    this.rows = build.rows();
  }

  /** Returns the number of a row. */
  static long row(int batch, int place) {
    return ((long) batch << Integer.SIZE) | place;
  }

  /** Returns the batch of a row. */
  static int batch(long row) {
    return (int) (row >>> Integer.SIZE);
  }

  /** Returns the place of a row in its batch. */
  static int place(long row) {
    return (int) row;
  }

  /** Returns the rows with this key, or null if there are none. */
  Group find(Object key) {
    return key == null ? null : groups.get(key);
  }

  /**
   * Returns the result of SQL's {@code IN} for a probe row: 1, 0 or {@link RowPairs#NONE} for NULL.
   *
   * @param group matches of the probe row, or null if there are none
   */
  int in(Group group, boolean keyHasNull, boolean nullEqual) {
    if (group != null) {
      return 1;
    }
    boolean unknown = nullKeyRows > 0 || keyHasNull;
    return !nullEqual && unknown && rows > 0 ? RowPairs.NONE : 0;
  }

  /** Returns whether a probe row had the key of this row. */
  boolean isMatched(int batch, int place) {
    Group group = groupOfRow.get(batch)[place];
    return group != null && group.matched;
  }

  long rows() {
    return rows;
  }

  long nullKeyRows() {
    return nullKeyRows;
  }

  long distinctKeys() {
    return groups.size();
  }
}
