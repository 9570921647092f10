// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.adaptive;

import dev.hail.conf.HailConfigKeys;
import dev.hail.examples.job.ExampleJob;
import dev.hail.mapreduce.HailRecord;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Jobs that select by one attribute and project all of them (thesis, section 3.10.2). They write
 * every attribute whose spelling is the same in text and in HAIL.
 */
final class SelectionJobs {
  private static final String TABLE = "hail.bench.selection.table";
  private static final String LOW = "hail.bench.selection.low";
  private static final String HIGH = "hail.bench.selection.high";

  private static final ExampleJob JOB =
      new ExampleJob(
          "selection",
          "SELECT * FROM table WHERE attribute BETWEEN ? AND ?",
          PlainMapper.class,
          HailMapper.class);

  private SelectionJobs() {}

  static Job plain(
      Configuration conf, AdaptiveTable table, ValueRange range, Path input, Path output)
      throws IOException {
    conf.setEnum(TABLE, table);
    conf.set(LOW, range.low());
    conf.set(HIGH, range.high());
    return JOB.plain(conf, input, output);
  }

  static Job hail(
      Configuration conf, AdaptiveTable table, ValueRange range, Path input, Path output)
      throws IOException {
    conf.setEnum(TABLE, table);
    conf.set(HailConfigKeys.QUERY_FILTER, table.filter(range));
    return JOB.hail(conf, input, output);
  }

  private static AdaptiveTable table(Configuration conf) {
    return conf.getEnum(TABLE, AdaptiveTable.USERVISITS);
  }

  /** For plain Hadoop: splits every line into fields. */
  public static final class PlainMapper extends Mapper<LongWritable, Text, Text, NullWritable> {
    private final Text result = new Text();
    private AdaptiveTable table;
    private Selection selection;

    @Override
    protected void setup(Context context) {
      Configuration conf = context.getConfiguration();
      table = table(conf);
      selection = selection(table, conf.get(LOW), conf.get(HIGH));
    }

    private static Selection selection(AdaptiveTable table, String low, String high) {
      if (table.numbers()) {
        long from = Long.parseLong(low);
        long to = Long.parseLong(high);
        return field -> {
          long value = Long.parseLong(field);
          return value >= from && value <= to;
        };
      }
      return field -> field.compareTo(low) >= 0 && field.compareTo(high) <= 0;
    }

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      String[] fields = line.toString().split(",", -1);
      if (selection.selects(fields[table.field()])) {
        StringBuilder row = new StringBuilder();
        for (int i = 0; i < fields.length; i++) {
          if (i != table.unwritten()) {
            row.append(fields[i]).append(',');
          }
        }
        result.set(row.toString());
        context.write(result, NullWritable.get());
      }
    }

    /** Decides by the text of the field whether a row is selected. */
    private interface Selection {
      boolean selects(String field);
    }
  }

  /** For HAIL: takes the filter from the configuration. */
  public static final class HailMapper extends Mapper<Text, HailRecord, Text, NullWritable> {
    private final Text result = new Text();
    private AdaptiveTable table;

    @Override
    protected void setup(Context context) {
      table = table(context.getConfiguration());
    }

    @Override
    protected void map(Text file, HailRecord row, Context context)
        throws IOException, InterruptedException {
      if (row.isBad()) {
        return; // HAIL counts it
      }
      StringBuilder written = new StringBuilder();
      for (int i = 0; i < table.fields(); i++) {
        if (i != table.unwritten()) {
          written.append(row.getString(i + 1)).append(',');
        }
      }
      result.set(written.toString());
      context.write(result, NullWritable.get());
    }
  }
}
