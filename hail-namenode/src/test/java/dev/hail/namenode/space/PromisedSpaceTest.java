// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.namenode.Heap;
import dev.hail.namenode.space.SpaceLedger.Replica;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class PromisedSpaceTest {
  /** What one builder was promised. */
  private record Told(Replica replica, String builder, long untilMillis) {}

  private static Replica replica(long fileId, int attribute, long blockId) {
    return new Replica(new IndexId(fileId, attribute), blockId);
  }

  /** A list of all that was said has the same sums. */
  @Test
  void sums_ofPromises_areThoseThatHold() {
    for (long seed = 1; seed <= 50; seed++) {
      Random random = new Random(seed);
      PromisedSpace promises = new PromisedSpace();
      List<Told> told = new ArrayList<>();
      long now = 0;
      for (int step = 0; step < 400; step++) {
        now += random.nextInt(4);
        Replica replica = replica(random.nextInt(3), random.nextInt(2), random.nextInt(4));
        String builder = "job" + random.nextInt(3);
        switch (random.nextInt(10)) {
          case 0 -> {
            promises.endAll(replica);
            told.removeIf(one -> one.replica().equals(replica));
          }
          case 1, 2 -> {
            promises.withdraw(replica, builder);
            told.removeIf(one -> one.replica().equals(replica) && one.builder().equals(builder));
          }
          case 4 -> {
            promises.withdrawAll(builder);
            told.removeIf(one -> one.builder().equals(builder));
          }
          case 3 -> {
            long gone = random.nextInt(3);
            promises.retain(fileId -> fileId != gone);
            told.removeIf(one -> one.replica().id().fileId() == gone);
          }
          default -> {
            // A clock may be set back.
            long until = now + random.nextInt(30);
            promises.keep(replica, bytes(replica), builder, until);
            told.removeIf(one -> one.replica().equals(replica) && one.builder().equals(builder));
            told.add(new Told(replica, builder, until));
          }
        }
        promises.lapse(now);
        long nowMillis = now;
        List<Replica> holding =
            told.stream()
                .filter(one -> one.untilMillis() >= nowMillis)
                .map(Told::replica)
                .distinct()
                .filter(one -> !one.equals(replica))
                .toList();
        String at = "seed " + seed + ", step " + step;
        assertThat(promises.size())
            .as(at)
            .isEqualTo((int) told.stream().filter(one -> one.untilMillis() >= nowMillis).count());
        assertThat(promises.ofAll(replica))
            .as(at)
            .isEqualTo(holding.stream().mapToLong(PromisedSpaceTest::bytes).sum());
        for (long fileId = 0; fileId < 3; fileId++) {
          long file = fileId;
          assertThat(promises.ofFile(fileId, replica))
              .as("%s, file %s", at, fileId)
              .isEqualTo(
                  holding.stream()
                      .filter(one -> one.id().fileId() == file)
                      .mapToLong(PromisedSpaceTest::bytes)
                      .sum());
        }
      }
      promises.clear();
      assertThat(promises.ofAll(replica(9, 9, 9))).isZero();
    }
  }

  /** As of jobs that each ask about the same block, one after the other. */
  @Test
  void promise_toOneBuilder_lapsesThoughOthersRenew() {
    PromisedSpace promises = new PromisedSpace();
    Replica replica = replica(1, 1, 1);
    for (int job = 0; job < 5_000; job++) {
      promises.lapse(job);
      promises.keep(replica, 10, "job" + job, job + 100);
      promises.keep(replica, 10, "steady", job + 100);
      // That of one job and of the hundred before it, and that of the job that asks each time.
      assertThat(promises.size()).isEqualTo(Math.min(job, 100) + 2);
    }
    assertThat(promises.ofAll(replica(2, 2, 2))).isEqualTo(10);
  }

  @Test
  void promises_toBuilder_areWithdrawnWithoutOthers() {
    PromisedSpace promises = new PromisedSpace();
    for (int block = 0; block < 10; block++) {
      promises.keep(replica(block % 2, 1, block), 1, "one", 5);
      promises.keep(replica(block % 2, 1, block / 2), 1, "other", 5);
    }
    promises.withdrawAll("one");
    promises.withdrawAll("none");
    assertThat(promises.size()).isEqualTo(10);
    assertThat(promises.ofAll(replica(9, 9, 9))).isEqualTo(10);
    promises.withdrawAll("other");
    assertThat(promises.size()).isZero();
    assertThat(promises.ofAll(replica(9, 9, 9))).isZero();
  }

  @Test
  void promise_kept_takesNoMoreHeapThanStated() {
    SpaceLedger ledger =
        new SpaceLedger(
            new SpaceBudget(-1, Long.MAX_VALUE / 2),
            1_000_000,
            new UseAccounts(1_000),
            fileId -> new FileSize(1_000, 3_000),
            (id, highestBlock, bytes) -> List.of(),
            () -> 0,
            () -> 0);
    int blocks = 300_000;
    long before = Heap.used();
    for (int block = 0; block < blocks; block++) {
      // A message brings the name of its job each time.
      assertThat(ledger.promise(replica(1, 1, block), 64 << 20, "job".repeat(12))).isTrue();
    }
    assertThat(Heap.used() - before).isLessThan((long) blocks * SpaceLedger.BYTES_PER_PROMISE);
    ledger.withdrawAll("job".repeat(12));
    assertThat(ledger.promises()).isZero();
  }

  /** The same each time, so that both sides count alike. */
  private static long bytes(Replica replica) {
    return 1 + replica.blockId() + 10L * replica.id().attribute();
  }

  /** All promises looked at for each of them would be thirty milliards of looks. */
  @Test
  @Timeout(300)
  void promises_forManyBlocksOfJob_takeLittleTime() {
    SpaceLedger ledger =
        new SpaceLedger(
            new SpaceBudget(1, -1),
            1_000_000,
            new UseAccounts(1_000),
            fileId -> new FileSize(Long.MAX_VALUE / 8, Long.MAX_VALUE / 4),
            (id, highestBlock, bytes) -> List.of(),
            () -> 0,
            () -> 0);
    int blocks = 250_000;
    for (int block = 0; block < blocks; block++) {
      assertThat(ledger.promise(replica(1, 1, block), 64 << 20, "job")).isTrue();
    }
    long budget = ledger.budget().ofFile(new FileSize(Long.MAX_VALUE / 8, Long.MAX_VALUE / 4));
    assertThat(ledger.room(new IndexId(1, 2))).isEqualTo(budget - blocks * (64L << 20));
  }
}
