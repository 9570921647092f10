// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.mapjoin;

import dev.hail.conf.HailConfigKeys;
import dev.hail.mapreduce.HailJobs;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.CombineTextInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.LongSumReducer;

/** Makes the job of a case for each system. All have a combiner and one reducer. */
final class MapJoinJobs {
  private static final String CASE_KEY = "hail.bench.mapjoin.case";

  private MapJoinJobs() {}

  /** Returns the case that a task works for. */
  static MapJoinCase caseOf(Configuration conf) {
    return MapJoinCase.valueOf(conf.getTrimmed(CASE_KEY));
  }

  /**
   * Returns the job for HAIL.
   *
   * @param algorithm table of the native joins
   * @param library file of the native joins
   */
  static Job hail(
      Configuration given,
      MapJoinCase query,
      MapJoinFiles files,
      String algorithm,
      Path library,
      org.apache.hadoop.fs.Path output)
      throws IOException {
    Job job = job(given, query, "hail " + algorithm, output);
    Configuration conf = job.getConfiguration();
    conf.set(HailConfigKeys.JOIN_IMPLEMENTATION, "native");
    conf.set(HailConfigKeys.JOIN_ALGORITHM, algorithm);
    conf.set(HailConfigKeys.QUERY_FILTER, query.filter());
    conf.setStrings(HailConfigKeys.QUERY_PROJECTION, query.projection().toArray(String[]::new));
    for (JoinedSide side : query.sides()) {
      String path = files.hail(side.table()).toUri().getPath();
      conf.set("hail.join." + side.name(), side.declaration(path));
    }
    conf.set(
        MRJobConfig.MAP_JAVA_OPTS,
        conf.get(MRJobConfig.MAP_JAVA_OPTS) + " -Dhail.native.library=" + library);
    HailJobs.configure(job, HailSumMapper.class);
    FileInputFormat.addInputPath(job, files.hail(query.input()));
    return job;
  }

  /** Returns the job for plain Hadoop, with a map task for each block. */
  static Job plain(
      Configuration given, MapJoinCase query, MapJoinFiles files, org.apache.hadoop.fs.Path output)
      throws IOException {
    Job job = job(given, query, "plain", output);
    job.setInputFormatClass(TextInputFormat.class);
    job.setMapperClass(PlainSumMapper.class);
    job.setJarByClass(PlainSumMapper.class);
    for (JoinedSide side : query.sides()) {
      URI file = files.text(side.table()).toUri();
      job.addCacheFile(URI.create(file + "#" + side.table().id()));
    }
    FileInputFormat.addInputPath(job, files.text(query.input()));
    return job;
  }

  /**
   * Returns the job for plain Hadoop with several blocks for each map task.
   *
   * @param splitBytes most bytes of text for a map task
   */
  static Job combined(
      Configuration given,
      MapJoinCase query,
      MapJoinFiles files,
      long splitBytes,
      org.apache.hadoop.fs.Path output)
      throws IOException {
    Job job = plain(given, query, files, output);
    job.setInputFormatClass(CombineTextInputFormat.class);
    CombineTextInputFormat.setMaxInputSplitSize(job, splitBytes);
    return job;
  }

  private static Job job(
      Configuration given, MapJoinCase query, String system, org.apache.hadoop.fs.Path output)
      throws IOException {
    Job job = Job.getInstance(given, query.id() + " (" + system + ")");
    Configuration conf = job.getConfiguration();
    conf.set(CASE_KEY, query.name());
    // A reducer that waits for the last map task would take a map slot.
    conf.setFloat(MRJobConfig.COMPLETED_MAPS_FOR_REDUCE_SLOWSTART, 1);
    job.setCombinerClass(LongSumReducer.class);
    job.setReducerClass(LongSumReducer.class);
    job.setNumReduceTasks(1);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(LongWritable.class);
    FileOutputFormat.setOutputPath(job, output);
    return job;
  }
}
