// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.metrics;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsInfo;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;
import org.apache.hadoop.metrics2.lib.MetricsRegistry;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.apache.hadoop.metrics2.lib.MutableRate;

/**
 * Counters of one datanode, as metrics2 source {@code HailDataNode} in the context {@code dfs}: on
 * JMX, {@code /jmx} and, where enabled, {@code /prom}.
 */
public final class DatanodeMetrics implements MetricsSource {

  /** Why a block in memory went to the ordinary replica file before it was sorted. */
  public enum SpillReason {
    /** The memory budget was used up when the block began. */
    BUDGET("SpillsBudget", "Blocks that found no room in the assembly memory"),
    /** The writer wanted its bytes durable before the block was whole. */
    SYNC("SpillsSync", "Blocks written to their file for a hsync"),
    /** The writer went away, or the pipeline is being recovered. */
    RECOVERY("SpillsRecovery", "Blocks spilled by a lost writer or a recovery"),
    /** The first bytes came in pieces too small to tell what they begin. */
    SMALL_START("SpillsSmallStart", "Blocks that began with less than a preamble"),
    /** Others waited for its room for long. */
    GAVE_WAY("SpillsGaveWay", "Blocks that arrived slowly and gave their room to waiting ones"),
    /** The block was kept as it came. */
    KEPT("SpillsKept", "Blocks written from memory as they came");

    private final String metric;
    private final String description;

    SpillReason(String metric, String description) {
      this.metric = metric;
      this.description = description;
    }
  }

  /** Why a whole HAIL block was stored in the order it came in. */
  public enum KeepReason {
    /** No namenode answered with a sort order in time. */
    NO_ANSWER("KeptDirectoryUnreachable", "Blocks kept as they came: no namenode gave an order"),
    /** It came in the order that the namenode chose. */
    SORTED_BEFORE("KeptSortedBefore", "Blocks that came in the order they were to have"),
    /** The namenode chose no order. */
    NO_ORDER("KeptNoOrder", "Blocks kept as they came: no attribute to sort by"),
    /** Written by a later release. */
    NEWER_FORMAT("KeptNewerFormat", "Blocks kept as they came: format is newer than this release"),
    /** The sorted copy was not there in time: a slow disk, or too much to sort. */
    LATE("KeptLate", "Blocks kept as they came: not sorted in time"),
    /** Sorting takes more memory than there is for all blocks together. */
    TOO_LARGE("KeptTooLarge", "Blocks kept as they came: sorting takes more than the budget"),
    /** Sorting or writing the sorted copy failed. */
    FAILURE("KeptFailure", "Blocks kept as they came: sorting or writing failed");

    private final String metric;
    private final String description;

    KeepReason(String metric, String description) {
      this.metric = metric;
      this.description = description;
    }
  }

  private static final MetricsInfo RECORD =
      Interns.info("HailDataNode", "HAIL's sorting and reporting on a datanode");

  private final String name;
  private final MetricsRegistry registry = new MetricsRegistry(RECORD).setContext("dfs");
  private final MutableCounterLong sorted =
      registry.newCounter("BlocksSorted", "Replicas sorted and indexed before storing", 0L);
  private final MutableRate sortTime =
      registry.newRate("Sort", "Time to sort, index and write one replica, in ms");
  private final MutableCounterLong corrupt =
      registry.newCounter("CorruptBlocksRefused", "Blocks refused for a wrong content hash", 0L);
  private final MutableCounterLong resorted =
      registry.newCounter("ReplicasReordered", "Stored replicas sorted by a missing order", 0L);
  private final MutableCounterLong resortFailures =
      registry.newCounter("ReorderFailures", "Stored replicas that kept their order", 0L);
  private final MutableCounterLong foreignCommands =
      registry.newCounter(
          "OrdersOfInactiveNamenodes", "Wishes of namenodes that are not the active one", 0L);
  private final MutableCounterLong pseudoStored =
      registry.newCounter("PseudoReplicasStored", "Pseudo replicas that came and are served", 0L);
  private final MutableCounterLong pseudoRefused =
      registry.newCounter("PseudoReplicasRefused", "Pseudo replicas that failed their check", 0L);
  private final MutableCounterLong pseudoDropped =
      registry.newCounter("PseudoReplicasDropped", "Pseudo replicas that were deleted", 0L);
  private final MutableCounterLong fullReports =
      registry.newCounter("FullReports", "Full reports sent to a namenode", 0L);
  private final MutableCounterLong frontsRead =
      registry.newCounter("FrontsRead", "Stored replicas whose front was read to report them", 0L);
  private final MutableCounterLong namenodesNotAsked =
      registry.newCounter(
          "NamenodesNotAsked", "Questions for an order that a silent namenode was spared", 0L);
  private final MutableCounterLong directoryFailures =
      registry.newCounter("DirectoryFailures", "Calls to a replica directory that failed", 0L);
  private final Map<SpillReason, MutableCounterLong> spills = new EnumMap<>(SpillReason.class);
  private final Map<KeepReason, MutableCounterLong> kept = new EnumMap<>(KeepReason.class);
  private final Map<String, LongSupplier> reporters = new ConcurrentHashMap<>();
  private final AtomicReference<LongSupplier> memory = new AtomicReference<>(() -> 0L);
  private final AtomicReference<LongSupplier> waiting = new AtomicReference<>(() -> 0L);
  private final AtomicReference<LongSupplier> pseudoCount = new AtomicReference<>(() -> 0L);
  private final AtomicReference<LongSupplier> pseudoBytes = new AtomicReference<>(() -> 0L);

  /**
   * Makes and registers the source.
   *
   * @param datanode name that tells this datanode from others in the process
   */
  public static DatanodeMetrics register(String datanode) {
    DatanodeMetrics metrics = new DatanodeMetrics("HailDataNode-" + datanode.replace(':', '-'));
    MetricsSystem system = DefaultMetricsSystem.instance();
    system.register(metrics.name, RECORD.description(), metrics);
    return metrics;
  }

  private DatanodeMetrics(String name) {
    this.name = name;
    for (SpillReason reason : SpillReason.values()) {
      spills.put(reason, registry.newCounter(reason.metric, reason.description, 0L));
    }
    for (KeepReason reason : KeepReason.values()) {
      kept.put(reason, registry.newCounter(reason.metric, reason.description, 0L));
    }
  }

  /**
   * Sets where the figures of the memory for blocks come from.
   *
   * @param bytesInUse bytes taken by blocks
   * @param blocksWaiting blocks that wait for room
   */
  public void watchMemory(LongSupplier bytesInUse, LongSupplier blocksWaiting) {
    memory.set(bytesInUse);
    waiting.set(blocksWaiting);
  }

  /**
   * Sets where the figures of pseudo replicas come from.
   *
   * @param count replicas that are served
   * @param bytes of their files
   */
  public void watchPseudo(LongSupplier count, LongSupplier bytes) {
    pseudoCount.set(count);
    pseudoBytes.set(bytes);
  }

  /**
   * Sets where the time since the last completed round of a reporter comes from.
   *
   * @param reporter whom it reports to, and what
   * @param seconds since its last round
   */
  public void watchReporter(String reporter, LongSupplier seconds) {
    reporters.put(gaugeOf(reporter), seconds);
  }

  /** Forgets a reporter that has ended. */
  public void unwatchReporter(String reporter) {
    reporters.remove(gaugeOf(reporter));
  }

  private static String gaugeOf(String reporter) {
    return "SecondsSinceReport_" + reporter.replaceAll("[^A-Za-z0-9]+", "_");
  }

  public void addSorted(long millis) {
    sorted.incr();
    sortTime.add(millis);
  }

  public void addSpill(SpillReason reason) {
    spills.get(reason).incr();
  }

  public void addKept(KeepReason reason) {
    kept.get(reason).incr();
  }

  public void addCorrupt() {
    corrupt.incr();
  }

  public void addResorted() {
    resorted.incr();
  }

  public void addResortFailure() {
    resortFailures.incr();
  }

  public void addForeignCommand() {
    foreignCommands.incr();
  }

  public void addPseudoStored() {
    pseudoStored.incr();
  }

  public void addPseudoRefused() {
    pseudoRefused.incr();
  }

  public void addPseudoDropped() {
    pseudoDropped.incr();
  }

  public void addFullReport() {
    fullReports.incr();
  }

  public void addFrontRead() {
    frontsRead.incr();
  }

  public void addNamenodeNotAsked() {
    namenodesNotAsked.incr();
  }

  public void addDirectoryFailure() {
    directoryFailures.incr();
  }

  /** Replicas sorted since the start. */
  public long sorted() {
    return sorted.value();
  }

  /** Spills for one reason since the start. */
  public long spills(SpillReason reason) {
    return spills.get(reason).value();
  }

  /** Blocks kept as they came for one reason since the start. */
  public long kept(KeepReason reason) {
    return kept.get(reason).value();
  }

  /** Blocks refused since the start. */
  public long corrupt() {
    return corrupt.value();
  }

  /** Full reports since the start, to whichever namenode. */
  public long fullReports() {
    return fullReports.value();
  }

  /** Stored replicas sorted by another attribute since the start. */
  public long resorted() {
    return resorted.value();
  }

  /** Takes the source off the metrics system. */
  public void unregister() {
    DefaultMetricsSystem.instance().unregisterSource(name);
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    MetricsRecordBuilder record = collector.addRecord(registry.info());
    registry.snapshot(record, all);
    record.addGauge(
        Interns.info("AssemblyMemoryBytes", "Bytes in use for blocks being assembled"),
        memory.get().getAsLong());
    reporters.forEach(
        (gauge, seconds) ->
            record.addGauge(
                Interns.info(gauge, "Seconds since a namenode was last told all there was to tell"),
                seconds.getAsLong()));
    record.addGauge(
        Interns.info("BlocksWaitingForMemory", "Whole blocks that wait for room to be sorted"),
        waiting.get().getAsLong());
    record.addGauge(
        Interns.info("PseudoReplicas", "Pseudo replicas that are served"),
        pseudoCount.get().getAsLong());
    record.addGauge(
        Interns.info("PseudoReplicaBytes", "Bytes of their files"), pseudoBytes.get().getAsLong());
  }
}
