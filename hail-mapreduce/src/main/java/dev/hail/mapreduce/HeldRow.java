// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.format.schema.TypeKind;
import java.math.BigDecimal;
import org.apache.hadoop.io.Text;

/** A row that remains valid after its batch is gone. */
final class HeldRow implements RowValues {

  private final Object[] values;
  private final String[] rendered;
  private final boolean[] matched;

  /** Copies the delivered attributes of a row. */
  HeldRow(RecordLayout layout, RowValues row) {
    int size = layout.schema().size() + 1;
    values = new Object[size];
    rendered = new String[size];
    for (int position : layout.projection()) {
      if (!row.isNull(position)) {
        values[position] = value(layout.kind(position), row, position);
        rendered[position] = row.stringAt(position);
      }
    }
    matched = new boolean[layout.joins()];
    for (int join = 0; join < matched.length; join++) {
      matched[join] = row.isMatched(join);
    }
  }

  private static Object value(TypeKind kind, RowValues row, int position) {
    return switch (kind) {
      case BOOLEAN -> row.booleanAt(position);
      case INT -> row.intAt(position);
      case BIGINT -> row.longAt(position);
      case FLOAT -> row.floatAt(position);
      case DOUBLE -> row.doubleAt(position);
      case DECIMAL -> row.decimalAt(position);
      case DATE -> row.daysAt(position);
      case TIMESTAMP -> row.microsAt(position);
      case STRING -> row.stringAt(position);
    };
  }

  private Number number(int position) {
    return (Number) values[position];
  }

  @Override
  public boolean isNull(int position) {
    return values[position] == null;
  }

  @Override
  public boolean booleanAt(int position) {
    return (Boolean) values[position];
  }

  @Override
  public int intAt(int position) {
    return number(position).intValue();
  }

  @Override
  public long longAt(int position) {
    return number(position).longValue();
  }

  @Override
  public float floatAt(int position) {
    return number(position).floatValue();
  }

  @Override
  public double doubleAt(int position) {
    return number(position).doubleValue();
  }

  @Override
  public BigDecimal decimalAt(int position) {
    return values[position] instanceof BigDecimal decimal
        ? decimal
        : BigDecimal.valueOf(longAt(position));
  }

  @Override
  public int daysAt(int position) {
    return intAt(position);
  }

  @Override
  public long microsAt(int position) {
    return longAt(position);
  }

  @Override
  public String stringAt(int position) {
    return rendered[position];
  }

  @Override
  public void textAt(int position, Text target) {
    target.set(rendered[position]);
  }

  @Override
  public boolean isMatched(int join) {
    return matched[join];
  }
}
