// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.join;

import dev.hail.nativejoin.BuiltJoin;
import dev.hail.nativejoin.JoinBuild;
import dev.hail.nativejoin.NativeJoins;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/**
 * Main class of the processes of {@link MapTaskBench}: one builds the join, the others probe it.
 */
public final class MapTask {
  private MapTask() {}

  /**
   * Runs the process, which prints {@code ready} before it waits for input.
   *
   * @param arguments {@code build IMAGE KEYS BATCH-ROWS}, or {@code probe IMAGE KEYS BATCH-ROWS
   *     ROWS SEED LIBRARY}. A probe reads two lines; it answers the first with {@link JoinFigures},
   *     the second with {@link MapTaskShare}
   */
  public static void main(String[] arguments) throws IOException {
    PrintStream answers = System.out;
    // Output of other code, such as loggers, must not mix with the answers.
    System.setOut(System.err);
    Path image = Path.of(arguments[1]);
    long keys = Long.parseLong(arguments[2]);
    int batchRows = Integer.parseInt(arguments[3]);
    try (BufferAllocator allocator = new RootAllocator()) {
      if (arguments[0].equals("build")) {
        build(image, keys, batchRows, allocator);
        answers.println("ready");
      } else {
        long rows = Long.parseLong(arguments[4]);
        long seed = Long.parseLong(arguments[5]);
        Path library = Path.of(arguments[6]);
        try (ProbeTask task =
            new ProbeTask(image, library, rows, batchRows, keys, seed, allocator)) {
          task.checkFirstBatch();
          answers.println("ready");
          answer(task, answers);
        }
      }
    }
  }

  private static void build(Path image, long keys, int batchRows, BufferAllocator allocator) {
    int threads = Runtime.getRuntime().availableProcessors();
    try (JoinBuild build =
        NativeJoins.load().build(MapTaskRows.join(batchRows, threads), allocator)) {
      MapTaskRows.addBuildSide(build, keys, allocator);
      try (BuiltJoin join = build.finish()) {
        join.save(image);
      }
    }
  }

  private static void answer(ProbeTask task, PrintStream answers) throws IOException {
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    boolean share = false;
    while (orders.readLine() != null) {
      if (share) {
        answers.println(task.compare());
      } else {
        JoinFigures figures = task.probeAll();
        answers.println(
            figures.seconds() + " " + figures.cpuSeconds() + " 0 " + figures.matches() + " 0");
      }
      answers.flush();
      share = !share;
    }
  }
}
