// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples.uservisits;

import dev.hail.mapreduce.HailQuery;
import dev.hail.mapreduce.HailRecord;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Bob-Q5: which visits earned up to a hundred? It is Bob-Q4 with more rows, a fifth of all. */
public final class BobQ5 {
  static final String SQL =
      "SELECT searchWord, duration, adRevenue FROM UserVisits"
          + " WHERE adRevenue >= 1 AND adRevenue <= 100";

  private BobQ5() {}

  /** For plain Hadoop: parses the revenue of every line. */
  public static final class PlainMapper extends Mapper<LongWritable, Text, Text, NullWritable> {
    private final Text result = new Text();

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      String[] visit = line.toString().split(",", -1);
      float adRevenue = Float.parseFloat(visit[3]);
      if (adRevenue >= 1 && adRevenue <= 100) {
        result.set(visit[7] + ',' + visit[8] + ',' + visit[3]);
        context.write(result, NullWritable.get());
      }
    }
  }

  /** For HAIL: reads a range of the index on adRevenue. */
  @HailQuery(
      filter = "adRevenue >= 1 and adRevenue <= 100",
      projection = {"searchWord", "duration", "adRevenue"})
  public static final class HailMapper extends Mapper<Text, HailRecord, Text, NullWritable> {
    private final Text result = new Text();

    @Override
    protected void map(Text file, HailRecord visit, Context context)
        throws IOException, InterruptedException {
      if (visit.isBad()) {
        return; // HAIL counts it
      }
      result.set(visit.getString(8) + ',' + visit.getInt(9) + ',' + visit.getFloat(4));
      context.write(result, NullWritable.get());
    }
  }
}
