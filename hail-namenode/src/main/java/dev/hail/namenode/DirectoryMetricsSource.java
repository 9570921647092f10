// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import dev.hail.namenode.directory.DirectorySize;
import dev.hail.namenode.pseudo.PseudoCounts;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsInfo;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;

/**
 * Publishes the numbers of the replica directory to JMX, {@code /jmx}, {@code /prom} and Hadoop's
 * sinks.
 */
final class DirectoryMetricsSource implements MetricsSource {
  static final String NAME = "HailDirectory";

  private final ReplicaDirectoryService service;
  private final List<Upkeep> upkeeps;
  private final ActiveVetoes vetoes;
  private String registered;

  DirectoryMetricsSource(
      ReplicaDirectoryService service, List<Upkeep> upkeeps, ActiveVetoes vetoes) {
    this.service = service;
    this.upkeeps = upkeeps;
    this.vetoes = vetoes;
  }

  void register() {
    // Several namenodes share a process in tests and demos; the epoch does not tell them apart.
    registered = NAME;
    int other = 0;
    while (DefaultMetricsSystem.instance().getSource(registered) != null) {
      other++;
      registered = NAME + "-" + other;
    }
    DefaultMetricsSystem.instance()
        .register(registered, "HAIL's replica directory in the namenode", this);
  }

  void unregister() {
    DefaultMetricsSystem.instance().unregisterSource(registered);
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    DirectorySize size = service.directory().size();
    DirectoryMetrics counts = service.metrics();
    PseudoCounts pseudo = service.pseudo().counts();
    MetricsRecordBuilder record =
        collector
            .addRecord(NAME)
            .setContext("dfs")
            .tag(
                info("BlockPoolId", "Block pool of the namenode"),
                service.namespace().blockPoolId())
            .addGauge(info("Blocks", "Blocks with a HAIL replica"), size.blocks())
            .addGauge(info("Replicas", "HAIL replicas known"), size.replicas())
            .addGauge(
                info("OpenAssignments", "Orders assigned, not reported"), size.openAssignments())
            .addGauge(info("DirectoryBytes", "Memory of blocks and replicas"), size.bytes())
            .addGauge(info("EpochAgeSeconds", "Age of the directory"), service.ageSeconds())
            .addGauge(
                info("Complete", "1 if no live datanode owes a report"),
                service.isComplete() ? 1 : 0)
            .addGauge(
                info("DisputedBlocks", "Blocks that datanodes contradict each other about"),
                service.disputes().open())
            .addGauge(
                info("UpkeepAgeSeconds", "Time since the last round of upkeep ended"),
                upkeeps.stream().mapToLong(Upkeep::secondsSinceRound).max().orElse(0))
            .addCounter(
                info("UpkeepFailures", "Duties of upkeep that failed"),
                upkeeps.stream().mapToLong(Upkeep::failures).sum())
            .addGauge(
                info("AppendRefused", "1 if the namenode refuses append to HAIL files"),
                vetoes.asked() ? 1 : 0)
            .addCounter(
                info("PlainReadsRefused", "Plain clients that were refused a HAIL file"),
                vetoes.plainReadsRefused())
            .addCounter(
                info("PlainReadsWarned", "Plain clients that opened a HAIL file, with a warning"),
                vetoes.plainReadsWarned())
            .addGauge(
                info("BlocksMissingAnOrder", "Blocks found to miss a sort order"),
                service.repair().suspects())
            .addCounter(
                info("OrderRepairs", "Replicas to be sorted by a lost order"),
                service.repair().wishes())
            .addCounter(info("Assignments", "Orders assigned"), counts.assignments())
            .addCounter(
                info("UnsortedAssignments", "Assignments of upload order"),
                counts.unsortedAssignments())
            .addCounter(info("Lookups", "Questions of clients"), counts.lookups())
            .addCounter(info("LookedUpBlocks", "Blocks in the answers"), counts.lookedUpBlocks())
            .addCounter(info("Reports", "Report messages of datanodes"), counts.reports())
            .addCounter(info("ReportedReplicas", "Replicas taken"), counts.reportedReplicas())
            .addCounter(
                info("IgnoredReplicas", "Replicas reported, outdated or wrong"),
                counts.ignoredReplicas())
            .addCounter(info("RemovedReplicas", "Removals reported"), counts.removedReplicas())
            .addGauge(info("PseudoReplicas", "Pseudo replicas"), pseudo.replicas())
            .addGauge(info("PseudoReplicaBytes", "Bytes of these"), pseudo.bytes())
            .addCounter(
                info("StoredPseudoReplicas", "Made by map tasks and `hail index add'"),
                pseudo.stored())
            .addCounter(
                info("RefusedPseudoReplicas", "Worth less than those there"),
                pseudo.refusedForRoom())
            .addCounter(info("EvictedPseudoReplicas", "Made room for others"), pseudo.evicted())
            .addCounter(info("CollectedPseudoReplicas", "Not needed any more"), pseudo.collected());
    for (Map.Entry<Integer, Long> entry : service.directory().replicasByAttribute().entrySet()) {
      record.addGauge(
          info("ReplicasByAttribute" + entry.getKey(), "Replicas sorted by this attribute"),
          entry.getValue());
    }
  }

  private static MetricsInfo info(String name, String description) {
    return Interns.info(name, description);
  }
}
