// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.system;

import dev.hail.mapreduce.HailQuery;
import dev.hail.mapreduce.HailRecord;
import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Writes what {@link SeededRows#wanted} expects. */
@HailQuery(
    filter = "code = " + SeededRows.WANTED,
    projection = {"id", "name"})
final class WantedRows extends Mapper<Text, HailRecord, Text, NullWritable> {
  @Override
  protected void map(Text file, HailRecord row, Context context)
      throws IOException, InterruptedException {
    String line = row.isBad() ? "bad record" : row.getInt(1) + "," + row.getString(2);
    context.write(new Text(line), NullWritable.get());
  }
}
