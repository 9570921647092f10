// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.conf;

/**
 * Every configuration key of HAIL with its default. {@code hail-default.xml} describes each key; a
 * test checks that both have the same keys and defaults. Sizes take suffixes ({@code 64m}),
 * durations take units ({@code 30s}).
 */
public final class HailConfigKeys {
  private HailConfigKeys() {}

  // ---- where the replica directory answers ----

  public static final String NAMENODE_RPC_ADDRESS = "hail.namenode.rpc-address";
  public static final int NAMENODE_RPC_PORT_DEFAULT = 8029;

  /** Address that the clients' port binds to, if it differs from the address that clients use. */
  public static final String NAMENODE_RPC_BIND_HOST = "hail.namenode.rpc-bind-host";

  /** Where datanodes reach the namenode; clients use {@link #NAMENODE_RPC_ADDRESS}. */
  public static final String NAMENODE_SERVICE_RPC_ADDRESS = "hail.namenode.servicerpc-address";

  public static final int NAMENODE_SERVICE_RPC_PORT_DEFAULT = 8030;

  /**
   * Address that the datanodes' port binds to, if it differs from the address that datanodes use.
   */
  public static final String NAMENODE_SERVICE_RPC_BIND_HOST = "hail.namenode.servicerpc-bind-host";

  /** Namenode threads that answer datanodes. */
  public static final String NAMENODE_SERVICE_HANDLER_COUNT = "hail.namenode.service.handler.count";

  public static final int NAMENODE_SERVICE_HANDLER_COUNT_DEFAULT = 10;

  /** Namenode threads that answer clients. */
  public static final String NAMENODE_HANDLER_COUNT = "hail.namenode.handler.count";

  public static final int NAMENODE_HANDLER_COUNT_DEFAULT = 10;

  /** Longest wait of a client for a namenode: once to connect, once for the answer. */
  public static final String CLIENT_RPC_TIMEOUT = "hail.client.rpc.timeout";

  public static final String CLIENT_RPC_TIMEOUT_DEFAULT = "10s";

  /** How often a client tries the next namenode, or the only one again. */
  public static final String CLIENT_RPC_FAILOVERS = "hail.client.rpc.failovers";

  public static final int CLIENT_RPC_FAILOVERS_DEFAULT = 5;

  /** Longest wait of a datanode for a namenode: once to connect, once for the answer. */
  public static final String DATANODE_RPC_TIMEOUT = "hail.datanode.rpc.timeout";

  public static final String DATANODE_RPC_TIMEOUT_DEFAULT = "5s";

  // ---- the replica directory in the namenode ----

  /** Most blocks in one answer to a client. */
  public static final String NAMENODE_PAGE_BLOCKS_MAX = "hail.namenode.page.blocks.max";

  public static final int NAMENODE_PAGE_BLOCKS_MAX_DEFAULT = 2000;

  /** Time after which an order that was assigned but not reported becomes free. */
  public static final String NAMENODE_ASSIGNMENT_EXPIRY = "hail.namenode.assignment.expiry";

  public static final String NAMENODE_ASSIGNMENT_EXPIRY_DEFAULT = "10m";

  /** Most namespace edits per minute that reads may cause; 0 for none. */
  public static final String NAMENODE_EDITS_PER_MINUTE = "hail.namenode.edits.per.minute";

  public static final int NAMENODE_EDITS_PER_MINUTE_DEFAULT = 600;

  /** Datanodes that may send a full report at the same time. */
  public static final String NAMENODE_FULL_REPORTS_MAX = "hail.namenode.full-reports.max";

  public static final int NAMENODE_FULL_REPORTS_MAX_DEFAULT = 6;

  /** Whether a datanode's calls must come from the address it registered with. */
  public static final String NAMENODE_DATANODE_ADDRESS_CHECK =
      "hail.namenode.datanode.address.check";

  public static final boolean NAMENODE_DATANODE_ADDRESS_CHECK_DEFAULT = true;

  /** Replicas per minute that datanodes are told to sort by a missing order; 0 for none. */
  public static final String NAMENODE_REORDER_PER_MINUTE = "hail.namenode.reorder.per.minute";

  public static final int NAMENODE_REORDER_PER_MINUTE_DEFAULT = 60;

  /** First wait before another try to repair an order; doubles after every failure. */
  public static final String NAMENODE_REORDER_BACKOFF = "hail.namenode.reorder.backoff";

  public static final String NAMENODE_REORDER_BACKOFF_DEFAULT = "10m";

  /** Attribute provider that HAIL's own provider wraps. */
  public static final String NAMENODE_ATTRIBUTE_PROVIDER =
      "hail.namenode.inode.attributes.provider.class";

  /** What a namenode does when a plain client opens a HAIL file: refuse, warn or allow. */
  public static final String NAMENODE_PLAIN_READS = "hail.namenode.plain-reads";

  public static final String NAMENODE_PLAIN_READS_DEFAULT = "refuse";

  /** Users whose plain clients may open HAIL files in any case. */
  public static final String NAMENODE_PLAIN_READS_EXEMPT_USERS =
      "hail.namenode.plain-reads.exempt-users";

  // ---- upload ----

  /** Threads that parse text and encode blocks. */
  public static final String PUT_THREADS = "hail.put.threads";

  public static final int PUT_THREADS_DEFAULT = 2;

  /** Blocks sent to datanodes at the same time. */
  public static final String PUT_STREAMS = "hail.put.streams";

  public static final int PUT_STREAMS_DEFAULT = 2;

  /**
   * Age at which an upload from another host counts as abandoned; its temporary folder is removed.
   */
  public static final String PUT_STALE_AFTER = "hail.put.stale.after";

  public static final String PUT_STALE_AFTER_DEFAULT = "1d";

  /** Whether an upload ends only after datanodes have forced its blocks to disk. */
  public static final String PUT_SYNC = "hail.put.sync";

  public static final boolean PUT_SYNC_DEFAULT = false;

  // ---- reading ----

  /**
   * Most bytes kept of a block, so that another replica can take over without lost or doubled rows.
   */
  public static final String READ_FAILOVER_BUFFER_MAX = "hail.read.failover.buffer.max";

  public static final String READ_FAILOVER_BUFFER_MAX_DEFAULT = "256m";

  /** Blocks that {@code hail cat} and {@code hail fsck} read at the same time. */
  public static final String READ_THREADS = "hail.read.threads";

  public static final int READ_THREADS_DEFAULT = 4;

  /** Blocks whose replicas are requested in one call to the replica directory. */
  public static final String READ_DIRECTORY_BATCH = "hail.read.directory.batch";

  public static final int READ_DIRECTORY_BATCH_DEFAULT = 1000;

  // ---- jobs ----

  /** Filter of a job; overrides the filter of the mapper's annotation. Unset by default. */
  public static final String QUERY_FILTER = "hail.query.filter";

  /**
   * Projection of a job, comma separated; overrides the projection of the mapper's annotation.
   * Unset by default.
   */
  public static final String QUERY_PROJECTION = "hail.query.projection";

  /** The mapper that HailJobs.configure was called with. HAIL sets it. */
  public static final String JOB_MAPPER = "hail.job.mapper";

  /** Whether a map task takes several blocks that are read by index. */
  public static final String SPLITTING_ENABLED = "hail.splitting.enabled";

  public static final boolean SPLITTING_ENABLED_DEFAULT = true;

  /** Map tasks planned per datanode; 0 asks YARN. */
  public static final String SPLITTING_MAP_SLOTS = "hail.splitting.map-slots";

  public static final int SPLITTING_MAP_SLOTS_DEFAULT = 0;

  /**
   * Blocks without a fitting index per map task; 0 for one, or several if a job indexes or joins.
   */
  public static final String SPLITTING_SCAN_BLOCKS_PER_SPLIT =
      "hail.splitting.scan.blocks-per-split";

  public static final int SPLITTING_SCAN_BLOCKS_PER_SPLIT_DEFAULT = 0;

  // ---- joins ----

  /** Names of the joins that hold, in order; empty for none. Unset by default: all. */
  public static final String JOIN_NAMES = "hail.join.names";

  /** Most memory of all build sides of a job. */
  public static final String JOIN_MEMORY_MAX = "hail.join.memory.max";

  public static final String JOIN_MEMORY_MAX_DEFAULT = "1g";

  /** Memory of a map container beside heap, images and buffers. */
  public static final String JOIN_MEMORY_OVERHEAD = "hail.join.memory.overhead";

  public static final String JOIN_MEMORY_OVERHEAD_DEFAULT = "256m";

  /** Whether to raise the memory of map containers to what images need. */
  public static final String JOIN_MEMORY_ADJUST = "hail.join.memory.adjust";

  public static final boolean JOIN_MEMORY_ADJUST_DEFAULT = true;

  /** How YARN counts images: {@code task}, {@code shared}. */
  public static final String JOIN_MEMORY_COUNTED = "hail.join.memory.counted";

  /** Which implementation joins: {@code auto}, {@code native}, {@code java}. */
  public static final String JOIN_IMPLEMENTATION = "hail.join.implementation";

  /** Which table native joins use: {@code auto}, {@code CHT}, {@code CAT}, {@code NOP}. */
  public static final String JOIN_ALGORITHM = "hail.join.algorithm";

  /** Whether keys of build sides choose replicas: {@code auto}, {@code off}, {@code always}. */
  public static final String JOIN_FILTER = "hail.join.filter";

  /**
   * Most bad records of a build side; below 0 for any number. Unset, joins of kind anti and not in
   * allow none, and other joins any number.
   */
  public static final String JOIN_BUILD_MAX_BAD = "hail.join.build.max-bad";

  /** The plan of a job's joins, for its tasks. HAIL sets it when the job is submitted. */
  public static final String JOIN_PLAN = "hail.join.plan";

  // ---- adaptive indexing ----

  /** Strategy for choosing blocks to index: {@code off, lazy, eager, selectivity}. */
  public static final String ADAPTIVE_STRATEGY = "hail.adaptive.strategy";

  public static final String ADAPTIVE_STRATEGY_DEFAULT = "off";

  /** Most blocks, as a share from 0 to 1, that a lazy job or the first eager job indexes. */
  public static final String ADAPTIVE_OFFER_RATE = "hail.adaptive.offer.rate";

  public static final float ADAPTIVE_OFFER_RATE_DEFAULT = 0.1f;

  /** Target runtime of eager jobs; 0 for the runtime of the first job. */
  public static final String ADAPTIVE_TARGET = "hail.adaptive.target";

  public static final String ADAPTIVE_TARGET_DEFAULT = "0s";

  /** Greatest selectivity, 0 to 1, at which a block is worth an index. */
  public static final String ADAPTIVE_SELECTIVITY_MAX = "hail.adaptive.selectivity.max";

  public static final float ADAPTIVE_SELECTIVITY_MAX_DEFAULT = 0.8f;

  /** Blocks of a task that may wait to be sorted; as many may wait to be written. */
  public static final String ADAPTIVE_QUEUE_BLOCKS = "hail.adaptive.queue.blocks";

  public static final int ADAPTIVE_QUEUE_BLOCKS_DEFAULT = 2;

  /** Bytes of a task's heap for blocks that it is indexing; at most a third of the heap. */
  public static final String ADAPTIVE_MEMORY_MAX = "hail.adaptive.memory.max";

  public static final String ADAPTIVE_MEMORY_MAX_DEFAULT = "512m";

  /** Time after which a namenode recounts the space of pseudo replicas. */
  public static final String NAMENODE_RECOUNT_INTERVAL = "hail.namenode.index.recount.interval";

  public static final String NAMENODE_RECOUNT_INTERVAL_DEFAULT = "1m";

  /** Space for a file's pseudo replicas, as a share of the space of its replicas. */
  public static final String ADAPTIVE_BUDGET_FILE = "hail.adaptive.budget.file";

  public static final float ADAPTIVE_BUDGET_FILE_DEFAULT = 1.0f;

  /** Bytes for all pseudo replicas of the cluster; negative for no limit. */
  public static final String ADAPTIVE_BUDGET_CLUSTER = "hail.adaptive.budget.cluster";

  public static final long ADAPTIVE_BUDGET_CLUSTER_DEFAULT = -1;

  /** Half-life of the recorded use of an index. */
  public static final String ADAPTIVE_BENEFIT_HALF_LIFE = "hail.adaptive.benefit.half-life";

  public static final String ADAPTIVE_BENEFIT_HALF_LIFE_DEFAULT = "7d";

  /** Time for which an index counts as in use after it was read, planned for or built. */
  public static final String ADAPTIVE_USE_LEASE = "hail.adaptive.use.lease";

  public static final String ADAPTIVE_USE_LEASE_DEFAULT = "10m";

  // ---- workload ----

  /** Whether readers report their filters to the namenode. */
  public static final String WORKLOAD_RECORD = "hail.workload.record";

  public static final boolean WORKLOAD_RECORD_DEFAULT = true;

  /** Half-life of a recorded filter. */
  public static final String WORKLOAD_HALF_LIFE = "hail.workload.half-life";

  public static final String WORKLOAD_HALF_LIFE_DEFAULT = "30d";

  // ---- datanodes ----

  /** Whether a datanode sorts the HAIL blocks that it receives. */
  public static final String DATANODE_CONVERT_ENABLED = "hail.datanode.convert.enabled";

  public static final boolean DATANODE_CONVERT_ENABLED_DEFAULT = true;

  /** Bytes of a datanode's heap for blocks and for sorting them. */
  public static final String DATANODE_ASSEMBLY_MEMORY_MAX = "hail.datanode.assembly.memory.max";

  public static final String DATANODE_ASSEMBLY_MEMORY_MAX_DEFAULT = "512m";

  /** Time after which a whole block that is not finalized moves from memory to its file. */
  public static final String DATANODE_ASSEMBLY_RECLAIM_AFTER =
      "hail.datanode.assembly.reclaim.after";

  public static final String DATANODE_ASSEMBLY_RECLAIM_AFTER_DEFAULT = "2m";

  /** Time after which an unfinished block gives its memory to waiting blocks. */
  public static final String DATANODE_ASSEMBLY_YIELD_AFTER = "hail.datanode.assembly.yield.after";

  public static final String DATANODE_ASSEMBLY_YIELD_AFTER_DEFAULT = "10s";

  /** Blocks that a datanode sorts at the same time; 0 for half of its processors. */
  public static final String DATANODE_SORT_THREADS = "hail.datanode.sort.threads";

  public static final int DATANODE_SORT_THREADS_DEFAULT = 0;

  /** Longest wait for the sorted replica, from the last byte of the block. */
  public static final String DATANODE_SORT_DEADLINE = "hail.datanode.sort.deadline";

  public static final String DATANODE_SORT_DEADLINE_DEFAULT = "20s";

  /** Time between a datanode's heartbeats to each namenode's replica directory. */
  public static final String DATANODE_HEARTBEAT_INTERVAL = "hail.datanode.heartbeat.interval";

  public static final String DATANODE_HEARTBEAT_INTERVAL_DEFAULT = "3s";

  /** Stored replicas that a datanode sorts per minute to repair a missing order. */
  public static final String DATANODE_REPAIR_RATE = "hail.datanode.repair.per-minute";

  public static final int DATANODE_REPAIR_RATE_DEFAULT = 60;

  /** Share of a volume's capacity, 0 to 1, that pseudo replicas may take. */
  public static final String DATANODE_INDEX_SHARE = "hail.datanode.index.share";

  public static final double DATANODE_INDEX_SHARE_DEFAULT = 0.25;

  /** Share of a volume's capacity, 0 to 1, that pseudo replicas must leave free. */
  public static final String DATANODE_INDEX_FREE_MIN = "hail.datanode.index.free.min";

  public static final double DATANODE_INDEX_FREE_MIN_DEFAULT = 0.1;
}
