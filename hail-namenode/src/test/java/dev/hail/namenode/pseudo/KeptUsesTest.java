// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.hail.namenode.space.EditBudget;
import dev.hail.namenode.space.FileSize;
import dev.hail.namenode.space.Held;
import dev.hail.namenode.space.IndexId;
import dev.hail.namenode.space.SpaceBudget;
import dev.hail.namenode.space.SpaceLedger;
import dev.hail.namenode.space.UseAccounts;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.server.namenode.HailFileAttributes;
import org.apache.hadoop.hdfs.server.namenode.HailInodes;
import org.apache.hadoop.hdfs.server.namenode.HailNamespace;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class KeptUsesTest {
  private static final long FILE = 1;
  private static final long OTHER_FILE = 2;
  private static final IndexId USED = new IndexId(FILE, 5);
  private static final IndexId WANTED = new IndexId(FILE, 6);
  private static final long BYTES = 4_096;
  private static final long LEASE = 100;
  private static final long HALF_LIFE = 1_000_000;
  private static final long FIRST_BLOCK = 1 << 30;

  /** The one of a file that was not asked about for longest goes when there are more. */
  private static final int MOST_ACCOUNTS = 100_000;

  private final HailNamespace namespace = mock(HailNamespace.class);
  private final HailInodes inodes = mock(HailInodes.class);
  private final HailFileAttributes attributes = mock(HailFileAttributes.class);
  private final Map<Long, String> kept = new HashMap<>();
  private final UseAccounts accounts = new UseAccounts(HALF_LIFE);
  private long now = 1_000;
  private long since = 1;

  private final SpaceLedger space =
      new SpaceLedger(
          new SpaceBudget(1, -1),
          LEASE,
          accounts,
          file -> new FileSize(BYTES, BYTES),
          (id, highestBlock, bytes) -> List.of(),
          () -> 0,
          () -> now);

  private final KeptUses uses =
      new KeptUses(namespace, accounts, space, new EditBudget(1_000, System::nanoTime), () -> 0);

  /** What happens whenever something was kept. */
  private Runnable afterEdit = () -> {};

  @BeforeEach
  void open() throws Exception {
    when(namespace.inodes()).thenReturn(inodes);
    when(namespace.attributes()).thenReturn(attributes);
    when(inodes.hasFile(anyLong())).thenReturn(true);
    when(namespace.inStateSince()).thenAnswer(call -> since);
    when(attributes.attribute(anyLong(), anyString()))
        .thenAnswer(
            call -> {
              String text = kept.get(call.<Long>getArgument(0));
              return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
            });
    doAnswer(
            call -> {
              byte[] text = call.getArgument(2);
              kept.put(call.getArgument(0), new String(text, StandardCharsets.UTF_8));
              afterEdit.run();
              return null;
            })
        .when(attributes)
        .setAttribute(anyLong(), anyString(), any());
    for (long file : new long[] {FILE, OTHER_FILE}) {
      uses.open(file);
      accounts.add("alice", new IndexId(file, 5), 1e9, 1e9, 0, 0);
    }
  }

  @Test
  void uses_ofAccountMakingRoomDuringKeep_areKeptToo() {
    afterEdit =
        () -> {
          for (long file = OTHER_FILE + 1; file <= OTHER_FILE + MOST_ACCOUNTS; file++) {
            accounts.open(file, null, 0);
          }
        };
    uses.keep();
    assertThat(kept).containsOnlyKeys(FILE, OTHER_FILE);
    assertThat(kept.get(OTHER_FILE)).startsWith("5 served=").isEqualTo(kept.get(FILE));
  }

  /** Clients ask a namenode that has taken over before its upkeep has its next turn. */
  @Test
  void indexes_afterTakeOver_areInUseFromFirstQuestion() throws Exception {
    space.added(new SpaceLedger.Replica(USED, FIRST_BLOCK), "datanode", BYTES);
    accounts.add("alice", WANTED, 0, 0, 1e10, 0);
    now += LEASE;
    uses.open(FILE);
    assertThat(space.room(WANTED)).as("leases of before have lapsed").isEqualTo(BYTES);
    since = 2;
    uses.open(FILE);
    accounts.add("alice", WANTED, 0, 0, 1e10, 0);
    assertThat(space.room(WANTED)).isZero();
    now += LEASE;
    uses.open(FILE);
    assertThat(space.room(WANTED)).isEqualTo(BYTES);
  }

  /** A namenode that takes over has read nothing yet, and the index of most use looks unused. */
  @Test
  void indexOfMostUse_afterTakeOver_isNotEvictedForWantOfReading() throws Exception {
    SpaceLedger ofAll =
        new SpaceLedger(
            new SpaceBudget(-1, 2 * BYTES),
            LEASE,
            accounts,
            file -> new FileSize(BYTES, BYTES),
            (id, highestBlock, bytes) -> List.of(new Held(id, FIRST_BLOCK, "datanode", BYTES)),
            () -> 0,
            () -> now);
    KeptUses ofTwo =
        new KeptUses(namespace, accounts, ofAll, new EditBudget(1_000, System::nanoTime), () -> 0);
    IndexId useful = new IndexId(FILE, 5);
    IndexId lessUseful = new IndexId(OTHER_FILE, 5);
    ofTwo.open(FILE);
    accounts.add("alice", useful, 9e9, 9e9, 0, 0);
    ofTwo.open(OTHER_FILE);
    accounts.add("alice", lessUseful, 1e9, 1e9, 0, 0);
    ofTwo.keep();
    for (IndexId id : List.of(useful, lessUseful)) {
      ofAll.added(new SpaceLedger.Replica(id, FIRST_BLOCK), "datanode", BYTES);
    }

    since = 2;
    IndexId wanted = new IndexId(OTHER_FILE + 1, 5);
    ofTwo.open(wanted.fileId());
    accounts.add("alice", wanted, 0, 0, 1e12, 0);
    now += LEASE;
    SpaceLedger.Replica replica = new SpaceLedger.Replica(wanted, FIRST_BLOCK + 1);
    assertThat(ofAll.admit(replica, BYTES).admitted()).isFalse();
    ofTwo.readUnread();
    assertThat(ofAll.admit(replica, BYTES).evicted())
        .extracting(Held::id)
        .containsExactly(lessUseful);
  }

  /** Whoever may write a file may set its attribute; what is ahead of the clock would never age. */
  @Test
  void useInTheFuture_read_agesFromTheTimeItWasRead() throws Exception {
    long file = OTHER_FILE + 1;
    IndexId forged = new IndexId(file, 5);
    kept.put(file, "5 served=8.000 saved=8.000 wanted=0.000 at=999999999999999999");
    uses.open(file);
    assertThat(accounts.of(forged, 0).served()).isEqualTo(8);
    assertThat(accounts.of(forged, HALF_LIFE).served()).isEqualTo(4);
  }
}
