// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.read.HailBlock;
import dev.hail.mapreduce.PseudoFaults.Action;
import dev.hail.mapreduce.PseudoFaults.Point;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.HailMiniCluster.StoppedDataNode;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import dev.hail.protocol.IndexRequest;
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
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNodeAdapter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults at each step of the making of a pseudo replica. */
@Timeout(900)
final class IndexingFaultTest {
  private static final int BLOCKS = 2;
  private static final int ROWS = 1_200;
  private static final long BLOCK_BYTES = 48 << 10;
  private static final long THAT_OF_THE_DISK = -1;

  private static IndexingFixture fixture;
  private static ExecutorService threads;
  private static String text;

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

  private static Path uploadOneBlock() throws IOException {
    Path path = fixture.upload(text, 1 << 20);
    assertThat(fixture.blocks(path)).hasSize(1);
    return path;
  }

  /** Removes files and waits until their replicas are gone, so that tests do not meet. */
  private static void remove(List<Path> paths) throws Exception {
    for (Path path : paths) {
      fixture.fs().delete(path, false);
    }
    JobFixture.await("their replicas are gone", () -> fixture.stored().isEmpty());
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

  @ParameterizedTest
  @ValueSource(strings = {"io", "runtime"})
  void aStepThatThrowsCostsOneIndexAndNoRow(String fault) throws Exception {
    Path path = upload();
    for (Point point : Point.all()) {
      PseudoFaults.SHARED.arm(point, failure(fault, point));

      DirectRun job = fixture.run(path, text, 1);

      assertThat(PseudoFaults.SHARED.allFired()).as("%s", point).isTrue();
      assertThat(job.counter(HailCounter.BLOCKS_INDEXED)).as("%s", point).isEqualTo(BLOCKS - 1);
      assertThat(job.counter(HailCounter.BLOCKS_NOT_INDEXED)).as("%s", point).isOne();
      fixture.awaitCollected();
      fixture.awaitSound(path);
      boolean sent = fixture.stored().size() == BLOCKS;
      assertThat(sent).as("%s", point).isEqualTo(point.equals(Point.after(PseudoStep.SEND)));
      fixture.run(path, text, 2);
      assertThat(fixture.pseudo(path)).as("%s", point).hasSize(BLOCKS);
      dropAndWait(path);
    }
    remove(List.of(path));
  }

  private static void dropAndWait(Path path) throws Exception {
    fixture.drop(path);
    JobFixture.await("datanodes have dropped them", () -> fixture.stored().isEmpty());
  }

  @Test
  void anAttemptThatStopsAtAStepHindersNoOtherAndLeavesNothing() throws Exception {
    Path path = upload();
    for (Point point : Point.ofTasks()) {
      Gate gate = new Gate();
      PseudoFaults.SHARED.arm(point, gate);
      DirectRun stopped = fixture.plan(path, 3);
      Future<?> first = threads.submit(() -> read(stopped));
      gate.awaitComeOrEnd();

      DirectRun second = fixture.run(path, text, 3);

      long sent = point.equals(Point.after(PseudoStep.SEND)) ? 1 : 0;
      assertThat(second.counter(HailCounter.BLOCKS_INDEXED))
          .as("%s", point)
          .isEqualTo(BLOCKS - sent);
      fixture.awaitCollected();
      fixture.awaitSound(path);
      List<String> replicas = fixture.stored();
      // As one does that was taken for dead.
      gate.open();
      first.get();
      IndexingFixture.assertAnswer(stopped, text, 3);
      assertThat(fixture.stored()).as("%s", point).isEqualTo(replicas).hasSize(BLOCKS);
      fixture.awaitCollected();
      fixture.awaitSound(path);
      dropAndWait(path);
    }
    remove(List.of(path));
  }

  private static Void read(DirectRun run) throws Exception {
    run.read(rows -> {});
    return null;
  }

  @ParameterizedTest
  @EnumSource(names = {"GRANT", "ADMIT", "SEND"})
  void ofTwoJobsThatIndexABlockAtOnceOneWins(PseudoStep step) throws Exception {
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
    assertThat(fixture.stored()).hasSize(1);
    fixture.awaitSound(path);
    remove(List.of(path));
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

  @ParameterizedTest
  @ValueSource(strings = {"delete", "overwrite", "rename"})
  void aSourceThatGoesWhileItIsIndexedTakesItsReplicaWithIt(String change) throws Exception {
    String other = Visits.text(43, ROWS);
    List<Path> left = new ArrayList<>();
    for (Point point : MOMENTS) {
      Path path = uploadOneBlock();
      PseudoFaults.SHARED.arm(
          point,
          () -> {
            if (change.equals("rename")) {
              assertThat(fixture.fs().rename(path, elsewhere(path))).isTrue();
              return;
            }
            fixture.fs().delete(path, false);
            if (change.equals("overwrite")) {
              fixture.upload(path.getName(), other, 1 << 20);
            }
          });

      fixture.run(path, text, 5);

      assertThat(PseudoFaults.SHARED.allFired()).as("%s", point).isTrue();
      switch (change) {
        case "rename" -> left.add(elsewhere(path));
        case "overwrite" -> left.add(path);
        default -> assertThat(fixture.fs().exists(path)).isFalse();
      }
    }
    fixture.awaitCollected();
    fixture.awaitSound(left.toArray(Path[]::new));
    if (!change.equals("rename")) {
      assertThat(fixture.stored()).isEmpty();
    }
    for (Path path : left) {
      fixture.run(path, change.equals("overwrite") ? other : text, 6);
      assertThat(fixture.pseudo(path)).hasSize(1);
    }
    remove(left);
  }

  /** The first block is not sorted before a row of the next one was mapped. */
  @Test
  void aBlockIsSortedWhileTheNextOneIsMapped() throws Exception {
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
    remove(List.of(path));
  }

  private static Path elsewhere(Path path) {
    return path.suffix("-elsewhere");
  }

  @Test
  void aNamenodeThatFailsOverAtAStepCostsNoIndex() throws Exception {
    List<Path> paths = new ArrayList<>();
    for (Point point : MOMENTS) {
      paths.add(assertIndexedInSpiteOf(point, () -> failOver()));
    }
    fixture.awaitSound(paths.toArray(Path[]::new));
    remove(paths);
  }

  private static void failOver() throws IOException {
    fixture.cluster().failOver();
  }

  @Test
  void namenodesThatRestartInMidJobCostNoIndex() throws Exception {
    Path path =
        assertIndexedInSpiteOf(
            Point.after(PseudoStep.SORT), () -> fixture.cluster().restartNameNodes());
    fixture.awaitSound(path);
    remove(List.of(path));
  }

  @Test
  void anEagerJobIsGrantedNothingMoreByANamenodeThatTookOver() throws Exception {
    Path path = upload();
    DirectRun job = fixture.plan(path, 12, "eager", "1");
    failOver();

    read(job);

    IndexingFixture.assertAnswer(job, text, 12);
    assertThat(job.counter(HailCounter.BLOCKS_OFFERED)).isZero();
    DirectRun next = fixture.plan(path, 12, "eager", "1");
    read(next);
    assertThat(next.counter(HailCounter.BLOCKS_INDEXED)).isEqualTo(BLOCKS);
    remove(List.of(path));
  }

  private static Path assertIndexedInSpiteOf(Point point, Action event) throws Exception {
    Path path = uploadOneBlock();
    PseudoFaults.SHARED.arm(point, event);

    DirectRun job = fixture.run(path, text, 7);

    assertThat(PseudoFaults.SHARED.allFired()).as("%s", point).isTrue();
    assertThat(job.counter(HailCounter.BLOCKS_NOT_INDEXED)).as("%s", point).isZero();
    JobFixture.await(
        "the replica indexed in spite of something " + point + " is told of",
        () -> fixture.pseudo(path).size() == 1);
    return path;
  }

  @Test
  void whereTheDatanodeThatIsToStoreAReplicaDiesAnotherOneStoresIt() throws Exception {
    Path path = upload();
    HailMiniCluster cluster = fixture.cluster();
    List<StoppedDataNode> stopped = new ArrayList<>();
    PseudoFaults.SHARED.arm(
        Point.before(PseudoStep.SEND),
        () -> stopped.add(stop(targetOf(path, fixture.blocks(path).get(0)))));

    DirectRun job = fixture.run(path, text, 8);

    assertThat(stopped).hasSize(1);
    assertThat(job.counter(HailCounter.BLOCKS_NOT_INDEXED)).isZero();
    assertThat(job.counter(HailCounter.BLOCKS_INDEXED)).isEqualTo(BLOCKS);
    assertThat(fixture.pseudo(path))
        .hasSize(BLOCKS)
        .noneMatch(replica -> replica.datanodeUuid().equals(stopped.get(0).uuid()));
    cluster.startDataNode(stopped.get(0));
    cluster.awaitDataNodes();
    cluster.awaitHail();
    fixture.awaitCollected();
    fixture.awaitSound(path);
    remove(List.of(path));
  }

  /** Where the index of a block is about to go: who asks again is sent there, too. */
  private static String targetOf(Path path, HailBlock block) throws IOException {
    try (HailClientProtocol directory =
        HailProxies.clientProxy(fixture.cluster().configuration(), fixture.cluster().uri())) {
      return directory
          .grantIndex(
              new IndexRequest(
                  path.toUri().getPath(),
                  block.id(),
                  block.located().getBlock().getGenerationStamp(),
                  IndexingFixture.DURATION,
                  "",
                  List.of()))
          .target()
          .datanodeUuid();
    }
  }

  @Test
  void ofTwoDatanodesWithTheSameReplicaOneDropsIt() throws Exception {
    Path path = uploadOneBlock();
    fixture.run(path, text, 8);
    List<String> first = fixture.stored();
    StoppedDataNode stopped = stop(fixture.pseudo(path).get(0).datanodeUuid());
    JobFixture.await("readers are not told of it", () -> fixture.pseudo(path).isEmpty());
    DirectRun job = fixture.run(path, text, 9);
    assertThat(job.counter(HailCounter.BLOCKS_INDEXED)).isOne();
    List<String> second = fixture.stored();
    assertThat(second).hasSize(1).isNotEqualTo(first);

    fixture.cluster().startDataNode(stopped);
    fixture.cluster().awaitDataNodes();
    fixture.cluster().awaitHail();

    JobFixture.await("one of them is dropped", () -> fixture.stored().size() == 1);
    fixture.awaitSound(path);
    fixture.run(path, text, 10);
    remove(List.of(path));
  }

  @Test
  void disksThatFillUpUnderAReplicaCostThatIndexOnly() throws Exception {
    Path path = uploadOneBlock();
    PseudoFaults.SHARED.arm(Point.before(PseudoStep.SEND), () -> setCapacity(1));
    DirectRun job;
    try {
      job = fixture.run(path, text, 10);
    } finally {
      setCapacity(THAT_OF_THE_DISK);
    }
    assertThat(PseudoFaults.SHARED.allFired()).isTrue();
    assertThat(job.counter(HailCounter.BLOCKS_NOT_INDEXED)).isOne();
    fixture.awaitCollected();
    assertThat(fixture.stored()).isEmpty();
    fixture.run(path, text, 11);
    assertThat(fixture.pseudo(path)).hasSize(1);
    fixture.awaitSound(path);
    remove(List.of(path));
  }

  /** Sets how many bytes each disk of the datanodes has, and has them tell the namenodes. */
  private static void setCapacity(long bytes) throws IOException {
    for (DataNode node : fixture.cluster().dfs().getDataNodes()) {
      try (FsDatasetSpi.FsVolumeReferences volumes = node.getFSDataset().getFsVolumeReferences()) {
        for (FsVolumeSpi volume : volumes) {
          ((FsVolumeImpl) volume).setCapacityForTesting(bytes);
        }
      }
      DataNodeTestUtils.triggerHeartbeat(node);
    }
  }

  private static StoppedDataNode stop(String datanodeUuid) throws IOException {
    List<DataNode> nodes = fixture.cluster().dfs().getDataNodes();
    for (int i = 0; i < nodes.size(); i++) {
      if (nodes.get(i).getDatanodeUuid().equals(datanodeUuid)) {
        DatanodeID id = nodes.get(i).getDatanodeId();
        StoppedDataNode stopped = fixture.cluster().stopDataNode(i);
        for (int namenode = 0; namenode < 2; namenode++) {
          FSNamesystem namesystem = fixture.cluster().dfs().getNamesystem(namenode);
          DFSTestUtil.setDatanodeDead(NameNodeAdapter.getDatanode(namesystem, id));
          BlockManagerTestUtil.checkHeartbeat(namesystem.getBlockManager());
        }
        return stopped;
      }
    }
    throw new IOException("No datanode of this cluster is " + datanodeUuid);
  }
}
