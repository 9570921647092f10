// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Writes the sourceIP and destURL of {@link Visits} as {@link Visits#found} has them. */
final class FoundRows extends Mapper<Text, HailRecord, Text, NullWritable> {
  @Override
  protected void map(Text file, HailRecord row, Context context)
      throws IOException, InterruptedException {
    String line = row.isBad() ? "bad " + row.badLine() : row.getString(1) + "," + row.getString(2);
    context.write(new Text(line), NullWritable.get());
  }
}
