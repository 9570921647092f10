// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.conf.HailConfiguration;
import java.io.OutputStream;
import java.nio.file.Files;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;

/** Runs a join job with its map tasks in this process. Prints the counters of the join. */
final class SmallHeapJob {
  static final String COUNTER = "counter ";

  private SmallHeapJob() {}

  /**
   * Writes the settings of a job, its classes and paths among them, to a file for {@link #main}.
   */
  static void write(Job job, java.nio.file.Path file) throws Exception {
    try (OutputStream out = Files.newOutputStream(file)) {
      job.getConfiguration().writeXml(out);
    }
  }

  /** Takes the file of the settings; ends with 1 if the job fails. */
  public static void main(String[] arguments) throws Exception {
    HailConfiguration.addResources();
    Configuration conf = new Configuration();
    conf.addResource(new Path(arguments[0]));
    Job job = Job.getInstance(conf);
    boolean successful = job.waitForCompletion(false);
    for (HailJoinCounter counter : HailJoinCounter.values()) {
      System.out.println(
          COUNTER + counter + " " + job.getCounters().findCounter(counter).getValue());
    }
    System.exit(successful ? 0 : 1);
  }
}
