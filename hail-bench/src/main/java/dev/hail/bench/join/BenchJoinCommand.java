// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.join;

import dev.hail.bench.console.FigureTable;
import dev.hail.bench.console.StepLog;
import dev.hail.bench.measure.CaseLog;
import dev.hail.cli.CommandContext;
import dev.hail.cli.CommandLineProblem;
import dev.hail.cli.HailCommand;
import dev.hail.cli.output.LocalOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The {@code hail bench join} command. */
@Command(
    name = "join",
    description = {
      "Join rows in memory with hail-native and with other systems.",
      "",
      "kernel: joins rows of a key and a payload and counts the matches. The joins"
          + " of hail-native and other hash maps run in one process.",
      "engine: joins two tables in memory and sums a payload. Each system has its"
          + " own process: hail (through its C interface), DuckDB, DataFusion, Polars,"
          + " Acero.",
      "",
      "maptask: builds a join once and saves it as an image. Several Java processes"
          + " map and probe the image at the same time, each with its share of the rows,"
          + " in batches in memory. tuples_per_s: probe rows of all processes divided by"
          + " the time of the slowest one. jni_arrow_percent: overhead of Java. Each"
          + " process probes the same batches through Java and by a loop in C++, 16"
          + " batches each in turn. The figure is the share of the Java thread's processor"
          + " time that exceeds the loop's (gate: 3). image_pss_percent: memory of the"
          + " image (Pss in /proc/PID/smaps) over all processes, in percent of the file"
          + " (gate: 110).",
      ""
    },
    footer = {
      "",
      "It runs from a source checkout, builds the native part and installs the"
          + " engines into .venv there. The default sizes need about 6 GB of memory.",
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

  /** Parts of the benchmark. */
  enum Part {
    KERNEL,
    ENGINE,
    MAPTASK
  }

  @Option(
      names = "--cases",
      paramLabel = "CASE",
      split = ",",
      description = "Parts to run: ${COMPLETION-CANDIDATES}. Default: all.")
  List<Part> parts = List.of(Part.values());

  @Option(
      names = "--build",
      paramLabel = "ROWS",
      description =
          "Rows of the build side; k, m and g are 10^3, 10^6, 10^9. Default: 4m, for maptask 10m.")
  String build;

  @Option(
      names = "--probe",
      paramLabel = "ROWS",
      description = "Rows of the probe side. Default: 40m, for maptask 100m.")
  String probe;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Number of threads that join. Default: 2.")
  int threads = 2;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Number of counted rounds. Default: 5.")
  int rounds = 5;

  @Option(
      names = "--algorithms",
      paramLabel = "A",
      split = ",",
      description = "Kernels to run. Default: all that are built.")
  List<String> algorithms = List.of();

  @Option(
      names = "--systems",
      paramLabel = "SYSTEM",
      split = ",",
      description = "Engines to run. Default: hail,duckdb,datafusion,polars,acero.")
  List<String> systems = List.of(EngineBench.HAIL, "duckdb", "datafusion", "polars", "acero");

  @Option(
      names = "--jvms",
      paramLabel = "N",
      description = "Number of processes of maptask. Default: 4.")
  int jvms = 4;

  @Option(
      names = "--batch-rows",
      paramLabel = "ROWS",
      description = "Rows of a batch of maptask, at most 2^24. Default: 8192.")
  int batchRows = 8192;

  @Option(names = "--seed", paramLabel = "N", description = "Seed of the generator. Default: 1.")
  long seed = 1;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description =
          "Write the figures of each finished case as JSON lines to a new file; - is standard"
              + " output.")
  String json;

  @Option(names = "--html", paramLabel = "FILE", description = "Write a page with plots.")
  String html;

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
      throw new CommandLineProblem("--build must be at most 1g for maptask");
    }
    if (parts.contains(Part.MAPTASK) && mapTasks.probeRows() < jvms) {
      throw new CommandLineProblem("--probe must be at least --jvms, a row for each process");
    }
    JoinTools tools = JoinTools.of(System.getProperty(JoinTools.HOME), context.err());
    LocalOutput page = context.output(html);
    LocalOutput lines = context.output(json);
    try (CaseLog cases = new CaseLog("join", RATIOS, lines)) {
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
      if (page != null) {
        page.writeText(JoinReport.html(cases.finished()));
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
            "--algorithms: there is no "
                + wanted
                + "; the algorithms are "
                + String.join(", ", there));
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
