// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.NumberKeys;
import dev.hail.namenode.directory.ReplicaTable;
import dev.hail.namenode.offer.IndexingJobs;
import dev.hail.namenode.pseudo.PseudoKeeper;
import dev.hail.namenode.space.EditBudget;
import dev.hail.namenode.space.SpaceBudget;
import dev.hail.namenode.workload.Workloads;
import dev.hail.step.PseudoStep;
import dev.hail.step.StepListener;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.namenode.HailNamespace;

/** The replica directory of one namenode together with what keeps it in order. */
final class ReplicaDirectoryService {
  /** Time in which datanodes that run HAIL have made themselves known. */
  private static final long GREETING_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** Every lookup asks; a large cluster has thousands of datanodes to look at. */
  private static final long RECHECK_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final int ROUNDS_PER_CLEANUP = 10;

  private final HailNamespace namespace;
  private final HdfsState hdfs;
  private final ReplicaTable directory;
  private final Disputes disputes;
  private final HolderPulse pulse;
  private final OrderRepair repair;
  private final PseudoKeeper pseudo;
  private final IndexingJobs indexingJobs;
  private final Workloads workloads;
  private final ReportLeases reportLeases;
  private final DirectoryMetrics metrics = new DirectoryMetrics();
  private final LongSupplier nanoClock;
  private final long epoch;
  private final long started;
  private volatile long completeSince;

  ReplicaDirectoryService(
      HailNamespace namespace, Configuration conf, StepListener<PseudoStep> steps) {
    this(
        namespace,
        HdfsState.of(namespace),
        conf,
        System::nanoTime,
        System::currentTimeMillis,
        steps);
  }

  /**
   * A directory with clocks of its own.
   *
   * @param hdfs the namespace as repair, assignments and reports see it
   * @param nanoClock a clock that never goes back, in nanoseconds
   * @param millisClock wall clock time in milliseconds
   */
  ReplicaDirectoryService(
      HailNamespace namespace,
      HdfsState hdfs,
      Configuration conf,
      LongSupplier nanoClock,
      LongSupplier millisClock,
      StepListener<PseudoStep> steps) {
    this.namespace = namespace;
    this.hdfs = hdfs;
    this.nanoClock = nanoClock;
    this.epoch = Math.max(1, millisClock.getAsLong());
    this.started = nanoClock.getAsLong();
    this.directory =
        new ReplicaTable(
            nanoClock,
            NumberKeys.time(
                conf,
                HailConfigKeys.NAMENODE_ASSIGNMENT_EXPIRY,
                HailConfigKeys.NAMENODE_ASSIGNMENT_EXPIRY_DEFAULT,
                TimeUnit.NANOSECONDS),
            hdfs::ownerOf);
    this.disputes = new Disputes(directory, hdfs::holdersOf);
    this.pulse = new HolderPulse(hdfs, nanoClock, conf);
    this.reportLeases =
        new ReportLeases(
            NumberKeys.count(
                conf,
                HailConfigKeys.NAMENODE_FULL_REPORTS_MAX,
                HailConfigKeys.NAMENODE_FULL_REPORTS_MAX_DEFAULT),
            nanoClock);
    this.repair =
        new OrderRepair(
            hdfs,
            directory,
            pulse,
            nanoClock,
            NumberKeys.count(
                conf,
                HailConfigKeys.NAMENODE_REORDER_PER_MINUTE,
                HailConfigKeys.NAMENODE_REORDER_PER_MINUTE_DEFAULT),
            NumberKeys.time(
                conf,
                HailConfigKeys.NAMENODE_REORDER_BACKOFF,
                HailConfigKeys.NAMENODE_REORDER_BACKOFF_DEFAULT,
                TimeUnit.NANOSECONDS));
    EditBudget edits =
        new EditBudget(
            NumberKeys.count(
                conf,
                HailConfigKeys.NAMENODE_EDITS_PER_MINUTE,
                HailConfigKeys.NAMENODE_EDITS_PER_MINUTE_DEFAULT),
            nanoClock);
    this.pseudo =
        new PseudoKeeper(
            namespace,
            directory,
            new ReplicaTable(nanoClock, 0, blockId -> null),
            pulse::isFelt,
            this::knowsIndexes,
            new PseudoKeeper.SpaceLimits(
                new SpaceBudget(
                    (float)
                        NumberKeys.real(
                            conf,
                            HailConfigKeys.ADAPTIVE_BUDGET_FILE,
                            HailConfigKeys.ADAPTIVE_BUDGET_FILE_DEFAULT),
                    NumberKeys.bytes(
                        conf,
                        HailConfigKeys.ADAPTIVE_BUDGET_CLUSTER,
                        Long.toString(HailConfigKeys.ADAPTIVE_BUDGET_CLUSTER_DEFAULT))),
                millis(
                    conf,
                    HailConfigKeys.ADAPTIVE_USE_LEASE,
                    HailConfigKeys.ADAPTIVE_USE_LEASE_DEFAULT),
                millis(
                    conf,
                    HailConfigKeys.ADAPTIVE_BENEFIT_HALF_LIFE,
                    HailConfigKeys.ADAPTIVE_BENEFIT_HALF_LIFE_DEFAULT),
                edits),
            millis(
                conf,
                HailConfigKeys.NAMENODE_RECOUNT_INTERVAL,
                HailConfigKeys.NAMENODE_RECOUNT_INTERVAL_DEFAULT),
            millisClock,
            () -> TimeUnit.NANOSECONDS.toMillis(nanoClock.getAsLong()),
            steps);
    this.indexingJobs =
        new IndexingJobs(pseudo.calibrations(), pseudo.room(), namespace::inStateSince);
    this.workloads =
        new Workloads(
            new WorkloadFiles(namespace),
            millisClock,
            NumberKeys.time(
                conf,
                HailConfigKeys.WORKLOAD_HALF_LIFE,
                HailConfigKeys.WORKLOAD_HALF_LIFE_DEFAULT,
                TimeUnit.SECONDS),
            edits);
  }

  private static long millis(Configuration conf, String key, String byDefault) {
    return NumberKeys.time(conf, key, byDefault, TimeUnit.MILLISECONDS);
  }

  HailNamespace namespace() {
    return namespace;
  }

  HdfsState hdfs() {
    return hdfs;
  }

  ReplicaTable directory() {
    return directory;
  }

  Disputes disputes() {
    return disputes;
  }

  HolderPulse pulse() {
    return pulse;
  }

  OrderRepair repair() {
    return repair;
  }

  ReportLeases reportLeases() {
    return reportLeases;
  }

  PseudoKeeper pseudo() {
    return pseudo;
  }

  IndexingJobs indexingJobs() {
    return indexingJobs;
  }

  Workloads workloads() {
    return workloads;
  }

  DirectoryMetrics metrics() {
    return metrics;
  }

  /** Epoch of the directory: wall clock time of its begin in milliseconds. */
  long epoch() {
    return epoch;
  }

  /** Seconds since the directory began. */
  long ageSeconds() {
    return TimeUnit.NANOSECONDS.toSeconds(nanoClock.getAsLong() - started);
  }

  /**
   * False while live datanodes owe a full report. A datanode that did not make itself known in the
   * first minute is taken for one that does not run HAIL.
   */
  boolean isComplete() {
    long now = nanoClock.getAsLong();
    if (completeSince != 0 && now - completeSince < RECHECK_NANOS) {
      return true;
    }
    boolean greeted = now - started > GREETING_NANOS;
    for (String uuid : hdfs.liveDatanodes()) {
      if (!directory.reported(uuid) && !(greeted && !directory.knows(uuid))) {
        completeSince = 0;
        return false;
      }
    }
    completeSince = now;
    return true;
  }

  /** False for a while after the start, until datanodes that run HAIL have reported. */
  private boolean knowsIndexes() {
    return isComplete() || nanoClock.getAsLong() - started > GREETING_NANOS;
  }

  /** Forgets what datanodes had that HDFS, too, has given up on. */
  void forgetDeadDatanodes() {
    for (String uuid : directory.datanodes()) {
      if (!hdfs.isLive(uuid)) {
        directory.forget(uuid);
        pseudo.forget(uuid);
      }
    }
  }

  /** What keeps the directory in order, not started. */
  List<Upkeep> upkeeps() {
    return List.of(upkeep(), pseudoUpkeep());
  }

  private Upkeep upkeep() {
    return new Upkeep(
        "HAIL directory upkeep",
        nanoClock,
        List.of(
            new Upkeep.Duty("looking for orders to repair", 1, () -> repair.scan()),
            new Upkeep.Duty("planning the repair of orders", 1, () -> repair.plan()),
            new Upkeep.Duty(
                "settling what datanodes contradict each other about",
                ROUNDS_PER_CLEANUP,
                () -> disputes.revisit()),
            new Upkeep.Duty(
                "ending assignments that expired",
                ROUNDS_PER_CLEANUP,
                () -> directory.expireAssignments()),
            new Upkeep.Duty(
                "forgetting dead datanodes", ROUNDS_PER_CLEANUP, () -> forgetDeadDatanodes())));
  }

  /** Upkeep that writes to the namespace and may have to wait, apart from the other upkeep. */
  private Upkeep pseudoUpkeep() {
    return new Upkeep(
        "HAIL pseudo replica upkeep",
        nanoClock,
        List.of(
            new Upkeep.Duty("counting pseudo replicas", 1, () -> pseudo.keepUp()),
            new Upkeep.Duty(
                "keeping what jobs cost",
                ROUNDS_PER_CLEANUP,
                () -> {
                  if (hdfs.isActive() && !hdfs.isInSafeMode()) {
                    indexingJobs.keepLearned();
                  }
                }),
            new Upkeep.Duty(
                "keeping what files are read with",
                ROUNDS_PER_CLEANUP,
                () -> {
                  if (hdfs.isActive() && !hdfs.isInSafeMode()) {
                    workloads.keep();
                  }
                })));
  }

  /** Version of HAIL in this process. */
  static String version() {
    String version = ReplicaDirectoryService.class.getPackage().getImplementationVersion();
    return version == null ? "unpackaged" : version;
  }
}
