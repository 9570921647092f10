// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.ArrayList;
import java.util.List;

/**
 * A star of {@link JavaFlatJoins}. Probe rows pass in strides: each join looks up those that are
 * left and drops some. What remains is paired with each choice of a match in each join.
 */
final class JavaFlatStar implements FlatStar {
  private final List<FlatColumn> probe;
  private final StarRows rows;
  private final List<JavaFlatSide> sides = new ArrayList<>();

  /** The sides in the order of their look-ups. */
  private final List<JavaFlatSide> order;

  /** The sides whose rows are in the result. */
  private final List<JavaFlatSide> pairing;

  /** Whether each row that is left is in the result once. */
  private final boolean unique;

  private FlatBatch batch;

  /** The stride: its first row and number of rows, and the rows that are left. */
  private int from;

  private int strideRows;
  private final int[] left = new int[FlatKeys.STRIDE];
  private int leftRows;

  /** The next row to pair, of those that are left. */
  private int place;

  /** Whether the sides have made some of the choices for this row. */
  private boolean begun;

  private final int[] numbers = new int[FlatKeys.STRIDE];
  private boolean closed;

  JavaFlatStar(List<FlatRows> joins, int capacity) {
    this.probe = joins.get(0).specification().probe();
    List<FlatColumn> columns = new ArrayList<>();
    for (FlatRows join : joins) {
      sides.add(new JavaFlatSide(join, columns.size()));
      columns.addAll(join.specification().outputColumns());
    }
    this.rows = new StarRows(columns, capacity);
    this.order = new ArrayList<>(sides);
    this.pairing = new ArrayList<>(sides);
    this.pairing.removeIf(side -> !side.pairs());
    this.unique = pairing.stream().allMatch(JavaFlatSide::hasOneMatch);
  }

  @Override
  public StarRows rows() {
    return rows;
  }

  @Override
  public void add(FlatBatch next) {
    requireOpen();
    if (place < leftRows || isStrideLeft()) {
      throw new IllegalStateException(
          "The previous batch has rows left; call next() until it gives none, then add");
    }
    next.require("probe", probe);
    sides.forEach(side -> side.check(next));
    batch = next;
    from = 0;
    strideRows = 0;
    leftRows = 0;
    place = 0;
  }

  private boolean isStrideLeft() {
    return batch != null && from + strideRows < batch.rows();
  }

  @Override
  public boolean next() {
    requireOpen();
    int given = 0;
    while (given < rows.capacity()) {
      int most = Math.min(FlatKeys.STRIDE, rows.capacity() - given);
      int paired = 0;
      while (paired < most && (place < leftRows || nextStride())) {
        paired = unique ? pairOnce(paired, most) : pair(paired, most);
      }
      if (paired == 0) {
        break;
      }
      give(given, paired);
      given += paired;
    }
    rows.setSize(given);
    return given > 0;
  }

  /** Looks up the next stride; returns false if there is none. */
  private boolean nextStride() {
    if (!isStrideLeft()) {
      batch = null;
      return false;
    }
    from += strideRows;
    strideRows = Math.min(FlatKeys.STRIDE, batch.rows() - from);
    for (int i = 0; i < strideRows; i++) {
      left[i] = i;
    }
    leftRows = strideRows;
    place = 0;
    order.sort(JavaFlatSide.BY_RANK);
    for (JavaFlatSide side : order) {
      if (leftRows > 0) {
        leftRows = side.lookUp(batch, from, left, leftRows);
      }
    }
    return true;
  }

  /** Does what {@link #pair} does where each row has one choice. */
  private int pairOnce(int paired, int most) {
    int count = Math.min(leftRows - place, most - paired);
    for (int i = 0; i < count; i++) {
      numbers[paired + i] = from + left[place + i];
    }
    for (JavaFlatSide side : pairing) {
      side.pairOnce(left, place, count, paired);
    }
    place += count;
    return paired + count;
  }

  /**
   * Pairs rows that are left, until so many pairs are there. Goes on at the choice at which the
   * last call ended.
   *
   * @param paired pairs that are there
   * @return pairs that are there then
   */
  private int pair(int paired, int most) {
    int to = paired;
    while (place < leftRows && to < most) {
      int row = left[place];
      if (!begun) {
        pairing.forEach(side -> side.choose(row));
        begun = true;
      }
      do {
        numbers[to] = from + row;
        for (JavaFlatSide side : pairing) {
          side.pair(to);
        }
        to++;
        begun = nextChoice(row);
      } while (begun && to < most);
      if (!begun) {
        place++;
      }
    }
    return to;
  }

  /** Changes the last side's match first. Returns false when all choices were made. */
  private boolean nextChoice(int row) {
    for (int i = pairing.size() - 1; i >= 0; i--) {
      if (pairing.get(i).chooseNext()) {
        return true;
      }
      pairing.get(i).choose(row);
    }
    return false;
  }

  private void give(int given, int paired) {
    for (int i = 0; i < paired; i++) {
      rows.numbers().putInt((given + i) * Integer.BYTES, numbers[i]);
    }
    for (JavaFlatSide side : pairing) {
      side.give(paired, rows, given);
    }
  }

  @Override
  public StarCounts counts(int join) {
    requireOpen();
    return sides.get(join).counts();
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("This FlatStar is closed");
    }
  }

  @Override
  public void close() {
    closed = true;
    batch = null;
    sides.clear();
    order.clear();
    pairing.clear();
  }
}
