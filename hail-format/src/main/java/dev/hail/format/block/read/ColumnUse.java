// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

/** The first use of a column in a read. No column is read twice for the same rows. */
enum ColumnUse {
  /** To narrow a window by binary search: the column the replica is sorted by. */
  SORTED(0),

  /** To evaluate the predicate. */
  FILTERED(1),

  /** To hand out values only: read from the first qualifying row to the last. */
  PROJECTED(2),

  /** Not read. */
  NONE(-1);

  /** Number of steps that read something. */
  static final int STEPS = 3;

  /** The step in which a window reads the column, from 0; -1 for none. */
  final int step;

  ColumnUse(int step) {
    this.step = step;
  }
}
