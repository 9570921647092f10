// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples.uservisits;

import dev.hail.examples.generate.RowRandom;
import dev.hail.examples.generate.RowSource;
import dev.hail.examples.generate.SchemaResource;
import dev.hail.examples.generate.TextBuffer;

/**
 * Generates Rankings of Pavlo et al. for the UserVisits of the same seed. Row r ranks the page that
 * visit {@value #STRIDE} x r led to. So one visit in {@value #STRIDE} finds its page, wherever it
 * stands in the table. Not thread-safe.
 */
public final class Rankings implements RowSource {
  /** Number of visits for each ranked page. */
  public static final int STRIDE = 16;

  private static final int RANKS = 10_000;
  private static final int DURATIONS = 100;

  private final UserVisits visits;
  private final RowRandom random;

  /** Creates a generator; the seed is that of UserVisits. */
  public Rankings(long seed) {
    visits = new UserVisits(seed);
    random = new RowRandom(seed + 1);
  }

  /** Returns the schema file that {@code hail put --schema} reads. */
  public static String schemaSql() {
    return SchemaResource.read(Rankings.class, "Rankings.schema");
  }

  @Override
  public int maxRowBytes() {
    return 128;
  }

  @Override
  public void append(long row, TextBuffer text) {
    random.seek(row);
    visits.appendUrlOf(row * STRIDE, text);
    text.append(',').append(1 + random.next(RANKS));
    text.append(',').append(1 + random.next(DURATIONS)).append('\n');
  }
}
