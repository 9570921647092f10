// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.namenode.directory.ReplicaTable;
import dev.hail.namenode.space.Held;
import dev.hail.namenode.space.IndexId;
import dev.hail.namenode.space.SpaceLedger;
import dev.hail.protocol.LocatedReplica;
import dev.hail.protocol.PseudoReplicaId;
import dev.hail.testing.TestSeeds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever happens to pseudo replicas, the sums are those of what the directory has. */
final class PseudoBooksModelTest {
  private static final int STEPS = 1_000;
  private static final int FILES = 4;
  private static final int BLOCKS = 3;
  private static final int ATTRIBUTES = 2;
  private static final long BUDGET = 6 * BooksFixture.BYTES;
  private static final String[] DATANODES = {"a", "b", "c"};

  private final BooksFixture fixture = new BooksFixture(BLOCKS, BUDGET);
  private final PseudoBooks books = fixture.books;

  /** Files of which blocks came or went since the last recount. */
  private final Set<Long> changed = new HashSet<>();

  private Random random;

  private static LongStream seeds() {
    return TestSeeds.of(20);
  }

  @ParameterizedTest(name = "-Dhail.test.seed={0}")
  @MethodSource("seeds")
  void sums_areThoseOfPlainRecount(long seed) throws Exception {
    random = new Random(seed);
    for (int step = 0; step < STEPS; step++) {
      String what = step();
      check(TestSeeds.hint(seed) + ", step " + step + ", " + what);
    }
  }

  private String step() throws Exception {
    long block = block();
    IndexId id = new IndexId(file(), 1 + random.nextInt(ATTRIBUTES));
    String datanode = DATANODES[random.nextInt(DATANODES.length)];
    switch (random.nextInt(24)) {
      case 0 -> {
        fixture.active.set(!fixture.active.get());
        return "active " + fixture.active;
      }
      case 1 -> {
        if (!fixture.dead.remove(datanode)) {
          fixture.dead.add(datanode);
        }
        return "death or return of " + datanode;
      }
      case 2, 3 -> {
        recount();
        return "recount";
      }
      case 4 -> {
        long to = file();
        changed.add(to);
        changed.add(fixture.moved.getOrDefault(block, block / 1_000));
        fixture.moved.put(block, to);
        return "move of " + block;
      }
      case 5 -> {
        long file = file();
        changed.add(file);
        if (!fixture.gone.remove(file)) {
          fixture.gone.add(file);
        }
        return "end or return of file " + file;
      }
      case 6 -> {
        books.beginFullReport(datanode);
        add(datanode, block);
        fixture.directory.endFullReport(datanode);
        recount();
        return "full report of " + datanode;
      }
      case 7 -> {
        fixture.directory.forget(datanode);
        recount();
        return "end of " + datanode;
      }
      case 8 -> {
        fixture.millis.addAndGet(400_000);
        return "time";
      }
      case 9, 10 -> {
        List<Held> held = books.holdings(id);
        held.subList(0, random.nextInt(held.size() + 1)).forEach(books::drop);
        return "drop of " + id;
      }
      case 11, 12, 13 -> {
        fixture.endLeases();
        fixture.want(id);
        List<Held> before = books.holdings(id);
        // A report that comes just between the choice and the drop.
        fixture.afterHoldings =
            random.nextBoolean() || before.isEmpty() ? () -> {} : () -> remove(datanode, block);
        long used = fixture.space.used();
        boolean admitted =
            books.admit(new SpaceLedger.Replica(id, block), BooksFixture.BYTES).admitted();
        fixture.afterHoldings = () -> {};
        if (admitted) {
          assertThat(fixture.space.used() + BooksFixture.BYTES)
              .as("space in use when the new replica is there")
              .isLessThanOrEqualTo(Math.max(BUDGET, used));
        }
        return "admission to " + id;
      }
      case 14, 15, 16, 17 -> {
        remove(datanode, block);
        return "removal from " + datanode + " of " + block;
      }
      default -> {
        add(datanode, block);
        return "report of " + datanode + " of " + block;
      }
    }
  }

  private long file() {
    return 1L + random.nextInt(FILES);
  }

  private long block() {
    return file() * 1_000 + random.nextInt(BLOCKS);
  }

  private void add(String datanode, long block) throws Exception {
    int attribute = 1 + random.nextInt(ATTRIBUTES);
    long stamp = 7L + random.nextInt(8) / 7;
    books.add(datanode, BooksFixture.replica(block, attribute, stamp));
  }

  private void remove(String datanode, long block) {
    books.remove(datanode, BooksFixture.id(block, 1 + random.nextInt(ATTRIBUTES)));
  }

  private void recount() {
    books.recount();
    changed.clear();
  }

  private void check(String at) {
    long used = 0;
    Map<IndexId, Long> byIndex = new HashMap<>();
    for (LocatedReplica one : all(fixture.directory)) {
      long bytes = one.replica().blockLength();
      used += bytes;
      Long file = fixture.fileOf(sourceOf(one));
      if (file != null) {
        byIndex.merge(new IndexId(file, one.replica().sortAttribute()), bytes, Long::sum);
      }
    }
    assertThat(fixture.space.used()).as(at).isEqualTo(used);
    for (long file = 1; file <= FILES; file++) {
      if (!changed.contains(file)) {
        long ofFile = 0;
        for (int attribute = 1; attribute <= ATTRIBUTES; attribute++) {
          ofFile += byIndex.getOrDefault(new IndexId(file, attribute), 0L);
        }
        assertThat(fixture.space.usedBy(file)).as("%s, file %d", at, file).isEqualTo(ofFile);
      }
    }
  }

  private static long sourceOf(LocatedReplica one) {
    return PseudoReplicaId.of(one.replica().blockId()).sourceBlockId();
  }

  private static List<LocatedReplica> all(ReplicaTable directory) {
    List<LocatedReplica> all = new ArrayList<>();
    for (long file = 1; file <= FILES; file++) {
      for (long block = file * 1_000; block < file * 1_000 + BLOCKS; block++) {
        for (int attribute = 1; attribute <= ATTRIBUTES; attribute++) {
          all.addAll(directory.all(BooksFixture.id(block, attribute)));
        }
      }
    }
    return all;
  }
}
