// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.nodes;

import dev.hail.cli.CommandContext;
import dev.hail.cli.CommandLineProblem;
import dev.hail.cli.GivenKeys;
import dev.hail.cli.HailCommand;
import dev.hail.cli.ProgressLine;
import dev.hail.minicluster.YarnOption;
import java.io.InterruptedIOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hail cluster up}. */
@Command(
    name = "up",
    description = {
      "Start the cluster and wait until it is healthy. It goes on in the background until `hail"
          + " cluster down'.",
      "If the last cluster of the directory ended with `down --keep', its data is there again.",
      ""
    },
    footer = {
      "",
      "-D KEY=VALUE sets a key for all daemons and clients. HDFS takes a silent datanode for dead"
          + " after 11 s, and YARN a silent node after 30 s.",
      "",
      "Examples:",
      "  hail cluster up",
      "  hail cluster up --engine process --nodes 5 --no-yarn --dir /var/tmp/five",
      "  hail -D dfs.blocksize=16m cluster up"
    })
final class ClusterUpCommand implements HailCommand {
  private static final int MOST_NODES = 20;
  private static final List<String> ENGINES = List.of(DockerEngine.NAME, ProcessEngine.NAME);

  @Mixin private ClusterOptions options;

  @Option(
      names = "--engine",
      paramLabel = "ENGINE",
      description =
          "docker: a container for each node, with the image that docker/build makes."
              + " process: processes of this machine, each with an address 127.x.y.z; needs Linux."
              + " Default: docker where an engine answers and has the image, else process.")
  private String wanted;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "Number of nodes with a datanode, 1 to " + MOST_NODES + " (default: ${DEFAULT-VALUE}).")
  private int nodes;

  @Mixin private YarnOption yarn;

  @Override
  public int run(CommandContext context) throws Exception {
    if (nodes < 1 || nodes > MOST_NODES) {
      throw new CommandLineProblem("--nodes must be 1 to " + MOST_NODES + ", not " + nodes);
    }
    if (wanted != null && !ENGINES.contains(wanted)) {
      throw new CommandLineProblem(
          "--engine must be one of " + String.join(", ", ENGINES) + ", not `" + wanted + "'");
    }
    Engine engine = options.choose(wanted);
    if (engine.isUp()) {
      context.err().println("The cluster is up already; options of `up' do not change it.");
    } else {
      start(engine, context);
    }
    List<NodeStatus> status = engine.status();
    describe(engine, status, context.out());
    NodeStatus.printWarnings(status, context.err());
    return 0;
  }

  private void start(Engine engine, CommandContext context) throws Exception {
    ClusterShape shape =
        new ClusterShape(nodes, yarn.isWanted(), GivenKeys.values(context.configuration()));
    context
        .err()
        .println(
            "Starting a cluster in " + options.directory() + ", engine " + engine.name() + " ...");
    AtomicReference<String> now = new AtomicReference<>("");
    long begun = System.nanoTime();
    ProgressLine.during(
        context.terminal(),
        context.err(),
        () -> seconds(begun) + " s: " + now.get(),
        () -> {
          try {
            engine.up(shape, now::set);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted; nothing runs");
          }
          return null;
        });
    context.err().println("Healthy after " + seconds(begun) + " s.");
  }

  private static long seconds(long since) {
    return Duration.ofNanos(System.nanoTime() - since).toSeconds();
  }

  private void describe(Engine engine, List<NodeStatus> status, PrintStream out) {
    NodeTable table = new NodeTable();
    status.forEach(table::addPage);
    table.print(out);
    out.println();
    out.println("Files:            " + options.directory());
    out.println("In other shells:  export HADOOP_CONF_DIR=" + engine.clientDirectory());
    out.println("States of nodes:  hail cluster status" + options.words());
    out.println("To end it:        hail cluster down" + options.words());
  }
}
