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

/** Bob-Q2: what did this one address search for? */
public final class BobQ2 {
  static final String SQL =
      "SELECT searchWord, duration, adRevenue FROM UserVisits"
          + " WHERE sourceIP = '172.101.11.46'";

  private BobQ2() {}

  /** For plain Hadoop: splits every line and compares its first field. */
  public static final class PlainMapper extends Mapper<LongWritable, Text, Text, NullWritable> {
    private final Text result = new Text();

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      String[] visit = line.toString().split(",", -1);
      if (visit[0].equals("172.101.11.46")) {
        result.set(visit[7] + ',' + visit[8] + ',' + visit[3]);
        context.write(result, NullWritable.get());
      }
    }
  }

  /** For HAIL: one lookup per block in the index on sourceIP. */
  @HailQuery(
      filter = "sourceIP = '172.101.11.46'",
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
