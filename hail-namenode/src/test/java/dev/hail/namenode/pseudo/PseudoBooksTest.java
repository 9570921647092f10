// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.namenode.directory.RefusedException;
import dev.hail.namenode.space.Held;
import dev.hail.namenode.space.IndexId;
import dev.hail.namenode.space.SpaceLedger;
import dev.hail.protocol.LocatedReplica;
import dev.hail.protocol.ReplicaInfo;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What the namenode knows of pseudo replicas; blocks 1,000 n to 1,000 n + 999 are of file n. */
final class PseudoBooksTest {
  private static final int ATTRIBUTE = 5;
  private static final long STAMP = 7;
  private static final long BYTES = BooksFixture.BYTES;

  private final BooksFixture fixture = new BooksFixture(1_000, -1);
  private final PseudoBooks books = fixture.books;
  private final SpaceLedger space = fixture.space;

  private static long id(long block) {
    return BooksFixture.id(block, ATTRIBUTE);
  }

  private static ReplicaInfo replica(long block) {
    return BooksFixture.replica(block, ATTRIBUTE, STAMP);
  }

  private List<String> holders(long block) {
    return books.of(block, STAMP, ATTRIBUTE, uuid -> true).stream()
        .map(LocatedReplica::datanodeUuid)
        .toList();
  }

  @Test
  void report_repeated_addsToSumsOnce() throws Exception {
    assertThat(books.add("a", replica(1_001))).isTrue();
    assertThat(books.add("a", replica(1_001))).isFalse();
    assertThat(holders(1_001)).containsExactly("a");
    assertThat(space.usedBy(1)).isEqualTo(BYTES);
    assertThat(books.remove("a", id(1_001))).isTrue();
    assertThat(books.remove("a", id(1_001))).isFalse();
    assertThat(space.usedBy(1)).isZero();
  }

  @Test
  void invalidPseudoReplica_reported_isRefused() {
    ReplicaInfo otherOrder =
        new ReplicaInfo(id(1_001), STAMP, 4, BYTES, 512, 64, 100, 1, new int[0], "DS-1");
    ReplicaInfo ordinary =
        new ReplicaInfo(1_001, STAMP, ATTRIBUTE, BYTES, 512, 64, 100, 1, new int[0], "DS-1");
    for (ReplicaInfo wrong : List.of(otherOrder, ordinary)) {
      assertThatThrownBy(() -> books.add("a", wrong)).isInstanceOf(RefusedException.class);
    }
  }

  @Test
  void sameReplica_onTwoDatanodes_isDroppedByLater() throws Exception {
    assertThat(books.add("a", replica(1_001))).isTrue();
    assertThat(books.add("b", replica(1_001))).isFalse();
    assertThat(holders(1_001)).containsExactly("a");
    assertThat(books.drops().of("b", 10)).containsExactly(id(1_001));
    // It reports it until it has done so.
    assertThat(books.add("b", replica(1_001))).isFalse();
    books.remove("b", id(1_001));
    assertThat(books.drops().of("b", 10)).isEmpty();
    assertThat(space.usedBy(1)).isEqualTo(BYTES);
  }

  @Test
  void standby_ordersNothing_untilActiveAgain() throws Exception {
    fixture.active.set(false);
    assertThat(books.add("a", replica(1_001))).isTrue();
    assertThat(books.add("b", replica(1_001))).isTrue();
    books.recount();
    assertThat(books.drops().size()).isZero();
    fixture.active.set(true);
    books.recount();
    assertThat(holders(1_001)).hasSize(1);
    assertThat(books.drops().size()).isEqualTo(1);
    assertThat(space.usedBy(1)).isEqualTo(BYTES);
  }

  /** A recount must not leave out what a report then takes off. */
  @Test
  void twins_onStandby_areCountedUntilEachIsGone() throws Exception {
    fixture.active.set(false);
    books.add("a", replica(1_001));
    books.add("b", replica(1_001));
    assertThat(space.usedBy(1)).isEqualTo(2 * BYTES);
    books.recount();
    assertThat(space.usedBy(1)).isEqualTo(2 * BYTES);
    books.remove("a", id(1_001));
    assertThat(space.usedBy(1)).isEqualTo(BYTES);
    assertThat(space.used()).isEqualTo(BYTES);
    assertThat(space.attributesOf(1)).containsExactly(ATTRIBUTE);
  }

  /** Its datanode tells so while the namenode has it go for another one. */
  @Test
  void evictedReplica_reportedGoneMeanwhile_isTakenOffOnce() throws Exception {
    BooksFixture full = new BooksFixture(1_000, 2 * BYTES);
    full.books.add("a", replica(1_001));
    full.books.add("a", replica(1_002));
    full.want(new IndexId(2, ATTRIBUTE));
    full.afterHoldings = () -> full.books.remove("a", id(1_002));
    SpaceLedger.Replica wanted = new SpaceLedger.Replica(new IndexId(2, ATTRIBUTE), 2_001);
    SpaceLedger.Admission admission = full.books.admit(wanted, BYTES);
    assertThat(admission.admitted()).isTrue();
    assertThat(admission.evicted()).as("there was nothing left to drop").isEmpty();
    assertThat(full.space.used()).isEqualTo(BYTES);
    assertThat(full.space.usedBy(1)).isEqualTo(BYTES);
    assertThat(full.books.drops().size()).as("it has nothing to do about it").isZero();
  }

  /** Its replicas go by themselves, and nobody can find them to have them go for another. */
  @Test
  void replicasOfGoneFile_untilRecount_makeNoRoom() throws Exception {
    BooksFixture full = new BooksFixture(1_000, 3 * BYTES);
    full.books.add("a", replica(1_001));
    full.books.add("a", replica(1_002));
    full.books.add("a", replica(3_001));
    IndexId wanted = new IndexId(2, ATTRIBUTE);
    full.want(wanted);
    full.gone.add(1L);
    for (long block = 2_001; block <= 2_009; block++) {
      SpaceLedger.Admission admission =
          full.books.admit(new SpaceLedger.Replica(wanted, block), BYTES);
      assertThat(admission.admitted()).as("block %d", block).isEqualTo(block == 2_001);
    }
    assertThat(full.space.used()).as("one of another file went").isEqualTo(2 * BYTES);
    full.books.remove("a", id(1_001));
    SpaceLedger.Replica second = new SpaceLedger.Replica(wanted, 2_002);
    assertThat(full.books.admit(second, BYTES).admitted()).isTrue();
  }

  /** Nobody tells of the end of a replica that a newer one supersedes. */
  @Test
  void replicaOfNewerBlock_takesPlaceOfOlderOnes() throws Exception {
    books.add("a", replica(1_001));
    assertThat(books.add("b", BooksFixture.replica(1_001, ATTRIBUTE, STAMP + 1))).isTrue();
    assertThat(books.remove("a", id(1_001))).isFalse();
    assertThat(space.usedBy(1)).isEqualTo(BYTES);
    assertThat(space.used()).isEqualTo(BYTES);
  }

  @Test
  void replica_whoseFileIsGoneOrUnknown_countsUntilItIsGone() throws Exception {
    fixture.gone.add(3L);
    books.add("a", replica(3_001));
    books.add("a", replica(1_001));
    assertThat(space.used()).isEqualTo(2 * BYTES);
    fixture.gone.add(1L);
    books.remove("a", id(1_001));
    assertThat(space.used()).isEqualTo(BYTES);
    books.remove("a", id(3_001));
    assertThat(space.used()).isZero();
  }

  @Test
  void onlyLiveReplica_ofTwo_isNotDropped() throws Exception {
    assertThat(books.add("a", replica(1_001))).isTrue();
    fixture.dead.add("a");
    assertThat(books.add("b", replica(1_001))).isTrue();
    books.recount();
    assertThat(books.drops().size()).isZero();
    fixture.dead.remove("a");
    // As a datanode does that comes back before it was forgotten.
    assertThat(books.add("a", replica(1_001))).isFalse();
    assertThat(holders(1_001)).containsExactly("b");
  }

  @Test
  void droppedReplica_stillReported_isGoneAtOnce() throws Exception {
    books.add("a", replica(1_001));
    books.drop(new Held(new IndexId(1, ATTRIBUTE), 1_001, "a", BYTES));
    assertThat(holders(1_001)).isEmpty();
    assertThat(space.usedBy(1)).isZero();
    assertThat(books.add("a", replica(1_001))).isFalse();
    assertThat(books.remove("a", id(1_001))).isFalse();
    assertThat(books.add("a", replica(1_001))).isTrue();
  }

  /** As one that a failover cut off: datanodes obey the other namenode, which wants it. */
  @Test
  void replica_notDroppedInTime_isKnownAgainFromFullReport() throws Exception {
    books.add("a", replica(1_001));
    books.drop(new Held(new IndexId(1, ATTRIBUTE), 1_001, "a", BYTES));
    assertThat(books.drops().of("a", 10)).containsExactly(id(1_001));
    assertThat(books.isReportWanted("a")).isFalse();

    fixture.millis.addAndGet(TimeUnit.HOURS.toMillis(1));

    assertThat(books.drops().of("a", 10)).isEmpty();
    assertThat(books.isReportWanted("a")).isTrue();
    books.beginFullReport("a");
    assertThat(books.isReportWanted("a")).isFalse();
    assertThat(books.add("a", replica(1_001))).isTrue();
    assertThat(holders(1_001)).containsExactly("a");
    assertThat(space.usedBy(1)).isEqualTo(BYTES);
  }

  @Test
  void dropOrders_forDatanodeThatNeverReturns_lapse() throws Exception {
    for (long block = 1_000; block < 1_100; block++) {
      books.add("gone", replica(block));
      books.drop(new Held(new IndexId(1, ATTRIBUTE), block, "gone", BYTES));
    }
    assertThat(books.drops().size()).isEqualTo(100);
    fixture.millis.addAndGet(600_000);
    books.recount();
    assertThat(books.drops().size()).isZero();
    assertThat(books.isReportWanted("gone")).as("if it comes back in spite of all").isTrue();
  }

  /** Sums are what the directory has, however reports and recounts race. */
  @Test
  void sums_duringRecount_areRight() throws Exception {
    AtomicBoolean ended = new AtomicBoolean();
    ExecutorService threads = Executors.newSingleThreadExecutor();
    Future<?> counting =
        threads.submit(
            () -> {
              while (!ended.get()) {
                books.recount();
              }
            });
    try {
      for (int round = 0; round < 200; round++) {
        for (long block = 2_000L; block < 2_050; block++) {
          books.add("a", replica(block));
        }
        for (long block = 2_000L + round % 7; block < 2_050; block += 7) {
          books.remove("a", id(block));
        }
        long held = books.holdings(new IndexId(2, ATTRIBUTE)).size();
        assertThat(space.usedBy(2)).as("round %d", round).isEqualTo(BYTES * held);
        assertThat(space.used()).isEqualTo(BYTES * held);
      }
    } finally {
      ended.set(true);
      threads.shutdown();
    }
    counting.get(1, TimeUnit.MINUTES);
  }

  @Test
  void millionReplicas_booked_takeLittleMemory() throws Exception {
    int million = 1_000_000;
    for (int i = 0; i < million; i++) {
      books.add("datanode-" + i % 100, replica(1_000L + i));
    }
    long begin = System.nanoTime();
    books.recount();
    long millis = (System.nanoTime() - begin) / 1_000_000;
    double bytesEach = (double) books.size().bytes() / million;
    System.out.printf("%.0f bytes each, recounted in %d ms%n", bytesEach, millis);
    assertThat(space.used()).isEqualTo(BYTES * million);
    assertThat(space.usedBy(17)).isEqualTo(1_000 * BYTES);
    assertThat(bytesEach).isLessThan(130);
  }

  /** A budget that is full with blocks 1,001 and 1,002. */
  private static BooksFixture booksOfFileOne() throws Exception {
    BooksFixture full = new BooksFixture(1_000, 2 * BYTES);
    full.books.add("a", replica(1_001));
    full.books.add("a", replica(1_002));
    return full;
  }

  /** Nobody can tell of which index they were, so nobody can take them off its bytes. */
  @Test
  void replicasOfGoneFile_reportedGone_areRoomOnce() throws Exception {
    BooksFixture full = booksOfFileOne();
    IndexId wanted = new IndexId(2, ATTRIBUTE);
    full.want(wanted);
    full.gone.add(1L);
    full.books.remove("a", id(1_001));
    full.books.remove("a", id(1_002));
    assertThat(full.space.room(wanted)).isEqualTo(2 * BYTES);
    for (long block = 2_001; block <= 2_003; block++) {
      assertThat(full.space.promise(new SpaceLedger.Replica(wanted, block), BYTES, "job"))
          .as("block %d", block)
          .isEqualTo(block <= 2_002);
    }
    full.books.recount();
    assertThat(full.space.room(wanted)).isZero();
    full.space.withdrawAll("job");
    assertThat(full.space.room(wanted)).isEqualTo(2 * BYTES);
  }

  /** Those of a block that went to another file are taken off neither file's bytes. */
  @Test
  void replicasOfMovedBlock_reportedGone_areRoomOnce() throws Exception {
    BooksFixture full = booksOfFileOne();
    IndexId wanted = new IndexId(2, ATTRIBUTE);
    full.want(wanted);
    full.moved.put(1_001L, 3L);
    full.books.remove("a", id(1_001));
    assertThat(full.space.room(wanted)).isEqualTo(2 * BYTES);
    full.books.recount();
    assertThat(full.space.room(wanted)).isEqualTo(2 * BYTES);
    full.books.remove("a", id(1_002));
    assertThat(full.space.room(wanted)).isEqualTo(2 * BYTES);
  }

  @Test
  void lastReplicas_ofIndex_areThoseOfHighestBlocks() throws Exception {
    for (long block : new long[] {1_001, 1_005, 1_002, 2_001}) {
      books.add("a", replica(block));
    }
    IndexId index = new IndexId(1, ATTRIBUTE);
    assertThat(books.lastReplicas(index, Long.MAX_VALUE, BYTES + 1))
        .extracting(Held::blockId)
        .containsExactly(1_005L, 1_002L);
    assertThat(books.lastReplicas(index, 1_004, 9 * BYTES))
        .extracting(Held::blockId)
        .containsExactly(1_002L, 1_001L);
  }

  /** More than a datanode is told of before they lapse: what is there is never unknown for long. */
  @Test
  void replicas_whoseDropLapsedUntold_areKnownAgainAndCanBeDropped() throws Exception {
    for (long block = 1_000; block < 1_010; block++) {
      books.add("a", replica(block));
    }
    books.holdings(new IndexId(1, ATTRIBUTE)).forEach(books::drop);
    for (long id : books.drops().of("a", 4)) {
      books.remove("a", id);
    }
    fixture.millis.addAndGet(600_000);
    assertThat(books.drops().of("a", 4)).isEmpty();
    assertThat(books.isReportWanted("a")).isTrue();
    books.beginFullReport("a");
    for (long block = 1_004; block < 1_010; block++) {
      assertThat(books.add("a", replica(block))).isTrue();
    }
    fixture.directory.endFullReport("a");
    assertThat(space.usedBy(1)).isEqualTo(6 * BYTES);
    books.holdings(new IndexId(1, ATTRIBUTE)).forEach(books::drop);
    assertThat(books.drops().of("a", 10)).hasSize(6);
    assertThat(space.usedBy(1)).isZero();
  }
}
