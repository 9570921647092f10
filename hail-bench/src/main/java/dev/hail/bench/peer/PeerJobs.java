// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.peer;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** Makes map-only jobs for the queries of the thesis on files of another format. */
public final class PeerJobs {
  private PeerJobs() {}

  /**
   * Returns a job that writes the same lines as the job of the same name on text and on HAIL.
   *
   * @param query {@code bob-q1} to {@code syn-q2c}
   * @param input directory that {@link PeerUpload} made
   * @param output directory that does not exist yet
   */
  public static Job job(
      Configuration configuration, PeerFormat format, String query, Path input, Path output)
      throws IOException {
    Job job = Job.getInstance(configuration, query + " (" + format.id() + ")");
    PeerQuery.store(query, job.getConfiguration());
    switch (format) {
      case PARQUET -> ParquetPeerInputFormat.configure(job, PeerQuery.of(query));
      case ORC -> job.setInputFormatClass(OrcPeerInputFormat.class);
    }
    job.setMapperClass(PeerMapper.class);
    job.setJarByClass(PeerMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(NullWritable.class);
    FileInputFormat.addInputPath(job, input);
    FileOutputFormat.setOutputPath(job, output);
    return job;
  }
}
