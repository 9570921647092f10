// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.hail.namenode.space.SpaceLedger.Admission;
import dev.hail.namenode.space.SpaceLedger.Replica;
import dev.hail.protocol.Publication;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
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

  private final Map<Long, FileSize> files = new HashMap<>();
  private final UseAccounts accounts = new UseAccounts(1_000);
  private long wallClockStep;
  private long now = 10_000;

  @BeforeEach
  void makeFiles() {
    files.put(FILE, new FileSize(2 * BLOCK, 3));
    files.put(OTHER, new FileSize(2 * BLOCK, 3));
  }

  /** Without leases from before. */
  private SpaceLedger ledger(double fileShare, long clusterBytes) {
    SpaceLedger ledger =
        new SpaceLedger(
            new SpaceBudget(fileShare, clusterBytes),
            LEASE,
            accounts,
            files::get,
            () -> now,
            () -> now);
    now += LEASE;
    return ledger;
  }

  private static void publish(SpaceLedger ledger, IndexId id, long... blocks) {
    for (long block : blocks) {
      ledger.add(new Replica(id, block), BLOCK);
    }
  }

  private void wanted(IndexId id, double times) {
    accounts.add(id, 0, 0, times * 2 * BLOCK, now);
  }

  private static Admission admit(SpaceLedger ledger, IndexId id, long block) {
    Admission admission = ledger.admit(new Replica(id, block), BLOCK);
    if (admission.admitted()) {
      publish(ledger, id, block);
    }
    ledger.settle(new Replica(id, block));
    return admission;
  }

  @Test
  void withoutLimitsThereIsRoomForAll() {
    SpaceLedger ledger = ledger(-1, -1);
    publish(ledger, OLD, 11, 12);
    assertThat(admit(ledger, NEW, 11)).isEqualTo(new Admission(true, null, List.of()));
    assertThat(ledger.room(NEW)).isEqualTo(SpaceBudget.UNLIMITED);
    assertThat(ledger.used()).isEqualTo(3 * BLOCK);
  }

  @Test
  void aFileThatIsGoneGetsNoRoom() {
    SpaceLedger ledger = ledger(-1, -1);
    files.remove(FILE);
    assertThat(admit(ledger, NEW, 11)).isEqualTo(new Admission(false, null, List.of()));
    assertThat(ledger.room(NEW)).isZero();
  }

  @Test
  void theBudgetOfAFileIsAShareOfWhatItsReplicasTake() {
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
  void aReplicaThatIsThereIsReplacedForNothing() {
    SpaceLedger ledger = ledger(-1, -1);
    publish(ledger, OLD, 11);
    publish(ledger, OLD, 11);
    assertThat(ledger.used()).isEqualTo(BLOCK);
    SpaceLedger full = ledger(1.0 / 6, BLOCK);
    publish(full, OLD, 11);
    assertThat(admit(full, OLD, 11)).isEqualTo(new Admission(true, null, List.of()));
    assertThat(admit(full, OLD, 12).admitted()).isFalse();
    ledger.remove(new Replica(OLD, 11));
    ledger.remove(new Replica(OLD, 11));
    assertThat(ledger.used()).isZero();
    assertThat(ledger.indexesOf(FILE)).isEmpty();
  }

  @Test
  void theLeastBeneficialIndexMakesRoomBlockByBlock() {
    SpaceLedger ledger = ledger(4.0 / 6, -1);
    IndexId useful = new IndexId(FILE, 6);
    publish(ledger, OLD, 11, 12);
    publish(ledger, useful, 11, 12);
    wanted(OLD, 1);
    wanted(useful, 2);
    wanted(NEW, 3);
    assertThat(ledger.room(NEW)).isEqualTo(4 * BLOCK);
    assertThat(admit(ledger, NEW, 11).evicted()).containsExactly(new Replica(OLD, 12));
    assertThat(admit(ledger, NEW, 12).evicted()).containsExactly(new Replica(OLD, 11));
    assertThat(ledger.usedBy(FILE)).isEqualTo(4 * BLOCK);
    assertThat(ledger.indexesOf(FILE))
        .extracting(IndexSpace::attribute, IndexSpace::replicas)
        .containsExactly(tuple(4, 0), tuple(5, 2), tuple(6, 2));
  }

  @Test
  void anIndexThatIsWorthMoreStays() {
    SpaceLedger ledger = ledger(2.0 / 6, -1);
    publish(ledger, OLD, 11, 12);
    wanted(OLD, 2);
    wanted(NEW, 1);
    assertThat(ledger.room(NEW)).isZero();
    Publication.FullBudget full = new Publication.FullBudget(Publication.Budget.FILE, 2 * BLOCK);
    assertThat(admit(ledger, NEW, 11)).isEqualTo(new Admission(false, full, List.of()));
    assertThat(ledger.usedBy(FILE)).isEqualTo(2 * BLOCK);
  }

  @Test
  void theBudgetThatIsFullIsNamed() {
    Publication.FullBudget ofFile = new Publication.FullBudget(Publication.Budget.FILE, BLOCK);
    Publication.FullBudget ofCluster =
        new Publication.FullBudget(Publication.Budget.CLUSTER, BLOCK);
    SpaceLedger both = ledger(1.0 / 6, BLOCK);
    publish(both, OLD, 11);
    assertThat(admit(both, NEW, 11).full()).isEqualTo(ofFile);
    SpaceLedger cluster = ledger(1, BLOCK);
    publish(cluster, ELSEWHERE, 21);
    assertThat(admit(cluster, NEW, 11).full()).isEqualTo(ofCluster);
    // What may go for the file is not enough for all.
    SpaceLedger neither = ledger(1.0 / 6, BLOCK);
    publish(neither, OLD, 11);
    publish(neither, ELSEWHERE, 21);
    wanted(ELSEWHERE, 9);
    wanted(NEW, 2);
    assertThat(admit(neither, NEW, 11).full()).isEqualTo(ofCluster);
    wanted(NEW, 20);
    assertThat(admit(neither, NEW, 11).full()).isNull();
  }

  @Test
  void indexesThatNobodyUsesDoNotDriveEachOtherOut() {
    SpaceLedger ledger = ledger(2.0 / 6, -1);
    publish(ledger, OLD, 11, 12);
    assertThat(ledger.room(NEW)).isZero();
    assertThat(admit(ledger, NEW, 11).admitted()).isFalse();
    assertThat(ledger.usedBy(FILE)).isEqualTo(2 * BLOCK);
    // One use is reason enough.
    wanted(NEW, 1);
    assertThat(admit(ledger, NEW, 11).evicted()).containsExactly(new Replica(OLD, 12));
  }

  @Test
  void indexesThatAreAboutAsUsefulDoNotDriveEachOtherOut() {
    SpaceLedger ledger = ledger(2.0 / 6, -1);
    publish(ledger, OLD, 11, 12);
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
  void whatWasUsefulLongAgoGoesForWhatIsUsefulNow() {
    SpaceLedger ledger = ledger(2.0 / 6, -1);
    publish(ledger, OLD, 11, 12);
    wanted(OLD, 8);
    wanted(NEW, 1);
    assertThat(admit(ledger, NEW, 11).admitted()).isFalse();
    now += 4_000;
    wanted(NEW, 1);
    assertThat(admit(ledger, NEW, 11).admitted()).isTrue();
  }

  @Test
  void anIndexInUseStaysHoweverLittleItIsWorth() {
    SpaceLedger ledger = ledger(2.0 / 6, -1);
    publish(ledger, OLD, 11, 12);
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
  void anIndexThatIsNotThereIsNotInUseWhoeverTellsSo() {
    SpaceLedger ledger = ledger(2.0 / 6, -1);
    ledger.lease(OLD);
    publish(ledger, OLD, 11, 12);
    wanted(NEW, 5);
    assertThat(ledger.indexesOf(FILE)).noneMatch(IndexSpace::inUse);
    assertThat(admit(ledger, NEW, 11).admitted()).isTrue();
  }

  @Test
  void aStepOfTheWallClockEndsNoLease() {
    SpaceLedger ledger =
        new SpaceLedger(
            new SpaceBudget(-1, 2 * BLOCK),
            LEASE,
            accounts,
            files::get,
            () -> now + wallClockStep,
            () -> now);
    now += LEASE;
    publish(ledger, OLD, 11, 12);
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
  void anIndexThatWasDroppedIsNotInUse() {
    SpaceBudget unlimited = new SpaceBudget(-1, -1);
    // Just started: whatever is there is in use.
    SpaceLedger ledger =
        new SpaceLedger(unlimited, LEASE, accounts, files::get, () -> now, () -> now);
    publish(ledger, OLD, 11);
    wanted(OLD, 1);
    ledger.lease(OLD);
    assertThat(ledger.indexesOf(FILE)).singleElement().matches(IndexSpace::inUse);
    ledger.remove(new Replica(OLD, 11));
    assertThat(ledger.indexesOf(FILE)).singleElement().matches(index -> !index.inUse());
  }

  @Test
  void ofFilesThatAreGoneNothingIsLeftInUseOrPromised() {
    SpaceLedger ledger = ledger(-1, 2 * BLOCK);
    publish(ledger, ELSEWHERE, 21);
    ledger.lease(ELSEWHERE);
    assertThat(ledger.promise(new Replica(ELSEWHERE, 22), BLOCK, JOB)).isTrue();
    wanted(NEW, 5);
    assertThat(ledger.room(NEW)).isZero();
    ledger.forgetGoneFiles();
    assertThat(ledger.room(NEW)).as("both are there").isZero();
    files.remove(OTHER);
    ledger.forgetGoneFiles();
    assertThat(ledger.room(NEW)).isEqualTo(2 * BLOCK);
  }

  @Test
  void anIndexThatIsBeingBuiltIsInUse() {
    SpaceLedger ledger = ledger(2.0 / 6, -1);
    assertThat(admit(ledger, OLD, 11).admitted()).isTrue();
    assertThat(admit(ledger, OLD, 12).admitted()).isTrue();
    wanted(NEW, 5);
    assertThat(admit(ledger, NEW, 11).admitted()).isFalse();
  }

  @Test
  void afterARestartEverythingIsInUseForALease() {
    SpaceLedger ledger = ledger(2.0 / 6, -1);
    ledger.clear();
    publish(ledger, OLD, 11, 12);
    wanted(NEW, 5);
    assertThat(admit(ledger, NEW, 11).admitted()).isFalse();
    now += LEASE;
    assertThat(admit(ledger, NEW, 11).admitted()).isTrue();
  }

  @Test
  void theBudgetOfTheClusterIsOverAllFiles() {
    SpaceLedger ledger = ledger(-1, 3 * BLOCK);
    publish(ledger, ELSEWHERE, 21, 22);
    publish(ledger, OLD, 11);
    wanted(ELSEWHERE, 2);
    wanted(OLD, 1);
    wanted(NEW, 3);
    assertThat(admit(ledger, NEW, 11).evicted()).containsExactly(new Replica(OLD, 11));
    assertThat(admit(ledger, NEW, 12).evicted()).containsExactly(new Replica(ELSEWHERE, 22));
    assertThat(ledger.used()).isEqualTo(3 * BLOCK);
  }

  @Test
  void whatGoesForTheFileCountsForTheClusterToo() {
    SpaceLedger ledger = ledger(2.0 / 6, 4 * BLOCK);
    publish(ledger, ELSEWHERE, 21, 22);
    publish(ledger, OLD, 11, 12);
    wanted(OLD, 2);
    wanted(NEW, 3);
    assertThat(admit(ledger, NEW, 11).evicted()).containsExactly(new Replica(OLD, 12));
    assertThat(ledger.used()).isEqualTo(4 * BLOCK);
  }

  @Test
  void indexesOfFilesThatAreGoneGoFirst() {
    SpaceLedger ledger = ledger(-1, 2 * BLOCK);
    publish(ledger, ELSEWHERE, 21);
    publish(ledger, OLD, 11);
    wanted(ELSEWHERE, 9);
    wanted(OLD, 1);
    wanted(NEW, 2);
    files.remove(OTHER);
    assertThat(admit(ledger, NEW, 12).evicted()).containsExactly(new Replica(ELSEWHERE, 21));
  }

  @Test
  void aPromiseKeepsItsRoomUntilItIsSettledOrLapses() {
    SpaceLedger ledger = ledger(1.0 / 6, -1);
    Replica first = new Replica(NEW, 11);
    Replica second = new Replica(NEW, 12);
    assertThat(ledger.promise(first, BLOCK, JOB)).isTrue();
    assertThat(ledger.promise(first, BLOCK, JOB)).as("asked again").isTrue();
    assertThat(ledger.promise(second, BLOCK, JOB)).isFalse();
    assertThat(ledger.room(NEW)).isZero();
    assertThat(ledger.admit(second, BLOCK).admitted()).isFalse();
    assertThat(ledger.admit(first, BLOCK).admitted()).isTrue();
    ledger.settle(first);
    assertThat(ledger.promise(second, BLOCK, JOB)).isTrue();
    now += LEASE + 1;
    assertThat(ledger.promise(first, BLOCK, JOB)).isTrue();
  }

  @Test
  void aPromiseLastsAsLongAsOneOfThoseWhoAreToBuildIt() {
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
  void aPromiseToWhatIsThereTakesNoRoomTwice() {
    SpaceLedger ledger = ledger(2.0 / 6, -1);
    Replica first = new Replica(NEW, 11);
    assertThat(ledger.promise(first, BLOCK, JOB)).isTrue();
    ledger.add(first, BLOCK);
    assertThat(ledger.room(NEW)).isEqualTo(BLOCK);
    assertThat(ledger.promise(first, BLOCK, JOB)).isTrue();
    assertThat(ledger.room(NEW)).isEqualTo(BLOCK);
  }

  @Test
  void aPromiseDoesNotEvict() {
    SpaceLedger ledger = ledger(2.0 / 6, -1);
    publish(ledger, OLD, 11, 12);
    wanted(NEW, 5);
    assertThat(ledger.promise(new Replica(NEW, 11), BLOCK, JOB)).isTrue();
    assertThat(ledger.usedBy(FILE)).isEqualTo(2 * BLOCK);
  }

  @Test
  void withoutABudgetNothingIsAdmitted() {
    assertThat(admit(ledger(0, -1), NEW, 11).admitted()).isFalse();
    assertThat(admit(ledger(-1, 0), NEW, 11).admitted()).isFalse();
  }

  /** Whatever happens, the budgets hold and nothing in use goes. */
  @Test
  void anySequenceKeepsToTheBudgets() {
    long seed = Long.getLong("hail.test.seed", 17);
    Random random = new Random(seed);
    SpaceLedger ledger = ledger(0.5, 5 * BLOCK);
    for (int step = 0; step < 5_000; step++) {
      IndexId id = new IndexId(1 + random.nextInt(2), 1 + random.nextInt(4));
      long block = id.fileId() * 10 + 1 + random.nextInt(2);
      now += random.nextInt(60);
      switch (random.nextInt(6)) {
        case 0 -> ledger.lease(id);
        case 1 -> ledger.remove(new Replica(id, block));
        case 2 -> ledger.promise(new Replica(id, block), BLOCK, JOB);
        case 3 -> accounts.add(id, BLOCK, random.nextInt((int) BLOCK), BLOCK, now);
        default -> {
          Map<IndexId, Boolean> inUse = new HashMap<>();
          for (long file : new long[] {FILE, OTHER}) {
            ledger
                .indexesOf(file)
                .forEach(one -> inUse.put(new IndexId(file, one.attribute()), one.inUse()));
          }
          Admission admission = admit(ledger, id, block);
          for (Replica gone : admission.evicted()) {
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
