// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples.synthetic;

import dev.hail.examples.generate.RowRandom;
import dev.hail.examples.generate.RowSource;
import dev.hail.examples.generate.TextBuffer;

/**
 * Generates Synthetic: {@value #ATTRIBUTES} comma-separated integers per row, each uniform in [0,
 * {@value #VALUES}), so that a filter on a prefix of that range has a known selectivity. Not
 * thread-safe.
 */
public final class Synthetic implements RowSource {
  /** Attributes per row. */
  public static final int ATTRIBUTES = 19;

  /** Number of different values; each value is at least 0 and less than this. */
  public static final int VALUES = 10_000_000;

  private final RowRandom random;

  /** Creates a generator; the same seed gives the same table. */
  public Synthetic(long seed) {
    random = new RowRandom(seed);
  }

  @Override
  public int maxRowBytes() {
    return ATTRIBUTES * 8;
  }

  @Override
  public void append(long row, TextBuffer text) {
    random.seek(row);
    text.append(random.next(VALUES));
    for (int attribute = 2; attribute <= ATTRIBUTES; attribute++) {
      text.append(',').append(random.next(VALUES));
    }
    text.append('\n');
  }
}
