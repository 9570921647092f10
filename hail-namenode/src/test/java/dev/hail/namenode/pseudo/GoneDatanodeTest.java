// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.anyList;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.clearInvocations;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.hail.namenode.directory.ReplicaTable;
import dev.hail.namenode.space.EditBudget;
import dev.hail.namenode.space.SpaceBudget;
import dev.hail.protocol.PseudoReplicaId;
import dev.hail.protocol.ReplicaInfo;
import dev.hail.step.StepListener;
import java.util.List;
import org.apache.hadoop.hdfs.server.namenode.HailBlockMap;
import org.apache.hadoop.hdfs.server.namenode.HailDatanodes;
import org.apache.hadoop.hdfs.server.namenode.HailInodes;
import org.apache.hadoop.hdfs.server.namenode.HailNamespace;
import org.junit.jupiter.api.Test;

/** A datanode that went for good; the upkeep forgets it in every round. */
final class GoneDatanodeTest {
  private static final long FILE = 17;
  private static final long FIRST = 1 << 30;
  private static final long BYTES = 4_096;

  private final HailNamespace namespace = mock(HailNamespace.class);
  private final HailInodes inodes = mock(HailInodes.class);
  private final HailBlockMap blocks = mock(HailBlockMap.class);
  private final HailDatanodes datanodes = mock(HailDatanodes.class);

  private static void report(PseudoKeeper keeper, String datanode, long block) throws Exception {
    long id = new PseudoReplicaId(block, 5).blockId();
    keeper.added(
        datanode,
        new ReplicaInfo(id, 7, 5, BYTES, 512, 64, 100, 1, new int[0], "DS-" + datanode),
        true);
  }

  @Test
  void goneDatanode_forgottenEachRound_isCountedOutOnce() throws Exception {
    when(namespace.isActive()).thenReturn(true);
    when(namespace.inodes()).thenReturn(inodes);
    when(namespace.blocks()).thenReturn(blocks);
    when(namespace.datanodes()).thenReturn(datanodes);
    when(datanodes.isLive(anyString())).thenReturn(true);
    when(inodes.hasFile(anyLong())).thenReturn(true);
    when(blocks.fileIdOf(anyLong())).thenReturn(FILE);
    when(blocks.fileIdsOf(anyList()))
        .thenAnswer(call -> call.<List<Long>>getArgument(0).stream().map(id -> FILE).toList());
    PseudoKeeper keeper =
        new PseudoKeeper(
            namespace,
            new ReplicaTable(System::nanoTime, 0, block -> null),
            new ReplicaTable(System::nanoTime, 0, block -> null),
            datanode -> true,
            () -> true,
            new PseudoKeeper.SpaceLimits(
                new SpaceBudget(1, -1), 1_000, 1_000, new EditBudget(1_000, System::nanoTime)),
            600_000,
            System::currentTimeMillis,
            StepListener.none());
    report(keeper, "alive", FIRST);
    report(keeper, "gone", FIRST + 1);
    keeper.keepUp();
    assertThat(keeper.counts().bytes()).isEqualTo(2 * BYTES);
    keeper.forget("gone");
    keeper.keepUp();
    assertThat(keeper.counts().bytes()).isEqualTo(BYTES);
    clearInvocations(blocks);
    for (int round = 0; round < 3; round++) {
      keeper.forget("gone");
      keeper.keepUp();
    }
    verify(blocks, never()).fileIdsOf(anyList());
  }
}
