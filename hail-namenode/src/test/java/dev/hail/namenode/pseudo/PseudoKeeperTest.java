// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;
import static org.mockito.Mockito.withSettings;

import dev.hail.namenode.directory.ReplicaTable;
import dev.hail.namenode.space.EditBudget;
import dev.hail.namenode.space.SpaceBudget;
import dev.hail.protocol.PseudoReplicaId;
import dev.hail.protocol.ReplicaInfo;
import dev.hail.step.StepListener;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.hadoop.hdfs.server.namenode.HailBlockMap;
import org.apache.hadoop.hdfs.server.namenode.HailCheckedFiles;
import org.apache.hadoop.hdfs.server.namenode.HailDatanodes;
import org.apache.hadoop.hdfs.server.namenode.HailInodes;
import org.apache.hadoop.hdfs.server.namenode.HailNamespace;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.quality.Strictness;

/** Pseudo replicas of one large file, on datanodes that each have as many. */
final class PseudoKeeperTest {
  private static final String PATH = "/large";
  private static final long FILE = 17;
  private static final int BLOCKS = 20_000;
  private static final int DATANODES = 5;
  private static final int AT_ONCE = 1_000;
  private static final long FIRST = 1 << 30;
  private static final int ATTRIBUTE = 5;
  private static final long STAMP = 7;
  private static final long BYTES = 4_096;

  private final HailNamespace namespace = stub(HailNamespace.class);
  private final HailCheckedFiles files = stub(HailCheckedFiles.class);
  private final HailInodes inodes = stub(HailInodes.class);
  private final HailBlockMap blocks = stub(HailBlockMap.class);
  private final HailDatanodes datanodes = stub(HailDatanodes.class);

  private static <T> T stub(Class<T> type) {
    return mock(type, withSettings().stubOnly().strictness(Strictness.LENIENT));
  }

  private PseudoKeeper keeper;

  @BeforeEach
  void open() throws Exception {
    when(namespace.isActive()).thenReturn(true);
    when(namespace.files()).thenReturn(files);
    when(namespace.inodes()).thenReturn(inodes);
    when(namespace.blocks()).thenReturn(blocks);
    when(namespace.datanodes()).thenReturn(datanodes);
    when(datanodes.isLive(anyString())).thenReturn(true);
    when(blocks.fileIdOf(anyLong())).thenReturn(FILE);
    when(inodes.extentOf(FILE))
        .thenReturn(new HailInodes.FileExtent(BLOCKS * BYTES, 3L * BLOCKS * BYTES));
    when(inodes.blocksOf(FILE)).thenReturn(LongStream.range(FIRST, FIRST + BLOCKS).toArray());
    when(files.writableFile(PATH))
        .thenReturn(new HailCheckedFiles.WritableFile(FILE, BLOCKS, BLOCKS * BYTES, BYTES));
    when(blocks.blockToken(any(), any())).thenReturn("");
    keeper =
        new PseudoKeeper(
            namespace,
            new ReplicaTable(System::nanoTime, 0, block -> null),
            new ReplicaTable(System::nanoTime, 0, block -> null),
            datanode -> true,
            () -> true,
            new PseudoKeeper.SpaceLimits(
                new SpaceBudget(-1, -1), 1_000, 1_000, new EditBudget(1_000, System::nanoTime)),
            60_000,
            System::currentTimeMillis,
            StepListener.none());
  }

  private static String datanode(long block) {
    return "datanode-" + block % DATANODES;
  }

  private static long id(long block) {
    return new PseudoReplicaId(block, ATTRIBUTE).blockId();
  }

  private boolean report(long block) throws Exception {
    ReplicaInfo replica =
        new ReplicaInfo(
            id(block), STAMP, ATTRIBUTE, BYTES, 512, 64, 100, 1, new int[0], "DS-" + block % 12);
    return keeper.added(datanode(block), replica, true);
  }

  @Test
  void indexOfManyBlocks_droppedInOneCall_isToldInParts() throws Exception {
    for (long block = FIRST; block < FIRST + BLOCKS; block++) {
      assertThat(report(block)).isTrue();
    }
    assertThat(keeper.counts().bytes()).isEqualTo(BLOCKS * BYTES);

    long begin = System.nanoTime();
    assertThat(keeper.drop(PATH, ATTRIBUTE)).isEqualTo(BLOCKS);
    Duration took = Duration.ofNanos(System.nanoTime() - begin);

    assertThat(took).as("of the ten seconds that a client waits").isLessThan(Duration.ofSeconds(5));
    assertThat(keeper.counts().bytes()).isZero();
    assertThat(keeper.counts().replicas()).isZero();
    assertThat(keeper.of(FILE, FIRST, STAMP)).isEmpty();
    for (int i = 0; i < DATANODES; i++) {
      carryOut("datanode-" + i);
    }
    assertThat(report(FIRST)).as("after all were dropped it may come again").isTrue();
    assertThat(keeper.of(FILE, FIRST, STAMP)).hasSize(1);
  }

  /** What a datanode does: it deletes what it is told to, and says so. */
  private void carryOut(String datanode) throws Exception {
    Set<Long> told = new HashSet<>();
    for (long[] ids = keeper.drops(datanode); ids.length > 0; ids = keeper.drops(datanode)) {
      assertThat(ids).hasSize(AT_ONCE);
      // Until it has done so it may report them, which brings none of them back.
      assertThat(report(PseudoReplicaId.of(ids[0]).sourceBlockId())).isFalse();
      for (long id : ids) {
        assertThat(told.add(id)).as("%d is told once", id).isTrue();
        assertThat(datanode(PseudoReplicaId.of(id).sourceBlockId())).isEqualTo(datanode);
        keeper.removed(datanode, id);
      }
    }
    assertThat(told).hasSize(BLOCKS / DATANODES);
  }
}
