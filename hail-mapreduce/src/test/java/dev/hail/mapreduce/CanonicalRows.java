// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Writes each row as {@link CanonicalRecord}, every second one from a copy; bad records apart. */
public final class CanonicalRows extends Mapper<Text, HailRecord, NullWritable, Text> {
  /** Begins the line of a bad record. */
  static final String BAD = "bad ";

  private final Text line = new Text();
  private long rows;

  @Override
  protected void map(Text file, HailRecord row, Context context)
      throws IOException, InterruptedException {
    String text =
        row.isBad() ? BAD + row.badLine() : CanonicalRecord.of(rows++ % 2 == 0 ? row : row.copy());
    line.set(CanonicalRecord.inOneLine(text));
    context.write(NullWritable.get(), line);
  }
}
