// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import dev.hail.minicluster.Waiting;
import dev.hail.minicluster.process.ProcessCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One client that uploads files and one that queries those that are there, one after the other and
 * without end. Each answer is compared with the text at once. A failed operation ends its client.
 */
final class SteadyClients implements AutoCloseable {
  private static final int ROWS = 2_000;
  private static final int PAUSE_MILLIS = 100;
  private static final int PATIENCE_MINUTES = 5;

  private final ProcessCluster cluster;
  private final ExecutorService threads = Executors.newFixedThreadPool(2);
  private final Map<String, Table> files = new ConcurrentSkipListMap<>();
  private final AtomicInteger queries = new AtomicInteger();
  private final List<Future<Void>> clients = new ArrayList<>();
  private volatile boolean ending;

  private SteadyClients(ProcessCluster cluster) {
    this.cluster = cluster;
  }

  static SteadyClients start(ProcessCluster cluster) {
    SteadyClients started = new SteadyClients(cluster);
    started.clients.add(started.threads.submit(started.untilTheEnd(started::upload)));
    started.clients.add(started.threads.submit(started.untilTheEnd(started::query)));
    return started;
  }

  /** One operation of a client. */
  private interface Step {
    void run(Random random) throws Exception;
  }

  private Callable<Void> untilTheEnd(Step step) {
    return () -> {
      Random random = new Random(1_204);
      while (!ending) {
        step.run(random);
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
      return null;
    };
  }

  private void upload(Random random) throws Exception {
    String path = "/steady-" + files.size();
    Table table = Table.random(random.nextLong(), ROWS);
    ProcessCommands.put(cluster, path, table, Table.INDEXES, "--block-size", "32k");
    files.put(path, table);
  }

  private void query(Random random) throws Exception {
    List<String> paths = List.copyOf(files.keySet());
    if (paths.isEmpty()) {
      return;
    }
    String path = paths.get(random.nextInt(paths.size()));
    Table table = files.get(path);
    String key = table.lines().get(random.nextInt(ROWS)).split(",", -1)[0];
    table.assertFound(
        ProcessCommands.cat(cluster, "--filter", "k = " + key, path),
        field -> field[0].equals(key));
    table.assertAll(ProcessCommands.cat(cluster, path));
    queries.incrementAndGet();
  }

  /** Waits until each client has begun and done an operation from here on. */
  void awaitProgress() throws Exception {
    int filesNow = files.size();
    int queriesNow = queries.get();
    Waiting.until(
        "both clients get on",
        () -> {
          for (Future<Void> client : clients) {
            if (client.isDone()) {
              client.get();
            }
          }
          return files.size() >= filesNow + 2 && queries.get() >= queriesNow + 2;
        });
  }

  /**
   * Ends the clients.
   *
   * @return the table of each file whose upload was acknowledged
   * @throws java.util.concurrent.ExecutionException if a client met a failure or a wrong answer
   */
  Map<String, Table> end() throws Exception {
    ending = true;
    for (Future<Void> client : clients) {
      client.get(PATIENCE_MINUTES, TimeUnit.MINUTES);
    }
    return Map.copyOf(files);
  }

  @Override
  public void close() {
    ending = true;
    threads.shutdownNow();
  }
}
