// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AssemblyMemoryTest {
  private static final int MIB = 1 << 20;

  @Test
  void aBlockTakesRoomForItselfAndItsSortedCopy() {
    AssemblyMemory memory = new AssemblyMemory(10L * MIB);
    AssemblyMemory.Buffer first = memory.tryTake(4 * MIB, 0);
    assertThat(first.array()).hasSizeGreaterThanOrEqualTo(4 * MIB);
    assertThat(memory.used()).isEqualTo(8L * MIB);
    assertThat(memory.tryTake(2 * MIB, 0)).isNull();
    assertThat(memory.tryTake(MIB, 0)).isNotNull();
  }

  @Test
  void aBudgetOfZeroHasRoomForNothing() {
    assertThat(new AssemblyMemory(0).tryTake(1, 0)).isNull();
  }

  @Test
  void roomIsFreeWhenTheLastHolderLetsGo() {
    AssemblyMemory memory = new AssemblyMemory(8L * MIB);
    AssemblyMemory.Buffer buffer = memory.tryTake(4 * MIB, 0);
    buffer.hold();
    buffer.release();
    assertThat(memory.used()).isPositive();
    buffer.release();
    assertThat(memory.used()).isZero();
    assertThatThrownBy(buffer::release).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(buffer::hold).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void whatTheSortTakesCountsToo() {
    AssemblyMemory memory = new AssemblyMemory(10L * MIB);
    assertThat(memory.tryTake(4 * MIB, 2L * MIB + 1)).isNull();
    assertThat(memory.tryTake(4 * MIB, Long.MAX_VALUE)).isNull();
    AssemblyMemory.Buffer buffer = memory.tryTake(4 * MIB, 2L * MIB);
    assertThat(memory.used()).isEqualTo(10L * MIB);
    buffer.releaseCopy();
    assertThat(memory.used()).isEqualTo(4L * MIB);
    assertThatThrownBy(buffer::copy).isInstanceOf(IllegalStateException.class);
    buffer.releaseCopy();
    buffer.release();
    assertThat(memory.used()).isZero();
  }

  @Test
  void arraysAreUsedAgain() {
    AssemblyMemory memory = new AssemblyMemory(64L * MIB);
    AssemblyMemory.Buffer first = memory.tryTake(4 * MIB, 0);
    byte[] array = first.array();
    byte[] copy = first.copy();
    assertThat(copy).isNotSameAs(array).hasSizeGreaterThanOrEqualTo(4 * MIB);
    assertThat(first.copy()).isSameAs(copy);
    first.release();
    AssemblyMemory.Buffer second = memory.tryTake(4 * MIB - 100, 0);
    assertThat(second.array()).isIn(array, copy);
    assertThat(second.copy()).isIn(array, copy).isNotSameAs(second.array());
  }

  @Test
  void theBudgetHoldsWhateverComesAndGoes() {
    long seed = 42;
    Random random = new Random(seed);
    long max = 50L * MIB;
    AssemblyMemory memory = new AssemblyMemory(max);
    Deque<AssemblyMemory.Buffer> held = new ArrayDeque<>();
    List<Integer> refused = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      if (random.nextInt(3) > 0) {
        int length = 1 + random.nextInt(12 * MIB);
        AssemblyMemory.Buffer buffer = memory.tryTake(length, random.nextInt(MIB));
        if (buffer == null) {
          refused.add(length);
        } else {
          held.add(buffer);
        }
      } else if (!held.isEmpty()) {
        AssemblyMemory.Buffer buffer = held.remove();
        if (random.nextBoolean()) {
          assertThat(buffer.copy()).isNotSameAs(buffer.array());
          buffer.releaseCopy();
        }
        buffer.release();
      }
      assertThat(memory.used()).as("seed %d, step %d", seed, i).isBetween(0L, max);
    }
    assertThat(refused).isNotEmpty();
    held.forEach(AssemblyMemory.Buffer::release);
    assertThat(memory.used()).isZero();
  }
}
