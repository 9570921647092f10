// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.conf.HailConfigKeys;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.chain.ChainMapper;
import org.apache.hadoop.mapreduce.lib.input.DelegatingMapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.MultipleInputs;
import org.apache.hadoop.mapreduce.lib.map.MultithreadedMapper;

/**
 * The mapper that reads the HailRecords of a job.
 *
 * @param type its class, which may carry annotations
 * @param conf the configuration whose keys override its annotations
 */
record JobMapper(Class<?> type, Configuration conf) {

  /**
   * Returns the mapper of a job, or of the part of a {@link MultipleInputs} job being planned.
   *
   * @throws HailQueryException if the mapper cannot take HailRecords, or if it is not certain whose
   *     annotations hold
   */
  static JobMapper of(JobContext job) throws IOException {
    Configuration conf = job.getConfiguration();
    Class<?> configured = configured(job);
    JobMapper mapper = firstOfChain(new JobMapper(configured, conf));
    if (DelegatingMapper.class.isAssignableFrom(mapper.type)) {
      mapper.refuseAnnotations();
      mapper = ofInput(job);
    } else {
      requireChainToRun(configured, conf);
      mapper.requireAnnotationsOfConfigured();
    }
    if (MultithreadedMapper.class.isAssignableFrom(mapper.type)) {
      throw new HailQueryException(
          "MultithreadedMapper copies every input value as a Writable, which"
              + " HailRecord is not. Run the mapper without it: a HAIL job gets its"
              + " parallelism from map tasks");
    }
    return mapper;
  }

  /** Returns the mapper that a configuration names, or the first mapper of its chain. */
  static JobMapper named(Configuration conf) throws IOException {
    JobMapper mapper = new JobMapper(conf.getClass(MRJobConfig.MAP_CLASS_ATTR, Mapper.class), conf);
    // Mappers may be added to a chain later.
    return new MapperChain(conf).size() == 0 ? mapper : firstOfChain(mapper);
  }

  private void refuseAnnotations() throws HailQueryException {
    if (MapperQuery.find(type) != null || !MapperJoins.find(type).isEmpty()) {
      throw new HailQueryException(
          "The annotations of "
              + type.getName()
              + " have no effect, as MultipleInputs gives each input a mapper: put them on those");
    }
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

  private static JobMapper firstOfChain(JobMapper mapper) throws IOException {
    return ChainMapper.class.isAssignableFrom(mapper.type)
        ? new MapperChain(mapper.conf).first()
        : mapper;
  }

  /**
   * MultipleInputs plans the inputs of one mapper at a time, so the first path identifies the
   * mapper.
   */
  private static JobMapper ofInput(JobContext job) throws IOException {
    Configuration conf = job.getConfiguration();
    Path input = FileInputFormat.getInputPaths(job)[0];
    JobMapper found = null;
    for (String mapping : conf.getStrings(MultipleInputs.DIR_MAPPERS, new String[0])) {
      int separator = mapping.lastIndexOf(';');
      Path path = new Path(mapping.substring(0, separator));
      if (path.getFileSystem(conf).makeQualified(path).equals(input)) {
        JobMapper mapper = firstOfChain(ofName(mapping.substring(separator + 1), path, conf));
        if (found == null) {
          found = mapper;
        } else if (!mapper.asksAs(found)) {
          throw new HailQueryException(
              "MultipleInputs gives "
                  + input
                  + " to the mappers "
                  + found.type.getName()
                  + " and "
                  + mapper.type.getName()
                  + ", whose queries differ: run a job for each mapper");
        }
      }
    }
    if (found == null) {
      throw new IOException(
          "No mapper is configured for input " + input + " in " + MultipleInputs.DIR_MAPPERS);
    }
    return found;
  }

  private static JobMapper ofName(String name, Path path, Configuration conf) throws IOException {
    try {
      return new JobMapper(conf.getClassByName(name), conf);
    } catch (ClassNotFoundException e) {
      throw new IOException(
          "Mapper class " + name + " of " + path + " is not on the class path", e);
    }
  }

  /**
   * {@link HailJobs#configure} and {@code Job.setMapperClass} replace a chain and leave its keys.
   */
  private static void requireChainToRun(Class<?> configured, Configuration conf)
      throws HailQueryException {
    if (new MapperChain(conf).size() > 0 && !ChainMapper.class.isAssignableFrom(configured)) {
      throw new HailQueryException(
          "The job has a chain of mappers, which does not run because the job's mapper is "
              + configured.getName()
              + ": call HailJobs.configure before ChainMapper.addMapper. If the chain is another"
              + " job's, begin with a configuration without its keys");
    }
  }

  /** A mapper set later may call the one that was configured, and its annotations are not seen. */
  private void requireAnnotationsOfConfigured() throws IOException {
    Class<?> configured = conf.getClassByNameOrNull(conf.get(HailConfigKeys.JOB_MAPPER, ""));
    if (configured == null) {
      return;
    }
    JobMapper other = new JobMapper(configured, conf);
    boolean lost = MapperQuery.find(type) == null && !asksAs(other);
    boolean unjoined =
        MapperJoins.find(type).isEmpty()
            && !JobJoins.specs(conf, type).equals(JobJoins.specs(conf, configured));
    if (lost || unjoined) {
      throw new HailQueryException(
          "The mapper of the job is "
              + type.getName()
              + ", and HailJobs.configure was called with "
              + configured.getName()
              + ", whose annotations do not hold for it: annotate the former, or call"
              + " HailJobs.configure with it");
    }
  }

  private boolean asksAs(JobMapper other) throws IOException {
    JobQuery query = JobQuery.of(conf, type);
    JobQuery otherQuery = JobQuery.of(other.conf, other.type);
    return query.filter().equals(otherQuery.filter())
        && query.projection().equals(otherQuery.projection());
  }
}
