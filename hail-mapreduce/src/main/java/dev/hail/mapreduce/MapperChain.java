// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.chain.Chain;
import org.apache.hadoop.mapreduce.lib.chain.ChainMapper;

/** The mappers that a {@link ChainMapper} runs one after the other; the first gets HailRecords. */
final class MapperChain extends Chain {

  private final Configuration job;

  MapperChain(Configuration job) {
    super(true);
    this.job = job;
  }

  /** Returns the number of mappers. */
  int size() {
    return getIndex(job, CHAIN_MAPPER);
  }

  /**
   * Returns the first mapper, with the keys of its own configuration laid over those of the job.
   *
   * @throws HailQueryException if there is no mapper, or a later one has a query or joins
   */
  JobMapper first() throws IOException {
    if (size() == 0) {
      throw new HailQueryException(
          "The job's ChainMapper has no mappers: add them with ChainMapper.addMapper");
    }
    for (int i = 1; i < size(); i++) {
      Class<?> later = mapper(i);
      if (MapperQuery.find(later) != null || !MapperJoins.find(later).isEmpty()) {
        throw new HailQueryException(
            "The annotations of mapper "
                + later.getName()
                + " have no effect, as only the first mapper of a chain reads HailRecords: put"
                + " them on "
                + mapper(0).getName());
      }
    }
    return new JobMapper(
        mapper(0), getChainElementConf(job, CHAIN_MAPPER + CHAIN_MAPPER_CONFIG + 0));
  }

  private Class<?> mapper(int i) {
    return job.getClass(CHAIN_MAPPER + CHAIN_MAPPER_CLASS + i, Mapper.class);
  }
}
