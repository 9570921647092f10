// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples.ssb;

import dev.hail.examples.generate.RowRandom;
import dev.hail.examples.generate.RowSource;
import dev.hail.examples.generate.TextBuffer;

/** Generates supplier. Not thread-safe. */
final class Suppliers implements RowSource {
  private static final byte[] NAME = Words.ascii("Supplier#");

  private final RowRandom random;

  Suppliers(long seed) {
    random = new RowRandom(seed + 2);
  }

  @Override
  public int maxRowBytes() {
    return 160;
  }

  @Override
  public void append(long row, TextBuffer text) {
    random.seek(row);
    int key = (int) row + 1;
    text.append(key).append(',').append(NAME).append(key, 9).append(',');
    Places.append(text, random);
    text.append('\n');
  }
}
