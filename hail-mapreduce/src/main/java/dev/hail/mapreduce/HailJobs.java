// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.hail.client.read.HailFile;
import dev.hail.conf.HailConfiguration;
import dev.hail.format.schema.Schema;
import java.io.IOException;
import org.apache.arrow.flatbuf.Message;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;

/** Turns a MapReduce job into a HAIL job. */
public final class HailJobs {

  private HailJobs() {}

  /**
   * Makes a job read HAIL files with this mapper. Sets the input format, the mapper class and, if
   * none is set, the job's jar; adds HAIL's jars to those the job ships. The caller sets input
   * paths, reducer and output.
   *
   * @param mapper usually annotated with {@link HailQuery}
   * @throws HailQueryException if the mapper carries contradicting annotations
   */
  public static void configure(
      Job job, Class<? extends Mapper<? super Text, ? super HailRecord, ?, ?>> mapper)
      throws IOException {
    HailConfiguration.addResources();
    JobQuery.of(job.getConfiguration(), mapper);
    job.setInputFormatClass(HailInputFormat.class);
    job.setMapperClass(mapper);
    if (job.getJar() == null) {
      job.setJarByClass(mapper);
    }
    addDependencyJars(job.getConfiguration());
  }

  /**
   * Adds the jars that tasks of a HAIL job need to the jars the job ships ({@code tmpjars}, as
   * {@code -libjars} does). The job then runs on a cluster that has only Hadoop installed. A second
   * call changes nothing.
   */
  public static void addDependencyJars(Configuration conf) throws IOException {
    DependencyJars jars = new DependencyJars(conf);
    jars.addJarOf(HailJobs.class);
    jars.addJarOf(HailFile.class);
    jars.addJarOf(HailConfiguration.class);
    jars.addJarOf(Schema.class);
    jars.addJarOf(Message.class);
    jars.addJarOf(FlatBufferBuilder.class);
    jars.store();
  }
}
