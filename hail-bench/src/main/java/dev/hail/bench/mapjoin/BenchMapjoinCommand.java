// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.mapjoin;

import dev.hail.bench.cluster.DaemonLog;
import dev.hail.bench.cluster.SmallCluster;
import dev.hail.bench.console.StepLog;
import dev.hail.bench.join.JoinTools;
import dev.hail.bench.measure.Samples;
import dev.hail.bench.run.BenchRun;
import dev.hail.bench.run.RunOptions;
import dev.hail.cli.CommandContext;
import dev.hail.cli.CommandLineProblem;
import dev.hail.cli.HailCommand;
import dev.hail.minicluster.HailMiniCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The {@code hail bench mapjoin} command. */
@Command(
    name = "mapjoin",
    description = {
      "Join in map tasks on HAIL, on text and in DuckDB, and compare.",
      "",
      "Each case joins an input with build sides that fit into memory and sums a value for each"
          + " group, with a combiner and one reducer. All systems have the same rows and must give"
          + " DuckDB's answer, or the benchmark fails. No filter of an input has an index: all"
          + " systems read all rows.",
      "",
      "cpu_s: processor time of all processes, daemons included. slope_cpu_s_per_gb, with two"
          + " sizes: processor time for each further GiB of text, without what a job costs"
          + " whatever its size. goal: geometric means over the cases, beside what is wanted.",
      ""
    },
    footer = {
      "",
      "It runs from a source checkout and builds the native part, or uses the library that"
          + " HAIL_OPTS=-Dhail.native.library=FILE names.",
      "",
      "Examples:",
      "  hail bench mapjoin --size 512m,2g --json mapjoin.json",
      "  hail bench mapjoin --cases ssb-q2.1 --systems hail --algorithms CHT,CAT,NOP"
    })
public final class BenchMapjoinCommand implements HailCommand {
  private static final List<String> RATIOS =
      List.of(
          "plain/hail",
          "plain-combined/hail",
          "hail/duckdb-text",
          "hail/duckdb-parquet",
          "hail-CHT/hail",
          "hail-CAT/hail",
          "hail-NOP/hail");

  private static final Set<String> ALGORITHMS = Set.of("CHT", "CAT", "NOP");

  /**
   * Disk space in text sizes, for each of two inputs: local text, Parquet, three replicas of text
   * and of HAIL's blocks.
   */
  private static final int DISK_PER_TEXT = 16;

  @Mixin RunOptions options = new RunOptions();

  @Option(
      names = "--cases",
      paramLabel = "CASE",
      split = ",",
      description =
          "Cases to run: ssb-q1.1, ssb-q2.1, ssb-q3.1, ssb-q4.1, pavlo, or prefixes such as ssb."
              + " Default: all.")
  List<String> cases = List.of("ssb", "pavlo");

  @Option(
      names = "--systems",
      paramLabel = "SYSTEM",
      split = ",",
      description = "Systems to measure: ${COMPLETION-CANDIDATES}. Default: all.")
  List<MapJoinSystem> systems = List.of(MapJoinSystem.values());

  @Option(
      names = "--algorithms",
      paramLabel = "A",
      split = ",",
      description =
          "Tables of HAIL's joins to measure beside the one that it chooses: CHT, CAT, NOP."
              + " Default: none.")
  List<String> algorithms = List.of();

  @Override
  public int run(CommandContext context) throws Exception {
    options.check();
    for (String algorithm : algorithms) {
      if (!ALGORITHMS.contains(algorithm)) {
        throw new CommandLineProblem(
            "--algorithms: there is no " + algorithm + "; the algorithms are CHT, CAT, NOP");
      }
    }
    List<MapJoinCase> queries = queries();
    List<Contestant> contestants =
        Contestant.of(systems.stream().sorted().distinct().toList(), algorithms);
    // Refuses a name before the library is built.
    options.json(context);
    Path library = JoinTools.javaLibrary(context.err());
    BenchRun.execute(
        "mapjoin",
        RATIOS,
        DISK_PER_TEXT,
        options,
        context,
        run -> measure(queries, contestants, library, run));
    return 0;
  }

  private List<MapJoinCase> queries() throws CommandLineProblem {
    List<MapJoinCase> all = List.of(MapJoinCase.values());
    for (String name : cases) {
      if (all.stream().noneMatch(query -> query.id().startsWith(name))) {
        throw new CommandLineProblem(
            "--cases: there is no case "
                + name
                + "; the cases are "
                + Arrays.stream(MapJoinCase.values())
                    .map(MapJoinCase::id)
                    .collect(Collectors.joining(", ")));
      }
    }
    return all.stream()
        .filter(query -> cases.stream().anyMatch(name -> query.id().startsWith(name)))
        .toList();
  }

  private void measure(
      List<MapJoinCase> queries, List<Contestant> contestants, Path library, BenchRun run)
      throws IOException, InterruptedException {
    List<Long> sizes = options.sizes().stream().sorted().distinct().toList();
    int rounds = options.roundsOr(1);
    Samples samples = new Samples();
    List<MapJoinFigures> figures = new ArrayList<>();
    for (long size : sizes) {
      figures.add(new MapJoinFigures(run.cases(), samples, options.casePrefix(size)));
    }
    int steps = 1 + MapJoinBench.steps(queries, contestants.size(), rounds);
    StepLog log = run.log(sizes.size() * steps);
    DaemonLog daemonLog = new DaemonLog(run.workspace().directory().resolve("daemons.log"));
    try {
      for (int i = 0; i < sizes.size(); i++) {
        measure(
            sizes.get(i),
            new MapJoinBench.Setting(queries, contestants, library, log, figures.get(i)),
            rounds,
            run);
      }
    } finally {
      daemonLog.close();
    }
    MapJoinFigures largest = figures.get(figures.size() - 1);
    if (sizes.size() > 1) {
      for (MapJoinCase query : queries) {
        largest.addSlopes(figures.get(0), query, sizes.get(sizes.size() - 1) - sizes.get(0));
      }
    }
    new GoalFigures(samples, run.cases()).record(queries, largest::nameOf);
  }

  private void measure(long size, MapJoinBench.Setting setting, int rounds, BenchRun run)
      throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory(run.workspace().directory(), "cluster-");
    setting.log().begin("Start HDFS, YARN and HAIL");
    try (HailMiniCluster cluster =
        SmallCluster.start(run.context().configuration(), directory, options.blockBytes())) {
      run.workspace().closeFirst(() -> cluster.yarn().ifPresent(MiniMRYarnCluster::stop));
      SmallCluster.awaitHail(cluster);
      setting.log().end("3 datanodes, 3 node managers");
      MapJoinFiles files = new MapJoinFiles(cluster, run.texts(), options.seed(), size);
      new MapJoinBench(cluster, files, new DuckDb(files, directory), setting).run(rounds);
    }
    run.workspace().closeFirst(null);
    org.apache.hadoop.fs.FileUtil.fullyDelete(directory.toFile());
  }
}
