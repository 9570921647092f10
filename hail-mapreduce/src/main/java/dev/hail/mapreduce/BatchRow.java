// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.format.block.read.RowBatch;
import java.math.BigDecimal;
import org.apache.hadoop.io.Text;

/** One row of the reader's current batch. */
final class BatchRow implements RowValues {

  private RowBatch batch;
  private int row;

  void moveTo(RowBatch newBatch, int newRow) {
    this.batch = newBatch;
    this.row = newRow;
  }

  @Override
  public boolean isNull(int position) {
    return batch.isNull(row, position);
  }

  @Override
  public boolean booleanAt(int position) {
    return batch.getBoolean(row, position);
  }

  @Override
  public int intAt(int position) {
    return batch.getInt(row, position);
  }

  @Override
  public long longAt(int position) {
    return batch.getLong(row, position);
  }

  @Override
  public float floatAt(int position) {
    return batch.getFloat(row, position);
  }

  @Override
  public double doubleAt(int position) {
    return batch.getDouble(row, position);
  }

  @Override
  public BigDecimal decimalAt(int position) {
    return batch.getDecimal(row, position);
  }

  @Override
  public int daysAt(int position) {
    return batch.getDateDays(row, position);
  }

  @Override
  public long microsAt(int position) {
    return batch.getTimestampMicros(row, position);
  }

  @Override
  public String stringAt(int position) {
    return batch.getString(row, position);
  }

  @Override
  public void textAt(int position, Text target) {
    target.set(
        batch.stringBuffer(row, position),
        batch.stringOffset(row, position),
        batch.stringLength(row, position));
  }

  @Override
  public boolean isMatched(int join) {
    throw new IllegalArgumentException("The job has no joins");
  }
}
