// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.namenode.space.SpaceLedger.Replica;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Space that no other index gets: of indexes in use, and what is promised for new ones. */
final class SpaceInUseTest extends LedgerOfTwoFiles {
  private long wallClockStep;

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

  /** Of a job that may never build it; another admission must not pay for it with an index. */
  @Test
  void promises_toJob_evictNothingWhenOthersAreAdmitted() {
    SpaceLedger ledger = ledger(-1, 6 * BLOCK);
    store(ledger, ELSEWHERE, 21, 22);
    readNothing(ledger, OTHER);
    store(ledger, OLD, 11, 12);
    IndexId promised = new IndexId(FILE, 6);
    wanted(promised, 5);
    for (long block = 11; block <= 14; block++) {
      assertThat(ledger.promise(new Replica(promised, block), BLOCK, JOB)).isTrue();
    }
    wanted(NEW, 5);
    assertThat(admit(ledger, NEW, 11).evicted()).as("there is room").isEmpty();
    assertThat(admit(ledger, NEW, 12).evicted()).as("there is room").isEmpty();
    assertThat(ledger.used()).isEqualTo(6 * BLOCK);
    assertThat(admit(ledger, promised, 11).evicted()).containsExactly(held(OLD, 12));
    assertThat(admit(ledger, promised, 12).evicted()).containsExactly(held(OLD, 11));
    assertThat(admit(ledger, promised, 13).evicted()).containsExactly(held(ELSEWHERE, 22));
    assertThat(ledger.used()).isEqualTo(6 * BLOCK);
  }

  /** All that is promised has to fit, with what may go for it. */
  @Test
  void promises_toJob_leaveRoomOnlyForWhatFitsBesideThem() {
    SpaceLedger ledger = ledger(-1, 2 * BLOCK);
    store(ledger, OLD, 11, 12);
    wanted(NEW, 5);
    assertThat(ledger.promise(new Replica(NEW, 11), BLOCK, JOB)).isTrue();
    assertThat(ledger.promise(new Replica(NEW, 12), BLOCK, JOB)).isTrue();
    IndexId other = new IndexId(OTHER, 5);
    wanted(other, 50);
    assertThat(admit(ledger, other, 21).admitted()).isFalse();
    assertThat(ledger.used()).isEqualTo(2 * BLOCK);
  }

  /** What is granted is about to come; two grants must not count on the same room. */
  @Test
  void replicasBeingStored_haveRoomOfTheirOwn() {
    SpaceLedger ledger = ledger(-1, 3 * BLOCK);
    store(ledger, OLD, 11, 12);
    wanted(NEW, 5);
    assertThat(ledger.admit(new Replica(NEW, 11), BLOCK).evicted()).isEmpty();
    assertThat(ledger.admit(new Replica(NEW, 12), BLOCK).evicted()).containsExactly(held(OLD, 12));
  }

  /** As when the replication of a file is lowered, or what was granted came after its lease. */
  @Test
  void budget_thatShrank_holdsAfterNextReplica() {
    SpaceLedger ledger = ledger(1.0, -1);
    IndexId more = new IndexId(FILE, 6);
    store(ledger, OLD, 11, 12);
    store(ledger, more, 11, 12);
    files.put(FILE, new FileSize(2 * BLOCK, 2 * BLOCK));
    wanted(more, 1);
    wanted(NEW, 5);
    assertThat(admit(ledger, NEW, 11).evicted())
        .containsExactly(held(OLD, 12), held(OLD, 11), held(more, 12));
    assertThat(ledger.usedBy(FILE)).isEqualTo(2 * BLOCK);
    files.put(FILE, new FileSize(2 * BLOCK, 0));
    assertThat(admit(ledger, NEW, 12).admitted()).as("not all of it could go").isFalse();
  }

  /**
   * Its worth is kept with the file; as long as nobody has read it, it may be worth most of all.
   */
  @Test
  void index_whoseUsesAreUnread_makesNoRoom() {
    SpaceLedger ledger = ledger(-1, 2 * BLOCK);
    store(ledger, ELSEWHERE, 21, 22);
    wanted(NEW, 5);
    assertThat(ledger.room(NEW)).isZero();
    assertThat(admit(ledger, NEW, 11).admitted()).isFalse();
    assertThat(ledger.unread(9)).containsExactly(OTHER);
    ledger.read(OTHER, Map.of(ELSEWHERE.attribute(), new IndexUse(0, 0, 1_000, now)));
    assertThat(ledger.unread(9)).isEmpty();
    assertThat(admit(ledger, NEW, 11).admitted()).as("it is worth more").isFalse();
    ledger.takeOver();
    assertThat(ledger.unread(9)).as("another namenode heard of uses").containsExactly(OTHER);
    ledger.read(OTHER, Map.of());
    now += LEASE;
    assertThat(ledger.room(NEW)).isEqualTo(2 * BLOCK);
    assertThat(admit(ledger, NEW, 11).evicted()).containsExactly(held(ELSEWHERE, 22));
  }

  /** There are more files with indexes than accounts. */
  @Test
  void index_whoseAccountMadeRoom_isWorthWhatItWas() {
    SpaceLedger ledger = ledger(-1, 2 * BLOCK);
    store(ledger, ELSEWHERE, 21);
    store(ledger, OLD, 11);
    wanted(ELSEWHERE, 20);
    wanted(OLD, 1);
    wanted(NEW, 5);
    assertThat(ledger.room(NEW)).isEqualTo(BLOCK);
    assertThat(accounts.takeChanged(new EditBudget(9, System::nanoTime))).contains(OTHER);
    for (long file = 100; accounts.knows(OTHER); file++) {
      accounts.open(file, null, now);
      wanted(NEW, 0);
    }
    assertThat(ledger.unread(9)).isEmpty();
    assertThat(ledger.room(NEW)).isEqualTo(BLOCK);
    assertThat(admit(ledger, NEW, 12).evicted()).containsExactly(held(OLD, 11));
  }

  /** Of neither file is any index there. */
  @Test
  void promises_toFilesWithoutIndexes_countForBothBudgets() {
    SpaceLedger ofFile = ledger(2.0 / 6, -1);
    assertThat(ofFile.promise(new Replica(NEW, 11), BLOCK, JOB)).isTrue();
    assertThat(ofFile.promise(new Replica(OLD, 11), BLOCK, JOB)).isTrue();
    assertThat(ofFile.promise(new Replica(NEW, 12), BLOCK, JOB)).isFalse();
    SpaceLedger ofAll = ledger(-1, 2 * BLOCK);
    assertThat(ofAll.promise(new Replica(NEW, 11), BLOCK, JOB)).isTrue();
    assertThat(ofAll.promise(new Replica(ELSEWHERE, 21), BLOCK, JOB)).isTrue();
    assertThat(ofAll.promise(new Replica(ELSEWHERE, 22), BLOCK, JOB)).isFalse();
    assertThat(ofAll.room(NEW)).isZero();
  }

  /** More is promised than there is room for, as an index that was to go is read again. */
  @Test
  void promises_beyondRoom_areKeptAsFarAsTheyFit() {
    SpaceLedger ledger = ledger(-1, 4 * BLOCK);
    store(ledger, ELSEWHERE, 21, 22);
    readNothing(ledger, OTHER);
    wanted(NEW, 5);
    for (long block = 11; block <= 14; block++) {
      assertThat(ledger.promise(new Replica(NEW, block), BLOCK, JOB)).isTrue();
    }
    ledger.lease(ELSEWHERE);
    for (long block = 11; block <= 14; block++) {
      boolean admitted = ledger.admit(new Replica(NEW, block), BLOCK).admitted();
      assertThat(admitted).as("block %d", block).isEqualTo(block <= 12);
    }
    assertThat(ledger.promises()).as("two replicas, to the job and to be stored").isEqualTo(4);
    assertThat(ledger.room(NEW)).isZero();
  }

  /** A second attempt that is refused leaves the first one its space. */
  @Test
  void replicaBeingStored_askedForAgainWithoutRoom_keepsItsSpace() {
    SpaceLedger ledger = ledger(-1, 2 * BLOCK);
    wanted(NEW, 5);
    assertThat(ledger.admit(new Replica(NEW, 11), BLOCK).admitted()).isTrue();
    // Granted before, and stored after its grant had ended.
    store(ledger, ELSEWHERE, 21, 22);
    ledger.lease(ELSEWHERE);
    assertThat(ledger.admit(new Replica(NEW, 11), BLOCK).admitted()).isFalse();
    assertThat(ledger.promises()).isEqualTo(1);
    remove(ledger, ELSEWHERE, 21);
    assertThat(ledger.room(NEW)).as("the rest is for the replica being stored").isZero();
  }
}
