// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.testing;

import dev.hail.format.block.read.RowBatch;
import dev.hail.format.schema.AttributeType;
import dev.hail.format.schema.Schema;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * A row as one string, such that two rows are equal exactly if their strings are: floating-point
 * numbers by their bits (with one NaN), decimals with their scale, text with its length.
 */
public final class CanonicalRow {
  private static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);

  private final StringBuilder text = new StringBuilder();

  /** Adds NULL. */
  public CanonicalRow addNull() {
    text.append("null;");
    return this;
  }

  /** Adds a BOOLEAN. */
  public CanonicalRow add(boolean value) {
    return append(value);
  }

  /** Adds an INT or BIGINT. */
  public CanonicalRow add(long value) {
    return append(value);
  }

  /** Adds a FLOAT. */
  public CanonicalRow add(float value) {
    return append(value + "/" + Integer.toHexString(Float.floatToIntBits(value)));
  }

  /** Adds a DOUBLE. */
  public CanonicalRow add(double value) {
    return append(value + "/" + Long.toHexString(Double.doubleToLongBits(value)));
  }

  /** Adds a DECIMAL. */
  public CanonicalRow add(BigDecimal value) {
    return append(value.toPlainString());
  }

  /** Adds a DATE. */
  public CanonicalRow add(LocalDate value) {
    return append(value.toEpochDay() + "d");
  }

  /** Adds a TIMESTAMP as microseconds since 1970. */
  public CanonicalRow addMicros(long micros) {
    return append(micros + "us");
  }

  /** Adds a TIMESTAMP. */
  public CanonicalRow add(LocalDateTime value) {
    return addMicros(ChronoUnit.MICROS.between(EPOCH, value));
  }

  /** Adds a STRING. */
  public CanonicalRow add(String value) {
    return append(value.length() + ":" + value);
  }

  private CanonicalRow append(Object value) {
    text.append(value).append(';');
    return this;
  }

  @Override
  public String toString() {
    return text.toString();
  }

  /**
   * A row of a batch.
   *
   * @param positions attributes in the order wanted, from 1
   */
  public static String of(Schema schema, RowBatch batch, int row, int[] positions) {
    CanonicalRow canonical = new CanonicalRow();
    for (int position : positions) {
      if (batch.isNull(row, position)) {
        canonical.addNull();
        continue;
      }
      AttributeType type = schema.attribute(position).type();
      switch (type.kind()) {
        case BOOLEAN -> canonical.add(batch.getBoolean(row, position));
        case INT -> canonical.add(batch.getInt(row, position));
        case BIGINT -> canonical.add(batch.getLong(row, position));
        case FLOAT -> canonical.add(batch.getFloat(row, position));
        case DOUBLE -> canonical.add(batch.getDouble(row, position));
        case DECIMAL -> canonical.add(batch.getDecimal(row, position));
        case DATE -> canonical.add(batch.getDate(row, position));
        case TIMESTAMP -> canonical.addMicros(batch.getTimestampMicros(row, position));
        case STRING -> canonical.add(batch.getString(row, position));
      }
    }
    return canonical.toString();
  }

  /** All rows of a batch, in its order. */
  public static List<String> of(Schema schema, RowBatch batch, int[] positions) {
    List<String> rows = new ArrayList<>(batch.size());
    for (int row = 0; row < batch.size(); row++) {
      rows.add(of(schema, batch, row, positions));
    }
    return rows;
  }
}
