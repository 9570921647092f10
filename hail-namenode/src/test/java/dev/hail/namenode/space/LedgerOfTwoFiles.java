// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.namenode.space.SpaceLedger.Admission;
import dev.hail.namenode.space.SpaceLedger.Replica;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.BeforeEach;

/** Ledgers of the space that the indexes of two files take, and what there is of them. */
abstract class LedgerOfTwoFiles {
  static final long LEASE = 100;
  static final String JOB = "job";
  static final long BLOCK = 10;

  /** Two blocks, in three copies: 60 bytes. */
  static final long FILE = 1;

  static final long OTHER = 2;
  static final IndexId OLD = new IndexId(FILE, 4);
  static final IndexId NEW = new IndexId(FILE, 5);
  static final IndexId ELSEWHERE = new IndexId(OTHER, 4);

  static final String NODE = "datanode";

  final Map<Long, FileSize> files = new HashMap<>();

  /** What there is, for a ledger that asks what it can evict. */
  final IdentityHashMap<SpaceLedger, Set<Replica>> there = new IdentityHashMap<>();

  final UseAccounts accounts = new UseAccounts(1_000);
  long now = 10_000;

  /** Number of replicas that ledgers were told of, to be evicted. */
  long listed;

  @BeforeEach
  final void makeFiles() {
    files.put(FILE, new FileSize(2 * BLOCK, 6 * BLOCK));
    files.put(OTHER, new FileSize(2 * BLOCK, 6 * BLOCK));
  }

  /** Without leases from before. */
  SpaceLedger ledger(double fileShare, long clusterBytes) {
    SpaceLedger ledger = ledger(new SpaceBudget(fileShare, clusterBytes), () -> now);
    now += LEASE;
    return ledger;
  }

  SpaceLedger ledger(SpaceBudget budget, LongSupplier wallClock) {
    Set<Replica> replicas = new LinkedHashSet<>();
    SpaceLedger ledger =
        new SpaceLedger(
            budget,
            LEASE,
            accounts,
            files::get,
            (id, highestBlock, bytes) -> {
              List<Held> all = replicas.stream().map(one -> held(one.id(), one.blockId())).toList();
              List<Held> last = HeldReplicas.last(all, id, highestBlock, bytes);
              listed += last.size();
              return last;
            },
            wallClock,
            () -> now);
    there.put(ledger, replicas);
    return ledger;
  }

  static Held held(IndexId id, long block) {
    return new Held(id, block, NODE, BLOCK);
  }

  void store(SpaceLedger ledger, IndexId id, long... blocks) {
    for (long block : blocks) {
      if (there.get(ledger).add(new Replica(id, block))) {
        ledger.added(new Replica(id, block), NODE, BLOCK);
      }
    }
  }

  void remove(SpaceLedger ledger, IndexId id, long block) {
    if (there.get(ledger).remove(new Replica(id, block))) {
      ledger.removed(id, NODE, BLOCK);
    }
  }

  /** Nobody used the indexes of a file, and the namenode has read that. */
  void readNothing(SpaceLedger ledger, long fileId) {
    assertThat(ledger.unread(9)).contains(fileId);
    ledger.read(fileId, Map.of());
  }

  void wanted(IndexId id, double times) {
    accounts.add("alice", id, 0, 0, times * 2 * BLOCK, now);
  }

  Admission admit(SpaceLedger ledger, IndexId id, long block) {
    Admission admission = ledger.admit(new Replica(id, block), BLOCK);
    admission.evicted().forEach(gone -> remove(ledger, gone.id(), gone.blockId()));
    if (admission.admitted()) {
      store(ledger, id, block);
    }
    ledger.endPromises(new Replica(id, block));
    return admission;
  }
}
