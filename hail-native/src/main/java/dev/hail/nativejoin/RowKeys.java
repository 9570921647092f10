// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.Arrays;
import java.util.List;
import org.apache.arrow.vector.FieldVector;

/** Returns keys of one or several columns as objects that are equal if and only if the keys are. */
final class RowKeys {
  /** Stands for NULL if NULL equals NULL. */
  private enum Null {
    VALUE
  }

  private final List<FieldVector> columns;
  private final boolean nullEqual;

  /**
   * @param columns the key columns of a batch
   * @param nullEqual whether NULL equals NULL
   */
  RowKeys(List<FieldVector> columns, boolean nullEqual) {
    this.columns = columns;
    this.nullEqual = nullEqual;
  }

  /** Returns the key of a row, or null if it has a NULL that matches nothing. */
  Object of(int row) {
    if (columns.size() == 1) {
      return value(columns.get(0), row);
    }
    Object[] values = new Object[columns.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(columns.get(i), row);
      if (values[i] == null) {
        return null;
      }
    }
    return Arrays.asList(values);
  }

  /** Returns whether a column of the row's key is NULL. */
  boolean hasNull(int row) {
    for (FieldVector column : columns) {
      if (column.isNull(row)) {
        return true;
      }
    }
    return false;
  }

  private Object value(FieldVector column, int row) {
    if (column.isNull(row)) {
      return nullEqual ? Null.VALUE : null;
    }
    return ColumnKeys.value(column, row);
  }
}
