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

/** Bob-Q3: what did this address search for on one day? */
public final class BobQ3 {
  static final String SQL =
      "SELECT searchWord, duration, adRevenue FROM UserVisits"
          + " WHERE sourceIP = '172.101.11.46' AND visitDate = '1992-12-22'";

  private BobQ3() {}

  /** For plain Hadoop: splits every line and compares two fields. */
  public static final class PlainMapper extends Mapper<LongWritable, Text, Text, NullWritable> {
    private final Text result = new Text();

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      String[] visit = line.toString().split(",", -1);
      if (visit[0].equals("172.101.11.46") && visit[2].equals("1992-12-22")) {
        result.set(visit[7] + ',' + visit[8] + ',' + visit[3]);
        context.write(result, NullWritable.get());
      }
    }
  }

  /** For HAIL: uses the index on sourceIP or on visitDate, then tests the other condition. */
  @HailQuery(
      filter = "sourceIP = '172.101.11.46' and visitDate = 1992-12-22",
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
