// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import java.math.BigDecimal;
import org.apache.hadoop.io.Text;

/**
 * The values of one row. Positions count from 1. {@link HailRecord} has checked that the position
 * and the type are right and that the value is not NULL.
 */
interface RowValues {

  boolean isNull(int position);

  boolean booleanAt(int position);

  int intAt(int position);

  long longAt(int position);

  float floatAt(int position);

  double doubleAt(int position);

  BigDecimal decimalAt(int position);

  int daysAt(int position);

  long microsAt(int position);

  /** Returns a value of any type, rendered as text. */
  String stringAt(int position);

  /** Copies a STRING into {@code target}. */
  void textAt(int position, Text target);

  /**
   * Returns whether the row has a match in the build side of a join.
   *
   * @param join number from 0
   */
  boolean isMatched(int join);
}
