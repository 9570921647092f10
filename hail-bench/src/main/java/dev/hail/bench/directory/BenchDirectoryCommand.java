// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.directory;

import dev.hail.bench.console.FigureTable;
import dev.hail.bench.console.StepLog;
import dev.hail.bench.measure.CaseLog;
import dev.hail.bench.report.Figures;
import dev.hail.cli.CommandContext;
import dev.hail.cli.CommandLineProblem;
import dev.hail.cli.HailCommand;
import dev.hail.cli.output.LocalOutput;
import dev.hail.namenode.directory.RefusedException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The {@code hail bench directory} command. */
@Command(
    name = "directory",
    description = {
      "Fill the namenode's replica directory and look up blocks in it.",
      "",
      "Runs in this process, without a namenode. Measures bytes of the arrays per"
          + " replica, seconds to load, and random lookups of a block's three replicas per"
          + " second on one thread.",
      ""
    },
    footer = {
      "",
      "100 million replicas take about 5 GB: set HAIL_OPTS=-Xmx7g. The benchmark"
          + " leaves out sizes that do not fit.",
      "",
      "Examples:",
      "  hail bench directory",
      "  HAIL_OPTS=-Xmx7g hail bench directory --replicas 10000000,100000000"
    })
public final class BenchDirectoryCommand implements HailCommand {
  /**
   * Heap per replica in bytes. Arrays grow by copying, so parts of them exist twice for a moment.
   */
  private static final long HEAP_PER_REPLICA = 56;

  private static final int LOOKUPS = 2_000_000;

  @Option(
      names = "--replicas",
      paramLabel = "N",
      split = ",",
      description = "Numbers of replicas. Default: 10000000,100000000.")
  List<Long> sizes = List.of(10_000_000L, 100_000_000L);

  @Option(names = "--rounds", paramLabel = "N", description = "Rounds of lookups. Default: 3.")
  int rounds = 3;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description =
          "Write the figures of each finished case as JSON lines to a new file; - is standard"
              + " output.")
  String json;

  @Override
  public int run(CommandContext context) throws Exception {
    if (rounds < 1 || sizes.stream().anyMatch(size -> size < DirectoryLoad.REPLICATION)) {
      throw new CommandLineProblem("--rounds must be at least 1, --replicas at least 3");
    }
    LocalOutput lines = context.output(json);
    try (CaseLog cases = new CaseLog("directory", List.of(), lines)) {
      measure(cases, context);
      context.out().println();
      context.out().print(FigureTable.of(cases.finished()));
    }
    return 0;
  }

  private void measure(CaseLog cases, CommandContext context) throws Exception {
    StepLog log = new StepLog(context.err(), context.terminal(), sizes.size());
    for (long size : sizes) {
      log.begin(Figures.count(size) + " replicas");
      long needed = size * HEAP_PER_REPLICA;
      if (needed > Runtime.getRuntime().maxMemory()) {
        log.end(
            "LEFT OUT: needs about "
                + Figures.bytes(needed)
                + " of heap, the JVM has "
                + Figures.bytes(Runtime.getRuntime().maxMemory())
                + "; set HAIL_OPTS=-Xmx"
                + (needed >> 30) * 5 / 4
                + "g");
        continue;
      }
      log.end(measure(size, cases, log));
      cases.finish("replicas/" + size);
    }
  }

  private String measure(long size, CaseLog cases, StepLog log) throws RefusedException {
    String name = "replicas/" + size;
    DirectoryLoad load = new DirectoryLoad();
    double seconds = load.load(size, done -> log.progress(done, ""));
    cases.add(name, "hail", "load_s", seconds);
    cases.add(name, "hail", "bytes_per_replica", load.bytesPerReplica());
    load.lookUp(LOOKUPS, 0);
    for (int round = 1; round <= rounds; round++) {
      cases.add(name, "hail", "lookups_per_s", load.lookUp(LOOKUPS, round));
    }
    return "loaded in " + Figures.seconds(seconds);
  }
}
