// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.scale;

import dev.hail.bench.cluster.DaemonLog;
import dev.hail.bench.console.StepLog;
import dev.hail.bench.job.VisitQuery;
import dev.hail.bench.report.Figures;
import dev.hail.bench.run.BenchRun;
import dev.hail.bench.run.DataOptions;
import dev.hail.bench.upload.UploadCase;
import dev.hail.cli.CommandContext;
import dev.hail.cli.CommandLineProblem;
import dev.hail.cli.HailCommand;
import dev.hail.examples.ByteSizeConverter;
import dev.hail.examples.ExampleTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileUtil;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hail bench scale}. */
@Command(
    name = "scale",
    description = {
      "Upload and query with more and more datanodes, the data per node being constant (thesis,"
          + " section 3.9.3, figure 3.7), and compare with plain HDFS.",
      "",
      "Each cluster has its own processes: plain HDFS, or HDFS with HAIL. As many texts as there"
          + " are datanodes are uploaded at the same time. With HAIL and UserVisits, Bob-Q1 then"
          + " runs on YARN with a node manager of one map slot per datanode. One cluster runs at a"
          + " time; each round takes all clusters, and begins with another one.",
      "",
      "All datanodes share this machine's cores. --disk-throttle makes disks the bound, as they are"
          + " on a cluster: small enough, elapsed_s comes near disk_s.",
      ""
    },
    footer = {
      "",
      "hail-4/hdfs-4 divides HAIL by plain HDFS, hail-4/hail-3 a size by the first. disk_s is what"
          + " the fullest datanode's disk takes for its bytes, and stored_max_by_mean how much fuller"
          + " that one is than the mean: HDFS places blocks at random.",
      "",
      "Six indexes on six replicas, against plain HDFS with three (figure 3.6c), take six datanodes:"
          + " --cases synthetic/rep6/idx6 --nodes 6.",
      "",
      "Examples:",
      "  hail bench scale --per-node 256m --block-size 16m --disk-throttle 20m",
      "  hail bench scale --cases synthetic/rep6/idx6 --nodes 6 --json scale.json"
    })
public final class BenchScaleCommand implements HailCommand {
  private static final long WARM_UP_BYTES = 8L << 20;
  private static final long SMALLEST_TEXT = 1 << 16;
  private static final long SLOWEST_DISK = 1 << 20;

  /** Disk space per text and node: three replicas of text, or six of HAIL, and the index. */
  private static final int DISK_PER_NODE = 4;

  @Mixin DataOptions options = new DataOptions();

  @Option(
      names = "--nodes",
      paramLabel = "N",
      split = ",",
      description =
          "Numbers of datanodes, each at least 3; a datanode takes about 0.5 GB of memory, with YARN"
              + " 1.5. Default: 3,4,5,6.")
  List<Integer> nodes = List.of(3, 4, 5, 6);

  @Option(
      names = "--cases",
      paramLabel = "CASE",
      split = ",",
      description =
          "Cases as in `hail bench upload'; clusters with fewer datanodes than replicas are left"
              + " out. Default: uservisits/rep3/idx3,synthetic/rep6/idx6.")
  List<String> cases = List.of("uservisits/rep3/idx3", "synthetic/rep6/idx6");

  @Option(
      names = "--per-node",
      paramLabel = "SIZE",
      converter = ByteSizeConverter.class,
      defaultValue = "1g",
      description = "Text per datanode. Default: 1g.")
  long perNode;

  @Option(
      names = "--disk-throttle",
      paramLabel = "SIZE",
      converter = ByteSizeConverter.class,
      defaultValue = "50m",
      description =
          "Most bytes of blocks per second that each datanode accepts, and sends; 0 for no limit. Sets"
              + " dfs.datanode.data.write.bandwidthPerSec and dfs.datanode.data.read.bandwidthPerSec."
              + " Default: 50m.")
  long diskThrottle;

  @Option(names = "--rounds", paramLabel = "N", description = "Number of rounds. Default: 2.")
  int rounds = 2;

  @Option(names = "--no-jobs", description = "Upload only.")
  boolean noJobs;

  @Override
  public int run(CommandContext context) throws Exception {
    options.check();
    List<List<ScaleStep>> stepsByCase = stepsByCase();
    long most = nodes.stream().mapToInt(Integer::intValue).max().orElseThrow();
    BenchRun.execute(
        "scale",
        ScaleStep.ratios(nodes),
        new BenchRun.Room(perNode * (1 + DISK_PER_NODE * most), "--per-node"),
        options,
        context,
        run -> measure(stepsByCase, run));
    return 0;
  }

  private List<List<ScaleStep>> stepsByCase() throws CommandLineProblem {
    if (rounds < 1) {
      throw new CommandLineProblem("--rounds must be at least 1");
    }
    if (perNode < SMALLEST_TEXT) {
      throw new CommandLineProblem("--per-node must be at least 64k");
    }
    if (diskThrottle != 0 && diskThrottle < SLOWEST_DISK) {
      throw new CommandLineProblem("--disk-throttle must be 0 or at least 1m");
    }
    if (nodes.stream().anyMatch(count -> count < UploadCase.PLAIN_REPLICATION)
        || nodes.stream().distinct().count() < nodes.size()) {
      throw new CommandLineProblem("--nodes must be different numbers of at least 3");
    }
    List<List<ScaleStep>> stepsByCase = new ArrayList<>();
    for (UploadCase uploadCase : wantedCases()) {
      List<ScaleStep> steps = ScaleStep.of(uploadCase, nodes);
      if (steps.isEmpty()) {
        throw new CommandLineProblem(
            "--nodes must have a number of at least "
                + uploadCase.dataNodes()
                + ", the replicas of "
                + uploadCase.name()
                + "; or leave it out of --cases");
      }
      stepsByCase.add(steps);
    }
    return stepsByCase;
  }

  private List<UploadCase> wantedCases() throws CommandLineProblem {
    try {
      return UploadCase.matching(cases);
    } catch (IllegalArgumentException e) {
      throw new CommandLineProblem("--cases: " + e.getMessage());
    }
  }

  private void measure(List<List<ScaleStep>> stepsByCase, BenchRun run)
      throws IOException, InterruptedException {
    int perRound =
        stepsByCase.stream().flatMap(List::stream).mapToInt(step -> runsJob(step) ? 3 : 2).sum();
    StepLog log = run.log(stepsByCase.size() + rounds * perRound);
    DaemonLog clientLog = new DaemonLog(run.workspace().directory().resolve("client.log"));
    try {
      for (List<ScaleStep> steps : stepsByCase) {
        UploadCase uploadCase = steps.get(0).uploadCase();
        log.begin("Generate text of " + uploadCase.name());
        ScaleBench.Texts texts = texts(uploadCase.table(), run);
        log.end(Figures.bytes(Files.size(texts.text())) + " for each datanode");
        for (int round = 1; round <= rounds; round++) {
          List<ScaleStep> turns = new ArrayList<>(steps);
          Collections.rotate(turns, 1 - round);
          for (ScaleStep step : turns) {
            measure(step, "Round " + round + ": " + step.system(), texts, log, run);
          }
        }
        run.cases().finish(uploadCase.name());
      }
    } finally {
      clientLog.close();
    }
  }

  private boolean runsJob(ScaleStep step) {
    return step.hail() && !noJobs && step.uploadCase().table() == ExampleTable.USERVISITS;
  }

  private ScaleBench.Texts texts(ExampleTable table, BenchRun run) throws IOException {
    Path text = run.texts().text(table, perNode);
    Path warmUp = run.texts().text(table, Math.min(WARM_UP_BYTES, perNode));
    long selected = 0;
    if (table == ExampleTable.USERVISITS) {
      try (Stream<String> lines = Files.lines(text)) {
        selected = lines.filter(line -> VisitQuery.VISIT_DATE.selects(line.split(",", -1))).count();
      }
    }
    return new ScaleBench.Texts(text, warmUp, selected);
  }

  private void measure(
      ScaleStep step, String title, ScaleBench.Texts texts, StepLog log, BenchRun run)
      throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory(run.workspace().directory(), "cluster-");
    ScaleCluster.Disks disks = new ScaleCluster.Disks(options.blockBytes(), diskThrottle);
    log.begin(title + ", start");
    try (ScaleCluster cluster = ScaleCluster.start(step, disks, directory)) {
      run.workspace().closeFirst(() -> close(cluster));
      log.end(step.nodes() + " datanodes");
      ScaleBench bench = new ScaleBench(step, cluster, texts, log, run.cases());
      log.begin(title + ", upload");
      log.end(bench.upload(diskThrottle));
      if (runsJob(step)) {
        log.begin(title + ", job");
        log.end(bench.job());
      }
    } finally {
      run.workspace().closeFirst(null);
    }
    FileUtil.fullyDelete(directory.toFile());
  }

  private static void close(ScaleCluster cluster) {
    try {
      cluster.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
