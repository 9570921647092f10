// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.hail.namenode.directory.ReplicaTable;
import dev.hail.namenode.space.EditBudget;
import dev.hail.namenode.space.FileSize;
import dev.hail.namenode.space.IndexId;
import dev.hail.namenode.space.SpaceBudget;
import dev.hail.namenode.space.SpaceLedger;
import dev.hail.namenode.space.UseAccounts;
import dev.hail.xattr.HailXAttributes;
import java.util.List;
import org.apache.hadoop.hdfs.server.namenode.HailBlockMap;
import org.apache.hadoop.hdfs.server.namenode.HailFileAttributes;
import org.apache.hadoop.hdfs.server.namenode.HailInodes;
import org.apache.hadoop.hdfs.server.namenode.HailNamespace;
import org.junit.jupiter.api.Test;

/** Room for a file with one index, which takes the whole budget. */
final class PseudoRoomTest {
  private static final long FILE = 1;
  private static final long BLOCK = 1 << 30;
  private static final long BYTES = 4_096;
  private static final long LEASE = 100;
  private static final int INDEXED = 5;
  private static final int WANTED = 6;

  /** A job's account may have made room for those of other files since the job was planned. */
  @Test
  void promise_toFileWithoutOpenAccount_readsWhatWasKept() throws Exception {
    HailNamespace namespace = mock(HailNamespace.class);
    HailInodes inodes = mock(HailInodes.class);
    HailFileAttributes attributes = mock(HailFileAttributes.class);
    HailBlockMap blocks = mock(HailBlockMap.class);
    when(namespace.inodes()).thenReturn(inodes);
    when(namespace.attributes()).thenReturn(attributes);
    when(namespace.blocks()).thenReturn(blocks);
    when(inodes.hasFile(FILE)).thenReturn(true);
    when(blocks.fileIdOf(anyLong())).thenReturn(FILE);
    when(blocks.lengthOf(anyLong())).thenReturn(BYTES);
    when(attributes.attribute(FILE, HailXAttributes.USE))
        .thenReturn((WANTED + " served=0.000 saved=0.000 wanted=90000.000 at=0").getBytes(UTF_8));

    UseAccounts accounts = new UseAccounts(1_000);
    long[] now = {0};
    SpaceLedger space =
        new SpaceLedger(
            new SpaceBudget(1, -1),
            LEASE,
            accounts,
            file -> new FileSize(BYTES, BYTES),
            (id, highestBlock, bytes) -> List.of(),
            () -> 0,
            () -> now[0]);
    KeptUses uses =
        new KeptUses(namespace, accounts, space, new EditBudget(1, System::nanoTime), () -> 0);
    ReplicaTable directory = new ReplicaTable(System::nanoTime, 0, block -> null);
    PseudoRoom room =
        new PseudoRoom(
            namespace,
            uses,
            new PseudoBooks(NamenodeState.of(namespace), directory, space, () -> 0),
            space);
    uses.begin();
    space.added(new SpaceLedger.Replica(new IndexId(FILE, INDEXED), BLOCK), "datanode", BYTES);
    now[0] += LEASE;

    assertThat(accounts.knows(FILE)).isFalse();
    assertThat(room.promise(FILE, WANTED, BLOCK, "job"))
        .as("the wanted index is worth more than the one there is")
        .isTrue();
  }
}
