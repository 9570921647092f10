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
      ""
    },
    footer = {
      "",
      "It runs from a source checkout, whose native part it builds, and installs the engines into"
          + " .venv there. About 6 GB of memory for the default size.",
      "",
      "Examples:",
      "  hail bench join --json join.json",
      "  hail bench join --cases engine --build 1m --probe 10m --systems hail,duckdb"
    })
public final class BenchJoinCommand implements HailCommand {
  private static final List<String> RATIOS =
      List.of("hail/" + EngineBench.BEST_PEER, "CHTJ/NOP", "CPRL/NOP", "CPRA/CPRL", "NOPA/NOP");

  /** What can be measured. */
  enum Part {
    KERNEL,
    ENGINE
  }

  @Option(
      names = "--cases",
      paramLabel = "CASE",
      split = ",",
      description = "Of ${COMPLETION-CANDIDATES}. Default: both.")
  List<Part> parts = List.of(Part.values());

  @Option(
      names = "--build",
      paramLabel = "ROWS",
      description = "Rows of the build side; k, m and g are 10^3, 10^6, 10^9. Default: 4m.")
  String build = "4m";

  @Option(names = "--probe", paramLabel = "ROWS", description = "Of the probe side. Default: 40m.")
  String probe = "40m";

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
    if (rounds < 1 || threads < 1) {
      throw new CommandLineProblem("--rounds and --threads must be at least 1");
    }
    JoinShape shape =
        new JoinShape(
            JoinShape.parseRows("--build", build), JoinShape.parseRows("--probe", probe), threads);
    JoinTools tools = JoinTools.of(System.getProperty(JoinTools.HOME), context.err());
    try (CaseLog cases = new CaseLog("join", RATIOS, json)) {
      if (parts.contains(Part.KERNEL)) {
        kernels(tools, shape, cases, context);
      }
      if (parts.contains(Part.ENGINE)) {
        engines(tools, shape, cases, context);
      }
      context.out().println();
      context.out().print(FigureTable.of(cases.finished()));
      if (html != null) {
        Files.writeString(html, JoinReport.html(cases.finished()), StandardCharsets.UTF_8);
      }
    }
    return 0;
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
}
