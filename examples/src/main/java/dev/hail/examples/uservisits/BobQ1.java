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

/** Bob-Q1: which addresses visited us in 1999? */
public final class BobQ1 {
  static final String SQL =
      "SELECT sourceIP FROM UserVisits WHERE visitDate BETWEEN '1999-01-01' AND '2000-01-01'";

  private BobQ1() {}

  /** For plain Hadoop: splits every line and looks at its date. */
  public static final class PlainMapper extends Mapper<LongWritable, Text, Text, NullWritable> {
    private final Text sourceIp = new Text();

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      String[] visit = line.toString().split(",", -1);
      String visitDate = visit[2]; // yyyy-MM-dd: sorts as text as it does as a date
      if (visitDate.compareTo("1999-01-01") >= 0 && visitDate.compareTo("2000-01-01") <= 0) {
        sourceIp.set(visit[0]);
        context.write(sourceIp, NullWritable.get());
      }
    }
  }

  /** For HAIL: declares the rows and the attribute it needs and gets nothing else. */
  @HailQuery(
      filter = "@3 between(1999-01-01, 2000-01-01)",
      projection = {"@1"})
  public static final class HailMapper extends Mapper<Text, HailRecord, Text, NullWritable> {
    private final Text sourceIp = new Text();

    @Override
    protected void map(Text file, HailRecord visit, Context context)
        throws IOException, InterruptedException {
      if (visit.isBad()) {
        return; // HAIL counts it
      }
      visit.getText(1, sourceIp);
      context.write(sourceIp, NullWritable.get());
    }
  }
}
