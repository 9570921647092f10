// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.hail.namenode.space.SpaceLedger.Admission;
import dev.hail.namenode.space.SpaceLedger.Replica;
import dev.hail.protocol.IndexGrant;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class SpaceLedgerTest {
  private static final long LEASE = 100;
  private static final String JOB = "job";
  private static final long BLOCK = 10;

  /** Two blocks, in three copies: 60 bytes. */
  private static final long FILE = 1;

  private static final long OTHER = 2;
  private static final IndexId OLD = new IndexId(FILE, 4);
  private static final IndexId NEW = new IndexId(FILE, 5);
  private static final IndexId ELSEWHERE = new IndexId(OTHER, 4);

  private static final String NODE = "datanode";

  private final Map<Long, FileSize> files = new HashMap<>();

  /** What there is, for a ledger that asks what it can evict. */
  private final IdentityHashMap<SpaceLedger, Set<Replica>> there = new IdentityHashMap<>();

  private final UseAccounts accounts = new UseAccounts(1_000);
  private long wallClockStep;
  private long now = 10_000;

  @BeforeEach
  void makeFiles() {
    files.put(FILE, new FileSize(2 * BLOCK, 6 * BLOCK));
    files.put(OTHER, new FileSize(2 * BLOCK, 6 * BLOCK));
  }

  /** Without leases from before. */
  private SpaceLedger ledger(double fileShare, long clusterBytes) {
    SpaceLedger ledger = ledger(new SpaceBudget(fileShare, clusterBytes), () -> now);
    now += LEASE;
    return ledger;
  }

  private SpaceLedger ledger(SpaceBudget budget, LongSupplier wallClock) {
    Set<Replica> replicas = new LinkedHashSet<>();
    SpaceLedger ledger =
        new SpaceLedger(
            budget,
            LEASE,
            accounts,
            files::get,
            id ->
                replicas.stream()
                    .filter(replica -> replica.id().equals(id))
                    .map(replica -> held(id, replica.blockId()))
                    .toList(),
            wallClock,
            () -> now);
    there.put(ledger, replicas);
    return ledger;
  }

  private static Held held(IndexId id, long block) {
    return new Held(id, block, NODE, BLOCK);
  }

  private void store(SpaceLedger ledger, IndexId id, long... blocks) {
    for (long block : blocks) {
      if (there.get(ledger).add(new Replica(id, block))) {
        ledger.added(new Replica(id, block), NODE, BLOCK);
      }
    }
  }

  private void remove(SpaceLedger ledger, IndexId id, long block) {
    if (there.get(ledger).remove(new Replica(id, block))) {
      ledger.removed(id, NODE, BLOCK);
    }
  }

  private void wanted(IndexId id, double times) {
    accounts.add(id, 0, 0, times * 2 * BLOCK, now);
  }

  private Admission admit(SpaceLedger ledger, IndexId id, long block) {
    Admission admission = ledger.admit(new Replica(id, block), BLOCK);
    admission
        .evicted()
        .forEach(gone -> there.get(ledger).remove(new Replica(gone.id(), gone.blockId())));
    if (admission.admitted()) {
      store(ledger, id, block);
    }
    ledger.endPromises(new Replica(id, block));
    return admission;
  }

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
  void indexInUse_worthLittle_stays() {
    SpaceLedger ledger = ledger(2.0 / 6, -1);
    store(ledger, OLD, 11, 12);
    wanted(NEW, 5);
    ledger.lease(OLD);
    now += LEASE - 1;
    assertThat(ledger.room(NEW)).isZero();
    assertThat(admit(ledger, NEW, 11).admitted()).isFalse();
    assertThat(ledger.indexesOf(FILE)).filteredOn(IndexSpace::inUse).hasSize(1);
    now += 1;
    assertThat(admit(ledger, NEW, 11).admitted()).isTrue();
  }

  @Test
  void absentIndex_leased_isNotInUse() {
    SpaceLedger ledger = ledger(2.0 / 6, -1);
    ledger.lease(OLD);
    store(ledger, OLD, 11, 12);
    wanted(NEW, 5);
    assertThat(ledger.indexesOf(FILE)).noneMatch(IndexSpace::inUse);
    assertThat(admit(ledger, NEW, 11).admitted()).isTrue();
  }

  @Test
  void wallClockStep_duringLease_doesNotEndIt() {
    SpaceLedger ledger = ledger(new SpaceBudget(-1, 2 * BLOCK), () -> now + wallClockStep);
    now += LEASE;
    store(ledger, OLD, 11, 12);
    ledger.lease(OLD);
    wallClockStep = 1_000 * LEASE;
    wanted(NEW, 5);
    assertThat(ledger.indexesOf(FILE)).anyMatch(IndexSpace::inUse);
    assertThat(admit(ledger, NEW, 11).admitted()).isFalse();
    wallClockStep = -1_000 * LEASE;
    now += LEASE;
    assertThat(ledger.indexesOf(FILE)).noneMatch(IndexSpace::inUse);
  }

  @Test
  void droppedIndex_leasedBefore_isNotInUse() {
    SpaceBudget unlimited = new SpaceBudget(-1, -1);
    // Just started: whatever is there is in use.
    SpaceLedger ledger = ledger(unlimited, () -> now);
    store(ledger, OLD, 11);
    wanted(OLD, 1);
    ledger.lease(OLD);
    assertThat(ledger.indexesOf(FILE)).singleElement().matches(IndexSpace::inUse);
    remove(ledger, OLD, 11);
    assertThat(ledger.indexesOf(FILE)).singleElement().matches(index -> !index.inUse());
  }

  @Test
  void goneFiles_leave_nothingInUseOrPromised() {
    SpaceLedger ledger = ledger(-1, 2 * BLOCK);
    store(ledger, ELSEWHERE, 21);
    ledger.lease(ELSEWHERE);
    assertThat(ledger.promise(new Replica(ELSEWHERE, 22), BLOCK, JOB)).isTrue();
    wanted(NEW, 5);
    assertThat(ledger.room(NEW)).isZero();
    ledger.lookAtFiles();
    assertThat(ledger.room(NEW)).as("both are there").isZero();
    files.remove(OTHER);
    ledger.lookAtFiles();
    assertThat(ledger.room(NEW)).isEqualTo(2 * BLOCK);
  }

  @Test
  void index_beingBuilt_isInUse() {
    SpaceLedger ledger = ledger(2.0 / 6, -1);
    assertThat(admit(ledger, OLD, 11).admitted()).isTrue();
    assertThat(admit(ledger, OLD, 12).admitted()).isTrue();
    wanted(NEW, 5);
    assertThat(admit(ledger, NEW, 11).admitted()).isFalse();
  }

  @Test
  void everyIndex_afterTakeOver_isInUseForLease() {
    SpaceLedger ledger = ledger(2.0 / 6, -1);
    ledger.takeOver();
    store(ledger, OLD, 11, 12);
    wanted(NEW, 5);
    assertThat(admit(ledger, NEW, 11).admitted()).isFalse();
    now += LEASE;
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
  void promise_keepsRoom_untilSettledOrLapsed() {
    SpaceLedger ledger = ledger(1.0 / 6, -1);
    Replica first = new Replica(NEW, 11);
    Replica second = new Replica(NEW, 12);
    assertThat(ledger.promise(first, BLOCK, JOB)).isTrue();
    assertThat(ledger.promise(first, BLOCK, JOB)).as("asked again").isTrue();
    assertThat(ledger.promise(second, BLOCK, JOB)).isFalse();
    assertThat(ledger.room(NEW)).isZero();
    assertThat(ledger.admit(second, BLOCK).admitted()).isFalse();
    assertThat(ledger.admit(first, BLOCK).admitted()).isTrue();
    ledger.endPromises(first);
    assertThat(ledger.promise(second, BLOCK, JOB)).isTrue();
    now += LEASE + 1;
    assertThat(ledger.promise(first, BLOCK, JOB)).isTrue();
  }

  @Test
  void promise_toSeveralBuilders_lastsAsLongAsOne() {
    SpaceLedger ledger = ledger(1.0 / 6, -1);
    Replica first = new Replica(NEW, 11);
    Replica second = new Replica(NEW, 12);
    assertThat(ledger.promise(first, BLOCK, JOB)).isTrue();
    assertThat(ledger.promise(first, BLOCK, "other")).isTrue();
    ledger.withdraw(first, "stranger");
    ledger.withdraw(first, "other");
    assertThat(ledger.promise(second, BLOCK, JOB)).isFalse();
    ledger.withdraw(first, JOB);
    assertThat(ledger.promise(second, BLOCK, JOB)).isTrue();
  }

  @Test
  void promise_withoutRoom_doesNotEvict() {
    SpaceLedger ledger = ledger(2.0 / 6, -1);
    store(ledger, OLD, 11, 12);
    wanted(NEW, 5);
    assertThat(ledger.promise(new Replica(NEW, 11), BLOCK, JOB)).isTrue();
    assertThat(ledger.usedBy(FILE)).isEqualTo(2 * BLOCK);
  }

  @Test
  void zeroBudget_asked_admitsNothing() {
    assertThat(admit(ledger(0, -1), NEW, 11).admitted()).isFalse();
    assertThat(admit(ledger(-1, 0), NEW, 11).admitted()).isFalse();
  }

  /** A grant costs what it evicts, however many files have indexes. */
  @Test
  void grant_underTheBudgetOfAllFiles_looksAtNoFilesThatStay() {
    int indexedFiles = 1_000;
    AtomicInteger looks = new AtomicInteger();
    SpaceLedger ledger =
        new SpaceLedger(
            new SpaceBudget(-1, indexedFiles * BLOCK),
            LEASE,
            accounts,
            fileId -> {
              looks.incrementAndGet();
              return new FileSize(2 * BLOCK, 6 * BLOCK);
            },
            id -> List.of(held(id, id.fileId())),
            () -> now,
            () -> now);
    now += LEASE;
    for (int file = 1; file <= indexedFiles; file++) {
      IndexId id = new IndexId(file, 4);
      ledger.added(new Replica(id, file), NODE, BLOCK);
      wanted(id, file);
    }
    IndexId added = new IndexId(indexedFiles + 1, 4);
    wanted(added, indexedFiles);
    looks.set(0);
    Admission admission = ledger.admit(new Replica(added, 0), 3 * BLOCK);
    assertThat(admission.evicted())
        .extracting(gone -> gone.id().fileId())
        .containsExactly(1L, 2L, 3L);
    // The indexes of files up to 833 are worth less than the new one by a factor of 1.2.
    assertThat(ledger.room(added)).isEqualTo((833 - 3) * BLOCK);
    assertThat(looks).hasValueLessThan(10);
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
        case 3 -> accounts.add(id, BLOCK, random.nextInt((int) BLOCK), BLOCK, now);
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
}
