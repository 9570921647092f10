// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import static dev.hail.namenode.pseudo.MockedNamenode.BYTES;
import static dev.hail.namenode.pseudo.MockedNamenode.FILE;
import static dev.hail.namenode.pseudo.MockedNamenode.FIRST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.anyList;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.clearInvocations;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

/** A datanode that went for good; the upkeep forgets it in every round. */
final class GoneDatanodeTest {
  private static void report(PseudoKeeper keeper, String datanode, long block) throws Exception {
    keeper.added(datanode, MockedNamenode.replica(block, "DS-" + datanode), true);
  }

  @Test
  void goneDatanode_forgottenEachRound_isCountedOutOnce() throws Exception {
    MockedNamenode namenode = new MockedNamenode(Mockito::withSettings);
    when(namenode.inodes.hasFile(anyLong())).thenReturn(true);
    when(namenode.blocks.fileIdsOf(anyList()))
        .thenAnswer(call -> call.<List<Long>>getArgument(0).stream().map(id -> FILE).toList());
    PseudoKeeper keeper = namenode.keeper(1, 600_000);
    report(keeper, "alive", FIRST);
    report(keeper, "gone", FIRST + 1);
    keeper.keepUp();
    assertThat(keeper.counts().bytes()).isEqualTo(2 * BYTES);
    keeper.forget("gone");
    keeper.keepUp();
    assertThat(keeper.counts().bytes()).isEqualTo(BYTES);
    clearInvocations(namenode.blocks);
    for (int round = 0; round < 3; round++) {
      keeper.forget("gone");
      keeper.keepUp();
    }
    verify(namenode.blocks, never()).fileIdsOf(anyList());
  }
}
