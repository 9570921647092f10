// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.conf.HailConfigKeys;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.chain.ChainMapper;
import org.apache.hadoop.mapreduce.lib.input.DelegatingMapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.MultipleInputs;
import org.apache.hadoop.mapreduce.lib.map.MultithreadedMapper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class JobMapperTest {

  static class Rows extends Mapper<Text, HailRecord, Text, NullWritable> {}

  @HailQuery(filter = "k = 1")
  static class One extends Rows {}

  @HailQuery(filter = "k = 2")
  static class Two extends Rows {}

  @HailQuery(filter = "k = 1")
  static class AlsoOne extends Rows {}

  static class Narrower extends One {}

  @HailJoin(name = "d", path = "/d", on = "k = k")
  static class Joining extends Rows {}

  static class Threads extends MultithreadedMapper<Text, HailRecord, Text, NullWritable> {}

  @HailQuery(filter = "k = 3")
  static class AfterFirst extends Mapper<Text, NullWritable, Text, NullWritable> {}

  @HailQuery(filter = "k = 4")
  static class Delegating extends DelegatingMapper<Text, HailRecord, Text, NullWritable> {}

  /** Calls a mapper of its own, which HAIL cannot see. */
  static class Wrapper extends Rows {}

  private Job job;

  @BeforeEach
  void start() throws Exception {
    job = Job.getInstance(new Configuration(false));
  }

  private static String filter(JobContext job) throws Exception {
    return JobQuery.of(job).filter();
  }

  private void chain(Class<? extends Rows> mapper, Configuration own) throws Exception {
    ChainMapper.addMapper(
        job, mapper, Text.class, HailRecord.class, Text.class, NullWritable.class, own);
  }

  @Test
  void chain_ofMappers_hasQueryOfFirst() throws Exception {
    HailJobs.configure(job, One.class);
    chain(One.class, new Configuration(false));
    ChainMapper.addMapper(
        job, Mapper.class, Text.class, NullWritable.class, Text.class, NullWritable.class, null);

    assertThat(filter(job)).isEqualTo("k = 1");
    assertThat(JobQuery.of(job).mapper()).isEqualTo(One.class.getName());
  }

  @Test
  void chain_ofMappers_hasJoinsOfFirst() throws Exception {
    chain(Joining.class, null);

    assertThat(JobJoins.of(job, JobQuery.of(job)).isEmpty()).isFalse();
    HailJobs.addDependencyJars(job.getConfiguration());
    assertThat(job.getConfiguration().getStrings("tmpjars")).hasSize(8);
  }

  @Test
  void mapperOfChain_withOwnConfiguration_isAskedByIt() throws Exception {
    Configuration own = new Configuration(false);
    own.set(HailConfigKeys.QUERY_FILTER, "k = 9");
    job.getConfiguration().set(HailConfigKeys.QUERY_FILTER, "k = 8");
    job.getConfiguration().set(HailConfigKeys.QUERY_PROJECTION, "k");
    chain(One.class, own);

    assertThat(filter(job)).isEqualTo("k = 9");
    assertThat(JobQuery.of(job).projection()).containsExactly("k");
  }

  @Test
  void chain_thatCannotBeAsWritten_isRefused() throws Exception {
    job.setMapperClass(ChainMapper.class);
    assertThatThrownBy(() -> filter(job)).hasMessageContaining("ChainMapper.addMapper");

    chain(One.class, null);
    ChainMapper.addMapper(
        job,
        AfterFirst.class,
        Text.class,
        NullWritable.class,
        Text.class,
        NullWritable.class,
        null);
    assertThatThrownBy(() -> filter(job))
        .isInstanceOf(HailQueryException.class)
        .hasMessageContaining(AfterFirst.class.getName())
        .hasMessageContaining("only the first mapper of a chain reads HailRecords");
  }

  @Test
  void chain_thatConfigureReplaced_isRefused() throws Exception {
    chain(One.class, null);
    HailJobs.configure(job, Two.class);

    assertThatThrownBy(() -> filter(job))
        .isInstanceOf(HailQueryException.class)
        .hasMessageContaining(Two.class.getName())
        .hasMessageContaining("before ChainMapper.addMapper");
  }

  @Test
  void multithreadedMapper_anywhereInJob_isRefused() throws Exception {
    job.setMapperClass(Threads.class);
    assertThatThrownBy(() -> filter(job)).hasMessageContaining("MultithreadedMapper copies");

    Job chained = Job.getInstance(new Configuration(false));
    ChainMapper.addMapper(
        chained, Threads.class, Text.class, HailRecord.class, Text.class, NullWritable.class, null);
    assertThatThrownBy(() -> filter(chained)).hasMessageContaining("MultithreadedMapper copies");
  }

  @Test
  void mapper_setAfterConfigure_hasItsOwnQuery() throws Exception {
    HailJobs.configure(job, One.class);
    job.setMapperClass(Two.class);
    assertThat(filter(job)).isEqualTo("k = 2");
    job.setMapperClass(Narrower.class);
    assertThat(filter(job)).isEqualTo("k = 1");
  }

  @Test
  void wrapper_ofConfiguredMapper_isRefusedUnlessQueryIsKnown() throws Exception {
    HailJobs.configure(job, One.class);
    job.setMapperClass(Wrapper.class);
    assertThatThrownBy(() -> filter(job))
        .isInstanceOf(HailQueryException.class)
        .hasMessageContaining(One.class.getName())
        .hasMessageContaining(Wrapper.class.getName());

    job.getConfiguration().set(HailConfigKeys.QUERY_FILTER, "k = 7");
    assertThat(filter(job)).isEqualTo("k = 7");

    HailJobs.configure(job, Joining.class);
    job.setMapperClass(Wrapper.class);
    assertThatThrownBy(() -> filter(job)).hasMessageContaining(Joining.class.getName());

    HailJobs.configure(job, Wrapper.class);
    assertThat(filter(job)).isEqualTo("k = 7");
  }

  @Test
  void inputs_ofSeveralMappers_haveTheirQueriesHoweverWritten() throws Exception {
    add("/t", One.class);
    add("/u/", Two.class);
    add("/v//w", Narrower.class);
    MultipleInputs.addInputPath(job, new Path("/c"), HailInputFormat.class, ChainMapper.class);
    chain(Two.class, null);
    job.setMapperClass(DelegatingMapper.class);

    assertThat(filterOf("file:///t/")).isEqualTo("k = 1");
    assertThat(filterOf("file:/u")).isEqualTo("k = 2");
    assertThat(filterOf("/v/w")).isEqualTo("k = 1");
    assertThat(filterOf("/c")).isEqualTo("k = 2");
  }

  @Test
  void annotation_ofMapperThatDelegatesToThoseOfInputs_isRefused() throws Exception {
    add("/t", One.class);
    job.setMapperClass(Delegating.class);
    assertThatThrownBy(() -> JobQuery.of(job))
        .isInstanceOf(HailQueryException.class)
        .hasMessageContaining("The annotations of " + Delegating.class.getName());
  }

  @Test
  void input_ofTwoMappersWithOneQuery_hasIt() throws Exception {
    add("/t", One.class);
    add("file:///t", AlsoOne.class);

    assertThat(filterOf("/t")).isEqualTo("k = 1");
  }

  @Test
  void input_ofTwoMappersWithTwoQueries_isRefused() throws Exception {
    add("/t", One.class);
    add("file:///t", Two.class);

    assertThatThrownBy(() -> filterOf("/t"))
        .isInstanceOf(HailQueryException.class)
        .hasMessageContaining("file:/t")
        .hasMessageContaining(One.class.getName())
        .hasMessageContaining(Two.class.getName());
  }

  @Test
  void joins_withInputsOfMultipleInputs_areRefused() throws Exception {
    MultipleInputs.addInputPath(job, new Path("/t"), HailInputFormat.class);
    job.setMapperClass(Joining.class);

    assertThatThrownBy(() -> JobJoins.of(job, JobQuery.of(job)))
        .isInstanceOf(HailQueryException.class)
        .hasMessageContaining("Joins and MultipleInputs");
  }

  private void add(String path, Class<? extends Rows> mapper) {
    Class<? extends InputFormat<?, ?>> format = HailInputFormat.class;
    MultipleInputs.addInputPath(job, new Path(path), format, mapper);
  }

  /** Returns the filter when Hadoop asks for the splits of an input. */
  private String filterOf(String path) throws Exception {
    Job copy = Job.getInstance(job.getConfiguration());
    FileInputFormat.setInputPaths(copy, new Path(path));
    return filter(copy);
  }
}
