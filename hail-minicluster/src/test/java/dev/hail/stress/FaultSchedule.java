// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.stress;

import dev.hail.client.upload.UploadStep;
import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.fault.FaultFiles;
import dev.hail.load.ClientProcess;
import dev.hail.load.EventLog;
import dev.hail.load.FaultTools;
import dev.hail.load.InFlight;
import dev.hail.load.LoadControl;
import dev.hail.minicluster.process.Daemon;
import dev.hail.minicluster.process.ProcessCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Kills, stalls, restarts, cuts links and sets clocks, one after the other. They are drawn from a
 * stack of cards with each kind in it, so a run of some minutes has them all. The same seed makes
 * the same faults in the same order; when they meet the workload differs from run to run.
 */
final class FaultSchedule implements Callable<Void> {
  private static final Duration RECOVERY = Duration.ofMinutes(10);
  private static final int WAIT_FOR_FAULT_MILLIS = 4_000;
  private static final int LONG_MILLIS = 14_000;

  /** As they are counted. */
  static final String PARTITIONS = "partitions";

  /** As they are counted. */
  static final String FAILOVERS = "failovers";

  /** As they are counted. */
  static final String CLOCK_STEPS = "clock steps";

  private final Random random;
  private final ProcessCluster cluster;
  private final List<ClientProcess> clients;
  private final FaultTools tools;
  private final Partitions partitions;
  private final Failover failover;
  private final EventLog events;
  private final InFlight inFlight;
  private final LoadControl control;
  private final Deque<Kind> cards = new ArrayDeque<>();
  private final Set<String> wrongClocks = new HashSet<>();

  /** What can happen, and how many cards of a stack say so. */
  private enum Kind {
    REPLICA_STEP(9),
    KILL_DATANODE(2),
    KILL_TWO_DATANODES(1),
    STOP_DATANODE(1),
    PAUSE_DATANODE(2),
    KILL_NAMENODE(1),
    PAUSE_NAMENODE(1),
    KILL_CLIENT(2),
    CLIENT_STEP(4),
    PARTITION(4),
    CLOCK_STEP(2),
    FAILOVER(3);

    private final int cards;

    Kind(int cards) {
      this.cards = cards;
    }
  }

  FaultSchedule(
      long seed,
      ProcessCluster cluster,
      List<ClientProcess> clients,
      FaultTools tools,
      EventLog events,
      InFlight inFlight,
      LoadControl control) {
    this.random = new Random(seed);
    this.cluster = cluster;
    this.clients = clients;
    this.tools = tools;
    this.partitions = new Partitions(random, cluster, clients);
    this.failover = new Failover(cluster, clients, tools);
    this.events = events;
    this.inFlight = inFlight;
    this.control = control;
    // A short run has these two as well.
    cards.add(Kind.PARTITION);
    cards.add(Kind.CLOCK_STEP);
  }

  /** Where a datanode finds its faults. */
  static Path faults(Path base, String datanode) {
    return base.resolve("faults-" + datanode);
  }

  @Override
  public Void call() throws Exception {
    try {
      while (!control.isOver()) {
        next();
      }
      return null;
    } catch (IOException | TimeoutException | InterruptedException e) {
      control.end();
      events.add("faults", "FAILURE " + e);
      throw e;
    }
  }

  private Kind draw() {
    if (cards.isEmpty()) {
      List<Kind> stack = new ArrayList<>();
      for (Kind kind : Kind.values()) {
        stack.addAll(Collections.nCopies(kind.cards, kind));
      }
      Collections.shuffle(stack, random);
      cards.addAll(stack);
    }
    return cards.remove();
  }

  private void next() throws IOException, InterruptedException, TimeoutException {
    Kind kind = draw();
    Daemon datanode = cluster.dataNodes().get(random.nextInt(cluster.dataNodes().size()));
    ClientProcess client = clients.get(random.nextInt(clients.size()));
    boolean before = random.nextBoolean();
    int millis = random.nextInt(1500);
    switch (kind) {
      case REPLICA_STEP -> {
        ReplicaStep step = pick(ReplicaStep.values());
        datanodeFault(datanode, before, step, randomFault(), millis);
      }
      case KILL_DATANODE -> {
        note("kill " + datanode.name());
        datanode.kill();
        bringBack(datanode, millis);
      }
      case KILL_TWO_DATANODES -> killTwo(datanode, millis);
      case STOP_DATANODE -> {
        note("stop " + datanode.name());
        datanode.stop();
        bringBack(datanode, millis);
      }
      // Some pauses are long enough that the namenode takes the datanode for dead.
      case PAUSE_DATANODE -> pause(datanode, random.nextInt(5) == 0 ? LONG_MILLIS : 3 * millis);
      case KILL_NAMENODE -> {
        note("kill " + failover.active().name());
        failover.active().kill();
        bringBackActive(millis);
      }
      case PAUSE_NAMENODE ->
          pause(failover.active(), random.nextInt(5) == 0 ? LONG_MILLIS : 2 * millis);
      case KILL_CLIENT -> {
        note("kill " + client.name());
        client.kill();
      }
      case CLIENT_STEP -> {
        UploadStep step = pick(UploadStep.values());
        note("fault of " + client.name());
        FaultFiles.arm(client.faults(), before, step, randomFault());
      }
      case PARTITION -> partition(partitions.next());
      case CLOCK_STEP -> stepClock(client);
      case FAILOVER -> failover(pick(Failover.Cause.values()), millis);
    }
    sleep(millis);
  }

  /** Their disks stay as they are, so nothing that was acknowledged may be lost. */
  private void killTwo(Daemon first, int millis)
      throws IOException, InterruptedException, TimeoutException {
    List<Daemon> others = new ArrayList<>(cluster.dataNodes());
    others.remove(first);
    Daemon second = others.get(random.nextInt(others.size()));
    note("kill " + first.name() + " and " + second.name());
    first.kill();
    second.kill();
    sleep(millis);
    first.start();
    bringBack(second, millis);
    events.count("kills of two datanodes");
  }

  private void partition(Partitions.Cut cut)
      throws IOException, InterruptedException, TimeoutException {
    if (tools.firewall() == null) {
      return;
    }
    note("cut " + cut.description());
    long begin = System.nanoTime();
    tools.firewall().cut(cut.links());
    sleep(cut.millis());
    tools.firewall().heal();
    inFlight.healed(System.nanoTime() - begin);
    cluster.awaitHealthy(RECOVERY);
    events.count("partitions of a " + cut.victim());
    events.count(PARTITIONS);
    note("healed");
  }

  private void failover(Failover.Cause cause, int millis)
      throws IOException, InterruptedException, TimeoutException {
    boolean cut = cause == Failover.Cause.PARTITION;
    if (cluster.nameNodes().size() == 1 || (cut && tools.firewall() == null)) {
      return;
    }
    Daemon old = failover.active();
    note("fail over, " + cause + " " + old.name());
    long begin = System.nanoTime();
    boolean both = failover.run(cause, millis);
    inFlight.healed(System.nanoTime() - begin);
    note("active is " + failover.active().name());
    events.count("failovers by " + cause);
    events.count(FAILOVERS);
    if (both) {
      events.count("two active namenodes");
    }
    bringBack(old, millis);
  }

  /** The namenode that was killed; one of a pair is made active again. */
  private void bringBackActive(int millis)
      throws IOException, InterruptedException, TimeoutException {
    Daemon active = failover.active();
    if (cluster.nameNodes().size() > 1) {
      sleep(millis);
      active.start();
      cluster.transitionToActive(cluster.nameNodes().indexOf(active));
      awaitBack(active);
    } else {
      bringBack(active, millis);
    }
  }

  /** An hour forth or back, or right again if it is not; it stays so until the next time. */
  private void stepClock(ClientProcess client) throws IOException {
    int victim = random.nextInt(cluster.daemons().size() + 1);
    int hour = random.nextBoolean() ? 1 : -1;
    if (!tools.clocks()) {
      return;
    }
    Daemon daemon = victim < cluster.daemons().size() ? cluster.daemons().get(victim) : null;
    String name = daemon == null ? client.name() : daemon.name();
    Duration ahead = wrongClocks.remove(name) ? Duration.ZERO : Duration.ofHours(hour);
    if (daemon == null) {
      client.setClock(ahead);
    } else {
      daemon.setClock(ahead);
    }
    if (!ahead.isZero()) {
      wrongClocks.add(name);
    }
    note("clock of " + name + " is " + ahead + " ahead");
    events.count(CLOCK_STEPS);
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
    while (FaultFiles.fired(directory) == fired
        && System.nanoTime() < deadline
        && !control.isOver()) {
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
    events.count("pauses of a " + daemon.name().replaceAll("-.*", ""));
  }

  private void bringBack(Daemon daemon, int afterMillis)
      throws IOException, InterruptedException, TimeoutException {
    sleep(afterMillis);
    daemon.restart();
    awaitBack(daemon);
  }

  private void awaitBack(Daemon daemon) throws IOException, InterruptedException, TimeoutException {
    cluster.awaitHealthy(RECOVERY);
    events.count("restarts of a " + daemon.name().replaceAll("-.*", ""));
    note(daemon.name() + " is back");
  }

  private void note(String what) throws IOException {
    events.add("faults", what);
  }

  private void sleep(int millis) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (System.nanoTime() < deadline && !control.isOver()) {
      Thread.sleep(20);
    }
  }
}
