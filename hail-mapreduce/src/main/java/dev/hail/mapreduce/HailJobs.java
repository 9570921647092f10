// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.hail.client.read.HailFile;
import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.HailConfiguration;
import dev.hail.format.schema.Schema;
import dev.hail.join.plan.JoinPlan;
import dev.hail.nativejoin.FlatJoins;
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
   * @param mapper usually annotated with {@link HailQuery}, and with {@link HailJoin} for joins
   * @throws HailQueryException if the mapper carries contradicting annotations
   * @throws dev.hail.join.plan.JoinRefusedException if the text of a join is malformed
   */
  public static void configure(
      Job job, Class<? extends Mapper<? super Text, ? super HailRecord, ?, ?>> mapper)
      throws IOException {
    HailConfiguration.addResources();
    JobQuery.of(job.getConfiguration(), mapper);
    JobJoins.specs(job.getConfiguration(), mapper);
    JobQuery.encodeTexts(job.getConfiguration());
    job.setInputFormatClass(HailInputFormat.class);
    job.setMapperClass(mapper);
    job.getConfiguration().set(HailConfigKeys.JOB_MAPPER, mapper.getName());
    if (job.getJar() == null) {
      job.setJarByClass(mapper);
    }
    addDependencyJars(job.getConfiguration());
  }

  /**
   * Adds the jars that tasks of a HAIL job need to the jars the job ships ({@code tmpjars}, as
   * {@code -libjars} does). The job then runs on a cluster that has only Hadoop installed. If the
   * mapper or the configuration has joins, their jar is added, too. A second call changes nothing.
   */
  public static void addDependencyJars(Configuration conf) throws IOException {
    DependencyJars jars = new DependencyJars(conf);
    jars.addJarOf(HailJobs.class);
    jars.addJarOf(HailFile.class);
    jars.addJarOf(HailConfiguration.class);
    jars.addJarOf(Schema.class);
    jars.addJarOf(Message.class);
    jars.addJarOf(FlatBufferBuilder.class);
    jars.addJarOf(JoinPlan.class);
    JobMapper mapper = JobMapper.named(conf);
    if (!JobJoins.specs(mapper.conf(), mapper.type()).isEmpty()) {
      jars.addJarOf(FlatJoins.class);
    }
    jars.store();
  }

  /**
   * Returns what a configured job will do, as text for people: the build sides of its joins, how
   * its blocks will be read, and the number of its map tasks. Reads the build sides, and runs
   * nothing.
   *
   * @throws HailQueryException if the job's query does not fit the schema of an input file
   * @throws IOException if an input path does not exist or is not a HAIL file
   */
  public static String explain(Job job) throws IOException {
    return new HailInputFormat().explain(job);
  }
}
