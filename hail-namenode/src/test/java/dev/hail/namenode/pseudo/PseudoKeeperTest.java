// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import static dev.hail.namenode.pseudo.MockedNamenode.ATTRIBUTE;
import static dev.hail.namenode.pseudo.MockedNamenode.BYTES;
import static dev.hail.namenode.pseudo.MockedNamenode.FILE;
import static dev.hail.namenode.pseudo.MockedNamenode.FIRST;
import static dev.hail.namenode.pseudo.MockedNamenode.STAMP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.when;
import static org.mockito.Mockito.withSettings;

import dev.hail.protocol.PseudoReplicaId;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.hadoop.hdfs.server.namenode.HailCheckedFiles;
import org.apache.hadoop.hdfs.server.namenode.HailInodes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.quality.Strictness;

/** Pseudo replicas of one large file, on datanodes that each have as many. */
final class PseudoKeeperTest {
  private static final String PATH = "/large";
  private static final int BLOCKS = 20_000;
  private static final int DATANODES = 5;
  private static final int AT_ONCE = 1_000;

  private PseudoKeeper keeper;

  /** How often the namenode was asked for all blocks of the file, and for the file of a block. */
  private int lists;

  private int looks;

  @BeforeEach
  void open() throws Exception {
    MockedNamenode namenode =
        new MockedNamenode(() -> withSettings().stubOnly().strictness(Strictness.LENIENT));
    when(namenode.inodes.extentOf(FILE))
        .thenReturn(new HailInodes.FileExtent(BLOCKS * BYTES, 3L * BLOCKS * BYTES));
    when(namenode.inodes.blocksOf(FILE))
        .thenAnswer(
            call -> {
              lists++;
              return LongStream.range(FIRST, FIRST + BLOCKS).toArray();
            });
    when(namenode.blocks.fileIdOf(anyLong()))
        .thenAnswer(
            call -> {
              looks++;
              return FILE;
            });
    when(namenode.files.writableFile(PATH))
        .thenReturn(new HailCheckedFiles.WritableFile(FILE, BLOCKS, BLOCKS * BYTES, BYTES));
    when(namenode.blocks.blockToken(any(), any())).thenReturn("");
    keeper = namenode.keeper(-1, 60_000);
  }

  private static String datanode(long block) {
    return "datanode-" + block % DATANODES;
  }

  private boolean report(long block) throws Exception {
    return keeper.added(datanode(block), MockedNamenode.replica(block, "DS-" + block % 12), true);
  }

  @Test
  void indexOfManyBlocks_droppedInOneCall_isToldInParts() throws Exception {
    for (long block = FIRST; block < FIRST + BLOCKS; block++) {
      assertThat(report(block)).isTrue();
    }
    assertThat(keeper.counts().bytes()).isEqualTo(BLOCKS * BYTES);

    lists = 0;
    looks = 0;
    assertThat(keeper.drop(PATH, ATTRIBUTE)).isEqualTo(BLOCKS);
    assertThat(lists).as("lists of all blocks").isEqualTo(1);
    assertThat(looks).as("looks at single blocks").isEqualTo(BLOCKS);

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
