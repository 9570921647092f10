// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.query;

import dev.hail.bench.cluster.DaemonLog;
import dev.hail.bench.cluster.SmallCluster;
import dev.hail.bench.console.StepLog;
import dev.hail.bench.measure.CaseLog;
import dev.hail.bench.report.Figures;
import dev.hail.bench.run.BenchRun;
import dev.hail.bench.run.QueryNames;
import dev.hail.bench.run.RunOptions;
import dev.hail.cli.CommandContext;
import dev.hail.cli.CommandLineProblem;
import dev.hail.cli.HailCommand;
import dev.hail.examples.ExampleTable;
import dev.hail.examples.job.ExampleJob;
import dev.hail.minicluster.HailMiniCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The {@code hail bench query} command. */
@Command(
    name = "query",
    description = {
      "Run the MapReduce jobs of the thesis on text, on HAIL, on Parquet and on ORC, and compare.",
      "",
      "Runs one embedded cluster with YARN. All systems have the same rows and must"
          + " give the same answers, or the benchmark fails. Each system's first job is"
          + " not counted;"
          + " then the systems take turns, round by round and query by query.",
      ""
    },
    footer = {
      "",
      "The case cat runs Bob-Q2 with `hail cat' in its own JVM.",
      "",
      "Examples:",
      "  hail bench query --queries bob-q2,cat --systems hadoop,hail",
      "  hail bench query --size 1g,2g,4g,8g --queries bob-q1,bob-q4 --json query.json"
    })
public final class BenchQueryCommand implements HailCommand {
  private static final List<String> RATIOS =
      List.of("hadoop/hail", "hadoop/hail-nosplit", "parquet/hail", "orc/hail");

  /**
   * Disk space in text sizes: local text and three replicas each of text, HAIL's blocks and two
   * compressed formats.
   */
  private static final int DISK_PER_TEXT = 9;

  @Mixin RunOptions options = new RunOptions();

  @Option(
      names = "--queries",
      paramLabel = "QUERY",
      split = ",",
      description =
          "Queries to run: bob-q1 to bob-q5, syn-q1a to syn-q2c, cat, or prefixes"
              + " such as bob. Default: all.")
  List<String> queries = List.of("bob", "syn", QueryBench.CAT);

  @Option(
      names = "--systems",
      paramLabel = "SYSTEM",
      split = ",",
      description = "Systems to measure: ${COMPLETION-CANDIDATES}. Default: all.")
  List<QuerySystem> systems = List.of(QuerySystem.values());

  @Override
  public int run(CommandContext context) throws Exception {
    options.check();
    boolean cat = queries.contains(QueryBench.CAT);
    List<TableJobs> tables = tables();
    BenchRun.execute(
        "query", RATIOS, DISK_PER_TEXT, options, context, run -> measure(tables, cat, run));
    return 0;
  }

  /** The jobs to run on one table; none if only cat is wanted. */
  private record TableJobs(ExampleTable table, List<ExampleJob> jobs) {}

  private List<TableJobs> tables() throws CommandLineProblem {
    List<String> known = new ArrayList<>(List.of(QueryBench.CAT));
    for (ExampleTable table : ExampleTable.values()) {
      table.jobs().forEach(job -> known.add(job.name()));
    }
    QueryNames names = QueryNames.of(queries, known);
    List<TableJobs> tables = new ArrayList<>();
    for (ExampleTable table : ExampleTable.values()) {
      List<ExampleJob> wanted = names.among(table.jobs());
      boolean forCat = table == ExampleTable.USERVISITS && queries.contains(QueryBench.CAT);
      if (!wanted.isEmpty() || forCat) {
        tables.add(new TableJobs(table, wanted.isEmpty() ? table.jobs().subList(1, 2) : wanted));
      }
    }
    return tables;
  }

  private void measure(List<TableJobs> tables, boolean cat, BenchRun run)
      throws IOException, InterruptedException {
    Set<QuerySystem> wanted = EnumSet.copyOf(systems);
    Stream<QueryBench.Setting> settings =
        tables.stream().map(each -> setting("", each, wanted, cat, null, run.cases()));
    int steps = settings.mapToInt(setting -> setting.steps(options.rounds()) + 1).sum();
    StepLog log = run.log(options.sizes().size() * (steps + 1));
    DaemonLog daemonLog = new DaemonLog(run.workspace().directory().resolve("daemons.log"));
    try {
      for (long size : options.sizes()) {
        Path directory = Files.createTempDirectory(run.workspace().directory(), "cluster-");
        log.begin("Start HDFS, YARN and HAIL");
        try (HailMiniCluster cluster =
            SmallCluster.start(run.context().configuration(), directory, options.blockBytes())) {
          run.workspace().closeFirst(() -> cluster.yarn().ifPresent(MiniMRYarnCluster::stop));
          SmallCluster.awaitHail(cluster);
          log.end("3 datanodes, 3 node managers");
          for (TableJobs each : tables) {
            log.begin("Generate " + each.table());
            Path text = run.texts().text(each.table(), size);
            log.end(Figures.bytes(Files.size(text)));
            QueryBench.Setting setting =
                setting(options.casePrefix(size), each, wanted, cat, log, run.cases());
            new QueryBench(cluster, new QueryFiles(cluster, each.table()), text, setting)
                .run(options.rounds());
          }
        }
        run.workspace().closeFirst(null);
        org.apache.hadoop.fs.FileUtil.fullyDelete(directory.toFile());
      }
    } finally {
      daemonLog.close();
    }
  }

  private static QueryBench.Setting setting(
      String prefix,
      TableJobs each,
      Set<QuerySystem> wanted,
      boolean cat,
      StepLog log,
      CaseLog cases) {
    boolean asksCat = cat && each.table() == ExampleTable.USERVISITS;
    return new QueryBench.Setting(prefix, each.jobs(), wanted, asksCat, log, cases);
  }
}
