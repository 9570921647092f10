// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.hail.namenode.space.SpaceLedger.Admission;
import dev.hail.namenode.space.SpaceLedger.Replica;
import dev.hail.protocol.IndexGrant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Which index gets space, and which one makes room for it. */
final class SpaceLedgerTest extends LedgerOfTwoFiles {
  private static final int MANY_FILES = 1_000;

  @Test
  void ledger_withoutLimits_hasRoomForAll() {
    SpaceLedger ledger = ledger(-1, -1);
    store(ledger, OLD, 11, 12);
    assertThat(admit(ledger, NEW, 11)).isEqualTo(new Admission(true, null, List.of()));
    assertThat(ledger.room(NEW)).isEqualTo(SpaceBudget.UNLIMITED);
    assertThat(ledger.used()).isEqualTo(3 * BLOCK);
  }

  @Test
  void goneFile_asked_getsNoRoom() {
    SpaceLedger ledger = ledger(-1, -1);
    files.remove(FILE);
    assertThat(admit(ledger, NEW, 11)).isEqualTo(new Admission(false, null, List.of()));
    assertThat(ledger.room(NEW)).isZero();
  }

  @Test
  void budgetOfFile_isShare_ofWhatItsReplicasTake() {
    SpaceLedger ledger = ledger(0.5, -1);
    for (long block : new long[] {11, 12}) {
      assertThat(admit(ledger, OLD, block).admitted()).isTrue();
    }
    wanted(OLD, 1);
    assertThat(ledger.room(NEW)).isEqualTo(BLOCK);
    assertThat(admit(ledger, NEW, 11).admitted()).isTrue();
    assertThat(ledger.room(NEW)).isZero();
    assertThat(admit(ledger, NEW, 12).admitted()).isFalse();
    assertThat(ledger.usedBy(FILE)).isEqualTo(3 * BLOCK);
    // Another file has its own.
    assertThat(admit(ledger, ELSEWHERE, 21).admitted()).isTrue();
  }

  @Test
  void sums_untilRecount_areAddedLessGone() {
    SpaceLedger ledger = ledger(-1, -1);
    store(ledger, OLD, 11, 12);
    remove(ledger, OLD, 11);
    assertThat(ledger.used()).isEqualTo(BLOCK);
    assertThat(ledger.replicasOn(OLD, NODE)).isEqualTo(1);
    assertThat(ledger.attributesOf(FILE)).containsExactly(4);
    remove(ledger, OLD, 12);
    assertThat(ledger.used()).isZero();
    assertThat(ledger.indexesOf(FILE)).isEmpty();
    Tally tally = new Tally();
    tally.add(NEW, "other", 3 * BLOCK);
    tally.addOfNoFile(BLOCK);
    ledger.replace(tally);
    assertThat(ledger.used()).isEqualTo(4 * BLOCK);
    assertThat(ledger.usedBy(FILE)).isEqualTo(3 * BLOCK);
    assertThat(ledger.replicasOn(NEW, "other")).isEqualTo(1);
    assertThat(ledger.attributesOf(FILE)).containsExactly(5);
  }

  @Test
  void leastBeneficialIndex_forNewOne_makesRoomBlockByBlock() {
    SpaceLedger ledger = ledger(4.0 / 6, -1);
    IndexId useful = new IndexId(FILE, 6);
    store(ledger, OLD, 11, 12);
    store(ledger, useful, 11, 12);
    wanted(OLD, 1);
    wanted(useful, 2);
    wanted(NEW, 3);
    assertThat(ledger.room(NEW)).isEqualTo(4 * BLOCK);
    assertThat(admit(ledger, NEW, 11).evicted()).containsExactly(held(OLD, 12));
    assertThat(admit(ledger, NEW, 12).evicted()).containsExactly(held(OLD, 11));
    assertThat(ledger.usedBy(FILE)).isEqualTo(4 * BLOCK);
    assertThat(ledger.indexesOf(FILE))
        .extracting(IndexSpace::attribute, IndexSpace::replicas)
        .containsExactly(tuple(4, 0), tuple(5, 2), tuple(6, 2));
  }

  @Test
  void index_worthMore_stays() {
    SpaceLedger ledger = ledger(2.0 / 6, -1);
    store(ledger, OLD, 11, 12);
    wanted(OLD, 2);
    wanted(NEW, 1);
    assertThat(ledger.room(NEW)).isZero();
    IndexGrant.FullBudget full = new IndexGrant.FullBudget(IndexGrant.Budget.FILE, 2 * BLOCK);
    assertThat(admit(ledger, NEW, 11)).isEqualTo(new Admission(false, full, List.of()));
    assertThat(ledger.usedBy(FILE)).isEqualTo(2 * BLOCK);
  }

  @Test
  void fullBudget_refusing_isNamed() {
    IndexGrant.FullBudget ofFile = new IndexGrant.FullBudget(IndexGrant.Budget.FILE, BLOCK);
    IndexGrant.FullBudget ofCluster = new IndexGrant.FullBudget(IndexGrant.Budget.CLUSTER, BLOCK);
    SpaceLedger both = ledger(1.0 / 6, BLOCK);
    store(both, OLD, 11);
    assertThat(admit(both, NEW, 11).full()).isEqualTo(ofFile);
    SpaceLedger cluster = ledger(1, BLOCK);
    store(cluster, ELSEWHERE, 21);
    assertThat(admit(cluster, NEW, 11).full()).isEqualTo(ofCluster);
    // What may go for the file is not enough for all.
    SpaceLedger neither = ledger(1.0 / 6, BLOCK);
    store(neither, OLD, 11);
    store(neither, ELSEWHERE, 21);
    wanted(ELSEWHERE, 9);
    wanted(NEW, 2);
    assertThat(admit(neither, NEW, 11).full()).isEqualTo(ofCluster);
    wanted(NEW, 20);
    assertThat(admit(neither, NEW, 11).full()).isNull();
  }

  @Test
  void unusedIndexes_doNotDriveOut_eachOther() {
    SpaceLedger ledger = ledger(2.0 / 6, -1);
    store(ledger, OLD, 11, 12);
    assertThat(ledger.room(NEW)).isZero();
    assertThat(admit(ledger, NEW, 11).admitted()).isFalse();
    assertThat(ledger.usedBy(FILE)).isEqualTo(2 * BLOCK);
    // One use is reason enough.
    wanted(NEW, 1);
    assertThat(admit(ledger, NEW, 11).evicted()).containsExactly(held(OLD, 12));
  }

  @Test
  void equallyUsefulIndexes_doNotDriveOut_eachOther() {
    SpaceLedger ledger = ledger(2.0 / 6, -1);
    store(ledger, OLD, 11, 12);
    for (int round = 0; round < 10; round++) {
      wanted(OLD, 1);
      now += 10;
      wanted(NEW, 1);
      assertThat(admit(ledger, NEW, 11).admitted()).as("round %d", round).isFalse();
      now += 10;
    }
    // The workload turns.
    for (int round = 0; round < 3; round++) {
      wanted(NEW, 1);
    }
    assertThat(admit(ledger, NEW, 11).admitted()).isTrue();
  }

  @Test
  void index_usefulLongAgo_goesForOneUsefulNow() {
    SpaceLedger ledger = ledger(2.0 / 6, -1);
    store(ledger, OLD, 11, 12);
    wanted(OLD, 8);
    wanted(NEW, 1);
    assertThat(admit(ledger, NEW, 11).admitted()).isFalse();
    now += 4_000;
    wanted(NEW, 1);
    assertThat(admit(ledger, NEW, 11).admitted()).isTrue();
  }

  @Test
  void clusterBudget_limits_allFilesTogether() {
    SpaceLedger ledger = ledger(-1, 3 * BLOCK);
    store(ledger, ELSEWHERE, 21, 22);
    store(ledger, OLD, 11);
    wanted(ELSEWHERE, 2);
    wanted(OLD, 1);
    wanted(NEW, 3);
    assertThat(admit(ledger, NEW, 11).evicted()).containsExactly(held(OLD, 11));
    assertThat(admit(ledger, NEW, 12).evicted()).containsExactly(held(ELSEWHERE, 22));
    assertThat(ledger.used()).isEqualTo(3 * BLOCK);
  }

  @Test
  void evictionForFile_counts_forClusterToo() {
    SpaceLedger ledger = ledger(2.0 / 6, 4 * BLOCK);
    store(ledger, ELSEWHERE, 21, 22);
    store(ledger, OLD, 11, 12);
    wanted(OLD, 2);
    wanted(NEW, 3);
    assertThat(admit(ledger, NEW, 11).evicted()).containsExactly(held(OLD, 12));
    assertThat(ledger.used()).isEqualTo(4 * BLOCK);
  }

  @Test
  void indexes_ofGoneFiles_goFirst() {
    SpaceLedger ledger = ledger(-1, 2 * BLOCK);
    store(ledger, ELSEWHERE, 21);
    store(ledger, OLD, 11);
    wanted(ELSEWHERE, 9);
    wanted(OLD, 1);
    wanted(NEW, 2);
    files.remove(OTHER);
    ledger.lookAtFiles();
    assertThat(admit(ledger, NEW, 12).evicted()).containsExactly(held(ELSEWHERE, 21));
  }

  @Test
  void zeroBudget_asked_admitsNothing() {
    assertThat(admit(ledger(0, -1), NEW, 11).admitted()).isFalse();
    assertThat(admit(ledger(-1, 0), NEW, 11).admitted()).isFalse();
  }

  /** A grant costs what it evicts, however many files have indexes. */
  @Test
  void grant_underTheBudgetOfAllFiles_looksAtNoFilesThatStay() {
    AtomicInteger looks = new AtomicInteger();
    SpaceLedger ledger =
        ledgerOfManyFiles(looks, (id, highestBlock, bytes) -> List.of(held(id, id.fileId())));
    IndexId added = new IndexId(MANY_FILES + 1, 4);
    wanted(added, MANY_FILES);
    looks.set(0);
    Admission admission = ledger.admit(new Replica(added, 0), 3 * BLOCK);
    assertThat(admission.evicted())
        .extracting(gone -> gone.id().fileId())
        .containsExactly(1L, 2L, 3L);
    admission.evicted().forEach(gone -> ledger.removed(gone.id(), NODE, gone.bytes()));
    // The indexes of files up to 833 are worth less than the new one by a factor of 1.2.
    assertThat(ledger.room(added)).isEqualTo((833 - 3) * BLOCK);
    assertThat(looks).hasValueLessThan(10);
  }

  /**
   * A budget that is full with indexes of one block each. That of file n was wanted n times.
   *
   * @param looks counts the looks at files
   */
  private SpaceLedger ledgerOfManyFiles(AtomicInteger looks, Holdings holdings) {
    SpaceLedger ledger =
        new SpaceLedger(
            new SpaceBudget(-1, MANY_FILES * BLOCK),
            LEASE,
            accounts,
            fileId -> {
              looks.incrementAndGet();
              return new FileSize(2 * BLOCK, 6 * BLOCK);
            },
            holdings,
            () -> now,
            () -> now);
    now += LEASE;
    for (int file = 1; file <= MANY_FILES; file++) {
      IndexId id = new IndexId(file, 4);
      ledger.added(new Replica(id, file), NODE, BLOCK);
      wanted(id, file);
    }
    return ledger;
  }

  /** Whatever happens, the budgets hold and nothing in use goes. */
  @Test
  void anySequence_ofCalls_keepsToBudgets() {
    long seed = Long.getLong("hail.test.seed", 17);
    Random random = new Random(seed);
    SpaceLedger ledger = ledger(0.5, 5 * BLOCK);
    for (int step = 0; step < 5_000; step++) {
      IndexId id = new IndexId(1 + random.nextInt(2), 1 + random.nextInt(4));
      long block = id.fileId() * 10 + 1 + random.nextInt(2);
      now += random.nextInt(60);
      switch (random.nextInt(6)) {
        case 0 -> ledger.lease(id);
        case 1 -> remove(ledger, id, block);
        case 2 -> {
          if (!there.get(ledger).contains(new Replica(id, block))) {
            ledger.promise(new Replica(id, block), BLOCK, JOB);
          }
        }
        case 3 -> accounts.add("alice", id, BLOCK, random.nextInt((int) BLOCK), BLOCK, now);
        default -> {
          if (there.get(ledger).contains(new Replica(id, block))) {
            continue;
          }
          Map<IndexId, Boolean> inUse = new HashMap<>();
          for (long file : new long[] {FILE, OTHER}) {
            ledger
                .indexesOf(file)
                .forEach(one -> inUse.put(new IndexId(file, one.attribute()), one.inUse()));
          }
          Admission admission = admit(ledger, id, block);
          for (Held gone : admission.evicted()) {
            assertThat(inUse.get(gone.id())).as("seed %d, step %d", seed, step).isFalse();
            assertThat(gone.id()).isNotEqualTo(id);
          }
        }
      }
      assertThat(ledger.used()).as("seed %d, step %d", seed, step).isBetween(0L, 5 * BLOCK);
      assertThat(ledger.used()).isEqualTo(ledger.usedBy(FILE) + ledger.usedBy(OTHER));
      assertThat(ledger.usedBy(FILE)).isLessThanOrEqualTo(3 * BLOCK);
    }
  }

  /** A look at a file waits for the namesystem's lock, which somebody may hold for long. */
  @Test
  void files_lookedAt_doNotKeepOthersFromTheLedger() {
    AtomicInteger looks = new AtomicInteger();
    SpaceLedger[] held = new SpaceLedger[1];
    SpaceLedger ledger =
        new SpaceLedger(
            new SpaceBudget(1, 9 * BLOCK),
            LEASE,
            accounts,
            fileId -> {
              looks.incrementAndGet();
              assertThat(held[0] != null && Thread.holdsLock(held[0])).isFalse();
              return files.get(fileId);
            },
            (id, highestBlock, bytes) -> List.of(held(id, 11)),
            () -> now,
            () -> now);
    held[0] = ledger;
    ledger.added(new Replica(OLD, 11), NODE, BLOCK);
    ledger.added(new Replica(OLD, 12), NODE, BLOCK);
    assertThat(looks).as("one of each file").hasValue(1);
    ledger.lease(OLD);
    assertThat(ledger.promise(new Replica(NEW, 11), BLOCK, JOB)).isTrue();
    assertThat(ledger.admit(new Replica(NEW, 12), BLOCK).admitted()).isTrue();
    Tally tally = new Tally();
    tally.add(OLD, NODE, BLOCK);
    tally.add(ELSEWHERE, NODE, BLOCK);
    ledger.replace(tally);
    ledger.takeOver();
    assertThat(ledger.room(NEW)).isPositive();
    assertThat(ledger.indexesOf(FILE)).hasSize(1);
    files.remove(FILE);
    looks.set(0);
    ledger.lookAtFiles();
    assertThat(looks).as("one of each file").hasValue(2);
    assertThat(ledger.promises()).isZero();
  }

  /** As after many files were deleted, until the next recount. */
  @Test
  void indexesThatAreNotThere_forOneReplica_areLookedForOnce() {
    AtomicInteger looksAtFiles = new AtomicInteger();
    AtomicInteger looksForReplicas = new AtomicInteger();
    SpaceLedger ledger =
        ledgerOfManyFiles(
            looksAtFiles,
            (id, highestBlock, bytes) -> {
              looksForReplicas.incrementAndGet();
              return id.fileId() == MANY_FILES ? List.of(held(id, 1)) : List.of();
            });
    IndexId added = new IndexId(MANY_FILES + 1, 4);
    wanted(added, 2 * MANY_FILES);
    looksAtFiles.set(0);
    assertThat(ledger.admit(new Replica(added, 0), BLOCK).evicted())
        .extracting(gone -> gone.id().fileId())
        .containsExactly((long) MANY_FILES);
    assertThat(looksAtFiles).hasValueLessThan(10);
    assertThat(looksForReplicas).hasValue(MANY_FILES);
  }

  /** It goes block by block, for another one that comes block by block. */
  @Test
  void indexOfManyBlocks_makingRoom_isNotWalkedForEach() {
    int blocks = 1_000;
    files.put(FILE, new FileSize(blocks * BLOCK, blocks * BLOCK));
    SpaceLedger ledger = ledger(1, -1);
    for (int block = 1; block <= blocks; block++) {
      store(ledger, OLD, block);
    }
    wanted(NEW, blocks);
    for (int block = 1; block <= blocks; block++) {
      assertThat(admit(ledger, NEW, block).evicted())
          .containsExactly(held(OLD, blocks + 1 - block));
    }
    assertThat(listed).isLessThan(3L * blocks);
  }

  /** As a replica that a datanode reports anew, of a block beyond those that went before. */
  @Test
  void replicaOfLastBlock_thatCameBack_goesBeforeThoseOfEarlierBlocks() {
    SpaceLedger ledger = ledger(-1, 3 * BLOCK);
    store(ledger, OLD, 11, 12, 13);
    wanted(NEW, 5);
    assertThat(admit(ledger, NEW, 11).evicted()).containsExactly(held(OLD, 13));
    assertThat(admit(ledger, NEW, 12).evicted()).containsExactly(held(OLD, 12));
    remove(ledger, NEW, 12);
    store(ledger, OLD, 13);
    assertThat(admit(ledger, NEW, 12).evicted()).containsExactly(held(OLD, 13));
    assertThat(admit(ledger, NEW, 13).evicted()).containsExactly(held(OLD, 11));
  }
}
