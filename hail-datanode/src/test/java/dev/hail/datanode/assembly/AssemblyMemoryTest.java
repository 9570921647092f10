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
    AssemblyMemory.Buffer first = memory.tryTake(4 * MIB);
    assertThat(first.array()).hasSizeGreaterThanOrEqualTo(4 * MIB);
    assertThat(memory.used()).isEqualTo(8L * MIB);
    assertThat(memory.tryTake(2 * MIB)).isNull();
    assertThat(memory.tryTake(MIB)).isNotNull();
  }

  @Test
  void aBudgetOfZeroHasRoomForNothing() {
    assertThat(new AssemblyMemory(0).tryTake(1)).isNull();
  }

  @Test
  void roomIsFreeWhenTheLastHolderLetsGo() {
    AssemblyMemory memory = new AssemblyMemory(8L * MIB);
    AssemblyMemory.Buffer buffer = memory.tryTake(4 * MIB);
    buffer.hold();
    buffer.release();
    assertThat(memory.used()).isPositive();
    buffer.release();
    assertThat(memory.used()).isZero();
    assertThatThrownBy(buffer::release).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(buffer::hold).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void anArrayIsUsedAgain() {
    AssemblyMemory memory = new AssemblyMemory(64L * MIB);
    AssemblyMemory.Buffer first = memory.tryTake(4 * MIB);
    byte[] array = first.array();
    first.release();
    assertThat(memory.tryTake(4 * MIB - 100).array()).isSameAs(array);
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
        AssemblyMemory.Buffer buffer = memory.tryTake(length);
        if (buffer == null) {
          refused.add(length);
        } else {
          held.add(buffer);
        }
      } else if (!held.isEmpty()) {
        held.remove().release();
      }
      assertThat(memory.used()).as("seed %d, step %d", seed, i).isBetween(0L, max);
    }
    assertThat(refused).isNotEmpty();
    held.forEach(AssemblyMemory.Buffer::release);
    assertThat(memory.used()).isZero();
  }
}
