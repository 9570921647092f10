// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.adaptive;

import dev.hail.examples.generate.RowRandom;
import dev.hail.examples.generate.RowSource;
import dev.hail.examples.generate.TextBuffer;

/**
 * Synthetic in the form of the thesis' adaptive experiments (section 3.10.1): six integers, the
 * first with exponential skew. Its values form ten consecutive classes of a million values each;
 * class i is 10<sup>i-1</sup> times as frequent as the first. (The thesis has ten values instead of
 * classes, but ten values do not allow eleven disjoint ranges of 0.2 %.) Not thread-safe.
 */
final class SkewedRows implements RowSource {
  static final int ATTRIBUTES = 6;

  static final int CLASSES = 10;
  static final int CLASS_VALUES = 1_000_000;

  /** Number of values of every attribute but the first. */
  static final int VALUES = 10_000_000;

  /** Sum of 10<sup>i-1</sup> over the classes, less than 2<sup>31</sup>. */
  private static final int REPETITIONS = 1_111_111_111;

  private final RowRandom random;

  /** Creates a generator; the same seed gives the same table. */
  SkewedRows(long seed) {
    random = new RowRandom(seed);
  }

  static String schemaSql() {
    StringBuilder sql = new StringBuilder("a1 INT");
    for (int attribute = 2; attribute <= ATTRIBUTES; attribute++) {
      sql.append(", a").append(attribute).append(" INT");
    }
    return sql.toString();
  }

  @Override
  public int maxRowBytes() {
    return ATTRIBUTES * 9;
  }

  @Override
  public void append(long row, TextBuffer text) {
    random.seek(row);
    int classNumber = classOf(random.next(REPETITIONS));
    text.append(classNumber * CLASS_VALUES + random.next(CLASS_VALUES));
    for (int attribute = 2; attribute <= ATTRIBUTES; attribute++) {
      text.append(',').append(random.next(VALUES));
    }
    text.append('\n');
  }

  /** Returns the class, from 0, of a repetition. */
  private static int classOf(int repetition) {
    int found = 0;
    long end = 1;
    for (long size = 10; repetition >= end && found < CLASSES - 1; size *= 10) {
      end += size;
      found++;
    }
    return found;
  }
}
