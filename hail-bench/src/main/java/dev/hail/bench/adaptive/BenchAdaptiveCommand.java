// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.adaptive;

import dev.hail.bench.cluster.DaemonLog;
import dev.hail.bench.cluster.SmallCluster;
import dev.hail.bench.console.StepLog;
import dev.hail.bench.report.Figures;
import dev.hail.bench.run.BenchRun;
import dev.hail.bench.run.RunOptions;
import dev.hail.cli.CommandContext;
import dev.hail.cli.CommandLineProblem;
import dev.hail.cli.HailCommand;
import dev.hail.cli.output.LocalOutput;
import dev.hail.conf.HailConfigKeys;
import dev.hail.minicluster.HailMiniCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The {@code hail bench adaptive} command. */
@Command(
    name = "adaptive",
    description = {
      "Run a sequence of jobs that filter by an attribute without an index:"
          + " searchWord of UserVisits, the first one of Synthetic. Measure how jobs get"
          + " faster as they index the file (thesis, section 3.10).",
      "",
      "Each job runs on text (hadoop), on a HAIL file that is never indexed (off),"
          + " and on one file for each variant (hail). All must give the same rows.",
      ""
    },
    footer = {
      "",
      "A round is a whole sequence on freshly uploaded files of the variants."
          + " Figures are written after the last round.",
      "",
      "Examples:",
      "  hail bench adaptive --variants rho0.25,eager --json adaptive.json",
      "  hail bench adaptive --size 512m --jobs 5 --tables uservisits --html adaptive.html"
    })
public final class BenchAdaptiveCommand implements HailCommand {
  private static final List<String> RATIOS = List.of("hail/off", "hadoop/hail");

  /**
   * Disk space in text sizes: the local text and three replicas of it, of each HAIL file and of its
   * pseudo replicas.
   */
  private static final int DISK_PER_TEXT = 20;

  private static final int JOBS_OF_THESIS = 11;

  @Mixin RunOptions options = new RunOptions();

  @Option(
      names = "--tables",
      paramLabel = "TABLE",
      split = ",",
      description = "Tables to use: uservisits, synthetic. Default: both.")
  List<String> tables = Arrays.stream(AdaptiveTable.values()).map(AdaptiveTable::id).toList();

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write a page with the plots of the thesis (figures 3.12 to 3.16).")
  String html;

  @Option(
      names = "--variants",
      paramLabel = "VARIANT",
      split = ",",
      description =
          "Variants to measure: rho0.1, rho0.25, rho0.5, rho1, eager, selectivity."
              + " Default: all.")
  List<String> variants = Arrays.stream(AdaptiveVariant.values()).map(v -> v.id()).toList();

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "Number of jobs in a sequence. Default: 11, as in the thesis.")
  int jobs = JOBS_OF_THESIS;

  @Option(
      names = "--blocks-per-split",
      paramLabel = "N",
      description =
          "Blocks without an index per map task. With more than one, a task sorts a"
              + " block while it maps the next. Default: 0, as in ordinary jobs: up to 4"
              + " in jobs that index, else 1.")
  int blocksPerSplit = HailConfigKeys.SPLITTING_SCAN_BLOCKS_PER_SPLIT_DEFAULT;

  @Override
  public int run(CommandContext context) throws Exception {
    options.check();
    List<AdaptiveVariant> wanted = wanted();
    List<AdaptiveTable> chosen = chosenTables();
    LocalOutput page = context.output(html);
    BenchRun.execute(
        "adaptive",
        RATIOS,
        DISK_PER_TEXT,
        options,
        context,
        run -> {
          measure(chosen, wanted, run);
          if (page != null) {
            page.writeText(AdaptiveReport.html(run.cases().finished()));
          }
        });
    return 0;
  }

  private List<AdaptiveTable> chosenTables() throws CommandLineProblem {
    List<AdaptiveTable> chosen = new ArrayList<>();
    for (String table : tables) {
      try {
        chosen.add(AdaptiveTable.of(table));
      } catch (IllegalArgumentException e) {
        throw new CommandLineProblem(
            "--tables: there is no " + table + "; the tables are uservisits and synthetic");
      }
    }
    return chosen;
  }

  private List<AdaptiveVariant> wanted() throws CommandLineProblem {
    if (jobs < 1) {
      throw new CommandLineProblem("--jobs must be at least 1");
    }
    if (blocksPerSplit < 0) {
      throw new CommandLineProblem("--blocks-per-split must not be negative");
    }
    List<AdaptiveVariant> wanted = new ArrayList<>();
    for (String variant : variants) {
      try {
        wanted.add(AdaptiveVariant.of(variant));
      } catch (IllegalArgumentException e) {
        throw new CommandLineProblem(
            "--variants: there is no "
                + variant
                + "; the variants are "
                + Arrays.toString(AdaptiveVariant.values()));
      }
    }
    return wanted;
  }

  private void measure(List<AdaptiveTable> chosen, List<AdaptiveVariant> wanted, BenchRun run)
      throws IOException, InterruptedException {
    int steps = chosen.size() * (2 + AdaptiveBench.steps(wanted.size(), options.roundsOr(1), jobs));
    StepLog log = run.log(options.sizes().size() * steps);
    DaemonLog daemonLog = new DaemonLog(run.workspace().directory().resolve("daemons.log"));
    try {
      for (long size : options.sizes()) {
        for (AdaptiveTable table : chosen) {
          Path directory = Files.createTempDirectory(run.workspace().directory(), "cluster-");
          log.begin("Start HDFS, YARN and HAIL");
          try (HailMiniCluster cluster =
              SmallCluster.start(run.context().configuration(), directory, options.blockBytes())) {
            run.workspace().closeFirst(() -> cluster.yarn().ifPresent(MiniMRYarnCluster::stop));
            SmallCluster.awaitHail(cluster);
            log.end("3 datanodes, 3 node managers");
            log.begin("Generate " + table.id());
            Path text = run.texts().text("adaptive-" + table.id(), table::rows, size);
            log.end(Figures.bytes(Files.size(text)));
            new AdaptiveBench(
                    cluster,
                    table,
                    text,
                    wanted,
                    options.roundsOr(1),
                    jobs,
                    blocksPerSplit,
                    log,
                    run.cases())
                .run(options.casePrefix(size));
          }
          run.workspace().closeFirst(null);
          FileUtil.fullyDelete(directory.toFile());
        }
      }
    } finally {
      daemonLog.close();
    }
  }
}
