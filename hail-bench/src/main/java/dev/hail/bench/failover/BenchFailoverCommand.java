// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.failover;

import dev.hail.bench.cluster.DaemonLog;
import dev.hail.bench.console.StepLog;
import dev.hail.bench.report.Figures;
import dev.hail.bench.run.BenchRun;
import dev.hail.bench.run.RunOptions;
import dev.hail.cli.CommandContext;
import dev.hail.cli.CommandLineProblem;
import dev.hail.cli.HailCommand;
import dev.hail.examples.ExampleTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.FileUtil;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hail bench failover}. */
@Command(
    name = "failover",
    description = {
      "Kill a node in the middle of a job and see by how much that makes the job longer (thesis,"
          + " section 3.9.4, figure 3.10).",
      "",
      "Every daemon is a process of its own; each node has a datanode, a node manager with one map"
          + " slot, and a host name. Each system runs Bob-Q1, then Bob-Q1 again while a node dies:"
          + " half of the map work being done, datanode, node manager and map task are killed. Then"
          + " the node comes back, and the next system begins when all replicas and indexes are"
          + " there again. All jobs must give the same rows.",
      "",
      "The node is chosen at random among those that work and do not run the job's master, which"
          + " the thesis had on a machine of its own.",
      ""
    },
    footer = {
      "",
      "slowdown_percent is (failure_job_s - job_s) / job_s * 100. Most of the difference passes"
          + " until the lost task is begun again, which no system shortens: it weighs the less the"
          + " longer the job is. scanned_blocks are read without index, for want of the killed"
          + " node's replicas; none are if all replicas have the same index (hail-1idx).",
      "",
      "Examples:",
      "  hail bench failover --systems hadoop,hail-nosplit,hail-1idx-nosplit",
      "  hail bench failover --size 512m --block-size 32m --rounds 5 --json fault.json"
    })
public final class BenchFailoverCommand implements HailCommand {
  private static final List<String> RATIOS =
      List.of("hadoop/hail-nosplit", "hadoop/hail-1idx-nosplit", "hadoop/hail", "hadoop/hail-1idx");

  /** Local text, three replicas of it and of two HAIL files, and those made for a dead node. */
  private static final int DISK_PER_TEXT = 12;

  @Mixin RunOptions options = new RunOptions();

  @Option(
      names = "--systems",
      paramLabel = "SYSTEM",
      split = ",",
      description = "Of ${COMPLETION-CANDIDATES}. Default: all.")
  List<FaultSystem> systems = List.of(FaultSystem.values());

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "Nodes, at least 4; each takes about 1.5 GB of memory. Default: 4.")
  int nodes = 4;

  @Option(
      names = "--nodemanager-expiry",
      paramLabel = "SECONDS",
      description =
          "Silence after which YARN takes a node for dead and its tasks for lost. Default: 30, as"
              + " in the thesis; YARN's own is 600.")
  int nodeManagerExpiry = 30;

  @Option(
      names = "--datanode-expiry",
      paramLabel = "SECONDS",
      description =
          "Silence after which HDFS takes a datanode for dead and copies its blocks, at least 11."
              + " Default: 30, as in the thesis; HDFS' own is 630.")
  int dataNodeExpiry = 30;

  @Override
  public int run(CommandContext context) throws Exception {
    options.check();
    FaultCluster.Shape shape = shape();
    BenchRun.execute(
        "failover", RATIOS, DISK_PER_TEXT, options, context, run -> measure(shape, run));
    return 0;
  }

  private FaultCluster.Shape shape() throws CommandLineProblem {
    try {
      return new FaultCluster.Shape(
          nodes,
          Duration.ofSeconds(nodeManagerExpiry),
          Duration.ofSeconds(dataNodeExpiry),
          options.blockBytes());
    } catch (IllegalArgumentException e) {
      throw new CommandLineProblem("--" + e.getMessage());
    }
  }

  private void measure(FaultCluster.Shape shape, BenchRun run)
      throws IOException, InterruptedException {
    Set<FaultSystem> wanted = EnumSet.copyOf(systems);
    int steps = 2 + FaultBench.steps(wanted, options.rounds());
    StepLog log = run.log(options.sizes().size() * steps);
    DaemonLog clientLog = new DaemonLog(run.workspace().directory().resolve("client.log"));
    try {
      for (long size : options.sizes()) {
        Path directory = Files.createTempDirectory(run.workspace().directory(), "cluster-");
        log.begin("Start HDFS, YARN and HAIL");
        try (FaultCluster cluster = FaultCluster.start(shape, directory)) {
          run.workspace().closeFirst(() -> close(cluster));
          log.end(shape.nodes() + " datanodes, " + shape.nodes() + " node managers");
          log.begin("Generate UserVisits");
          Path text = run.texts().text(ExampleTable.USERVISITS, size);
          log.end(Figures.bytes(Files.size(text)));
          new FaultBench(
                  cluster, text, wanted, options.casePrefix(size), options.seed(), log, run.cases())
              .run(options.rounds());
        }
        run.workspace().closeFirst(null);
        FileUtil.fullyDelete(directory.toFile());
      }
    } finally {
      clientLog.close();
    }
  }

  private static void close(FaultCluster cluster) {
    try {
      cluster.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
