// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.HailConfiguration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/**
 * Plans a job that is to index all it reads, and reads its splits as the map tasks of one container
 * do. Prints the rows and some counters.
 */
final class SmallHeapTask {
  static final String ROW = "row ";
  static final String COUNTER = "counter ";

  private SmallHeapTask() {}

  /** Takes the file of the configuration, a filter, and the strategy; then the paths to read. */
  public static void main(String[] arguments) throws Exception {
    HailConfiguration.addResources();
    Configuration conf = new Configuration();
    conf.addResource(new Path(arguments[0]));
    conf.set(HailConfigKeys.QUERY_FILTER, arguments[1]);
    conf.set(HailConfigKeys.ADAPTIVE_STRATEGY, arguments[2]);
    conf.set(HailConfigKeys.ADAPTIVE_OFFER_RATE, "1");
    Job job = Job.getInstance(conf);
    for (int i = 3; i < arguments.length; i++) {
      FileInputFormat.addInputPath(job, new Path(arguments[i]));
    }
    DirectRun run = DirectRun.plan(job).formattedBy(row -> row.getInt(1) + "," + row.getBoolean(2));
    run.read(rows -> {});
    for (String row : run.rows()) {
      System.out.println(ROW + row);
    }
    for (HailCounter counter : HailCounter.values()) {
      System.out.println(COUNTER + counter + " " + run.counter(counter));
    }
  }
}
