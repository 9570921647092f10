// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.anyList;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;
import static org.mockito.Mockito.withSettings;

import dev.hail.namenode.directory.RefusedException;
import dev.hail.namenode.directory.ReplicaTable;
import dev.hail.namenode.space.FileSize;
import dev.hail.namenode.space.Held;
import dev.hail.namenode.space.IndexId;
import dev.hail.namenode.space.SpaceBudget;
import dev.hail.namenode.space.SpaceLedger;
import dev.hail.namenode.space.UseAccounts;
import dev.hail.protocol.LocatedReplica;
import dev.hail.protocol.PseudoReplicaId;
import dev.hail.protocol.ReplicaInfo;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.apache.hadoop.hdfs.server.namenode.HailBlockMap;
import org.apache.hadoop.hdfs.server.namenode.HailDatanodes;
import org.apache.hadoop.hdfs.server.namenode.HailInodes;
import org.apache.hadoop.hdfs.server.namenode.HailNamespace;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.quality.Strictness;

/** What the namenode knows of pseudo replicas; blocks 1,000 n to 1,000 n + 999 are of file n. */
final class PseudoBooksTest {
  private static final int ATTRIBUTE = 5;
  private static final long STAMP = 7;
  private static final long BYTES = 4_096;

  private final HailNamespace namespace = stub(HailNamespace.class);
  private final HailInodes inodes = stub(HailInodes.class);
  private final HailBlockMap blocks = stub(HailBlockMap.class);
  private final HailDatanodes datanodes = stub(HailDatanodes.class);

  private static <T> T stub(Class<T> type) {
    return mock(type, withSettings().stubOnly().strictness(Strictness.LENIENT));
  }

  private final AtomicBoolean active = new AtomicBoolean(true);
  private final AtomicLong millis = new AtomicLong();
  private SpaceLedger space;
  private PseudoBooks books;

  @BeforeEach
  void open() {
    when(namespace.inodes()).thenReturn(inodes);
    when(namespace.blocks()).thenReturn(blocks);
    when(namespace.datanodes()).thenReturn(datanodes);
    when(namespace.isActive()).thenAnswer(call -> active.get());
    when(datanodes.isLive(anyString())).thenReturn(true);
    when(blocks.fileIdOf(anyLong())).thenAnswer(call -> fileOf(call.getArgument(0)));
    when(blocks.fileIdsOf(anyList()))
        .thenAnswer(
            call -> call.<List<Long>>getArgument(0).stream().map(PseudoBooksTest::fileOf).toList());
    when(inodes.blocksOf(anyLong()))
        .thenAnswer(
            call -> {
              long first = 1_000 * call.<Long>getArgument(0);
              return LongStream.range(first, first + 1_000).toArray();
            });
    space =
        new SpaceLedger(
            new SpaceBudget(-1, -1),
            1_000,
            new UseAccounts(1_000),
            file -> new FileSize(1_000 * BYTES, 3_000 * BYTES),
            id -> books.holdings(id),
            () -> 0,
            () -> 0);
    ReplicaTable directory = new ReplicaTable(System::nanoTime, 0, block -> null);
    books = new PseudoBooks(namespace, directory, space, millis::get);
  }

  private static Long fileOf(long blockId) {
    return blockId / 1_000;
  }

  private static long id(long block) {
    return new PseudoReplicaId(block, ATTRIBUTE).blockId();
  }

  private static ReplicaInfo replica(long block) {
    return new ReplicaInfo(id(block), STAMP, ATTRIBUTE, BYTES, 512, 64, 100, 1, new int[0], "DS-1");
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
    active.set(false);
    assertThat(books.add("a", replica(1_001))).isTrue();
    assertThat(books.add("b", replica(1_001))).isTrue();
    books.recount();
    assertThat(books.drops().size()).isZero();
    active.set(true);
    books.recount();
    assertThat(holders(1_001)).hasSize(1);
    assertThat(books.drops().size()).isEqualTo(1);
    assertThat(space.usedBy(1)).isEqualTo(BYTES);
  }

  @Test
  void onlyLiveReplica_ofTwo_isNotDropped() throws Exception {
    assertThat(books.add("a", replica(1_001))).isTrue();
    when(datanodes.isLive("a")).thenReturn(false);
    assertThat(books.add("b", replica(1_001))).isTrue();
    books.recount();
    assertThat(books.drops().size()).isZero();
    when(datanodes.isLive("a")).thenReturn(true);
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

    millis.addAndGet(TimeUnit.HOURS.toMillis(1));

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
    millis.addAndGet(600_000);
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
  void millionReplicas_booked_takeLittleMemoryAndNoCall() throws Exception {
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
}
