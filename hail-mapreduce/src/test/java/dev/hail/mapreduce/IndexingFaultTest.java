// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.client.pseudo.BlockIndexer;
import dev.hail.client.pseudo.PseudoName;
import dev.hail.client.pseudo.PseudoStep;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.format.block.BlockSorter;
import dev.hail.mapreduce.PseudoFaults.Action;
import dev.hail.mapreduce.PseudoFaults.Point;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.HailMiniCluster.StoppedDataNode;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import dev.hail.protocol.PseudoReplica;
import dev.hail.protocol.Publication;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
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
import org.junit.jupiter.params.provider.ValueSource;

/** Faults at each step of the making of a pseudo replica. */
@Timeout(900)
final class IndexingFaultTest {
  private static final int BLOCKS = 2;
  private static final int ROWS = 1_200;
  private static final long BLOCK_BYTES = 48 << 10;
  private static final long THAT_OF_THE_DISK = -1;

  /** As many as the namenode publishes at the same time. */
  private static final int HELD_UP = 4;

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

  /** Removes files and waits until its replicas are gone, so that tests do not meet. */
  private static void remove(List<Path> paths) throws Exception {
    for (Path path : paths) {
      fixture.fs().delete(path, false);
    }
    JobFixture.await("their replicas are collected", () -> fixture.stored().isEmpty());
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

  @Test
  void aStepThatThrowsCostsOneIndexAndNoRow() throws Exception {
    assertAFaultCostsOneIndexAndNoRow("io", Point.all());
  }

  @Test
  void aStepThatThrowsWhatNobodyExpectsCostsOneIndexAndNoRow() throws Exception {
    assertAFaultCostsOneIndexAndNoRow(
        "runtime",
        List.of(
            Point.before(PseudoStep.SORT),
            Point.before(PseudoStep.WRITE),
            Point.after(PseudoStep.PUBLISH),
            Point.before(PseudoStep.CHECK),
            Point.after(PseudoStep.GRANT),
            Point.after(PseudoStep.RENAME)));
  }

  private static void assertAFaultCostsOneIndexAndNoRow(String fault, List<Point> points)
      throws Exception {
    Path path = upload();
    for (Point point : points) {
      PseudoFaults.SHARED.arm(point, failure(fault, point));

      DirectRun job = fixture.run(path, text, 1);

      assertThat(PseudoFaults.SHARED.allFired()).as("%s", point).isTrue();
      assertThat(job.counter(HailCounter.BLOCKS_INDEXED)).as("%s", point).isEqualTo(BLOCKS - 1);
      assertThat(job.counter(HailCounter.BLOCKS_NOT_INDEXED)).as("%s", point).isOne();
      fixture.awaitCollected();
      fixture.awaitSound(path);
      boolean renamed = fixture.stored().size() == BLOCKS;
      assertThat(renamed)
          .as("%s", point)
          .isEqualTo(
              point.equals(Point.after(PseudoStep.PUBLISH))
                  || point.equals(Point.after(PseudoStep.RENAME))
                  || point.step() == PseudoStep.REGISTER);
      fixture.run(path, text, 2);
      assertThat(fixture.pseudo(path)).as("%s", point).hasSize(BLOCKS);
      fixture.drop(path);
    }
    remove(List.of(path));
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

      long published = point.equals(Point.after(PseudoStep.PUBLISH)) ? 1 : 0;
      assertThat(second.counter(HailCounter.BLOCKS_INDEXED))
          .as("%s", point)
          .isEqualTo(BLOCKS - published);
      fixture.awaitCollected();
      fixture.awaitSound(path);
      List<String> replicas = fixture.stored();
      // As one does that was taken for dead.
      gate.open();
      first.get();
      IndexingFixture.assertAnswer(stopped, text, 3);
      assertThat(fixture.stored()).as("%s", point).isEqualTo(replicas).hasSize(BLOCKS);
      assertThat(fixture.staged()).as("%s", point).isEmpty();
      fixture.awaitSound(path);
      fixture.drop(path);
    }
    remove(List.of(path));
  }

  private static Void read(DirectRun run) throws Exception {
    run.read(rows -> {});
    return null;
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUBLISH", "CHECK", "RENAME"})
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
      assertThat(jobs.get(i).counter(HailCounter.BLOCKS_NOT_INDEXED)).isZero();
      indexed += jobs.get(i).counter(HailCounter.BLOCKS_INDEXED);
    }
    assertThat(indexed).isOne();
    assertThat(fixture.staged()).isEmpty();
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

  @Test
  void publicationsThatAreHeldUpLeaveTheNamenodeFreeForOthers() throws Exception {
    Path path = fixture.upload(text, BLOCK_BYTES / 4);
    Configuration conf = fixture.cluster().configuration();
    HailFile file = HailFile.open(conf, path);
    assertThat(file.blocks()).hasSizeGreaterThan(HELD_UP);
    BlockIndexer indexer = new BlockIndexer(conf, file, IndexingFixture.DURATION, "held-up");
    List<Gate> gates = new ArrayList<>();
    List<Future<?>> held = new ArrayList<>();
    try (HailClientProtocol directory = HailProxies.clientProxy(conf, fixture.cluster().uri())) {
      for (HailBlock block : file.blocks().subList(0, HELD_UP)) {
        Gate gate = new Gate();
        gates.add(gate);
        PseudoFaults.SHARED.arm(Point.before(PseudoStep.CHECK), gate);
        held.add(threads.submit(() -> indexer.index(block)));
      }
      for (Gate gate : gates) {
        gate.awaitComeOrEnd();
      }
      HailBlock next = file.blocks().get(HELD_UP);
      PseudoName name =
          new PseudoName(
              next.id(), next.located().getBlock().getGenerationStamp(), IndexingFixture.DURATION);
      Publication another =
          new Publication(
              path.toUri().getPath(),
              name.blockId(),
              name.generationStamp(),
              name.sortAttribute(),
              "/.hail/staging/" + name.stagedName("nobody"));
      // As often as the namenode has handlers: it is put off before anything is looked at.
      for (int i = 0; i < 10; i++) {
        assertThat(directory.publish(another).outcome())
            .isEqualTo(Publication.Outcome.NOT_REPORTED);
      }
      assertThat(fixture.pseudo(path)).isEmpty();
      gates.forEach(Gate::open);
      for (Future<?> one : held) {
        one.get();
      }
      assertThatThrownBy(() -> directory.publish(another))
          .isInstanceOf(FileNotFoundException.class);
    } finally {
      gates.forEach(Gate::open);
    }
    assertThat(fixture.pseudo(path)).hasSize(HELD_UP);
    remove(List.of(path));
  }

  private static final List<Point> MOMENTS =
      List.of(
          Point.after(PseudoStep.SORT),
          Point.after(PseudoStep.CREATE),
          Point.after(PseudoStep.WRITE),
          Point.before(PseudoStep.CLAIM),
          Point.after(PseudoStep.CLAIM),
          Point.after(PseudoStep.CHECK),
          Point.after(PseudoStep.GRANT),
          Point.after(PseudoStep.RENAME),
          Point.after(PseudoStep.REGISTER));

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

  @ParameterizedTest
  @ValueSource(strings = {"other rows", "another user's file", "a directory"})
  void whatIsPutInPlaceOfAStagedFileIsNotPublished(String instead) throws Exception {
    Path path = uploadOneBlock();
    Path secret = fixture.fs().makeQualified(new Path("/secret"));
    PseudoFaults.SHARED.arm(
        Point.before(PseudoStep.CLAIM),
        () -> {
          Path staged = fixture.staged().get(0).getPath();
          assertThat(fixture.fs().rename(staged, new Path("/taken-away"))).isTrue();
          switch (instead) {
            case "other rows" -> copyOtherRows(staged);
            case "a directory" -> fixture.fs().mkdirs(staged);
            default -> {
              fixture.fs().create(secret).close();
              fixture.fs().setOwner(secret, "victim", "victims");
              assertThat(fixture.fs().rename(secret, staged)).isTrue();
            }
          }
        });

    DirectRun job = fixture.run(path, text, 7);

    assertThat(PseudoFaults.SHARED.allFired()).isTrue();
    assertThat(job.counter(HailCounter.BLOCKS_NOT_INDEXED)).isOne();
    assertThat(fixture.pseudo(path)).isEmpty();
    assertThat(fixture.stored()).isEmpty();
    fixture.fs().delete(new Path("/taken-away"), false);
    fixture.awaitCollected();
    fixture.run(path, text, 7);
    assertThat(fixture.pseudo(path)).hasSize(1);
    fixture.awaitSound(path);
    remove(List.of(path));
  }

  /** A block of HAIL's, sorted as the staged one is, of which datanodes have told. */
  private static void copyOtherRows(Path staged) throws IOException {
    Path other = fixture.upload("other", Visits.text(44, ROWS), 1 << 20);
    try (FSDataInputStream in = fixture.fs().open(other);
        FSDataOutputStream out = fixture.fs().create(staged, (short) 1)) {
      byte[] block = in.readAllBytes();
      out.write(BlockSorter.sort(block, block.length, 5));
    }
    fixture.fs().delete(other, false);
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
            Point.after(PseudoStep.CREATE), () -> fixture.cluster().restartNameNodes());
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
    assertThat(fixture.staged()).as("%s", point).isEmpty();
    JobFixture.await(
        "the replica indexed in spite of something " + point + " is told of",
        () -> fixture.pseudo(path).size() == 1);
    return path;
  }

  @Test
  void theDeathOfTheDatanodeThatStoredAStagedReplicaCostsThatIndexOnly() throws Exception {
    Path path = upload();
    HailMiniCluster cluster = fixture.cluster();
    List<StoppedDataNode> stopped = new ArrayList<>();
    PseudoFaults.SHARED.arm(
        Point.after(PseudoStep.WRITE),
        () -> stopped.add(stopHolder(fixture.staged().get(0).getPath())));

    DirectRun job = fixture.run(path, text, 8);

    assertThat(stopped).hasSize(1);
    assertThat(job.counter(HailCounter.BLOCKS_NOT_INDEXED)).isOne();
    assertThat(job.counter(HailCounter.BLOCKS_INDEXED)).isEqualTo(BLOCKS - 1);
    fixture.run(path, text, 9);
    assertThat(fixture.pseudo(path)).hasSize(BLOCKS);
    cluster.startDataNode(stopped.get(0));
    cluster.awaitDataNodes();
    cluster.awaitHail();
    fixture.awaitCollected();
    fixture.awaitSound(path);
    remove(List.of(path));
  }

  @Test
  void aLostReplicaThatIsCollectedDoesNotTakeTheOneMadeInItsPlaceWithIt() throws Exception {
    Path path = uploadOneBlock();
    fixture.run(path, text, 8);
    CountDownLatch found = new CountDownLatch(1);
    CountDownLatch madeAnew = new CountDownLatch(1);
    CountDownLatch collected = new CountDownLatch(1);
    PseudoFaults.SHARED.arm(
        Point.before(PseudoStep.COLLECT),
        () -> {
          found.countDown();
          await(madeAnew);
        });
    PseudoFaults.SHARED.arm(Point.after(PseudoStep.COLLECT), collected::countDown);

    StoppedDataNode stopped = stopHolder(new Path(fixture.pseudo(path).get(0).path()));
    await(found);
    assertThat(fixture.pseudo(path)).isEmpty();
    DirectRun job = fixture.run(path, text, 9);
    assertThat(job.counter(HailCounter.BLOCKS_INDEXED)).isOne();
    List<PseudoReplica> made = fixture.pseudo(path);
    assertThat(made).hasSize(1);
    madeAnew.countDown();
    await(collected);

    assertThat(fixture.pseudo(path)).isEqualTo(made);
    assertThat(fixture.stored()).containsExactly(made.get(0).path());
    fixture.cluster().startDataNode(stopped);
    fixture.cluster().awaitDataNodes();
    fixture.cluster().awaitHail();
    fixture.awaitSound(path);
    remove(List.of(path));
  }

  @Test
  void aReplicaThatWasListedIsNotTakenForTheOneMadeInItsPlaceMeanwhile() throws Exception {
    Path path = uploadOneBlock();
    fixture.run(path, text, 8);
    List<PseudoReplica> before = fixture.pseudo(path);
    Path directory = new Path(before.get(0).path()).getParent();
    CountDownLatch listed = new CountDownLatch(1);
    CountDownLatch madeAnew = new CountDownLatch(1);
    CountDownLatch nextRound = new CountDownLatch(1);
    CountDownLatch looked = new CountDownLatch(1);
    PseudoFaults.SHARED.arm(
        Point.before(PseudoStep.COLLECT),
        () -> {
          listed.countDown();
          await(madeAnew);
        });
    PseudoFaults.SHARED.arm(
        Point.before(PseudoStep.COLLECT),
        () -> {
          nextRound.countDown();
          await(looked);
        });

    // Of no block, and listed before all others.
    putFile(new Path(directory, "0_1_5"));
    await(listed);
    fixture.drop(path);
    DirectRun job = fixture.run(path, text, 9);
    assertThat(job.counter(HailCounter.BLOCKS_INDEXED)).isOne();
    List<PseudoReplica> made = fixture.pseudo(path);
    assertThat(made).hasSize(1).isNotEqualTo(before);
    putFile(new Path(directory, "0_2_5"));
    madeAnew.countDown();
    await(nextRound);

    assertThat(fixture.pseudo(path)).isEqualTo(made);
    looked.countDown();
    JobFixture.await("the other file is collected", () -> fixture.stored().size() == 1);
    fixture.awaitSound(path);
    remove(List.of(path));
  }

  @Test
  void aNamenodeThatIsActiveAgainForgetsWhatItKnewBeforeTheOtherOneWas() throws Exception {
    Path first = uploadOneBlock();
    fixture.run(first, text, 8);
    Path directory = new Path(fixture.pseudo(first).get(0).path()).getParent();
    Path second = uploadOneBlock();
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch activeAgain = new CountDownLatch(1);
    PseudoFaults.SHARED.arm(
        Point.before(PseudoStep.COLLECT),
        () -> {
          held.countDown();
          await(activeAgain);
        });
    putFile(new Path(directory, "0_1_5"));
    // It does not notice that it is not the active one meanwhile.
    await(held);
    failOver();
    fixture.jobs().awaitPseudoReplicas(second);
    fixture.run(second, text, 8);
    assertThat(fixture.pseudo(second)).hasSize(1);

    failOver();
    activeAgain.countDown();
    fixture.run(second, text, 9);

    fixture.awaitSound(first, second);
    assertThat(fixture.pseudo(second)).hasSize(1);
    remove(List.of(first, second));
  }

  private static void putFile(Path path) throws IOException {
    Path elsewhere = new Path("/put-there");
    fixture.fs().create(elsewhere).close();
    assertThat(fixture.fs().rename(elsewhere, path)).isTrue();
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      assertThat(latch.await(2, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new InterruptedIOException("Interrupted while waiting for another thread");
    }
  }

  @Test
  void disksThatFillUpUnderAStagedReplicaCostThatIndexOnly() throws Exception {
    Path path = uploadOneBlock();
    PseudoFaults.SHARED.arm(Point.before(PseudoStep.WRITE), () -> setCapacity(1));
    DirectRun job;
    try {
      job = fixture.run(path, text, 10);
    } finally {
      setCapacity(THAT_OF_THE_DISK);
    }
    assertThat(PseudoFaults.SHARED.allFired()).isTrue();
    assertThat(job.counter(HailCounter.BLOCKS_NOT_INDEXED)).isOne();
    assertThat(fixture.staged()).isEmpty();
    assertThat(fixture.stored()).isEmpty();
    JobFixture.await(
        "the namenode knows of the room there is again",
        () ->
            Arrays.stream(fixture.cluster().fileSystem().getDataNodeStats(DatanodeReportType.LIVE))
                .allMatch(node -> node.getRemaining() > 1));
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

  private static StoppedDataNode stopHolder(Path replica) throws IOException {
    DatanodeInfo holder =
        ((HdfsLocatedFileStatus) fixture.fs().listLocatedStatus(replica).next())
            .getLocatedBlocks()
            .get(0)
            .getLocations()[0];
    List<DataNode> nodes = fixture.cluster().dfs().getDataNodes();
    for (int i = 0; i < nodes.size(); i++) {
      if (nodes.get(i).getDatanodeUuid().equals(holder.getDatanodeUuid())) {
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
    throw new IOException("No datanode of this cluster is " + holder);
  }
}
