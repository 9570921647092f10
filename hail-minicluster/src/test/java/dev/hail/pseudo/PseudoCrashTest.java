// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.pseudo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.client.HdfsPath;
import dev.hail.client.pseudo.ReplicaSender;
import dev.hail.client.read.PinnedReplicaSource;
import dev.hail.conf.HailConfigKeys;
import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.fault.FaultFiles;
import dev.hail.fault.FaultyDatasetFactory;
import dev.hail.format.block.sort.BlockSorter;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import dev.hail.minicluster.process.Daemon;
import dev.hail.minicluster.process.ProcessCluster;
import dev.hail.protocol.PseudoReplicaId;
import dev.hail.testing.LiveFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The datanode that takes a pseudo replica dies at a step of that. */
final class PseudoCrashTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int VISITS = 2;

  /**
   * Where the process ends, as by {@code kill -9}.
   *
   * @param unfinished files of the replica that lie where unfinished ones do
   * @param finished files of the replica that have their place
   * @param kept whether it is served by the next process
   */
  private record Point(
      boolean before, ReplicaStep step, int unfinished, int finished, boolean kept) {}

  static List<Point> points() {
    return List.of(
        new Point(true, ReplicaStep.VERIFY_PSEUDO, 2, 0, false),
        new Point(true, ReplicaStep.RENAME_PSEUDO_DATA, 1, 1, false),
        new Point(false, ReplicaStep.RENAME_PSEUDO_DATA, 0, 2, true));
  }

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private static java.nio.file.Path directory;

  private static java.nio.file.Path faults;
  private static ProcessCluster cluster;
  private static DistributedFileSystem fs;

  @BeforeAll
  static void start() throws Exception {
    faults = Files.createDirectories(directory.resolve("faults"));
    ProcessCluster.Builder builder =
        ProcessCluster.builder()
            .directory(directory.resolve("cluster"))
            .dataNodes(1)
            .heap("256m")
            .set(DFSConfigKeys.DFS_NAMENODE_MIN_BLOCK_SIZE_KEY, "0")
            .set(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, "1s")
            .set(HailConfigKeys.DATANODE_HEARTBEAT_INTERVAL, "300ms");
    FaultyDatasetFactory.use(builder::set, faults);
    cluster = builder.start();
    fs = cluster.newFileSystem();
  }

  @AfterAll
  static void stop() throws Exception {
    if (cluster != null) {
      cluster.close();
    }
  }

  @ParameterizedTest
  @MethodSource("points")
  void replica_whereverDatanodeDies_isWholeOrGone(Point point) throws Exception {
    Daemon datanode = cluster.dataNodes().get(0);
    byte[] block = TestBlocks.block(81, 2_000, 1, 3);
    byte[] sorted = BlockSorter.sort(block, block.length, VISITS);
    Path path = new Path("/" + point.before() + "-" + point.step());
    TestBlocks.write(fs, path, 1, block);

    // The datanode dies while it takes the replica.
    FaultFiles.arm(faults, point.before(), point.step(), "halt");
    assertThatThrownBy(() -> send(path, sorted)).isInstanceOf(IOException.class);
    Waiting.until("the datanode dies at " + point, datanode::hasEnded);
    List<String> left = files(datanode, pseudo(path).getBlock());
    assertThat(left).filteredOn(name -> name.contains("/v1/tmp/")).hasSize(point.unfinished());
    assertThat(left).filteredOn(name -> name.contains("/v1/finalized/")).hasSize(point.finished());

    // The next process serves a replica that is whole, and deletes any other.
    datanode.restart();
    cluster.awaitHealthy(PATIENCE);
    if (point.kept()) {
      Waiting.until("it is served", () -> isServed(path, sorted));
    } else {
      Waiting.until("nothing is left", () -> files(datanode, pseudo(path).getBlock()).isEmpty());
      assertThatThrownBy(() -> read(path)).isInstanceOf(IOException.class);
      send(path, sorted);
      assertThat(read(path)).isEqualTo(sorted);
    }
  }

  /** The pseudo replica of a file's only block. */
  private static LocatedBlock pseudo(Path path) throws IOException {
    LocatedBlock source = TestBlocks.located(fs, path).get(0);
    ExtendedBlock block = source.getBlock();
    long id = new PseudoReplicaId(block.getBlockId(), VISITS).blockId();
    LocatedBlock located =
        new LocatedBlock(
            new ExtendedBlock(
                block.getBlockPoolId(), id, block.getNumBytes(), block.getGenerationStamp()),
            new DatanodeInfo[] {source.getLocations()[0]});
    located.setStartOffset(0);
    return located;
  }

  private static void send(Path path, byte[] bytes) throws IOException {
    LocatedBlock pseudo = pseudo(path);
    new ReplicaSender(fs.getClient())
        .send(
            pseudo.getBlock(),
            pseudo.getLocations()[0],
            StorageType.DISK,
            PseudoReplicaId.STORAGE_ID,
            new Token<>(),
            bytes,
            bytes.length);
  }

  private static byte[] read(Path path) throws IOException {
    LocatedBlock pseudo = pseudo(path);
    byte[] bytes = new byte[(int) pseudo.getBlockSize()];
    try (PinnedReplicaSource in =
        PinnedReplicaSource.open(new HdfsPath(fs, path), pseudo, pseudo.getLocations()[0])) {
      in.readFully(0, bytes, 0, bytes.length);
    }
    return bytes;
  }

  /** Datanodes look for them after they have reported their blocks. */
  private static boolean isServed(Path path, byte[] sorted) {
    try {
      assertThat(read(path)).isEqualTo(sorted);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  private static List<String> files(Daemon datanode, ExtendedBlock pseudo) throws IOException {
    String name = "/" + pseudo.getBlockName();
    return LiveFiles.find(datanode.directory().resolve("data"), Files::isRegularFile).stream()
        .map(java.nio.file.Path::toString)
        .filter(file -> file.contains("/hail/v1/") && file.contains(name))
        .toList();
  }
}
