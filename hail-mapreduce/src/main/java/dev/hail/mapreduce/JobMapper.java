// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.lib.input.DelegatingMapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.MultipleInputs;
import org.apache.hadoop.mapreduce.lib.map.MultithreadedMapper;

/** Finds the mapper class that will see the records. */
final class JobMapper {

  private JobMapper() {}

  /**
   * Returns the mapper of a job, or of the part of a {@link MultipleInputs} job being planned.
   *
   * @throws HailQueryException if the mapper cannot take HailRecords
   */
  static Class<?> of(JobContext job) throws IOException {
    Class<?> mapper = configured(job);
    if (mapper == DelegatingMapper.class) {
      mapper = ofInput(job);
    }
    if (MultithreadedMapper.class.isAssignableFrom(mapper)) {
      throw new HailQueryException(
          "MultithreadedMapper copies every input value as a Writable, which"
              + " HailRecord is not. Run the mapper without it: a HAIL job gets its"
              + " parallelism from map tasks");
    }
    return mapper;
  }

  private static Class<?> configured(JobContext job) throws IOException {
    try {
      return job.getMapperClass();
    } catch (ClassNotFoundException e) {
      throw new IOException(
          "The mapper class of the job is not on the class path: add its jar with"
              + " -libjars or Job.setJarByClass",
          e);
    }
  }

  /**
   * MultipleInputs plans the inputs of one mapper at a time, so the first path identifies the
   * mapper.
   */
  private static Class<?> ofInput(JobContext job) throws IOException {
    Configuration conf = job.getConfiguration();
    Path input = FileInputFormat.getInputPaths(job)[0];
    for (String mapping : conf.getStrings(MultipleInputs.DIR_MAPPERS, new String[0])) {
      int separator = mapping.lastIndexOf(';');
      Path path = new Path(mapping.substring(0, separator));
      if (path.getFileSystem(conf).makeQualified(path).equals(input)) {
        String name = mapping.substring(separator + 1);
        try {
          return conf.getClassByName(name);
        } catch (ClassNotFoundException e) {
          throw new IOException(
              "Mapper class " + name + " of " + path + " is not on the class path", e);
        }
      }
    }
    throw new IOException(
        "No mapper is configured for input " + input + " in " + MultipleInputs.DIR_MAPPERS);
  }
}
