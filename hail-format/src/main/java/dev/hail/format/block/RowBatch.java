package dev.hail.format.block;

import java.math.BigDecimal;
import java.time.LocalDate;

/**
 * Some qualifying rows of a block, filled by {@link BlockReader#next} and valid until its next
 * call. Rows count from 0, positions from 1. A getter throws IllegalArgumentException for an
 * attribute that was not projected or whose type it does not fit; the value of a NULL is 0, false
 * or null.
 */
public final class RowBatch {
  /** Rows in this batch. */
  public int size() {
    return Pending.<Integer>body();
  }

  public boolean isNull(int row, int position) {
    return Pending.<Boolean>body();
  }

  /** BOOLEAN. */
  public boolean getBoolean(int row, int position) {
    return Pending.<Boolean>body();
  }

  /** INT, or DATE as days since 1970-01-01. */
  public int getInt(int row, int position) {
    return Pending.<Integer>body();
  }

  /** INT, BIGINT, DATE (days) or TIMESTAMP (microseconds). */
  public long getLong(int row, int position) {
    return Pending.<Integer>body();
  }

  /** FLOAT. */
  public float getFloat(int row, int position) {
    return Pending.<Integer>body();
  }

  /** FLOAT or DOUBLE. */
  public double getDouble(int row, int position) {
    return Pending.<Integer>body();
  }

  /** DECIMAL, INT or BIGINT. */
  public BigDecimal getDecimal(int row, int position) {
    return Pending.body();
  }

  /** DATE. */
  public LocalDate getDate(int row, int position) {
    return Pending.body();
  }

  /** DATE: days since 1970-01-01. */
  public int getDateDays(int row, int position) {
    return Pending.<Integer>body();
  }

  /** TIMESTAMP: microseconds since 1970-01-01T00:00:00, no zone. */
  public long getTimestampMicros(int row, int position) {
    return Pending.<Integer>body();
  }

  /** Any type, rendered as text; a STRING as it is. */
  public String getString(int row, int position) {
    return Pending.body();
  }

  /** STRING: the array that holds the value's UTF-8 bytes, not to be changed. */
  public byte[] stringBuffer(int row, int position) {
    return Pending.body();
  }

  /** STRING: begin of the value in {@link #stringBuffer}. */
  public int stringOffset(int row, int position) {
    return Pending.<Integer>body();
  }

  /** STRING: length of the value in bytes. */
  public int stringLength(int row, int position) {
    return Pending.<Integer>body();
  }
}
