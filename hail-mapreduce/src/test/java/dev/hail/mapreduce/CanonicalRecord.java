// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.format.schema.Schema;
import dev.hail.testing.CanonicalRow;

/** Records as tests compare them. */
final class CanonicalRecord {
  private CanonicalRecord() {}

  /** Reads every attribute through its own getter. */
  static String of(HailRecord row) {
    Schema schema = row.schema();
    CanonicalRow canonical = new CanonicalRow();
    for (int position : row.projection()) {
      if (row.isNull(position)) {
        canonical.addNull();
        continue;
      }
      switch (schema.attribute(position).type().kind()) {
        case BOOLEAN -> canonical.add(row.getBoolean(position));
        case INT -> canonical.add(row.getInt(position));
        case BIGINT -> canonical.add(row.getLong(position));
        case FLOAT -> canonical.add(row.getFloat(position));
        case DOUBLE -> canonical.add(row.getDouble(position));
        case DECIMAL -> canonical.add(row.getDecimal(position));
        case DATE -> canonical.add(row.getDate(position));
        case TIMESTAMP -> canonical.add(row.getTimestamp(position));
        case STRING -> canonical.add(row.getString(position));
      }
    }
    return canonical.toString();
  }

  /** A text without line ends, such that different texts stay different. */
  static String inOneLine(String text) {
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
  }
}
