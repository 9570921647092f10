// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.mapreduce.PseudoFaults.Action;
import dev.hail.mapreduce.PseudoFaults.Point;
import dev.hail.minicluster.HailMiniCluster.StoppedDataNode;
import dev.hail.minicluster.Waiting;
import dev.hail.pseudo.DiskCapacity;
import dev.hail.step.PseudoStep;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Faults at each step of the making of a pseudo replica. */
@Timeout(600)
final class IndexingFaultTest {
  private static final int BLOCKS = 2;
  private static final int ROWS = 1_200;
  private static final long BLOCK_BYTES = 48 << 10;

  private static IndexingFixture fixture;
  private static ExecutorService threads;
  private static String text;
  private static Path indexedByEachCase;

  @BeforeAll
  static void start() throws Exception {
    fixture = IndexingFixture.start();
    threads = Executors.newCachedThreadPool();
    text = Visits.text(41, ROWS);
  }

  @AfterAll
  static void stop() throws IOException {
    if (fixture != null) {
      threads.shutdownNow();
      fixture.close();
    }
  }

  @AfterEach
  void disarm() {
    PseudoFaults.SHARED.disarm();
  }

  private static Path upload() throws IOException {
    Path path = fixture.upload(text, BLOCK_BYTES);
    assertThat(fixture.blocks(path)).hasSize(BLOCKS);
    return path;
  }

  /** A file that many cases index, one after the other; each drops its index again. */
  private static Path indexedByEachCase() throws IOException {
    if (indexedByEachCase == null) {
      indexedByEachCase = upload();
    }
    return indexedByEachCase;
  }

  private static Path uploadOneBlock() throws IOException {
    Path path = fixture.upload(text, 1 << 20);
    assertThat(fixture.blocks(path)).hasSize(1);
    return path;
  }

  /** Removes a file and waits until its replicas are gone, so that tests do not meet. */
  private static void remove(Path path) throws Exception {
    fixture.fs().delete(path, false);
    Waiting.until("their replicas are gone", () -> fixture.stored().isEmpty());
  }

  private static Action failure(String fault, Point point) {
    String message = "Fault put in by a test " + point;
    return () -> {
      if (fault.equals("io")) {
        throw new IOException(message);
      }
      throw new IllegalStateException(message);
    };
  }

  /** Each kind of failure at each step. */
  static Stream<Arguments> failures() {
    return Point.all().stream()
        .flatMap(point -> Stream.of("io", "runtime").map(fault -> Arguments.of(point, fault)));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void step_throwing_costsOneIndexAndNoRow(Point point, String fault) throws Exception {
    Path path = indexedByEachCase();
    PseudoFaults.SHARED.arm(point, failure(fault, point));

    DirectRun job = fixture.run(path, text, 1);

    assertThat(PseudoFaults.SHARED.allFired()).isTrue();
    assertThat(job.counter(HailCounter.BLOCKS_INDEXED)).isEqualTo(BLOCKS - 1);
    assertThat(job.counter(HailCounter.BLOCKS_NOT_INDEXED)).isOne();
    fixture.awaitCollected();
    fixture.awaitSound(path);
    boolean sent = fixture.stored().size() == BLOCKS;
    assertThat(sent).isEqualTo(point.equals(Point.after(PseudoStep.SEND)));
    // The next job makes what is missing.
    fixture.run(path, text, 2);
    assertThat(fixture.pseudo(path)).hasSize(BLOCKS);
    dropAndWait(path);
  }

  private static void dropAndWait(Path path) throws Exception {
    fixture.drop(path);
    Waiting.until("datanodes have dropped them", () -> fixture.stored().isEmpty());
  }

  static List<Point> stepsOfTasks() {
    return Point.ofTasks();
  }

  @ParameterizedTest
  @MethodSource("stepsOfTasks")
  void attempt_stoppedAtStep_hindersNoOtherAndLeavesNothing(Point point) throws Exception {
    Path path = indexedByEachCase();
    Gate gate = new Gate();
    PseudoFaults.SHARED.arm(point, gate);
    DirectRun stopped = fixture.plan(path, 3);
    Future<?> first = threads.submit(() -> read(stopped));
    gate.awaitComeOrEnd();

    DirectRun second = fixture.run(path, text, 3);

    long sent = point.equals(Point.after(PseudoStep.SEND)) ? 1 : 0;
    assertThat(second.counter(HailCounter.BLOCKS_INDEXED)).isEqualTo(BLOCKS - sent);
    fixture.awaitCollected();
    fixture.awaitSound(path);
    List<String> replicas = fixture.stored();
    // The first attempt goes on, as one does that was taken for dead.
    gate.open();
    first.get();
    IndexingFixture.assertAnswer(stopped, text, 3);
    assertThat(replicas).hasSize(BLOCKS);
    // The late attempt may have sent one that is refused, which lies there for a moment.
    Waiting.untilEqual("what is stored", replicas, fixture::stored);
    fixture.awaitCollected();
    fixture.awaitSound(path);
    dropAndWait(path);
  }

  private static Void read(DirectRun run) throws Exception {
    run.read(rows -> {});
    return null;
  }

  @ParameterizedTest
  @EnumSource(names = {"GRANT", "ADMIT", "SEND"})
  void twoJobs_indexingSameBlock_haveOneWinner(PseudoStep step) throws Exception {
    Path path = uploadOneBlock();
    CyclicBarrier both = new CyclicBarrier(2);
    for (int i = 0; i < 2; i++) {
      PseudoFaults.SHARED.arm(Point.before(step), () -> meet(both));
    }
    List<DirectRun> jobs = List.of(fixture.plan(path, 4), fixture.plan(path, 4));
    List<Future<?>> running = new ArrayList<>();
    for (DirectRun job : jobs) {
      running.add(threads.submit(() -> read(job)));
    }
    long indexed = 0;
    for (int i = 0; i < 2; i++) {
      running.get(i).get();
      IndexingFixture.assertAnswer(jobs.get(i), text, 4);
      indexed += jobs.get(i).counter(HailCounter.BLOCKS_INDEXED);
    }
    assertThat(indexed).isOne();
    fixture.awaitCollected();
    Waiting.untilEqual("the number of replicas", 1, () -> fixture.stored().size());
    fixture.awaitSound(path);
    remove(path);
  }

  private static void meet(CyclicBarrier barrier) throws IOException {
    try {
      barrier.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted at a barrier of a test");
    } catch (BrokenBarrierException e) {
      throw new IOException(e);
    }
  }

  private static final List<Point> MOMENTS =
      List.of(
          Point.after(PseudoStep.SORT),
          Point.before(PseudoStep.ADMIT),
          Point.after(PseudoStep.ADMIT),
          Point.before(PseudoStep.SEND),
          Point.after(PseudoStep.SEND));

  static List<Point> moments() {
    return MOMENTS;
  }

  /** What becomes of a file while it is indexed. */
  private enum SourceChange {
    DELETE,
    OVERWRITE,
    RENAME
  }

  /** Each change at each moment. */
  static Stream<Arguments> changes() {
    return Stream.of(SourceChange.values())
        .flatMap(change -> MOMENTS.stream().map(point -> Arguments.of(change, point)));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void source_deletedDuringIndexing_takesItsReplicaWithIt(SourceChange change, Point point)
      throws Exception {
    String other = Visits.text(43, ROWS);
    Path path = uploadOneBlock();
    PseudoFaults.SHARED.arm(
        point,
        () -> {
          if (change == SourceChange.RENAME) {
            assertThat(fixture.fs().rename(path, elsewhere(path))).isTrue();
            return;
          }
          fixture.fs().delete(path, false);
          if (change == SourceChange.OVERWRITE) {
            fixture.upload(path.getName(), other, 1 << 20);
          }
        });

    fixture.run(path, text, 5);

    assertThat(PseudoFaults.SHARED.allFired()).isTrue();
    Path left = change == SourceChange.RENAME ? elsewhere(path) : path;
    assertThat(fixture.fs().exists(left)).isEqualTo(change != SourceChange.DELETE);
    fixture.awaitCollected();
    if (change == SourceChange.DELETE) {
      Waiting.until("its replica is gone", () -> fixture.stored().isEmpty());
      return;
    }
    fixture.awaitSound(left);
    if (change == SourceChange.OVERWRITE) {
      Waiting.untilEqual("what is stored", List.of(), fixture::stored);
    }
    // What is left is indexed like any other file.
    fixture.run(left, change == SourceChange.OVERWRITE ? other : text, 6);
    assertThat(fixture.pseudo(left)).hasSize(1);
    remove(left);
  }

  /** The first block is not sorted before a row of the next one was mapped. */
  @Test
  void block_whileNextIsMapped_isSorted() throws Exception {
    String rows = Visits.text(44, 6 * ROWS);
    Path path = fixture.upload(rows, BLOCK_BYTES);
    int blocks = fixture.blocks(path).size();
    assertThat(blocks).isGreaterThan(6);
    DirectRun job = fixture.plan(path, 10);
    // Every 50th line is a bad record, so each block has something for the map function.
    assertThat(job.splits()).hasSizeBetween(3, blocks / 2);
    CountDownLatch mapped = new CountDownLatch(1);
    PseudoFaults.SHARED.arm(
        Point.before(PseudoStep.SORT),
        () -> {
          try {
            if (!mapped.await(2, TimeUnit.MINUTES)) {
              throw new IOException("No row was mapped while a block waited to be sorted");
            }
          } catch (InterruptedException e) {
            throw new IOException(e);
          }
        });

    job.read(
        row -> {
          if (job.counter(HailCounter.BLOCKS_OFFERED) > 0) {
            mapped.countDown();
          }
        });

    IndexingFixture.assertAnswer(job, rows, 10);
    assertThat(job.counter(HailCounter.BLOCKS_NOT_INDEXED)).isZero();
    assertThat(job.counter(HailCounter.BLOCKS_INDEXED)).isEqualTo(blocks);
    remove(path);
  }

  private static Path elsewhere(Path path) {
    return path.suffix("-elsewhere");
  }

  @ParameterizedTest
  @MethodSource("moments")
  void namenode_failingOverAtStep_costsNoIndex(Point point) throws Exception {
    assertIndexedInSpiteOf(point, () -> failover());
  }

  private static void failover() throws IOException {
    fixture.cluster().failover();
  }

  @Test
  void namenodes_restartingInMidJob_costNoIndex() throws Exception {
    assertIndexedInSpiteOf(
        Point.after(PseudoStep.SORT), () -> fixture.cluster().restartNameNodes());
  }

  @Test
  void eagerJob_afterFailover_isGrantedNothingMore() throws Exception {
    Path path = upload();
    DirectRun job = fixture.plan(path, 12, "eager", "1");
    failover();

    read(job);

    IndexingFixture.assertAnswer(job, text, 12);
    assertThat(job.counter(HailCounter.BLOCKS_OFFERED)).isZero();
    DirectRun next = fixture.plan(path, 12, "eager", "1");
    read(next);
    assertThat(next.counter(HailCounter.BLOCKS_INDEXED)).isEqualTo(BLOCKS);
    remove(path);
  }

  private static void assertIndexedInSpiteOf(Point point, Action event) throws Exception {
    Path path = uploadOneBlock();
    PseudoFaults.SHARED.arm(point, event);

    DirectRun job = fixture.run(path, text, 7);

    assertThat(PseudoFaults.SHARED.allFired()).isTrue();
    assertThat(job.counter(HailCounter.BLOCKS_NOT_INDEXED)).isZero();
    Waiting.until("readers are told of its replica", () -> fixture.pseudo(path).size() == 1);
    fixture.awaitSound(path);
    remove(path);
  }

  @Test
  void datanode_dyingBeforeStore_isReplacedByAnother() throws Exception {
    Path path = upload();
    List<StoppedDataNode> stopped = new ArrayList<>();
    PseudoFaults.SHARED.arm(
        Point.before(PseudoStep.SEND),
        () ->
            stopped.add(
                fixture.jobs().loseDataNode(fixture.targetOf(path, fixture.blocks(path).get(0)))));

    DirectRun job = fixture.run(path, text, 8);

    assertThat(stopped).hasSize(1);
    assertThat(job.counter(HailCounter.BLOCKS_NOT_INDEXED)).isZero();
    assertThat(job.counter(HailCounter.BLOCKS_INDEXED)).isEqualTo(BLOCKS);
    assertThat(fixture.pseudo(path))
        .hasSize(BLOCKS)
        .noneMatch(replica -> replica.datanodeUuid().equals(stopped.get(0).uuid()));
    fixture.jobs().startDataNode(stopped.get(0));
    fixture.awaitCollected();
    fixture.awaitSound(path);
    remove(path);
  }

  @Test
  void twoDatanodes_withSameReplica_endWithOne() throws Exception {
    Path path = uploadOneBlock();
    fixture.run(path, text, 8);
    List<String> first = fixture.stored();
    StoppedDataNode stopped =
        fixture.jobs().loseDataNode(fixture.pseudo(path).get(0).datanodeUuid());
    Waiting.until("readers are not told of it", () -> fixture.pseudo(path).isEmpty());
    DirectRun job = fixture.run(path, text, 9);
    assertThat(job.counter(HailCounter.BLOCKS_INDEXED)).isOne();
    List<String> second = fixture.stored();
    assertThat(second).hasSize(1).isNotEqualTo(first);

    fixture.jobs().startDataNode(stopped);

    Waiting.until("one of them is dropped", () -> fixture.stored().size() == 1);
    fixture.awaitSound(path);
    fixture.run(path, text, 10);
    remove(path);
  }

  @Test
  void disks_fillingUpUnderReplica_costOnlyThatIndex() throws Exception {
    Path path = uploadOneBlock();
    PseudoFaults.SHARED.arm(Point.before(PseudoStep.SEND), () -> setCapacity(1));
    DirectRun job;
    try {
      job = fixture.run(path, text, 10);
    } finally {
      setCapacity(DiskCapacity.THAT_OF_THE_DISK);
    }
    assertThat(PseudoFaults.SHARED.allFired()).isTrue();
    assertThat(job.counter(HailCounter.BLOCKS_NOT_INDEXED)).isOne();
    fixture.awaitCollected();
    Waiting.untilEqual("what is stored", List.of(), fixture::stored);
    fixture.run(path, text, 11);
    assertThat(fixture.pseudo(path)).hasSize(1);
    fixture.awaitSound(path);
    remove(path);
  }

  /** Sets how many bytes each disk of the datanodes has, and has them tell the namenodes. */
  private static void setCapacity(long bytes) throws IOException {
    for (DataNode node : fixture.cluster().dfs().getDataNodes()) {
      DiskCapacity.set(node, bytes);
      DataNodeTestUtils.triggerHeartbeat(node);
    }
  }
}
