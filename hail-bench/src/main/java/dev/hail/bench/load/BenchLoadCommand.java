// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.load;

import dev.hail.bench.cluster.DaemonLog;
import dev.hail.bench.console.StepLog;
import dev.hail.bench.report.Figures;
import dev.hail.bench.run.BenchRun;
import dev.hail.bench.run.DataOptions;
import dev.hail.cli.CommandContext;
import dev.hail.cli.CommandLineProblem;
import dev.hail.cli.HailCommand;
import dev.hail.examples.ByteSizeConverter;
import dev.hail.examples.ExampleTable;
import dev.hail.minicluster.process.ProcessCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hail bench load}. */
@Command(
    name = "load",
    description = {
      "Upload and query from many clients at once for minutes; no operation may fail, no answer be"
          + " wrong, and no daemon grow.",
      "",
      "Every daemon is a process of its own. Uploaders put files of UserVisits with three indexes"
          + " and delete their oldest. Queriers ask for rows of any file by `hail cat': by each"
          + " index, and by an attribute without one. The right number of rows, and the sum of one"
          + " attribute, are counted in the text.",
      "",
      "From time to time all clients pause, and each daemon and the client's process collect"
          + " garbage and tell what they hold. "
          + LeakRule.TEXT
          + " That fails the run.",
      ""
    },
    footer = {
      "",
      "Exit code 1: an operation failed, an answer was wrong, or a process leaks. operations_per_min"
          + " and bytes_per_s (text uploaded) leave out the pauses. The growth that a run notices"
          + " is what happens in half of its time, so a longer run notices smaller leaks.",
      "",
      "Examples:",
      "  hail bench load --minutes 1 --file-size 8m --block-size 4m",
      "  hail bench load --uploaders 4 --queriers 8 --json load.json"
    })
public final class BenchLoadCommand implements HailCommand {
  private static final double LEAST_MINUTES = 0.1;
  private static final long SMALLEST_FILE = 1 << 16;
  private static final long SECONDS_PER_MINUTE = 60;

  /** Uploaders take different texts in turn, so that files differ. */
  private static final int TEXTS = 3;

  @Mixin DataOptions options = new DataOptions();

  @Option(
      names = "--minutes",
      paramLabel = "N",
      description = "How long the load lasts, at least 0.1. Default: 15.")
  double minutes = 15;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "Datanodes, at least 3, each with 512 MB of heap. Default: 3.")
  int nodes = Uploader.REPLICATION;

  @Option(names = "--uploaders", paramLabel = "N", description = "Default: 3.")
  int uploaders = 3;

  @Option(names = "--queriers", paramLabel = "N", description = "Default: 6.")
  int queriers = 6;

  @Option(
      names = "--file-size",
      paramLabel = "SIZE",
      converter = ByteSizeConverter.class,
      defaultValue = "96m",
      description = "Text of each uploaded file, at least 64k. Default: 96m.")
  long fileSize;

  @Override
  public int run(CommandContext context) throws Exception {
    options.check();
    check();
    List<String> leaks = new ArrayList<>();
    long files = TEXTS + (long) uploaders * (Uploader.KEPT + 2) * Uploader.REPLICATION;
    BenchRun.execute(
        "load",
        List.of(),
        new BenchRun.Room(files * fileSize, "--file-size"),
        options,
        context,
        run -> leaks.addAll(measure(run)));
    for (String leak : leaks) {
      context.err().println(context.command() + ": " + leak);
    }
    if (!leaks.isEmpty()) {
      context
          .err()
          .println("  " + LeakRule.TEXT + " Run it longer to see whether it goes on growing.");
      return 1;
    }
    context.out().println();
    context.out().println("No process leaks. " + LeakRule.TEXT);
    return 0;
  }

  private void check() throws CommandLineProblem {
    if (!(minutes >= LEAST_MINUTES)) {
      throw new CommandLineProblem("--minutes must be at least " + LEAST_MINUTES);
    }
    if (nodes < Uploader.REPLICATION) {
      throw new CommandLineProblem(
          "--nodes must be at least " + Uploader.REPLICATION + ", one for each replica");
    }
    if (uploaders < 1 || queriers < 1) {
      throw new CommandLineProblem("--uploaders and --queriers must be at least 1");
    }
    if (fileSize < SMALLEST_FILE) {
      throw new CommandLineProblem("--file-size must be at least 64k");
    }
  }

  private List<String> measure(BenchRun run) throws IOException, InterruptedException {
    StepLog log = run.log(2 + LoadBench.STEPS);
    DaemonLog clientLog = new DaemonLog(run.workspace().directory().resolve("client.log"));
    try {
      log.begin("Generate texts, answer queries");
      List<LoadText> texts = texts(run);
      log.end(Figures.counted(texts.size(), "text") + " of " + Figures.bytes(fileSize));
      log.begin("Start HDFS with HAIL");
      try (ProcessCluster cluster = start(run)) {
        run.workspace().closeFirst(() -> close(cluster));
        log.end(nodes + " datanodes");
        return new LoadBench(cluster, texts, plan(), log, run.cases()).run();
      } finally {
        run.workspace().closeFirst(null);
      }
    } finally {
      clientLog.close();
    }
  }

  private LoadPlan plan() {
    Duration duration = Duration.ofMillis(Math.round(minutes * SECONDS_PER_MINUTE * 1000));
    return new LoadPlan(duration, uploaders, queriers, options.seed());
  }

  private List<LoadText> texts(BenchRun run) throws IOException {
    List<LoadText> texts = new ArrayList<>();
    for (int i = 0; i < TEXTS; i++) {
      long seed = options.seed() + i;
      texts.add(
          LoadText.of(
              run.texts()
                  .text(
                      "uservisits-load-" + i,
                      any -> ExampleTable.USERVISITS.rows(seed),
                      fileSize)));
    }
    return texts;
  }

  private ProcessCluster start(BenchRun run) throws IOException, InterruptedException {
    try {
      return ProcessCluster.builder()
          .dataNodes(nodes)
          .directory(run.workspace().directory().resolve("cluster"))
          .set(HdfsClientConfigKeys.DFS_BLOCK_SIZE_KEY, Long.toString(options.blockBytes()))
          .start();
    } catch (TimeoutException unhealthy) {
      throw new IOException(unhealthy.getMessage() + "; --keep keeps their logs", unhealthy);
    }
  }

  private static void close(ProcessCluster cluster) {
    try {
      cluster.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
