// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.join;

import dev.hail.bench.console.FigureTable;
import dev.hail.bench.console.StepLog;
import dev.hail.bench.measure.CaseLog;
import dev.hail.cli.CommandContext;
import dev.hail.cli.CommandLineProblem;
import dev.hail.cli.HailCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hail bench join}. */
@Command(
    name = "join",
    description = {
      "Join rows in memory, by hail-native and by others.",
      "",
      "kernel: rows of a key and a payload are joined and the matches counted, by the joins of"
          + " hail-native and by hash maps of others, all in one process.",
      "engine: two tables in memory are joined and a payload summed up, by each system in a process"
          + " of its own: hail (through its C interface), DuckDB, DataFusion, Polars, Acero.",
      "",
      "maptask: a join is built once and saved as an image, which Java processes map and probe at the"
          + " same time, each its share of the rows, in batches that it has in memory."
          + " tuples_per_s are probe rows of all processes by the time of the slowest."
          + " jni_arrow_percent: each process also has the same batches probed by a loop in C++, 16"
          + " batches through Java and 16 by the loop in turn; it is what the processor time of the"
          + " thread through Java exceeds that of the loop by, in percent of the former (gate: 3)."
          + " image_pss_percent: memory of the image (Pss in /proc/PID/smaps) over all processes, in"
          + " percent of the file (gate: 110).",
      ""
    },
    footer = {
      "",
      "It runs from a source checkout, whose native part it builds, and installs the engines into"
          + " .venv there. About 6 GB of memory for the default sizes.",
      "",
      "Examples:",
      "  hail bench join --json join.json",
      "  hail bench join --cases engine --build 1m --probe 10m --systems hail,duckdb",
      "  hail bench join --cases maptask --jvms 2 --build 1m --probe 10m"
    })
public final class BenchJoinCommand implements HailCommand {
  private static final List<String> RATIOS =
      List.of("hail/" + EngineBench.BEST_PEER, "CHTJ/NOP", "CPRL/NOP", "CPRA/CPRL", "NOPA/NOP");

  private static final int MOST_BATCH_ROWS = 1 << 24;
  private static final long MOST_MAP_TASK_KEYS = 1_000_000_000;

  /** What can be measured. */
  enum Part {
    KERNEL,
    ENGINE,
    MAPTASK
  }

  @Option(
      names = "--cases",
      paramLabel = "CASE",
      split = ",",
      description = "Of ${COMPLETION-CANDIDATES}. Default: all.")
  List<Part> parts = List.of(Part.values());

  @Option(
      names = "--build",
      paramLabel = "ROWS",
      description =
          "Rows of the build side; k, m and g are 10^3, 10^6, 10^9. Default: 4m, of maptask 10m.")
  String build;

  @Option(
      names = "--probe",
      paramLabel = "ROWS",
      description = "Of the probe side. Default: 40m, of maptask 100m.")
  String probe;

  @Option(names = "--threads", paramLabel = "N", description = "Threads that join. Default: 2.")
  int threads = 2;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Rounds that are counted. Default: 5.")
  int rounds = 5;

  @Option(
      names = "--algorithms",
      paramLabel = "A",
      split = ",",
      description = "Of the kernels. Default: all that are built.")
  List<String> algorithms = List.of();

  @Option(
      names = "--systems",
      paramLabel = "SYSTEM",
      split = ",",
      description = "Of the engines. Default: hail,duckdb,datafusion,polars,acero.")
  List<String> systems = List.of(EngineBench.HAIL, "duckdb", "datafusion", "polars", "acero");

  @Option(names = "--jvms", paramLabel = "N", description = "Processes of maptask. Default: 4.")
  int jvms = 4;

  @Option(
      names = "--batch-rows",
      paramLabel = "ROWS",
      description = "Rows of a batch of maptask, at most 2^24. Default: 8192.")
  int batchRows = 8192;

  @Option(names = "--seed", paramLabel = "N", description = "Of the generator. Default: 1.")
  long seed = 1;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the figures as JSON lines, those of a case as soon as it is finished.")
  Path json;

  @Option(names = "--html", paramLabel = "FILE", description = "Write a page with plots.")
  Path html;

  @Override
  public int run(CommandContext context) throws Exception {
    if (rounds < 1 || threads < 1 || jvms < 1) {
      throw new CommandLineProblem("--rounds, --threads and --jvms must be at least 1");
    }
    if (batchRows < 1 || batchRows > MOST_BATCH_ROWS) {
      throw new CommandLineProblem("--batch-rows must be 1 to " + MOST_BATCH_ROWS);
    }
    JoinShape shape = shape("4m", "40m", threads);
    JoinShape mapTasks = shape("10m", "100m", jvms);
    if (parts.contains(Part.MAPTASK) && mapTasks.buildRows() > MOST_MAP_TASK_KEYS) {
      throw new CommandLineProblem("--build must be 1g at most for map tasks");
    }
    if (parts.contains(Part.MAPTASK) && mapTasks.probeRows() < jvms) {
      throw new CommandLineProblem("--probe must be a row for each of --jvms at least");
    }
    JoinTools tools = JoinTools.of(System.getProperty(JoinTools.HOME), context.err());
    try (CaseLog cases = new CaseLog("join", RATIOS, json)) {
      if (parts.contains(Part.KERNEL)) {
        kernels(tools, shape, cases, context);
      }
      if (parts.contains(Part.ENGINE)) {
        engines(tools, shape, cases, context);
      }
      if (parts.contains(Part.MAPTASK)) {
        mapTasks(tools, mapTasks, cases, context);
      }
      context.out().println();
      context.out().print(FigureTable.of(cases.finished()));
      if (html != null) {
        Files.writeString(html, JoinReport.html(cases.finished()), StandardCharsets.UTF_8);
      }
    }
    return 0;
  }

  private JoinShape shape(String defaultBuild, String defaultProbe, int workers)
      throws CommandLineProblem {
    return new JoinShape(
        JoinShape.parseRows("--build", build == null ? defaultBuild : build),
        JoinShape.parseRows("--probe", probe == null ? defaultProbe : probe),
        workers);
  }

  private void kernels(JoinTools tools, JoinShape shape, CaseLog cases, CommandContext context)
      throws IOException, InterruptedException, CommandLineProblem {
    KernelBench bench = new KernelBench(tools.kernels(), shape, rounds);
    List<String> there = bench.algorithms();
    for (String wanted : algorithms) {
      if (!there.contains(wanted)) {
        throw new CommandLineProblem(
            "--algorithms: no " + wanted + ", there are " + String.join(", ", there));
      }
    }
    List<String> chosen = algorithms.isEmpty() ? there : algorithms;
    StepLog log = new StepLog(context.err(), context.terminal(), 2);
    bench.run(4, chosen, cases, log);
    bench.run(8, chosen, cases, log);
  }

  private void engines(JoinTools tools, JoinShape shape, CaseLog cases, CommandContext context)
      throws IOException, InterruptedException {
    List<String> python = new ArrayList<>(tools.engines());
    Path library = systems.contains(EngineBench.HAIL) ? tools.library() : null;
    StepLog log = new StepLog(context.err(), context.terminal(), systems.size() + 1);
    new EngineBench(python, library, shape, rounds, seed).run(systems, cases, log);
  }

  private void mapTasks(JoinTools tools, JoinShape shape, CaseLog cases, CommandContext context)
      throws IOException, InterruptedException {
    Path libraries = tools.javaLibraries();
    StepLog log = new StepLog(context.err(), context.terminal(), 2);
    new MapTaskBench(MapTaskJvm.command(libraries), libraries, shape, batchRows, rounds, seed)
        .run(cases, log);
  }
}
