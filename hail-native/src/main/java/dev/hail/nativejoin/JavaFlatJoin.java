// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.nio.file.Path;

/**
 * A finished join of {@link JavaFlatJoins}. Stars keep its rows, so it may be closed before them.
 */
final class JavaFlatJoin implements FlatJoin {
  private static final String TABLE = "linear probing in Java";

  private volatile FlatRows rows;

  JavaFlatJoin(FlatRows rows) {
    this.rows = rows;
  }

  /**
   * Returns the rows.
   *
   * @throws IllegalStateException if the join is closed
   */
  FlatRows rows() {
    FlatRows open = rows;
    if (open == null) {
      throw new IllegalStateException("This FlatJoin is closed");
    }
    return open;
  }

  @Override
  public JoinSummary summary() {
    FlatRows open = rows();
    return new JoinSummary(
        TABLE,
        open.table().isUnique(),
        false,
        open.rows(),
        open.nullKeyRows(),
        open.table().distinct(),
        open.budget().used(),
        open.budget().peak(),
        TABLE + ", the only table of these joins");
  }

  @Override
  public void save(Path image) {
    FlatImage.write(image, rows());
  }

  @Override
  public void close() {
    rows = null;
  }
}
