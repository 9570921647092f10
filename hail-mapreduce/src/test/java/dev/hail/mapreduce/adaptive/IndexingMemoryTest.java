// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.format.block.sort.BlockNeed;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class IndexingMemoryTest {
  private static final int MIB = 1 << 20;

  /** Takes an array of one mebibyte, two arrays and five mebibytes in all. */
  private static final BlockNeed SMALL = new BlockNeed(MIB - 16, 3 * MIB);

  /** Takes an array of ten mebibytes, and 24 mebibytes in all. */
  private static final BlockNeed LARGE = new BlockNeed(10 * MIB - 16, 4 * MIB);

  @Test
  void blocksThatWait_together_leaveRoomForTheLargestSort() {
    assertThat(SMALL.total()).isEqualTo(5 * MIB);
    assertThat(LARGE.total()).isEqualTo(24 * MIB);
    IndexingMemory memory = new IndexingMemory(26 * MIB);
    assertThat(memory.takeBlock(LARGE)).isTrue();
    assertThat(memory.takeBlock(SMALL)).isTrue();
    assertThat(memory.takeBlock(SMALL)).isTrue();
    assertThat(memory.takeBlock(SMALL)).as("the sort of the large block needs it").isFalse();
    memory.giveBack(LARGE);
    assertThat(memory.takeBlock(SMALL)).isTrue();
    assertThat(memory.takeBlock(LARGE)).isFalse();
    assertThat(memory.taken()).isEqualTo(3 * MIB);
  }

  @Test
  void blockBeyondTheMemory_neverFits() {
    IndexingMemory memory = new IndexingMemory(LARGE.total() - 1);
    assertThat(memory.fits(LARGE)).isFalse();
    assertThat(memory.takeBlock(LARGE)).isFalse();
    assertThat(memory.fits(SMALL)).isTrue();
  }

  @Test
  void sort_withoutRoom_waitsForTheStoreBeforeIt() throws Exception {
    IndexingMemory memory = new IndexingMemory(SMALL.total() + MIB - 1);
    assertThat(memory.takeBlock(SMALL)).isTrue();
    assertThat(memory.takeSort(SMALL, 0)).isTrue();
    memory.sorted(SMALL);
    assertThat(memory.taken()).isEqualTo(MIB);
    assertThat(memory.takeBlock(SMALL)).isTrue();
    assertThat(memory.takeSort(SMALL, 10)).isFalse();
    memory.stored(SMALL);
    assertThat(memory.takeSort(SMALL, 0)).isTrue();
    memory.notSorted(SMALL);
    assertThat(memory.taken()).isZero();
  }

  @Test
  void memoryNotTaken_givenBack_isRefused() {
    IndexingMemory memory = new IndexingMemory(100 * MIB);
    assertThatThrownBy(() -> memory.giveBack(SMALL)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> memory.stored(SMALL)).isInstanceOf(IllegalStateException.class);
  }

  /** Without the writer's help, and with any number of blocks that wait. */
  @Test
  void nextSort_afterAllStores_findsRoom() throws Exception {
    for (long seed = 1; seed <= 200; seed++) {
      Random random = new Random(seed);
      long most = (10L + random.nextInt(60)) * MIB;
      IndexingMemory memory = new IndexingMemory(most);
      Deque<BlockNeed> waiting = new ArrayDeque<>();
      Deque<BlockNeed> sorted = new ArrayDeque<>();
      for (int step = 0; step < 200; step++) {
        BlockNeed need =
            new BlockNeed((1 + random.nextInt(15)) * MIB - 16, random.nextInt(20) * (long) MIB);
        if (memory.takeBlock(need)) {
          waiting.add(need);
        }
        assertThat(memory.taken()).as("seed %d", seed).isLessThanOrEqualTo(most);
        if (random.nextBoolean() && !waiting.isEmpty()) {
          while (!memory.takeSort(waiting.peek(), 0)) {
            assertThat(sorted).as("seed %d: only stores are waited for", seed).isNotEmpty();
            memory.stored(sorted.poll());
          }
          assertThat(memory.taken()).as("seed %d", seed).isLessThanOrEqualTo(most);
          memory.sorted(waiting.peek());
          sorted.add(waiting.poll());
        }
      }
      waiting.forEach(memory::giveBack);
      sorted.forEach(memory::stored);
      assertThat(memory.taken()).as("seed %d", seed).isZero();
    }
  }
}
