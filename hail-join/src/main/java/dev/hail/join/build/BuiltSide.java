// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.build;

import dev.hail.join.plan.KeyHint;
import dev.hail.join.plan.PlannedJoin;
import dev.hail.nativejoin.JoinSummary;
import java.util.List;

/**
 * A build side that is built, for reports.
 *
 * @param join what tasks know of it
 * @param path where it was read from
 * @param rowsRead rows whose attributes were read
 * @param table statistics of the table; its rows are those that meet the filter
 * @param hints for each key what rows of the input must meet to have a match; empty for joins that
 *     keep rows without one
 */
public record BuiltSide(
    PlannedJoin join, String path, long rowsRead, JoinSummary table, List<KeyHint> hints) {

  /** Copies the hints. */
  public BuiltSide {
    hints = List.copyOf(hints);
  }
}
