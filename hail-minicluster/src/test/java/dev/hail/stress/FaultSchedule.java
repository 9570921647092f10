// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.stress;

import dev.hail.client.upload.UploadStep;
import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.fault.FaultFiles;
import dev.hail.minicluster.process.Daemon;
import dev.hail.minicluster.process.ProcessCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Kills, stalls and restarts, one after the other, so that never more than one datanode is away:
 * what was acknowledged stays readable then, because HDFS promises no more. The same seed makes the
 * same faults in the same order; when they meet the workload differs from run to run.
 */
final class FaultSchedule implements Callable<Void> {
  private static final Duration RECOVERY = Duration.ofMinutes(10);
  private static final int WAIT_FOR_FAULT_MILLIS = 4_000;

  private final Random random;
  private final ProcessCluster cluster;
  private final List<ClientProcess> clients;
  private final EventLog events;
  private final AtomicBoolean stop;

  FaultSchedule(
      long seed,
      ProcessCluster cluster,
      List<ClientProcess> clients,
      EventLog events,
      AtomicBoolean stop) {
    this.random = new Random(seed);
    this.cluster = cluster;
    this.clients = clients;
    this.events = events;
    this.stop = stop;
  }

  /** Where a datanode finds its faults. */
  static Path faults(Path base, String datanode) {
    return base.resolve("faults-" + datanode);
  }

  @Override
  public Void call() throws Exception {
    try {
      while (!stop.get()) {
        next();
      }
      return null;
    } catch (IOException | TimeoutException | InterruptedException e) {
      stop.set(true);
      events.add("faults", "FAILURE " + e);
      throw e;
    }
  }

  private void next() throws IOException, InterruptedException, TimeoutException {
    int dice = random.nextInt(100);
    Daemon datanode = cluster.dataNodes().get(random.nextInt(cluster.dataNodes().size()));
    ClientProcess client = clients.get(random.nextInt(clients.size()));
    boolean before = random.nextBoolean();
    int millis = random.nextInt(1500);
    if (dice < 40) {
      ReplicaStep step = pick(ReplicaStep.values());
      datanodeFault(datanode, before, step, randomFault(), millis);
    } else if (dice < 50) {
      note("kill " + datanode.name());
      datanode.kill();
      bringBack(datanode, millis);
    } else if (dice < 54) {
      note("stop " + datanode.name());
      datanode.stop();
      bringBack(datanode, millis);
    } else if (dice < 62) {
      // Some pauses are long enough that the namenode takes the datanode for dead.
      pause(datanode, dice == 61 ? 14_000 : 3 * millis);
    } else if (dice < 69) {
      note("kill namenode");
      cluster.nameNode().kill();
      bringBack(cluster.nameNode(), millis);
    } else if (dice < 74) {
      pause(cluster.nameNode(), 2 * millis);
    } else if (dice < 84) {
      note("kill client");
      client.kill();
    } else {
      note("client fault");
      FaultFiles.arm(client.faults(), before, pick(UploadStep.values()), randomFault());
    }
    sleep(millis);
  }

  private <T> T pick(T[] values) {
    return values[random.nextInt(values.length)];
  }

  private String randomFault() {
    int stall = 100 + random.nextInt(3000);
    return switch (random.nextInt(6)) {
      case 0, 1, 2 -> "halt";
      case 3 -> "stall " + stall;
      case 4 -> "io";
      default -> "runtime";
    };
  }

  private void datanodeFault(
      Daemon datanode, boolean before, ReplicaStep step, String fault, int millis)
      throws IOException, InterruptedException, TimeoutException {
    String what = (before ? "before " : "after ") + step + " " + fault;
    Path directory = faults(cluster.directory(), datanode.name());
    long fired = FaultFiles.fired(directory);
    FaultFiles.arm(directory, before, step, fault);
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(WAIT_FOR_FAULT_MILLIS);
    while (FaultFiles.fired(directory) == fired && System.nanoTime() < deadline && !stop.get()) {
      Thread.sleep(20);
    }
    FaultFiles.disarm(directory);
    if (FaultFiles.fired(directory) == fired) {
      events.count("faults that met nothing");
      return;
    }
    note(datanode.name() + " " + what);
    events.count("faults " + what.replaceAll(" \\d+", ""));
    if (fault.equals("halt")) {
      while (!datanode.hasEnded()) {
        Thread.sleep(20);
      }
      bringBack(datanode, millis);
    }
  }

  private void pause(Daemon daemon, int millis) throws IOException, InterruptedException {
    note("pause " + daemon.name() + " for " + millis + " ms");
    daemon.pause();
    sleep(millis);
    daemon.resume();
    events.count("pauses");
  }

  private void bringBack(Daemon daemon, int afterMillis)
      throws IOException, InterruptedException, TimeoutException {
    sleep(afterMillis);
    daemon.restart();
    cluster.awaitHealthy(RECOVERY);
    events.count("restarts of a " + daemon.name().replaceAll("-.*", ""));
    note(daemon.name() + " is back");
  }

  private void note(String what) throws IOException {
    events.add("faults", what);
  }

  private void sleep(int millis) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (System.nanoTime() < deadline && !stop.get()) {
      Thread.sleep(20);
    }
  }
}
