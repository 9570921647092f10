// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.system;

import dev.hail.load.ClientProcess;
import dev.hail.load.EventLog;
import dev.hail.load.ExpectedState;
import dev.hail.load.FinalCheck;
import dev.hail.load.InFlight;
import dev.hail.load.LoadControl;
import dev.hail.load.Oracle;
import dev.hail.load.Worker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** The load on a cluster, and faults in turn; after each one everything is compared. */
final class SystemRun implements AutoCloseable {
  private static final int CLIENTS = 2;
  private static final String COMMANDS = "commands";

  /** Operations that have to be answered before the next fault. */
  private static final int WARM_UP = 6;

  private static final Duration RECOVERY = Duration.ofMinutes(10);
  private static final Duration LONGEST_OPERATION = Duration.ofMinutes(12);

  private final long seed;
  private final Path directory;
  private final SystemCluster cluster;
  private final EventLog events;
  private final FinalCheck check;
  private final Oracle oracle = new Oracle();
  private final LoadControl control = new LoadControl();
  private final FaultTable table = new FaultTable();
  private final List<ClientProcess> clients = new ArrayList<>();
  private final List<Future<Void>> load = new ArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private CommandWorker commands;

  /**
   * A run on a cluster without load.
   *
   * @param directory for events and expected states
   */
  SystemRun(long seed, Path directory, SystemCluster cluster) throws IOException {
    this.seed = seed;
    this.directory = directory;
    this.cluster = cluster;
    this.events = new EventLog(directory.resolve("events.log"));
    this.check = new FinalCheck(cluster.hdfs(), oracle);
  }

  EventLog events() {
    return events;
  }

  FaultTable table() {
    return table;
  }

  CommandWorker commands() {
    return commands;
  }

  /** Starts the clients. */
  void startLoad() throws IOException {
    DistributedFileSystem fileSystem = cluster.hdfs().newFileSystem();
    InFlight inFlight = new InFlight();
    for (int i = 0; i < CLIENTS; i++) {
      String worker = "w" + i;
      fileSystem.mkdirs(new org.apache.hadoop.fs.Path(Worker.directory(worker)));
      ClientProcess client =
          new ClientProcess(cluster.hdfs(), directory, worker, new ClientProcess.Place(null, null));
      clients.add(client);
      ExpectedState state = ExpectedState.create(stateFile(worker));
      load.add(
          threads.submit(
              new Worker(worker, seed * 31 + i, client, state, oracle, events, inFlight, control)));
    }
    fileSystem.mkdirs(new org.apache.hadoop.fs.Path(Worker.directory(COMMANDS)));
    commands = new CommandWorker(COMMANDS, cluster.client(), seed * 37, events, control);
    load.add(threads.submit(commands));
  }

  private Path stateFile(String worker) {
    return directory.resolve("expected-" + worker + ".log");
  }

  /**
   * Does every fault that this machine can do, in an order from the seed, and again until the time
   * is over.
   *
   * @return what is wrong; empty if all is well
   */
  List<String> run(Duration time) throws Exception {
    Random random = new Random(seed);
    Faults faults = new Faults(cluster, random);
    long deadline = System.nanoTime() + time.toNanos();
    List<Fault> round = new ArrayList<>(List.of(Fault.values()));
    round.removeAll(cluster.missing().keySet());
    awaitAnswers(CommandWorker.PUT, 1);
    boolean first = true;
    while (first || System.nanoTime() < deadline) {
      Collections.shuffle(round, random);
      for (Fault fault : round) {
        if (first || System.nanoTime() < deadline) {
          List<String> problems = tryOnce(fault, faults);
          if (!problems.isEmpty()) {
            return problems;
          }
        }
      }
      first = false;
    }
    for (String kind : CommandWorker.KINDS) {
      awaitAnswers(kind, 1);
    }
    return List.of();
  }

  private List<String> tryOnce(Fault fault, Faults faults) throws Exception {
    awaitAnswers(EventLog.ANSWERED, events.counted(EventLog.ANSWERED) + WARM_UP);
    long answered = events.counted(EventLog.ANSWERED);
    long failed = events.counted(EventLog.FAILED);
    events.add("faults", fault.description());
    faults.run(fault);
    long end = System.nanoTime();
    control.hold();
    List<String> problems = awaitWhole();
    double seconds = (System.nanoTime() - end) / 1e9;
    events.add("faults", "whole after " + seconds + " s, " + problems.size() + " problems");
    control.awaitPaused(LONGEST_OPERATION);
    failIfLoadEnded();
    table.add(
        fault,
        new FaultTable.Outcome(
            events.counted(EventLog.ANSWERED) - answered,
            events.counted(EventLog.FAILED) - failed,
            seconds));
    if (problems.isEmpty()) {
      // What the last operations wrote may not have all its copies yet.
      problems = awaitWhole();
      problems.addAll(contents());
    }
    for (String problem : problems) {
      events.add("check", problem);
    }
    control.release();
    return problems.stream().map(problem -> "After " + fault + ": " + problem).toList();
  }

  private void awaitAnswers(String kind, long count) throws Exception {
    long deadline = System.nanoTime() + LONGEST_OPERATION.toNanos();
    while (events.counted(kind) < count) {
      failIfLoadEnded();
      if (System.nanoTime() > deadline) {
        throw new TimeoutException("Clients do not get on: " + events.summary());
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  private void failIfLoadEnded() throws InterruptedException, LoadException {
    for (Future<Void> worker : load) {
      if (worker.isDone()) {
        try {
          worker.get();
        } catch (ExecutionException e) {
          throw new LoadException("A client saw what must not be", e.getCause());
        }
      }
    }
  }

  /** A client got a wrong answer. */
  static final class LoadException extends Exception {
    private static final long serialVersionUID = 1;

    LoadException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** Waits until all daemons serve and all replicas and orders are there. */
  private List<String> awaitWhole() throws Exception {
    cluster.hdfs().awaitHealthy(RECOVERY);
    cluster.yarn().awaitNodes(SystemCluster.NODES);
    long deadline = System.nanoTime() + RECOVERY.toNanos();
    List<String> problems = attempt();
    while (!problems.isEmpty() && System.nanoTime() < deadline) {
      failIfLoadEnded();
      events.add("check", "not yet, " + problems.size() + " problems, first " + problems.get(0));
      TimeUnit.SECONDS.sleep(1);
      problems = attempt();
    }
    return problems;
  }

  /** Files that go while they are looked at are a reason to look again. */
  private List<String> attempt() throws Exception {
    try {
      return new ArrayList<>(check.health());
    } catch (IOException | UncheckedIOException e) {
      return List.of("The check failed: " + e);
    }
  }

  /** Compares all files with what they were made from; to be called while the load is held. */
  List<String> contents() throws Exception {
    List<String> problems = new ArrayList<>();
    for (ClientProcess client : clients) {
      String worker = client.name();
      problems.addAll(check.contents(worker, ExpectedState.load(stateFile(worker))));
    }
    problems.addAll(commands.contents());
    return problems;
  }

  /** Ends the load. */
  void endLoad() throws Exception {
    control.end();
    for (Future<Void> worker : load) {
      worker.get(LONGEST_OPERATION.toSeconds(), TimeUnit.SECONDS);
    }
  }

  @Override
  public void close() throws IOException {
    control.end();
    clients.forEach(ClientProcess::kill);
    threads.shutdownNow();
    if (commands != null) {
      commands.close();
    }
    events.close();
  }
}
