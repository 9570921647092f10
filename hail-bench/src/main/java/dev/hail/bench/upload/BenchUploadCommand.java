// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.upload;

import dev.hail.bench.cluster.DaemonLog;
import dev.hail.bench.cluster.SortingHeap;
import dev.hail.bench.cluster.UploadClusters;
import dev.hail.bench.console.StepLog;
import dev.hail.bench.report.Figures;
import dev.hail.bench.run.BenchRun;
import dev.hail.bench.run.RunOptions;
import dev.hail.cli.CommandContext;
import dev.hail.cli.CommandLineProblem;
import dev.hail.cli.HailCommand;
import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.NumberKeys;
import dev.hail.examples.ByteSizeConverter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The {@code hail bench upload} command. */
@Command(
    name = "upload",
    description = {
      "Upload the same text to plain HDFS and with HAIL, side by side, and compare.",
      "",
      "Runs two embedded clusters, one plain and one with HAIL. After an uncounted"
          + " warm-up round the systems take turns in each round, and each round begins"
          + " with another one. Parquet and ORC, sorted and compressed, are written once.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  hail bench upload --cases uservisits/rep3/idx3",
      "  hail bench upload --size 1g,2g,4g --cases uservisits/rep3 --json upload.json"
    })
public final class BenchUploadCommand implements HailCommand {
  private static final List<String> RATIOS = List.of("hail/hdfs", "parquet/hail", "orc/hail");
  private static final long WARM_UP_BYTES = 32L << 20;
  private static final long SLOWEST_DISK = 1 << 20;

  /**
   * Disk space in text sizes: local text, its parts for other formats, and up to six replicas of
   * one upload at a time.
   */
  private static final int DISK_PER_TEXT = 9;

  @Mixin RunOptions options = new RunOptions();

  @Option(
      names = "--cases",
      paramLabel = "CASE",
      split = ",",
      description =
          "Cases to run, as TABLE/repR/idxI or prefixes of such names. Tables:"
              + " uservisits, synthetic; rep3/idx0 to rep3/idx3 and rep6/idx6. Default:"
              + " all.")
  List<String> cases = List.of("uservisits", "synthetic");

  @Option(
      names = "--systems",
      paramLabel = "SYSTEM",
      split = ",",
      description = "Systems to measure: ${COMPLETION-CANDIDATES}. Default: all.")
  List<UploadSystem> systems = List.of(UploadSystem.values());

  @Option(
      names = "--processes",
      description =
          "Run every daemon of both clusters in its own process with 512 MB of heap:"
              + " 8 processes for three replicas, 14 for six.")
  boolean processes;

  @Option(
      names = "--disk-throttle",
      paramLabel = "SIZE",
      converter = ByteSizeConverter.class,
      defaultValue = "0",
      description =
          "Most bytes of blocks per second that each datanode of both clusters"
              + " accepts, to simulate slower disks. Sets"
              + " dfs.datanode.data.write.bandwidthPerSec. For"
              + " example 150m. Default: no limit.")
  long diskThrottle;

  @Override
  public int run(CommandContext context) throws Exception {
    options.check();
    if (diskThrottle != 0 && diskThrottle < SLOWEST_DISK) {
      throw new CommandLineProblem("--disk-throttle must be at least 1m");
    }
    List<UploadPlan> plans = thoseThatFit(plans(), context);
    BenchRun.execute("upload", RATIOS, DISK_PER_TEXT, options, context, run -> measure(plans, run));
    return 0;
  }

  private List<UploadPlan> plans() throws CommandLineProblem {
    List<UploadCase> wanted;
    try {
      wanted = UploadCase.matching(cases);
    } catch (IllegalArgumentException e) {
      throw new CommandLineProblem("--cases: " + e.getMessage());
    }
    List<UploadPlan> plans = new ArrayList<>();
    for (long size : options.sizes()) {
      plans.addAll(UploadPlan.of(wanted, size, options.casePrefix(size), EnumSet.copyOf(systems)));
    }
    return plans;
  }

  /** Leaves out, with a message, the plans that too little heap would falsify. */
  private List<UploadPlan> thoseThatFit(List<UploadPlan> plans, CommandContext context)
      throws CommandLineProblem {
    if (processes || !systems.contains(UploadSystem.HAIL)) {
      return plans;
    }
    int streams =
        NumberKeys.count(
            context.configuration(),
            HailConfigKeys.PUT_STREAMS,
            HailConfigKeys.PUT_STREAMS_DEFAULT);
    List<UploadPlan> fitting = new ArrayList<>();
    for (UploadPlan plan : plans) {
      SortingHeap heap = SortingHeap.ofThisProcess(plan.dataNodes());
      long needed = heap.needed(options.blockBytes(), streams);
      if (needed <= heap.heapBytes()) {
        fitting.add(plan);
      } else {
        context
            .err()
            .println(
                "LEFT OUT: "
                    + String.join(", ", plan.cases().stream().map(plan::caseName).toList())
                    + ": "
                    + plan.dataNodes()
                    + " datanodes in one process need a heap of about "
                    + Figures.bytes(needed)
                    + " to sort blocks of "
                    + Figures.bytes(options.blockBytes())
                    + " in memory, but this one has "
                    + Figures.bytes(heap.heapBytes())
                    + "; set HAIL_OPTS=-Xmx"
                    + ((needed >> 30) + 1)
                    + "g, or use --processes or a smaller --block-size");
      }
    }
    if (fitting.isEmpty()) {
      throw new CommandLineProblem(
          "Nothing is left to measure with this heap; see the messages above");
    }
    return fitting;
  }

  private void measure(List<UploadPlan> plans, BenchRun run)
      throws IOException, InterruptedException {
    int steps =
        plans.stream().mapToInt(plan -> 1 + UploadBench.steps(plan, options.rounds())).sum();
    StepLog log = run.log(steps);
    DaemonLog daemonLog = new DaemonLog(run.workspace().directory().resolve("daemons.log"));
    try {
      for (int i = 0; i < plans.size(); i++) {
        UploadPlan plan = plans.get(i);
        log.begin("Generate text, start " + plan.dataNodes() + " datanodes");
        Path text = run.texts().text(plan.table(), plan.textBytes());
        try (UploadClusters clusters =
            start(plan, run.context(), run.workspace().directory().resolve("clusters-" + i))) {
          log.end(Figures.bytes(Files.size(text)) + " of text");
          Path warmUpText =
              run.texts().text(plan.table(), Math.min(WARM_UP_BYTES, plan.textBytes()));
          new UploadBench(plan, text, warmUpText, clusters, log, run.cases()).run(options.rounds());
        }
      }
    } finally {
      daemonLog.close();
    }
  }

  private UploadClusters start(UploadPlan plan, CommandContext context, Path clusterDirectory)
      throws IOException, InterruptedException {
    return processes
        ? UploadClusters.processes(
            plan.dataNodes(), options.blockBytes(), diskThrottle, clusterDirectory)
        : UploadClusters.embedded(
            context.configuration(),
            plan.dataNodes(),
            options.blockBytes(),
            diskThrottle,
            clusterDirectory);
  }
}
