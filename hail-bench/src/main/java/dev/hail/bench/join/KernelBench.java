// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.join;

import dev.hail.bench.console.StepLog;
import dev.hail.bench.measure.CaseLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Measures the joins of hail-native and other hash maps on rows of a key and a payload. */
final class KernelBench {
  private final Path program;
  private final JoinShape shape;
  private final int rounds;

  /**
   * Creates the benchmark.
   *
   * @param program path of join_bench
   */
  KernelBench(Path program, JoinShape shape, int rounds) {
    this.program = program;
    this.shape = shape;
    this.rounds = rounds;
  }

  /** Returns the algorithms that the program has. */
  List<String> algorithms() throws IOException, InterruptedException {
    List<String> names = new ArrayList<>();
    try (JoinProcess process =
        new JoinProcess("join_bench", List.of(program.toString(), "--list"))) {
      for (String line = process.next(); line != null; line = process.next()) {
        names.add(line);
      }
    }
    return names;
  }

  /**
   * Runs algorithms in turn.
   *
   * @param keyBytes bytes of a key and of a payload, 4 or 8
   * @param algorithms a selection of {@link #algorithms}
   * @param into receives the figures as case {@code kernel/8+8/4m-40m/tTHREADS}
   */
  void run(int keyBytes, List<String> algorithms, CaseLog into, StepLog log)
      throws IOException, InterruptedException {
    String name =
        "kernel/" + keyBytes + "+" + keyBytes + "/" + shape.name() + "/t" + shape.threads();
    List<String> command = new ArrayList<>(List.of(program.toString(), "--each"));
    command.addAll(List.of("--build", Long.toString(shape.buildRows())));
    command.addAll(List.of("--probe", Long.toString(shape.probeRows())));
    command.addAll(List.of("--key", Integer.toString(keyBytes)));
    command.addAll(List.of("--threads", Integer.toString(shape.threads())));
    command.addAll(List.of("--rounds", Integer.toString(rounds)));
    command.addAll(List.of("--algorithms", String.join(",", algorithms)));
    log.begin(name);
    Map<String, Integer> seen = new HashMap<>();
    int done = 0;
    try (JoinProcess process = new JoinProcess("join_bench", command)) {
      for (String line = process.next(); line != null; line = process.next()) {
        int space = line.indexOf(' ');
        if (space < 0) {
          throw new IOException("join_bench printed no figures but `" + line + "'");
        }
        String algorithm = line.substring(0, space);
        JoinCases.add(
            into, name, algorithm, shape, JoinFigures.parse(algorithm, line.substring(space)));
        seen.merge(algorithm, 1, Integer::sum);
        done++;
        log.progress((double) done / rounds / algorithms.size(), algorithm);
      }
    }
    for (String algorithm : algorithms) {
      if (seen.getOrDefault(algorithm, 0) != rounds) {
        throw new IOException("join_bench left out " + algorithm);
      }
    }
    into.finish(name);
    log.end("done");
  }
}
