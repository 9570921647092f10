// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples.job;

import dev.hail.mapreduce.HailJobs;
import dev.hail.mapreduce.HailRecord;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * A query as a map-only job in two forms, for plain Hadoop and for HAIL. Both write the same lines
 * of text, but in different order.
 *
 * @param name name from the thesis in lower case: {@code bob-q1}
 * @param sql the query as SQL
 * @param plainMapper mapper that reads lines of text
 * @param hailMapper mapper that reads HAIL records and carries a {@code @HailQuery}
 */
public record ExampleJob(
    String name,
    String sql,
    Class<? extends Mapper<LongWritable, Text, Text, NullWritable>> plainMapper,
    Class<? extends Mapper<Text, HailRecord, Text, NullWritable>> hailMapper) {

  /**
   * Returns the job for plain Hadoop.
   *
   * @param input text file or directory
   * @param output directory that does not exist yet
   */
  public Job plain(Configuration conf, Path input, Path output) throws IOException {
    Job job = mapOnly(conf, "plain", input, output);
    job.setInputFormatClass(TextInputFormat.class);
    job.setMapperClass(plainMapper);
    job.setJarByClass(plainMapper);
    return job;
  }

  /**
   * Returns the job for HAIL.
   *
   * @param input HAIL file or directory of HAIL files, uploaded with {@code hail put}
   * @param output directory that does not exist yet
   */
  public Job hail(Configuration conf, Path input, Path output) throws IOException {
    Job job = mapOnly(conf, "HAIL", input, output);
    HailJobs.configure(job, hailMapper);
    return job;
  }

  private Job mapOnly(Configuration conf, String system, Path input, Path output)
      throws IOException {
    Job job = Job.getInstance(conf, name + " (" + system + ")");
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(NullWritable.class);
    FileInputFormat.addInputPath(job, input);
    FileOutputFormat.setOutputPath(job, output);
    return job;
  }
}
