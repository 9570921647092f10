// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode;

import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.NumberKeys;
import dev.hail.datanode.assembly.AssemblyMemory;
import dev.hail.datanode.assembly.AssemblyServices;
import dev.hail.datanode.assembly.Reclaimer;
import dev.hail.datanode.convert.BlockConverter;
import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.datanode.convert.VolumeThreads;
import dev.hail.datanode.metrics.DatanodeMetrics;
import dev.hail.datanode.pseudo.PseudoHost;
import dev.hail.datanode.pseudo.PseudoReplicas;
import dev.hail.datanode.report.DirectoryReporter;
import dev.hail.datanode.report.LocalReplicas;
import dev.hail.datanode.resort.Dataset;
import dev.hail.datanode.resort.ResortTasks;
import dev.hail.datanode.resort.Resorter;
import dev.hail.protocol.ReplicaInfo;
import dev.hail.step.StepListener;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What HAIL adds to one datanode, made from its configuration. */
public final class HailDatanode implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(HailDatanode.class);

  /** Arrays of a few bytes less than the largest int are the longest some JVMs make. */
  private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

  /**
   * Settings that let somebody read the data of a replica apart from its checksums. One tells
   * clients the paths of both files. The other caches data in persistent memory, without the
   * checksums.
   */
  private static final List<String> UNPAIRED_READS =
      List.of(
          DFSConfigKeys.DFS_BLOCK_LOCAL_PATH_ACCESS_USER_KEY,
          DFSConfigKeys.DFS_DATANODE_PMEM_CACHE_DIRS_KEY);

  /** Readers open a replica in milliseconds; those that hang are waited for ten seconds. */
  private static final long RESORT_PATIENCE_MILLIS = 30_000;

  private final boolean converting;
  private final DatanodeMetrics metrics;
  private final ResortTasks resortTasks;
  private final PseudoReplicas pseudo;
  private final DirectoryReporter reporter;
  private final BlockConverter converter;
  private final Resorter resorter;
  private final Reclaimer reclaimer;
  private final AssemblyServices assembly;
  private final AssemblyMemory memory;

  /**
   * Makes the parts and registers the metrics; block pools are added later.
   *
   * @param name host and port of the datanode, to tell its metrics from others
   * @param dataset where stored replicas are sorted by another attribute, after {@link #start}
   * @param volumes where pseudo replicas lie
   * @param steps told of each step of each block
   */
  public HailDatanode(
      String name,
      Configuration conf,
      FileIoProvider io,
      LocalReplicas replicas,
      Dataset dataset,
      PseudoHost volumes,
      StepListener<ReplicaStep> steps) {
    converting =
        conf.getBoolean(
            HailConfigKeys.DATANODE_CONVERT_ENABLED,
            HailConfigKeys.DATANODE_CONVERT_ENABLED_DEFAULT);
    metrics = DatanodeMetrics.register(name);
    memory = new AssemblyMemory(assemblyBytes(conf));
    resortTasks = new ResortTasks(repairsPerMinute(conf));
    long heartbeatMillis =
        NumberKeys.millis(
            conf,
            HailConfigKeys.DATANODE_HEARTBEAT_INTERVAL,
            HailConfigKeys.DATANODE_HEARTBEAT_INTERVAL_DEFAULT);
    pseudo =
        new PseudoReplicas(
            replicas,
            volumes,
            memory,
            pseudoLimits(conf),
            new ToNamenodes(),
            metrics,
            heartbeatMillis,
            steps);
    reporter =
        new DirectoryReporter(replicas, conf, metrics, heartbeatMillis, resortTasks, pseudo, steps);
    int sorts = sortThreads(conf);
    VolumeThreads disks = new VolumeThreads("hail-sorter", sorts);
    converter =
        new BlockConverter(
            reporter,
            metrics,
            io,
            disks,
            sorts,
            NumberKeys.time(
                conf,
                HailConfigKeys.DATANODE_SORT_DEADLINE,
                HailConfigKeys.DATANODE_SORT_DEADLINE_DEFAULT,
                TimeUnit.MILLISECONDS),
            steps);
    resorter =
        new Resorter(
            resortTasks, dataset, converter, memory, metrics, io, steps, RESORT_PATIENCE_MILLIS);
    reclaimer =
        new Reclaimer(
            disks,
            NumberKeys.time(
                conf,
                HailConfigKeys.DATANODE_ASSEMBLY_RECLAIM_AFTER,
                HailConfigKeys.DATANODE_ASSEMBLY_RECLAIM_AFTER_DEFAULT,
                TimeUnit.MILLISECONDS));
    metrics.watchMemory(memory::used, memory::waiting);
    reclaimer.watch(
        memory,
        NumberKeys.time(
            conf,
            HailConfigKeys.DATANODE_ASSEMBLY_YIELD_AFTER,
            HailConfigKeys.DATANODE_ASSEMBLY_YIELD_AFTER_DEFAULT,
            TimeUnit.NANOSECONDS));
    assembly = new AssemblyServices(memory, reclaimer, converter, metrics, steps, LONGEST_ARRAY);
    LOG.info(
        "HAIL is on at datanode {}: blocks are {}", name, converting ? "sorted" : "not sorted");
  }

  private int repairsPerMinute(Configuration conf) {
    if (!converting) {
      return 0;
    }
    for (String key : UNPAIRED_READS) {
      if (conf.getTrimmedStrings(key).length > 0) {
        LOG.warn("Lost sort orders are not repaired on this datanode, since {} is set", key);
        return 0;
      }
    }
    return NumberKeys.count(
        conf, HailConfigKeys.DATANODE_REPAIR_RATE, HailConfigKeys.DATANODE_REPAIR_RATE_DEFAULT);
  }

  private static PseudoReplicas.Limits pseudoLimits(Configuration conf) {
    double share =
        NumberKeys.real(
            conf, HailConfigKeys.DATANODE_INDEX_SHARE, HailConfigKeys.DATANODE_INDEX_SHARE_DEFAULT);
    double freeMin =
        NumberKeys.real(
            conf,
            HailConfigKeys.DATANODE_INDEX_FREE_MIN,
            HailConfigKeys.DATANODE_INDEX_FREE_MIN_DEFAULT);
    return new PseudoReplicas.Limits(share, freeMin);
  }

  private static int sortThreads(Configuration conf) {
    int threads =
        NumberKeys.count(
            conf,
            HailConfigKeys.DATANODE_SORT_THREADS,
            HailConfigKeys.DATANODE_SORT_THREADS_DEFAULT);
    return threads > 0 ? threads : Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
  }

  private static long assemblyBytes(Configuration conf) {
    String key = HailConfigKeys.DATANODE_ASSEMBLY_MEMORY_MAX;
    long wanted = NumberKeys.bytes(conf, key, HailConfigKeys.DATANODE_ASSEMBLY_MEMORY_MAX_DEFAULT);
    long most = Runtime.getRuntime().maxMemory() / 2;
    if (wanted > most) {
      LOG.warn("{} is {} bytes; {} are used, half of the heap", key, wanted, most);
    }
    return Math.min(wanted, most);
  }

  /** Begins to sort stored replicas that namenodes want in another order. */
  public void start() {
    resorter.start();
    pseudo.start();
  }

  /** Whether blocks are sorted at all; if not, they are reported as they are. */
  public boolean isConverting() {
    return converting;
  }

  public AssemblyServices assembly() {
    return assembly;
  }

  /** The stored replicas that are to be sorted by another attribute. */
  public ResortTasks resortTasks() {
    return resortTasks;
  }

  public DirectoryReporter reporter() {
    return reporter;
  }

  /** The pseudo replicas that this datanode keeps. */
  public PseudoReplicas pseudo() {
    return pseudo;
  }

  public DatanodeMetrics metrics() {
    return metrics;
  }

  /** Tells the namenodes; the reporter is made after what it tells of. */
  private final class ToNamenodes implements PseudoReplicas.Listener {
    @Override
    public void found(String blockPoolId, ReplicaInfo replica) {
      reporter.pseudoFound(blockPoolId, replica);
    }

    @Override
    public void stored(String blockPoolId, ReplicaInfo replica) {
      reporter.pseudoStored(blockPoolId, replica);
    }

    @Override
    public void gone(String blockPoolId, long id) {
      reporter.pseudoGone(blockPoolId, id);
    }
  }

  @Override
  public void close() throws IOException {
    resorter.close();
    pseudo.close();
    converter.shutdown();
    reclaimer.shutdown();
    memory.keepNone();
    metrics.unregister();
    reporter.close();
  }
}
