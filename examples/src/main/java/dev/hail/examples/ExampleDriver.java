// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples;

import dev.hail.examples.job.ExampleJob;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * Runs one example job: {@code hadoop jar hail-examples.jar JOB plain|hail INPUT OUTPUT}. Exit
 * codes: 0 success, 1 the job failed, 2 wrong usage.
 */
public final class ExampleDriver extends Configured implements Tool {
  private static final int USAGE = 2;

  private final PrintStream err;

  private ExampleDriver(PrintStream err) {
    this.err = err;
  }

  public static void main(String[] args) throws Exception {
    System.exit(ToolRunner.run(new Configuration(), new ExampleDriver(System.err), args));
  }

  @Override
  public int run(String[] args) throws Exception {
    if (args.length != 4) {
      return usage("expected 4 arguments, found " + args.length);
    }
    Optional<ExampleJob> example =
        allJobs().stream().filter(job -> job.name().equals(args[0])).findFirst();
    if (example.isEmpty()) {
      return usage("no job is called " + args[0]);
    }
    Path input = new Path(args[2]);
    Path output = new Path(args[3]);
    Job job;
    switch (args[1]) {
      case "plain" -> job = example.get().plain(getConf(), input, output);
      case "hail" -> job = example.get().hail(getConf(), input, output);
      default -> {
        return usage("the system is plain or hail, not " + args[1]);
      }
    }
    return job.waitForCompletion(true) ? 0 : 1;
  }

  private static List<ExampleJob> allJobs() {
    return Arrays.stream(ExampleTable.values()).flatMap(table -> table.jobs().stream()).toList();
  }

  private int usage(String problem) {
    err.println("hail-examples: " + problem);
    err.println("usage: hadoop jar hail-examples.jar JOB plain|hail INPUT OUTPUT");
    for (ExampleJob job : allJobs()) {
      err.printf("  %-8s %s%n", job.name(), job.sql());
    }
    return USAGE;
  }
}
