// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.stress;

import dev.hail.fault.FaultFiles;
import dev.hail.fault.FaultyDatasetFactory;
import dev.hail.load.ClientProcess;
import dev.hail.load.Content;
import dev.hail.load.EventLog;
import dev.hail.load.ExpectedState;
import dev.hail.load.FaultTools;
import dev.hail.load.FinalCheck;
import dev.hail.load.InFlight;
import dev.hail.load.LoadClient;
import dev.hail.load.LoadControl;
import dev.hail.load.Operation;
import dev.hail.load.Oracle;
import dev.hail.load.Worker;
import dev.hail.minicluster.process.Daemon;
import dev.hail.minicluster.process.ProcessCluster;
import dev.hail.minicluster.process.WallClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** One run: workload and faults for some time, then everything back, settled and compared. */
final class StressRun implements AutoCloseable {
  private static final Duration SETTLE = Duration.ofMinutes(10);
  private static final Duration MOST_EXTRA = Duration.ofMinutes(15);
  private static final int WORKERS = 3;
  private static final int DATANODES = 4;

  private final long seed;
  private final Path directory;
  private final ProcessCluster cluster;
  private final FaultTools tools;
  private final EventLog events;
  private final Oracle oracle = new Oracle();

  private StressRun(long seed, Path directory, ProcessCluster cluster, FaultTools tools)
      throws IOException {
    this.seed = seed;
    this.directory = directory;
    this.cluster = cluster;
    this.tools = tools;
    this.events = new EventLog(directory.resolve("events.log"));
    for (String missing : tools.missing()) {
      events.add("faults", missing);
      events.count(missing);
    }
  }

  /**
   * Starts a cluster.
   *
   * @param directory an empty one, for logs, states and data
   * @param tools to be closed after the run
   * @param pair whether there are two namenodes, one of them a standby
   */
  static StressRun start(long seed, Path directory, FaultTools tools, boolean pair)
      throws Exception {
    Files.createDirectories(directory);
    ProcessCluster.Builder builder =
        ProcessCluster.builder()
            .dataNodes(DATANODES)
            .heap("256m")
            .quickHeartbeats()
            .directory(directory)
            .set("dfs.blocksize", "65536")
            .set("hail.namenode.reorder.per.minute", "600")
            .set("hail.datanode.repair.per-minute", "600")
            .customize(
                (daemon, settings, options) ->
                    FaultyDatasetFactory.use(
                        settings::put, FaultSchedule.faults(directory, daemon)));
    if (tools.firewall() != null) {
      builder.ownAddresses();
    }
    if (tools.clocks()) {
      builder.ownClocks();
    }
    if (pair) {
      builder.haNameNodes();
    }
    return new StressRun(seed, directory, builder.start(), tools);
  }

  private ClientProcess client(String name, int number) throws IOException {
    WallClock clock = tools.clocks() ? WallClock.create(directory.resolve("clock-" + name)) : null;
    String host = tools.firewall() == null ? null : cluster.clientHost(number);
    return new ClientProcess(cluster, directory, name, new ClientProcess.Place(host, clock));
  }

  /** What happened so far, counted. */
  EventLog events() {
    return events;
  }

  /** Where the state of a worker is. */
  Path stateFile(String worker) {
    return directory.resolve("expected-" + worker + ".log");
  }

  static List<String> workers() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < WORKERS; i++) {
      names.add("w" + i);
    }
    return names;
  }

  /**
   * Works and breaks things.
   *
   * @throws Exception what must not happen and did
   */
  void run(Duration time) throws Exception {
    DistributedFileSystem fileSystem = cluster.newFileSystem();
    LoadControl control = new LoadControl();
    InFlight inFlight = new InFlight();
    List<ClientProcess> clients = new ArrayList<>();
    ExecutorService threads = Executors.newCachedThreadPool();
    List<Future<Void>> results = new ArrayList<>();
    try {
      for (String worker : workers()) {
        fileSystem.mkdirs(new org.apache.hadoop.fs.Path(Worker.directory(worker)));
        ClientProcess client = client(worker, clients.size());
        clients.add(client);
        long workerSeed = seed * 31 + clients.size();
        ExpectedState state = ExpectedState.create(stateFile(worker));
        results.add(
            threads.submit(
                new Worker(worker, workerSeed, client, state, oracle, events, inFlight, control)));
      }
      results.add(
          threads.submit(
              new FaultSchedule(seed * 31, cluster, clients, tools, events, inFlight, control)));
      long deadline = System.nanoTime() + time.toNanos();
      long last = deadline + MOST_EXTRA.toNanos();
      while (!control.isOver()
          && (System.nanoTime() < deadline || (!enough() && System.nanoTime() < last))) {
        Thread.sleep(100);
      }
      control.end();
      for (Future<Void> result : results) {
        result.get();
      }
    } catch (ExecutionException e) {
      throw new StressException("Something happened that must not", e.getCause());
    } finally {
      control.end();
      clients.forEach(ClientProcess::kill);
      threads.shutdownNow();
    }
  }

  /** Whether there is something to compare, also on a machine that is busy with other things. */
  private boolean enough() {
    return events.counted("PUT acknowledged") > 3
        && events.counted("queries") > 0
        && events.counted("restarts of a datanode") > 0
        && (tools.firewall() == null || events.counted(FaultSchedule.PARTITIONS) > 0)
        && (cluster.nameNodes().size() == 1 || events.counted(FaultSchedule.FAILOVERS) > 0)
        && (!tools.clocks() || events.counted(FaultSchedule.CLOCK_STEPS) > 0);
  }

  /** A run that failed. */
  static final class StressException extends Exception {
    private static final long serialVersionUID = 1;

    StressException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * Brings everything back, waits until nothing moves and compares all there is.
   *
   * @return what is wrong
   */
  List<String> check() throws Exception {
    for (Daemon datanode : cluster.dataNodes()) {
      FaultFiles.disarm(FaultSchedule.faults(directory, datanode.name()));
    }
    for (Daemon daemon : cluster.daemons()) {
      if (daemon.isRunning()) {
        daemon.resume();
      } else {
        daemon.restart();
      }
    }
    if (tools.firewall() != null) {
      tools.firewall().heal();
    }
    cluster.awaitHealthy(SETTLE);
    FinalCheck check = new FinalCheck(cluster, oracle);
    List<String> problems = new ArrayList<>(cleanTemporaryFolders(check));
    long deadline = System.nanoTime() + SETTLE.toNanos();
    List<String> health = attempt(check);
    while (!health.isEmpty() && System.nanoTime() < deadline) {
      Thread.sleep(1000);
      health = attempt(check);
    }
    problems.addAll(health);
    problems.addAll(contents());
    for (String problem : problems) {
      events.add("check", problem);
    }
    return problems;
  }

  /** Files that go while they are looked at are a reason to look again. */
  private static List<String> attempt(FinalCheck check) throws Exception {
    try {
      return check.health();
    } catch (IOException | UncheckedIOException e) {
      return List.of("The check failed: " + e);
    }
  }

  /** Compares the files with the states on disk once more. */
  List<String> contents() throws Exception {
    FinalCheck check = new FinalCheck(cluster, oracle);
    List<String> problems = new ArrayList<>();
    for (String worker : workers()) {
      problems.addAll(check.contents(worker, ExpectedState.load(stateFile(worker))));
    }
    return problems;
  }

  /** What does not belong on the disks or is not as the replica directory says. */
  List<String> health() throws Exception {
    return new FinalCheck(cluster, oracle).health();
  }

  /** Where the daemons keep their files. */
  Path directory() {
    return directory;
  }

  /** One more upload into each directory has to remove what killed ones left there. */
  private List<String> cleanTemporaryFolders(FinalCheck check) throws Exception {
    List<String> left = new ArrayList<>();
    try (ClientProcess client = client("last", WORKERS)) {
      for (String worker : workers()) {
        String path = Worker.directory(worker) + "/last";
        Operation put = Operation.put(path, new Content(true, seed));
        String answer = untilOk(client, put);
        if (!answer.startsWith(LoadClient.OK)) {
          left.add("The last upload into " + worker + " failed: " + answer);
        }
        untilOk(client, Operation.delete(path));
        for (String folder : check.temporaryFolders(Worker.directory(worker))) {
          left.add(folder + " was left by a killed upload and not removed by the next one");
        }
      }
    }
    return left;
  }

  /** What fails while copies and orders come back may not fail later. */
  private static String untilOk(ClientProcess client, Operation operation)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + SETTLE.toNanos();
    while (true) {
      client.ensureRunning();
      String answer = client.call(operation.toString());
      boolean done = answer.startsWith(LoadClient.OK) || answer.equals(LoadClient.ABSENT);
      if (done || System.nanoTime() > deadline) {
        return answer;
      }
      Thread.sleep(1000);
    }
  }

  @Override
  public void close() throws IOException {
    events.close();
    cluster.close();
  }
}
