// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode;

import dev.hail.conf.HailConfigKeys;
import dev.hail.datanode.assembly.AssemblyMemory;
import dev.hail.datanode.assembly.AssemblyServices;
import dev.hail.datanode.assembly.Reclaimer;
import dev.hail.datanode.convert.BlockConverter;
import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.datanode.metrics.DatanodeMetrics;
import dev.hail.datanode.registry.LocalReplicas;
import dev.hail.datanode.registry.Registry;
import dev.hail.step.StepListener;
import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.util.StringUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What HAIL adds to one datanode, made from its configuration. */
public final class HailDatanode implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(HailDatanode.class);

  /** Arrays of a few bytes less than the largest int are the longest some JVMs make. */
  private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

  private final boolean converting;
  private final DatanodeMetrics metrics;
  private final Registry registry;
  private final BlockConverter converter;
  private final Reclaimer reclaimer;
  private final AssemblyServices assembly;

  /**
   * Makes the parts and registers the metrics; block pools are added later.
   *
   * @param name host and port of the datanode, to tell its metrics from others
   * @param steps told of each step of each block
   */
  public HailDatanode(
      String name,
      Configuration conf,
      FileIoProvider io,
      LocalReplicas replicas,
      StepListener<ReplicaStep> steps) {
    converting =
        conf.getBoolean(
            HailConfigKeys.DATANODE_CONVERT_ENABLED,
            HailConfigKeys.DATANODE_CONVERT_ENABLED_DEFAULT);
    metrics = DatanodeMetrics.register(name);
    registry =
        new Registry(
            replicas,
            conf,
            metrics,
            conf.getTimeDuration(
                HailConfigKeys.DATANODE_HEARTBEAT_INTERVAL,
                HailConfigKeys.DATANODE_HEARTBEAT_INTERVAL_DEFAULT,
                TimeUnit.MILLISECONDS),
            // A datanode that does not sort has no use for a copy in another order.
            converting ? repairsPerMinute(conf) : 0,
            steps);
    converter = new BlockConverter(registry, metrics, io, sortThreads(conf), steps);
    reclaimer =
        new Reclaimer(
            conf.getTimeDuration(
                HailConfigKeys.DATANODE_ASSEMBLY_RECLAIM_AFTER,
                HailConfigKeys.DATANODE_ASSEMBLY_RECLAIM_AFTER_DEFAULT,
                TimeUnit.MILLISECONDS));
    AssemblyMemory memory = new AssemblyMemory(assemblyBytes(conf));
    metrics.watchMemory(memory::used);
    assembly = new AssemblyServices(memory, reclaimer, converter, metrics, steps, LONGEST_ARRAY);
    LOG.info(
        "HAIL is on at datanode {}: blocks are {}", name, converting ? "sorted" : "not sorted");
  }

  private static int repairsPerMinute(Configuration conf) {
    return conf.getInt(
        HailConfigKeys.DATANODE_REPAIR_RATE, HailConfigKeys.DATANODE_REPAIR_RATE_DEFAULT);
  }

  private static int sortThreads(Configuration conf) {
    int threads =
        conf.getInt(
            HailConfigKeys.DATANODE_SORT_THREADS, HailConfigKeys.DATANODE_SORT_THREADS_DEFAULT);
    return threads > 0 ? threads : Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
  }

  private static long assemblyBytes(Configuration conf) {
    String key = HailConfigKeys.DATANODE_ASSEMBLY_MEMORY_MAX;
    long wanted =
        StringUtils.TraditionalBinaryPrefix.string2long(
            conf.getTrimmed(key, HailConfigKeys.DATANODE_ASSEMBLY_MEMORY_MAX_DEFAULT));
    long most = Runtime.getRuntime().maxMemory() / 2;
    if (wanted > most) {
      LOG.warn("{} is {} bytes; {} are used, half of the heap", key, wanted, most);
    }
    return Math.min(wanted, most);
  }

  /** Whether blocks are sorted at all; if not, they are reported as they are. */
  public boolean isConverting() {
    return converting;
  }

  public AssemblyServices assembly() {
    return assembly;
  }

  public Registry registry() {
    return registry;
  }

  public DatanodeMetrics metrics() {
    return metrics;
  }

  @Override
  public void close() throws IOException {
    converter.shutdown();
    reclaimer.shutdown();
    metrics.unregister();
    registry.close();
  }
}
