// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.demo;

import dev.hail.bench.cluster.DaemonLog;
import dev.hail.bench.cluster.SmallCluster;
import dev.hail.bench.cluster.Workspace;
import dev.hail.bench.console.StepLog;
import dev.hail.bench.report.Figures;
import dev.hail.bench.run.QueryNames;
import dev.hail.cli.CommandContext;
import dev.hail.cli.CommandLineProblem;
import dev.hail.cli.HailCommand;
import dev.hail.cli.output.LocalOutput;
import dev.hail.client.PathException;
import dev.hail.examples.ByteSizeConverter;
import dev.hail.examples.job.ExampleJob;
import dev.hail.minicluster.HailMiniCluster;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The {@code hail demo} command. */
@Command(
    name = "demo",
    description = {
      "Run plain Hadoop and HAIL side by side on an embedded cluster and write a report.",
      "",
      "Runs three datanodes, YARN and the five MapReduce jobs of Bob on the UserVisits table."
          + " Checks that both systems give the same results, prints a table and writes a"
          + " report. Takes a few minutes.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  hail demo",
      "  hail demo --size 2g --report side-by-side.html",
      "  hail demo --queries bob-q1,bob-q4"
    })
public final class DemoCommand implements HailCommand {
  /**
   * Disk space in text sizes: the text, three replicas of it, three of HAIL's, task output and
   * logs.
   */
  private static final int DISK_PER_TEXT = 8;

  private static final long DISK_AT_LEAST = 512L << 20;
  private static final long SMALLEST_BLOCK = 1L << 20;

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      converter = ByteSizeConverter.class,
      defaultValue = "512m",
      description = "How much text to generate. Default: 512m.")
  long size;

  @Option(names = "--seed", paramLabel = "N", description = "Seed of the generator. Default: 1.")
  long seed = 1;

  @Option(
      names = "--block-size",
      paramLabel = "SIZE",
      converter = ByteSizeConverter.class,
      defaultValue = "64m",
      description = "HDFS block size. Default: 64m.")
  long blockSize;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description =
          "Parent of the new directory for all data. Default: the system's temporary directory.")
  Path directory;

  @Option(
      names = "--queries",
      paramLabel = "QUERY",
      split = ",",
      description = "Queries to run: bob-q1 to bob-q5. Default: all.")
  List<String> queries = List.of("bob");

  @Option(names = "--keep", description = "Keep the data and the logs when done.")
  boolean keep;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Where to write the report. Default: hail-demo.html.")
  String report = "hail-demo.html";

  @Option(names = "--json", paramLabel = "FILE", description = "Write the figures as JSON lines.")
  String json;

  @Override
  public int run(CommandContext context) throws Exception {
    if (size < 1 << 16) {
      throw new CommandLineProblem("--size must be at least 64k");
    }
    if (blockSize < SMALLEST_BLOCK || blockSize % 512 != 0) {
      throw new CommandLineProblem(
          "--block-size must be at least 1m and a multiple of 512, HDFS' checksum chunk");
    }
    List<ExampleJob> known = Demo.TABLE.jobs();
    List<ExampleJob> jobs =
        QueryNames.of(queries, known.stream().map(ExampleJob::name).toList()).among(known);
    LocalOutput page = context.output(report);
    LocalOutput lines = context.output(json);
    try (Workspace workspace = Workspace.create(directory, "hail-demo-", keep)) {
      requireDisk(workspace.directory());
      DemoResults results = measure(context, jobs, workspace);
      page.writeText(new DemoReport(results).html());
      if (lines != null) {
        StringBuilder text = new StringBuilder();
        DemoMeasurements.write(results, text);
        lines.writeText(text);
      }
      tell(results, workspace, context.out());
      return results.allEqual() ? 0 : 1;
    }
  }

  private DemoResults measure(CommandContext context, List<ExampleJob> jobs, Workspace workspace)
      throws Exception {
    DemoSettings settings = new DemoSettings(size, seed, blockSize, jobs, workspace.directory());
    StepLog log = new StepLog(context.err(), context.terminal(), 1 + Demo.steps(settings));
    log.begin("Start HDFS, YARN and HAIL");
    DaemonLog daemonLog = new DaemonLog(workspace.directory().resolve("daemons.log"));
    try (HailMiniCluster cluster =
        SmallCluster.start(context.configuration(), workspace.directory(), blockSize)) {
      workspace.closeFirst(() -> cluster.yarn().ifPresent(MiniMRYarnCluster::stop));
      SmallCluster.awaitHail(cluster);
      log.end("3 datanodes, 3 node managers");
      return new Demo(settings, log, cluster).run();
    } finally {
      daemonLog.close();
    }
  }

  private void tell(DemoResults results, Workspace workspace, PrintStream out) {
    out.println();
    out.print(SummaryTable.of(results));
    out.println();
    if (!results.allEqual()) {
      out.println(
          "HAIL and Hadoop DISAGREE: this is a defect. Run again with --keep --seed "
              + seed
              + " and report it with the data.");
    }
    out.println("Report: " + Path.of(report).toAbsolutePath());
    if (keep) {
      out.println("Data and logs: " + workspace.directory());
    }
  }

  private void requireDisk(Path workspace) throws IOException {
    long needed = Math.max(DISK_AT_LEAST, size * DISK_PER_TEXT);
    long usable = Files.getFileStore(workspace).getUsableSpace();
    if (usable < needed) {
      throw new PathException(
          workspace,
          "has room for " + Figures.bytes(usable) + ", the demo needs " + Figures.bytes(needed),
          "Name a directory with more room with --dir, or less text with --size.");
    }
  }
}
