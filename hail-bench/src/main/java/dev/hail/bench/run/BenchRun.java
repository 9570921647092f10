// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.run;

import dev.hail.bench.cluster.TextCache;
import dev.hail.bench.cluster.Workspace;
import dev.hail.bench.console.FigureTable;
import dev.hail.bench.console.StepLog;
import dev.hail.bench.measure.CaseLog;
import dev.hail.cli.CommandContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What a benchmark on clusters works with.
 *
 * @param workspace for clusters and logs, gone at the end unless it is to be kept
 * @param texts what is uploaded, in {@code --dir} if that is given
 * @param cases the figures
 */
public record BenchRun(
    CommandContext context, Workspace workspace, TextCache texts, CaseLog cases) {

  /** Measures. */
  @FunctionalInterface
  public interface Bench {
    void run(BenchRun run) throws IOException, InterruptedException;
  }

  /**
   * Runs a benchmark and prints its figures.
   *
   * @param name of the benchmark in its figures
   * @param ratios to compute, see {@link CaseLog}
   * @param diskPerText disk space that it takes, in sizes of its largest text
   * @param options checked already
   */
  public static void execute(
      String name,
      List<String> ratios,
      int diskPerText,
      RunOptions options,
      CommandContext context,
      Bench bench)
      throws IOException, InterruptedException {
    Room room = new Room(options.largestText() * diskPerText, "--size");
    execute(name, ratios, room, options, context, bench);
  }

  /**
   * Disk space that a benchmark takes.
   *
   * @param less option with which it takes less
   */
  public record Room(long bytes, String less) {}

  /**
   * Runs a benchmark and prints its figures.
   *
   * @param name of the benchmark in its figures
   * @param ratios to compute, see {@link CaseLog}
   * @param options checked already
   */
  public static void execute(
      String name,
      List<String> ratios,
      Room room,
      DataOptions options,
      CommandContext context,
      Bench bench)
      throws IOException, InterruptedException {
    try (CaseLog cases = new CaseLog(name, ratios, options.json(context));
        Workspace workspace = Workspace.create(options.directory(), "hail-bench-", options.keep());
        TextCache texts =
            new TextCache(directory(options, workspace), options.seed(), options.keep())) {
      options.requireDisk(workspace.directory(), room.bytes(), room.less());
      bench.run(new BenchRun(context, workspace, texts, cases));
      context.out().println();
      context.out().print(FigureTable.of(cases.finished()));
    }
  }

  /** Shows the steps of the run as they go on. */
  public StepLog log(int steps) {
    return new StepLog(context.err(), context.terminal(), steps);
  }

  private static Path directory(DataOptions options, Workspace workspace) {
    return options.directory() == null ? workspace.directory() : options.directory();
  }
}
