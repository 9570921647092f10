// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.join;

import dev.hail.bench.console.StepLog;
import dev.hail.bench.measure.CaseLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs the same join on several engines. Each has its own process, with both tables in memory in
 * the engine's preferred form. The query is {@code SELECT count(*), sum(build.payload)}; keys and
 * payloads have eight bytes. All engines must give the same answer.
 */
final class EngineBench {
  /** Name under which the fastest peer is reported. */
  static final String BEST_PEER = "best-peer";

  static final String HAIL = "hail";

  private final List<String> python;
  private final String library;
  private final JoinShape shape;
  private final int rounds;
  private final long seed;

  /**
   * Creates the benchmark.
   *
   * @param python command of the interpreter and its script
   * @param library HAIL's shared object; null without HAIL
   */
  EngineBench(List<String> python, Path library, JoinShape shape, int rounds, long seed) {
    this.python = List.copyOf(python);
    this.library = library == null ? "" : library.toString();
    this.shape = shape;
    this.rounds = rounds;
    this.seed = seed;
  }

  /**
   * Runs engines in turn.
   *
   * @param into receives the figures as case {@code engine/8+8/4m-40m}
   */
  void run(List<String> systems, CaseLog into, StepLog log)
      throws IOException, InterruptedException {
    String name = "engine/8+8/" + shape.name();
    Map<String, JoinProcess> engines = new LinkedHashMap<>();
    Map<String, List<JoinFigures>> found = new LinkedHashMap<>();
    try {
      for (String system : systems) {
        log.begin(name + ": load " + system);
        engines.put(system, start(system));
        found.put(system, new ArrayList<>());
        log.end("done");
      }
      log.begin(name);
      JoinFigures first = null;
      for (int round = 0; round <= rounds; round++) {
        for (int i = 0; i < systems.size(); i++) {
          // Each round begins with another engine.
          String system = systems.get((i + round) % systems.size());
          JoinFigures figures = JoinFigures.parse(system, engines.get(system).ask());
          first = first == null ? figures : first;
          if (!figures.sameAnswer(first)) {
            throw new IOException(
                system + " found " + figures + ", but " + systems.get(0) + " found " + first);
          }
          if (round > 0) {
            found.get(system).add(figures);
          }
          log.progress(
              (round * systems.size() + i + 1.0) / ((rounds + 1) * systems.size()), system);
        }
      }
    } finally {
      for (JoinProcess engine : engines.values()) {
        engine.close();
      }
    }
    found.forEach(
        (system, runs) -> runs.forEach(run -> JoinCases.add(into, name, system, shape, run)));
    addBest(found, into, name);
    into.finish(name);
    log.end("done");
  }

  private JoinProcess start(String system) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(python);
    command.addAll(
        List.of(
            system,
            Long.toString(shape.buildRows()),
            Long.toString(shape.probeRows()),
            Integer.toString(shape.threads()),
            Long.toString(seed)));
    if (system.equals(HAIL)) {
      command.add(library);
    }
    JoinProcess process = new JoinProcess(system, command);
    String line = process.next();
    if (!"ready".equals(line)) {
      process.close();
      throw new IOException(system + " printed `" + line + "' instead of `ready'");
    }
    return process;
  }

  /** Adds all figures of the peer with the shortest time. */
  private void addBest(Map<String, List<JoinFigures>> found, CaseLog into, String name) {
    found.entrySet().stream()
        .filter(entry -> !entry.getKey().equals(HAIL))
        .min(Comparator.comparingDouble(entry -> median(entry.getValue())))
        .ifPresent(
            best ->
                best.getValue().forEach(run -> JoinCases.add(into, name, BEST_PEER, shape, run)));
  }

  private static double median(List<JoinFigures> runs) {
    double[] seconds = runs.stream().mapToDouble(JoinFigures::seconds).sorted().toArray();
    return (seconds[(seconds.length - 1) / 2] + seconds[seconds.length / 2]) / 2;
  }
}
