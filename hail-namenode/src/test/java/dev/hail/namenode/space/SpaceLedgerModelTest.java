// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.namenode.space.SpaceLedger.Admission;
import dev.hail.namenode.space.SpaceLedger.Replica;
import dev.hail.testing.TestSeeds;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A ledger, which keeps an order, and a plain one, which walks all files, answer alike. */
final class SpaceLedgerModelTest {
  private static final int STEPS = 3_000;
  private static final int FILES = 25;
  private static final int BLOCKS = 3;
  private static final int ATTRIBUTES = 3;
  private static final long LEASE = 100;
  private static final long HALF_LIFE = 1_000;

  private final Map<Long, FileSize> files = new HashMap<>();
  private final Map<Replica, Held> there = new LinkedHashMap<>();
  private final UseAccounts accounts = new UseAccounts(HALF_LIFE);
  private long steady = 1_000_000;
  private long wall = 5_000_000;

  private static LongStream seeds() {
    return TestSeeds.of(12);
  }

  @ParameterizedTest(name = "-Dhail.test.seed={0}")
  @MethodSource("seeds")
  void answers_areThoseOfAWalkOverAllFiles(long seed) {
    Random random = new Random(seed);
    for (long file = 1; file <= FILES; file++) {
      files.put(file, size(random));
    }
    SpaceBudget budget =
        new SpaceBudget(random.nextBoolean() ? -1 : 0.3, 300 + random.nextInt(2_000));
    SpaceLedger ledger =
        new SpaceLedger(budget, LEASE, accounts, files::get, this::last, () -> wall, () -> steady);
    PlainSpaceLedger plain =
        new PlainSpaceLedger(
            budget, LEASE, accounts, files::get, there.values(), () -> wall, () -> steady);
    for (int step = 0; step < STEPS; step++) {
      String at = "seed " + seed + ", step " + step;
      letTimePass(random);
      IndexId id = new IndexId(1 + random.nextInt(FILES), 1 + random.nextInt(ATTRIBUTES));
      Replica replica = new Replica(id, id.fileId() * BLOCKS + random.nextInt(BLOCKS));
      long bytes = 10 + random.nextInt(4) * 5L;
      switch (random.nextInt(20)) {
        case 0, 1 -> {
          ledger.lease(id);
          plain.lease(id);
        }
        case 2, 3 -> {
          Held gone = there.remove(replica);
          if (gone != null) {
            ledger.removed(id, gone.datanodeUuid(), gone.bytes());
          }
        }
        case 4, 5 -> {
          if (!there.containsKey(replica)) {
            boolean promised = ledger.promise(replica, bytes, "job");
            assertThat(promised).as(at).isEqualTo(plain.promise(replica, bytes, "job"));
          }
        }
        case 6, 7, 8, 9 -> use(id, random);
        case 10 -> {
          boolean ends = files.get(id.fileId()) != null && random.nextInt(4) == 0;
          if (files.get(id.fileId()) == null) {
            removeAll(ledger, id.fileId());
          }
          files.put(id.fileId(), ends ? null : size(random));
          ledger.lookAtFiles();
          plain.forgetGoneFiles();
        }
        case 11 -> recount(ledger);
        case 12 -> {
          accounts.retain(fileId -> files.get(fileId) != null);
          if (random.nextInt(3) == 0) {
            openSome(random);
          }
        }
        case 13 -> {
          switch (random.nextInt(10)) {
            case 0 -> {
              accounts.clear();
              ledger.takeOver();
              plain.takeOver();
            }
            default -> readUnread(ledger, plain, random);
          }
        }
        default -> {
          if (!there.containsKey(replica)) {
            List<Held> expected = plain.admit(replica, bytes);
            Admission admission = ledger.admit(replica, bytes);
            assertThat(admission.admitted()).as(at).isEqualTo(expected != null);
            assertThat(admission.evicted())
                .as(at)
                .isEqualTo(expected == null ? List.of() : expected);
            for (Held gone : admission.evicted()) {
              there.remove(new Replica(gone.id(), gone.blockId()));
              ledger.removed(gone.id(), gone.datanodeUuid(), gone.bytes());
            }
            if (admission.admitted() && random.nextInt(8) > 0) {
              there.put(replica, new Held(id, replica.blockId(), "datanode", bytes));
              ledger.added(replica, "datanode", bytes);
              plain.endPromises(replica);
            }
          }
        }
      }
      plain.forgetReadOfNone();
      assertThat(ledger.room(id)).as(at).isEqualTo(plain.room(id));
    }
  }

  /** Lengths repeat, so that some indexes are worth exactly the same. */
  private static FileSize size(Random random) {
    long length = 30L << random.nextInt(3);
    return new FileSize(length, 3 * length);
  }

  /** Now and then leases end, uses fade, and the wall clock steps either way. */
  private void letTimePass(Random random) {
    long passed = random.nextInt(10) == 0 ? random.nextInt(300) : random.nextInt(8);
    steady += passed;
    wall += passed;
    switch (random.nextInt(100)) {
      case 0 -> wall += random.nextInt((int) (3 * HALF_LIFE));
      case 1 -> wall -= random.nextInt((int) (2 * HALF_LIFE));
      default -> {
        // Most of the time the clocks agree.
      }
    }
  }

  /** Amounts repeat as well; some uses save nothing, which makes an index worthless. */
  private void use(IndexId id, Random random) {
    double served = 10.0 * random.nextInt(4);
    accounts.add(
        "alice", id, served, served * random.nextInt(3) / 2, 10.0 * random.nextInt(5), wall);
  }

  private void openSome(Random random) {
    String then = " served=8.000 saved=4.000 wanted=9.000 at=" + wall;
    String ahead = " served=0.000 saved=0.000 wanted=90.000 at=5900000";
    long file = 1L + random.nextInt(FILES);
    accounts.open(file, random.nextBoolean() ? "1" + then : "2" + ahead, wall);
  }

  private void readUnread(SpaceLedger ledger, PlainSpaceLedger plain, Random random) {
    for (long file : ledger.unread(1 + random.nextInt(FILES))) {
      IndexUse kept = new IndexUse(0, 0, 10.0 * random.nextInt(5), wall - random.nextInt(9));
      Map<Integer, IndexUse> uses = Map.of(1 + random.nextInt(ATTRIBUTES), kept);
      ledger.read(file, uses);
      plain.read(file, uses);
    }
  }

  /** A file that is gone never comes back; another one begins without indexes. */
  private void removeAll(SpaceLedger ledger, long fileId) {
    there
        .values()
        .removeIf(
            gone -> {
              boolean its = gone.id().fileId() == fileId;
              if (its) {
                ledger.removed(gone.id(), gone.datanodeUuid(), gone.bytes());
              }
              return its;
            });
  }

  private void recount(SpaceLedger ledger) {
    Tally tally = new Tally();
    there.values().forEach(one -> tally.add(one.id(), one.datanodeUuid(), one.bytes()));
    ledger.replace(tally);
  }

  private List<Held> last(IndexId id, long highestBlock, long bytes) {
    return HeldReplicas.last(there.values(), id, highestBlock, bytes);
  }
}
