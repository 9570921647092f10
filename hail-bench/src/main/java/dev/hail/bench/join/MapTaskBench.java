// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.join;

import dev.hail.bench.console.StepLog;
import dev.hail.bench.measure.CaseLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Builds a join once and lets several map tasks map its image and probe it through Java at the same
 * time.
 */
final class MapTaskBench {
  static final String SHARE = "jni_arrow_percent";
  static final String MEMORY = "image_pss_percent";

  /** Rounds to warm up. Compilers get little time, because the tasks keep all processors busy. */
  private static final int WARM_UP_ROUNDS = 4;

  private final List<String> program;
  private final Path libraries;
  private final JoinShape shape;
  private final int batchRows;
  private final int rounds;
  private final long seed;

  /**
   * Creates the benchmark.
   *
   * @param program command that runs {@link MapTask}
   * @param libraries directory of {@link NativeLoop#LIBRARY}
   * @param shape sizes; its threads are the number of processes
   * @param batchRows rows of a batch of the probe side
   */
  MapTaskBench(
      List<String> program, Path libraries, JoinShape shape, int batchRows, int rounds, long seed) {
    this.program = List.copyOf(program);
    this.libraries = libraries;
    this.shape = shape;
    this.batchRows = batchRows;
    this.rounds = rounds;
    this.seed = seed;
  }

  /**
   * Runs the benchmark.
   *
   * @param into receives the figures as case {@code maptask/8+8/10m-100m/jvms4}
   * @param log is told of two steps
   */
  void run(CaseLog into, StepLog log) throws IOException, InterruptedException {
    String name = "maptask/8+8/" + shape.name() + "/jvms" + shape.threads();
    Path directory = Files.createTempDirectory("hail-bench-maptask-");
    Path image = directory.resolve("join");
    List<JoinProcess> tasks = new ArrayList<>();
    try {
      log.begin(name + ": build");
      build(image);
      log.end("done");
      log.begin(name);
      for (int i = 0; i < shape.threads(); i++) {
        tasks.add(start(i, image));
      }
      requireReady(tasks);
      for (int round = 0; round < WARM_UP_ROUNDS + rounds; round++) {
        measure(tasks, image, name, round < WARM_UP_ROUNDS ? null : into);
        log.progress((round + 1.0) / (WARM_UP_ROUNDS + rounds), "");
      }
      into.finish(name);
      log.end("done");
    } finally {
      for (JoinProcess task : tasks) {
        task.close();
      }
      Files.deleteIfExists(image);
      Files.delete(directory);
    }
  }

  private void build(Path image) throws IOException, InterruptedException {
    try (JoinProcess build = new JoinProcess("build", command("build", image))) {
      requireReady(List.of(build));
      if (build.next() != null) {
        throw new IOException("The build process printed more after `ready'");
      }
    }
  }

  private List<String> command(String task, Path image) {
    List<String> command = new ArrayList<>(program);
    Collections.addAll(
        command,
        task,
        image.toString(),
        Long.toString(shape.buildRows()),
        Integer.toString(batchRows));
    return command;
  }

  private JoinProcess start(int number, Path image) throws IOException {
    long before = shape.probeRows() * number / shape.threads();
    long end = shape.probeRows() * (number + 1) / shape.threads();
    List<String> command = command("probe", image);
    Collections.addAll(
        command,
        Long.toString(end - before),
        Long.toString(seed * 1_000 + number),
        libraries.resolve(NativeLoop.LIBRARY).toString());
    return new JoinProcess("map task " + number, command);
  }

  private static void requireReady(List<JoinProcess> tasks)
      throws IOException, InterruptedException {
    for (JoinProcess task : tasks) {
      String line = task.next();
      if (!"ready".equals(line)) {
        throw new IOException(task + " printed `" + line + "' instead of `ready'");
      }
    }
  }

  /**
   * Measures one round.
   *
   * @param into receives the figures; null for a warm-up
   */
  private void measure(List<JoinProcess> tasks, Path image, String name, CaseLog into)
      throws IOException, InterruptedException {
    double seconds = 0;
    double cpuSeconds = 0;
    long matches = 0;
    for (String line : ask(tasks)) {
      JoinFigures figures = JoinFigures.parse("a map task", line);
      seconds = Math.max(seconds, figures.seconds());
      cpuSeconds += figures.cpuSeconds();
      matches += figures.matches();
    }
    if (matches != shape.probeRows()) {
      throw new IOException(
          "Map tasks found " + matches + " matches for " + shape.probeRows() + " probe rows");
    }
    long inMemory = 0;
    for (JoinProcess task : tasks) {
      inMemory += MappedMemory.shareOf(task.id(), image);
    }
    MapTaskShare share = new MapTaskShare(0, 0);
    for (String line : ask(tasks)) {
      share = share.plus(MapTaskShare.parse("a map task", line));
    }
    if (into != null) {
      into.add(name, "hail", JoinCases.TUPLES_PER_SECOND, shape.probeRows() / seconds);
      into.add(name, "hail", "elapsed_s", seconds);
      into.add(name, "hail", "cpu_s", cpuSeconds);
      into.add(name, "hail", SHARE, share.percent());
      into.add(name, "hail", MEMORY, 100.0 * inMemory / Files.size(image));
      into.add(name, "hail", "image_bytes", (double) Files.size(image));
    }
  }

  /** Tells all tasks to continue and waits for all answers. */
  private static List<String> ask(List<JoinProcess> tasks)
      throws IOException, InterruptedException {
    for (JoinProcess task : tasks) {
      task.tell();
    }
    List<String> answers = new ArrayList<>();
    for (JoinProcess task : tasks) {
      answers.add(task.answer());
    }
    return answers;
  }
}
