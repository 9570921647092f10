// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import dev.hail.datanode.metrics.DatanodeMetrics;
import dev.hail.protocol.Assignment;
import dev.hail.protocol.HailDatanodeProtocol;
import dev.hail.protocol.Heartbeat;
import dev.hail.protocol.ReplicaInfo;
import dev.hail.step.StepListener;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.server.datanode.LocalReplica;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What one namenode is told, whatever it throws. */
class NamenodeReporterTest {
  private static final int REPLICAS = 12_000;
  private static final String NOTHING = "report 0 of 0";

  private final DatanodeMetrics metrics = DatanodeMetrics.register("reporter-test:1");
  private final Namenode namenode = new Namenode();
  private final ReplicaInventory inventory = new ReplicaInventory(() -> true);
  private final Pseudo pseudo = new Pseudo();
  private NamenodeReporter reporter;

  @AfterEach
  void stop() {
    reporter.stop();
    metrics.unregister();
  }

  @Test
  void reporter_whateverItsWorkThrows_goesOn() throws Exception {
    namenode.failures.addAll(
        List.of(
            new NoSuchMethodError("of another patch release"),
            new StackOverflowError(),
            new OutOfMemoryError("Java heap space"),
            new IllegalStateException()));
    start(1);
    assertThat(namenode.next()).as("after four failures").isEqualTo("report 0 of 1, all");
    assertThat(reporter.secondsSinceRound()).isLessThan(60);

    ReplicaInfo replica = replica(REPLICAS + 1);
    reporter.add(Change.added(replica));
    assertThat(namenode.next()).isEqualTo("change");
  }

  @Test
  void fullReport_withFailedChunk_goesOnWithThatChunk() throws Exception {
    namenode.failingReports.add(2);
    start(REPLICAS);
    assertThat(namenode.next()).isEqualTo("report 0 of 5000, begins");
    assertThat(namenode.next()).isEqualTo("failed");
    assertThat(namenode.next()).isEqualTo("report 5000 of 5000");
    assertThat(namenode.next()).isEqualTo("report 10000 of 2000, ends");
    reporter.add(Change.removed(9));
    assertThat(namenode.next()).isEqualTo("change");
    assertThat(metrics.fullReports()).isEqualTo(1);
  }

  @Test
  void namenode_restartedDuringReport_getsWholeReport() throws Exception {
    namenode.epochs.addAll(List.of(1L, 1L, 2L, 2L));
    start(REPLICAS);
    assertThat(namenode.next()).isEqualTo("report 0 of 5000, begins");
    assertThat(namenode.next()).isEqualTo("report 5000 of 5000");
    assertThat(namenode.next()).isEqualTo("report 0 of 5000, begins");
  }

  @Test
  void change_duringFullReport_isToldAfterIt() throws Exception {
    namenode.wanted = false;
    start(REPLICAS);
    reporter.add(Change.removed(7));
    assertThat(namenode.next()).isEqualTo("change");

    namenode.failingReports.add(3);
    namenode.wanted = true;
    assertThat(namenode.next()).isEqualTo("report 0 of 5000, begins");
    reporter.add(Change.removed(8));
    assertThat(namenode.next()).isEqualTo("failed");
    assertThat(namenode.next()).isEqualTo("report 5000 of 5000");
    assertThat(namenode.next()).isEqualTo("report 10000 of 2000, ends");
    assertThat(namenode.next()).isEqualTo("change");
  }

  @Test
  void fullReport_whilePseudoReplicasAreSearched_waits() throws Exception {
    pseudo.complete = false;
    start(1);
    assertThat(namenode.next()).as("a sign of life").isEqualTo(NOTHING);
    reporter.add(Change.added(replica(REPLICAS + 1)));
    assertThat(nextButNothing()).as("one is found").isEqualTo("change");
    pseudo.found = List.of(replica(REPLICAS + 1), replica(REPLICAS + 2));
    assertThat(namenode.next()).as("no report").isEqualTo(NOTHING);
    pseudo.complete = true;
    assertThat(nextButNothing()).isEqualTo("report 0 of 3, all");
  }

  private String nextButNothing() throws InterruptedException {
    String next = namenode.next();
    while (NOTHING.equals(next)) {
      next = namenode.next();
    }
    return next;
  }

  private void start(int replicas) {
    for (int id = 0; id < replicas; id++) {
      inventory.put(new ReplicaInventory.Entry(replica(id), 0));
    }
    reporter =
        new NamenodeReporter(
            "pool",
            new ReportingDatanode(),
            namenode,
            inventory,
            metrics,
            20,
            pseudo,
            mock(NamenodeCommands.class),
            StepListener.none());
    Thread thread = new Thread(reporter, "reporter");
    thread.setDaemon(true);
    thread.start();
  }

  private static ReplicaInfo replica(long id) {
    return new ReplicaInfo(id, 1, 0, 100, 72, 0, 1, 1, new int[] {1}, "storage");
  }

  /** Tells in words what it hears. */
  private static final class Namenode implements HailDatanodeProtocol {
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private final Queue<Throwable> failures = new ArrayDeque<>();
    private final Queue<Long> epochs = new ArrayDeque<>();
    private final List<Integer> failingReports = new ArrayList<>();
    private int reports;
    private int reported;
    private volatile boolean wanted = true;

    String next() throws InterruptedException {
      return heard.poll(1, TimeUnit.MINUTES);
    }

    private long epoch() {
      return epochs.isEmpty() ? 2 : epochs.remove();
    }

    @Override
    public Assignment assign(String pool, String uuid, long id, long stamp, int[] attributes) {
      throw new UnsupportedOperationException("Nobody asks");
    }

    @Override
    public long report(
        String pool,
        String uuid,
        boolean begins,
        boolean ends,
        List<ReplicaInfo> added,
        long[] removed)
        throws IOException {
      reports++;
      if (failingReports.remove((Integer) reports)) {
        heard.add("failed");
        throw new IOException("Lost on the way");
      }
      if (removed.length > 0 || (added.size() == 1 && added.get(0).blockId() > REPLICAS)) {
        heard.add("change");
        return epoch();
      }
      reported = begins ? 0 : reported;
      String what = begins && ends ? ", all" : begins ? ", begins" : ends ? ", ends" : "";
      heard.add("report " + reported + " of " + added.size() + what);
      reported += added.size();
      return epoch();
    }

    @Override
    public Heartbeat heartbeat(String pool, String uuid, long reportedEpoch, boolean takesPseudo) {
      Throwable failure = failures.poll();
      if (failure instanceof Error error) {
        throw error;
      }
      if (failure instanceof RuntimeException exception) {
        throw exception;
      }
      long epoch = epoch();
      return new Heartbeat(epoch, wanted && reportedEpoch != epoch, new long[0]);
    }

    @Override
    public void close() {}
  }

  private static final class Pseudo implements PseudoInventory {
    private volatile boolean complete = true;
    private volatile List<ReplicaInfo> found = List.of();

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public boolean isComplete(String blockPoolId) {
      return complete;
    }

    @Override
    public List<ReplicaInfo> snapshot(String blockPoolId) {
      return found;
    }

    @Override
    public void drop(String blockPoolId, long id) {
      throw new UnsupportedOperationException("Nobody orders it");
    }

    @Override
    public void suspect(String blockPoolId, long id) {
      throw new UnsupportedOperationException("Nobody orders it");
    }
  }

  private static final class ReportingDatanode implements LocalReplicas {
    @Override
    public String datanodeUuid() {
      return "datanode";
    }

    @Override
    public String nameservice(String blockPoolId) {
      return null;
    }

    @Override
    public List<LocalReplica> finalized(String blockPoolId) {
      return List.of();
    }

    @Override
    public Map<String, Volume> volumes(String blockPoolId) {
      return Map.of();
    }

    @Override
    public Optional<LocalReplica> find(String blockPoolId, long blockId) {
      return Optional.empty();
    }

    @Override
    public boolean isActive(String blockPoolId, String namenodeId) {
      return true;
    }
  }
}
