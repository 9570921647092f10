// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.pseudo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HailPinnedInputStream;
import org.apache.hadoop.hdfs.HailReplicaSender;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

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

  private static final List<Point> POINTS =
      List.of(
          new Point(true, ReplicaStep.VERIFY_PSEUDO, 2, 0, false),
          new Point(true, ReplicaStep.RENAME_PSEUDO_DATA, 1, 1, false),
          new Point(false, ReplicaStep.RENAME_PSEUDO_DATA, 0, 2, true));

  @Test
  void itIsWholeOrGoneWhereverItsDatanodeDies(
      @TempDir(cleanup = CleanupMode.ON_SUCCESS) java.nio.file.Path directory) throws Exception {
    java.nio.file.Path faults = directory.resolve("faults");
    Files.createDirectories(faults);
    try (ProcessCluster cluster = start(directory.resolve("cluster"), faults)) {
      DistributedFileSystem fs = cluster.newFileSystem();
      Daemon datanode = cluster.dataNodes().get(0);
      byte[] block = TestBlocks.block(81, 2_000, 1, 3);
      byte[] sorted = BlockSorter.sort(block, block.length, VISITS);
      for (Point point : POINTS) {
        Path path = new Path("/" + point.before() + "-" + point.step());
        TestBlocks.write(fs, path, 1, block);
        FaultFiles.arm(faults, point.before(), point.step(), "halt");
        assertThatThrownBy(() -> send(fs, path, sorted))
            .as("%s", point)
            .isInstanceOf(IOException.class);
        Waiting.until("the datanode dies at " + point, datanode::hasEnded);
        List<String> left = files(datanode, pseudo(fs, path).getBlock());
        assertThat(left.stream().filter(name -> name.contains("/v1/tmp/")).count())
            .as("%s at %s", left, point)
            .isEqualTo(point.unfinished());
        assertThat(left.stream().filter(name -> name.contains("/v1/finalized/")).count())
            .as("%s at %s", left, point)
            .isEqualTo(point.finished());

        datanode.restart();
        cluster.awaitHealthy(PATIENCE);
        if (!point.kept()) {
          Waiting.until(
              "nothing is left", () -> files(datanode, pseudo(fs, path).getBlock()).isEmpty());
          assertThatThrownBy(() -> read(fs, path)).isInstanceOf(IOException.class);
          send(fs, path, sorted);
          assertThat(read(fs, path)).isEqualTo(sorted);
        } else {
          Waiting.until("it is served", () -> isServed(fs, path, sorted));
        }
      }
    }
  }

  /** The pseudo replica of a file's only block. */
  private static LocatedBlock pseudo(DistributedFileSystem fs, Path path) throws IOException {
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

  private static void send(DistributedFileSystem fs, Path path, byte[] bytes) throws IOException {
    LocatedBlock pseudo = pseudo(fs, path);
    new HailReplicaSender(fs.getClient())
        .send(
            pseudo.getBlock(),
            pseudo.getLocations()[0],
            StorageType.DISK,
            PseudoReplicaId.STORAGE_ID,
            new Token<>(),
            bytes,
            bytes.length);
  }

  private static byte[] read(DistributedFileSystem fs, Path path) throws IOException {
    LocatedBlock pseudo = pseudo(fs, path);
    byte[] bytes = new byte[(int) pseudo.getBlockSize()];
    try (HailPinnedInputStream in =
        new HailPinnedInputStream(fs.getClient(), "/none", pseudo, pseudo.getLocations()[0])) {
      in.readFully(0, bytes, 0, bytes.length);
    }
    return bytes;
  }

  /** Datanodes look for them after they have reported their blocks. */
  private static boolean isServed(DistributedFileSystem fs, Path path, byte[] sorted) {
    try {
      assertThat(read(fs, path)).isEqualTo(sorted);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  private static List<String> files(Daemon datanode, ExtendedBlock pseudo) throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<java.nio.file.Path> files = Files.walk(datanode.directory().resolve("data"))) {
      files
          .map(java.nio.file.Path::toString)
          .filter(name -> name.contains("/hail/v1/") && name.contains("/" + pseudo.getBlockName()))
          .forEach(found::add);
    }
    return found;
  }

  private static ProcessCluster start(java.nio.file.Path directory, java.nio.file.Path faults)
      throws Exception {
    return ProcessCluster.builder()
        .directory(directory)
        .dataNodes(1)
        .heap("256m")
        .set(DFSConfigKeys.DFS_NAMENODE_MIN_BLOCK_SIZE_KEY, "0")
        .set(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, "1s")
        .set(HailConfigKeys.DATANODE_HEARTBEAT_INTERVAL, "300ms")
        .set(FaultyDatasetFactory.DIRECTORY, faults.toString())
        .set(DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY, FaultyDatasetFactory.class.getName())
        .start();
  }
}
