// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HailShell;
import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.Preamble;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Replicas whose files were damaged on the disk. */
@ExtendWith(SharedFaultyCluster.class)
class DamagedReplicaTest {
  private static final int INDEX_OFFSET_AT = 40;
  private static final int META_HEADER = 7;

  private final FaultyCluster cluster;

  DamagedReplicaTest(FaultyCluster cluster) {
    this.cluster = cluster;
  }

  /** What happens to the files of a replica. */
  enum Damage {
    PREAMBLE,
    SCHEMA,
    INDEX,
    ROWS,
    LAST_BYTE,
    CUT_SHORT,
    DATA_FILE_GONE,
    CHECKSUM,
    CHECKSUM_HEADER,
    CHECKSUM_FILE_GONE;

    void inflict(File data, File meta) throws IOException {
      byte[] block = Files.readAllBytes(data.toPath());
      switch (this) {
        case PREAMBLE -> flip(data, 60);
        case SCHEMA -> flip(data, Preamble.LENGTH + 10);
        case INDEX ->
            flip(
                data,
                4 + ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN).getInt(INDEX_OFFSET_AT));
        case ROWS -> {
          int front = BlockFront.parse(block, block.length).frontLength();
          flip(data, front + (block.length - front) / 2);
        }
        case LAST_BYTE -> flip(data, block.length - 1L);
        case CUT_SHORT -> {
          try (RandomAccessFile file = new RandomAccessFile(data, "rw")) {
            file.setLength(block.length / 2);
          }
        }
        case DATA_FILE_GONE -> Files.delete(data.toPath());
        case CHECKSUM -> flip(meta, META_HEADER + 2);
        case CHECKSUM_HEADER -> flip(meta, 2);
        case CHECKSUM_FILE_GONE -> Files.delete(meta.toPath());
      }
    }

    private static void flip(File file, long position) throws IOException {
      try (RandomAccessFile bytes = new RandomAccessFile(file, "rw")) {
        bytes.seek(position);
        int value = bytes.read();
        bytes.seek(position);
        bytes.write(value ^ 0x10);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void damagedReplica_found_isPassedOverAndReplacedInItsOrder(Damage damage, TestReporter report)
      throws Exception {
    String path = "/damaged-" + damage;
    Table table = Table.random(damage.name().hashCode(), 1_000);
    // The replica in one of three orders is damaged.
    cluster.upload(path, table);
    cluster.awaitOrders(path, 3);
    ExtendedBlock block =
        TestBlocks.located(cluster.fileSystem(), new Path(path)).get(0).getBlock();
    DataNode holder = holderOfOrder(1, block);
    FsDatasetSpi<?> dataset = holder.getFSDataset();
    File data = TestBlocks.file(holder, block);
    File meta = new File(dataset.getBlockLocalPathInfo(block).getMetaPath());
    damage.inflict(data, meta);
    Set<String> damaged = identities(data, meta);

    // Answers are right all the same, and somebody finds the damage.
    cluster.assertAnswers(path, table);
    if (damage == Damage.CHECKSUM_FILE_GONE) {
      // HDFS serves such a replica without checksums, and HAIL's own hashes find it sound.
      HailShell.Result fsck = cluster.shell().run("fsck", path);
      assertThat(fsck.code()).as("%s", fsck).isZero();
      DataNodeTestUtils.runDirectoryScanner(holder);
      report.publishEntry(damage.name(), "found by HDFS' directory scanner");
    } else {
      Waiting.until(
          "hail fsck finds the damage or three sound replicas",
          () -> {
            HailShell.Result fsck = cluster.shell().run("fsck", path);
            boolean found = fsck.code() != 0 && fsck.out().contains("NOT HEALTHY");
            // The queries before have told HDFS, which may have made another replica by now.
            boolean replaced = fsck.code() == 0 && fsck.out().contains("3 sound replicas");
            report.publishEntry(damage.name(), found ? "found by hail fsck" : "replaced before");
            return found || replaced;
          });
    }
    // Another replica takes its place, in its order.
    if (damage != Damage.DATA_FILE_GONE) {
      Waiting.until(
          "the files are gone or others",
          () -> Collections.disjoint(identities(data, meta), damaged));
    }
    cluster.awaitWhole(path, table);
  }

  /** What tells files from others that come to have the same names. */
  private static Set<String> identities(File... files) throws IOException {
    Set<String> keys = new HashSet<>();
    for (File file : files) {
      keys.addAll(identity(file));
    }
    return keys;
  }

  private static List<String> identity(File file) throws IOException {
    try {
      BasicFileAttributes found = Files.readAttributes(file.toPath(), BasicFileAttributes.class);
      return List.of(found.fileKey() + " of " + found.lastModifiedTime());
    } catch (NoSuchFileException gone) {
      return List.of();
    }
  }

  private DataNode holderOfOrder(int attribute, ExtendedBlock block) throws IOException {
    for (DataNode node : cluster.hdfs().dfs().getDataNodes()) {
      File file = TestBlocks.file(node, block);
      if (file != null) {
        byte[] replica = Files.readAllBytes(file.toPath());
        if (BlockFront.parse(replica, replica.length).sortAttribute() == attribute) {
          return node;
        }
      }
    }
    throw new AssertionError("No replica of " + block + " is sorted by @" + attribute);
  }
}
