// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.format.block.sort.BlockNeed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AssemblyMemoryTest {
  private static final int MIB = 1 << 20;
  private static final String DISK = "DS-1";
  private static final String OTHER_DISK = "DS-2";

  /** Asks nobody to give way. */
  private static void nobody() {}

  /** The longest block whose array takes so many MiB with its header. */
  private static BlockNeed need(int mebibytes, long workBytes) {
    return new BlockNeed(mebibytes * MIB - 16, workBytes);
  }

  private static AssemblyMemory.Buffer tryTake(AssemblyMemory memory, int mebibytes) {
    return memory.tryTake(DISK, need(mebibytes, 0), AssemblyMemoryTest::nobody);
  }

  @Test
  void block_takingRoom_countsItselfAndItsSortedCopy() {
    AssemblyMemory memory = new AssemblyMemory(10L * MIB);
    AssemblyMemory.Buffer first = tryTake(memory, 4);
    assertThat(first.array()).hasSizeGreaterThanOrEqualTo(4 * MIB - 16);
    assertThat(memory.used()).isEqualTo(8L * MIB);
    assertThat(tryTake(memory, 2)).isNull();
    assertThat(tryTake(memory, 1)).isNotNull();
  }

  @Test
  void zeroBudget_asked_hasRoomForNothing() {
    AssemblyMemory memory = new AssemblyMemory(0);
    assertThat(tryTake(memory, 1)).isNull();
    assertThat(memory.fits(need(1, 0))).isFalse();
    assertThatThrownBy(() -> memory.claim(DISK, need(1, 0)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void block_largerThanBudget_isNamedWithFigures() {
    AssemblyMemory memory = new AssemblyMemory(4L * MIB);
    assertThat(memory.obstacle(need(2, 0))).isEmpty();
    assertThat(memory.obstacle(need(2, 1)))
        .contains("4,194,305", "4,194,304", "hail.datanode.assembly.memory.max");
    assertThat(memory.fits(new BlockNeed(Integer.MAX_VALUE - 64, Long.MAX_VALUE / 2))).isFalse();
  }

  @Test
  void array_ofBlock_isAsLongAsBlockWithinJavasLimit() {
    for (int length : new int[] {1, MIB - 16, MIB - 15, 3 * MIB, 1 << 30, Integer.MAX_VALUE - 64}) {
      BlockNeed need = new BlockNeed(length, 7);
      assertThat(need.arrayLength()).isBetween(length, Integer.MAX_VALUE - 8);
      assertThat(need.arrayBytes()).isGreaterThanOrEqualTo(need.arrayLength());
      assertThat(need.total()).isEqualTo(2 * need.arrayBytes() + 7);
    }
  }

  @Test
  void room_whenLastHolderReleases_isFree() {
    AssemblyMemory memory = new AssemblyMemory(8L * MIB);
    AssemblyMemory.Buffer buffer = tryTake(memory, 4);
    buffer.hold();
    buffer.release();
    assertThat(memory.used()).isPositive();
    buffer.release();
    assertThat(memory.used()).isZero();
    assertThatThrownBy(buffer::release).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(buffer::hold).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void sortingWork_ofBlock_countsAsRoom() {
    AssemblyMemory memory = new AssemblyMemory(10L * MIB);
    assertThat(memory.tryTake(DISK, need(4, 2L * MIB + 1), AssemblyMemoryTest::nobody)).isNull();
    AssemblyMemory.Buffer buffer =
        memory.tryTake(DISK, need(4, 2L * MIB), AssemblyMemoryTest::nobody);
    assertThat(memory.used()).isEqualTo(10L * MIB);
    buffer.releaseCopy();
    assertThat(memory.used()).isEqualTo(4L * MIB);
    assertThatThrownBy(buffer::copy).isInstanceOf(IllegalStateException.class);
    buffer.releaseCopy();
    buffer.release();
    assertThat(memory.used()).isZero();
  }

  @Test
  void array_afterRelease_isUsedAgain() {
    AssemblyMemory memory = new AssemblyMemory(64L * MIB);
    AssemblyMemory.Buffer first = tryTake(memory, 4);
    byte[] array = first.array();
    byte[] copy = first.copy();
    assertThat(copy).isNotSameAs(array).hasSizeGreaterThanOrEqualTo(4 * MIB - 16);
    assertThat(first.copy()).isSameAs(copy);
    array[0] = 1;
    copy[0] = 2;
    first.release();
    AssemblyMemory.Buffer second =
        memory.tryTake(DISK, new BlockNeed(4 * MIB - 100, 0), AssemblyMemoryTest::nobody);
    assertThat(second.array()[0] + second.copy()[0]).isEqualTo(3);
  }

  @Test
  void memory_afterClose_keepsNoArray() {
    AssemblyMemory memory = new AssemblyMemory(64L * MIB);
    AssemblyMemory.Buffer kept = tryTake(memory, 4);
    AssemblyMemory.Buffer late = tryTake(memory, 4);
    byte[] array = kept.array();
    byte[] lateArray = late.array();
    kept.release();
    memory.keepNone();
    late.release();
    byte[] fresh = tryTake(memory, 4).array();
    assertThat(fresh).isNotSameAs(array).isNotSameAs(lateArray);
  }

  @Test
  void copyArray_afterSort_servesNextBlock() {
    AssemblyMemory memory = new AssemblyMemory(64L * MIB);
    AssemblyMemory.Buffer first = tryTake(memory, 4);
    AssemblyMemory.Buffer second = tryTake(memory, 4);
    byte[] copy = first.copy();
    first.releaseCopy();
    assertThat(second.copy()).isSameAs(copy);
  }

  @Test
  void arrays_inUseAndIdle_fitBudgetTogether() {
    AssemblyMemory memory = new AssemblyMemory(16L * MIB);
    AssemblyMemory.Buffer first = tryTake(memory, 4);
    first.array()[0] = 1;
    first.copy()[0] = 1;
    first.release();
    // Both arrays lie idle, and 12 MiB leave room for one of them.
    AssemblyMemory.Buffer large = tryTake(memory, 6);
    large.copy();
    large.release();
    AssemblyMemory.Buffer again = tryTake(memory, 4);
    assertThat(again.array()[0]).isEqualTo((byte) 1);
    assertThat(again.copy()[0]).isZero();
  }

  @Test
  void smallBlocks_behindLargeOneOfSameDisk_doNotPass() {
    AssemblyMemory memory = new AssemblyMemory(16L * MIB);
    memory.tryTake(OTHER_DISK, need(1, 0), AssemblyMemoryTest::nobody).release();
    AssemblyMemory.Buffer small = tryTake(memory, 1);
    List<String> served = new ArrayList<>();
    AssemblyMemory.Claim large = memory.claim(DISK, need(5, 0));
    large.execute(() -> served.add("large"));
    AssemblyMemory.Claim later = memory.claim(DISK, need(1, 0));
    later.execute(() -> served.add("later"));
    assertThat(tryTake(memory, 1)).as("a block that begins").isNull();
    assertThat(served).isEmpty();
    assertThat(memory.tryTake(OTHER_DISK, need(1, 0), AssemblyMemoryTest::nobody)).isNotNull();
    small.release();
    assertThat(served).containsExactly("large");
    large.close();
    assertThat(served).containsExactly("large", "later");
  }

  @Test
  void wholeBlocks_waiting_areServedInTurnBeforeNewOnes() {
    AssemblyMemory memory = new AssemblyMemory(10L * MIB);
    AssemblyMemory.Buffer held = tryTake(memory, 2);
    List<String> served = new ArrayList<>();
    AssemblyMemory.Claim large = memory.claim(DISK, need(5, 0));
    AssemblyMemory.Claim small = memory.claim(DISK, need(1, 0));
    large.execute(() -> served.add("large"));
    small.execute(() -> served.add("small"));
    assertThat(served).isEmpty();
    assertThat(memory.waiting()).isEqualTo(2);
    assertThatThrownBy(large::buffer).isInstanceOf(IllegalStateException.class);
    assertThat(tryTake(memory, 1)).as("a block that begins while others wait").isNull();
    held.release();
    assertThat(served).containsExactly("large");
    assertThat(large.buffer().array()).hasSizeGreaterThanOrEqualTo(5 * MIB - 16);
    large.close();
    large.close();
    assertThat(served).containsExactly("large", "small");
    small.close();
    assertThat(memory.used()).isZero();
    assertThat(tryTake(memory, 5)).isNotNull();
  }

  @Test
  void waitingBlock_leavingQueue_letsNextThrough() {
    AssemblyMemory memory = new AssemblyMemory(10L * MIB);
    AssemblyMemory.Buffer held = tryTake(memory, 2);
    AtomicInteger served = new AtomicInteger();
    AssemblyMemory.Claim large = memory.claim(DISK, need(5, 0));
    AssemblyMemory.Claim small = memory.claim(DISK, need(1, 0));
    AssemblyMemory.Claim late = memory.claim(DISK, need(1, 0));
    large.execute(() -> served.addAndGet(100));
    small.execute(served::incrementAndGet);
    late.close();
    late.execute(() -> served.addAndGet(1000));
    large.close();
    assertThat(served).hasValue(1);
    small.close();
    held.release();
    assertThat(memory.used()).isZero();
    assertThat(memory.waiting()).isZero();
  }

  @Test
  void blocksHoldingRoomLong_whileOthersWait_areAskedForIt() {
    AtomicLong clock = new AtomicLong();
    AssemblyMemory memory = new AssemblyMemory(10L * MIB, clock::get);
    List<String> asked = new ArrayList<>();
    AssemblyMemory.Buffer old = memory.tryTake(DISK, need(2, 0), () -> asked.add("old"));
    clock.addAndGet(TimeUnit.SECONDS.toNanos(9));
    AssemblyMemory.Buffer young = memory.tryTake(DISK, need(1, 0), () -> asked.add("young"));
    clock.addAndGet(TimeUnit.SECONDS.toNanos(1));
    long patience = TimeUnit.SECONDS.toNanos(10);
    assertThat(memory.overdue(patience)).as("nobody waits").isEmpty();
    AssemblyMemory.Claim claim = memory.claim(DISK, need(5, 0));
    AtomicInteger served = new AtomicInteger();
    claim.execute(served::incrementAndGet);
    memory.overdue(patience).forEach(Runnable::run);
    assertThat(asked).containsExactly("old");
    old.release();
    assertThat(memory.overdue(patience)).isEmpty();
    young.release();
    assertThat(served).hasValue(1);
    assertThat(memory.overdue(0)).as("one that was granted is asked by nobody").isEmpty();
  }

  @Test
  void hangingDisk_fillingBudget_leavesHalfToOthers() {
    AssemblyMemory memory = new AssemblyMemory(12L * MIB);
    List<String> served = new ArrayList<>();
    AssemblyMemory.Buffer other =
        memory.tryTake(OTHER_DISK, need(1, 0), AssemblyMemoryTest::nobody);
    for (int i = 0; i < 3; i++) {
      assertThat(tryTake(memory, 1)).isNotNull();
    }
    assertThat(tryTake(memory, 1)).as("more than half").isNull();
    memory.claim(DISK, need(1, 0)).execute(() -> served.add("of the disk that hangs"));
    other.release();

    assertThat(memory.overdue(0)).as("blocks of the disk that hangs").hasSize(3);
    AssemblyMemory.Buffer begins =
        memory.tryTake(OTHER_DISK, need(3, 0), AssemblyMemoryTest::nobody);
    assertThat(begins).as("a block of another disk").isNotNull();
    memory.claim(OTHER_DISK, need(2, 0)).execute(() -> served.add("of another disk"));
    assertThat(served).isEmpty();
    begins.release();
    assertThat(served).containsExactly("of another disk");
  }

  @Test
  void slowBlocks_whileBlocksWait_giveWayOnlyToOwnDisk() {
    AssemblyMemory memory = new AssemblyMemory(12L * MIB);
    List<String> asked = new ArrayList<>();
    AssemblyMemory.Buffer slow = memory.tryTake(DISK, need(3, 0), () -> asked.add("own disk"));
    memory.tryTake(OTHER_DISK, need(1, 0), () -> asked.add("other disk"));
    AtomicInteger served = new AtomicInteger();
    memory.claim(DISK, need(1, 0)).execute(served::incrementAndGet);
    memory.overdue(0).forEach(Runnable::run);
    assertThat(asked).containsExactly("own disk");
    slow.release();
    assertThat(served).hasValue(1);
  }

  @Test
  void block_ofMoreThanHalfBudget_isServedAlone() {
    AssemblyMemory memory = new AssemblyMemory(12L * MIB);
    memory.tryTake(OTHER_DISK, need(1, 0), AssemblyMemoryTest::nobody).release();
    AssemblyMemory.Buffer giant = tryTake(memory, 5);
    assertThat(giant).isNotNull();
    AtomicInteger served = new AtomicInteger();
    memory.claim(DISK, need(5, 0)).execute(served::incrementAndGet);
    assertThat(tryTake(memory, 1)).isNull();
    giant.release();
    assertThat(served).hasValue(1);
  }

  @Test
  void budget_underRandomUse_isNeverExceeded() {
    long seed = Long.getLong("hail.test.seed", 42);
    Random random = new Random(seed);
    long max = 50L * MIB;
    AssemblyMemory memory = new AssemblyMemory(max);
    List<AssemblyMemory.Buffer> arriving = new ArrayList<>();
    List<AssemblyMemory.Claim> queued = new ArrayList<>();
    List<AssemblyMemory.Claim> granted = new ArrayList<>();
    int refused = 0;
    int waited = 0;
    for (int i = 0; i < 20_000; i++) {
      BlockNeed need = new BlockNeed(1 + random.nextInt(12 * MIB), random.nextInt(MIB));
      String disk = "DS-" + random.nextInt(3);
      switch (random.nextInt(6)) {
        case 0, 1 -> {
          AssemblyMemory.Buffer buffer = memory.tryTake(disk, need, AssemblyMemoryTest::nobody);
          if (buffer == null) {
            refused++;
          } else {
            arriving.add(buffer);
          }
        }
        case 2 -> {
          AssemblyMemory.Claim claim = memory.claim(disk, need);
          queued.add(claim);
          claim.execute(
              () -> {
                assertThat(queued.remove(claim)).isTrue();
                granted.add(claim);
              });
          waited += queued.contains(claim) ? 1 : 0;
        }
        case 3 -> close(random, granted);
        case 4 -> {
          if (random.nextInt(10) == 0) {
            close(random, queued);
          }
        }
        default -> {
          if (!arriving.isEmpty()) {
            AssemblyMemory.Buffer buffer = arriving.remove(random.nextInt(arriving.size()));
            if (random.nextBoolean()) {
              buffer.releaseCopy();
            }
            buffer.release();
          }
        }
      }
      assertThat(memory.used()).as("seed %d, step %d", seed, i).isBetween(0L, max);
      assertThat(memory.waiting()).as("seed %d, step %d", seed, i).isEqualTo(queued.size());
    }
    assertThat(refused).as("seed %d", seed).isPositive();
    assertThat(waited).as("seed %d", seed).isPositive();
    arriving.forEach(AssemblyMemory.Buffer::release);
    while (!granted.isEmpty()) {
      close(random, granted);
    }
    assertThat(queued).as("seed %d: all who waited were served", seed).isEmpty();
    assertThat(memory.used()).as("seed %d", seed).isZero();
  }

  private static void close(Random random, List<AssemblyMemory.Claim> claims) {
    if (!claims.isEmpty()) {
      claims.remove(random.nextInt(claims.size())).close();
    }
  }
}
