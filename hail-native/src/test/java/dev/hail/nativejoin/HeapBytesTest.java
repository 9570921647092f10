// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Bytes in the heap, in one chunk and over the ends of chunks. */
class HeapBytesTest {
  private static final int CHUNK = 1 << 20;
  private final Random random = new Random(5);

  private ByteBuffer random(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return DirectBuffers.ofBytes(length).put(0, bytes);
  }

  @Test
  void bytes_overEndsOfChunks_areReadAsWritten() {
    HeapBytes bytes = new HeapBytes(new HeapBudget(0), "a test");
    bytes.require(5L * CHUNK);
    ByteBuffer source = random(3 * CHUNK);
    long at = CHUNK - 11;
    bytes.put(at, source, 5, 2 * CHUNK + 100);
    ByteBuffer target = DirectBuffers.ofBytes(3 * CHUNK);
    bytes.get(at, target, 7, 2 * CHUNK + 100);
    assertThat(target.slice(7, 2 * CHUNK + 100)).isEqualTo(source.slice(5, 2 * CHUNK + 100));
    for (int length : new int[] {0, 1, 7, 8, 11, 12, 19, 20, 1_000, CHUNK + 50}) {
      assertThat(bytes.equal(at, source, 5, length)).as("length %d", length).isTrue();
      if (length > 0) {
        int changed = 5 + random.nextInt(length);
        source.put(changed, (byte) ~source.get(changed));
        assertThat(bytes.equal(at, source, 5, length)).as("length %d", length).isFalse();
        source.put(changed, (byte) ~source.get(changed));
      }
    }
  }

  @Test
  void growth_keepsBytesAndIsCounted() {
    HeapBudget budget = new HeapBudget(3 * CHUNK);
    HeapBytes bytes = new HeapBytes(budget, "a test");
    long before = budget.used();
    for (long row = 0; row < 150_000; row++) {
      bytes.require((row + 1) * Long.BYTES);
      bytes.putLong(row * Long.BYTES, row * 31);
    }
    for (long row = 0; row < 150_000; row++) {
      assertThat(bytes.getLong(row * Long.BYTES)).isEqualTo(row * 31);
    }
    assertThat(budget.used() - before).isEqualTo(2L * CHUNK + 2 * 16);
    assertThatThrownBy(() -> bytes.require(2L * CHUNK + 1))
        .isInstanceOf(JoinBudgetException.class)
        .hasMessageContaining("bytes wanted for a test");
    assertThat(bytes.getLong(149_999L * Long.BYTES)).isEqualTo(149_999L * 31);
    bytes.free();
    assertThat(budget.used()).isEqualTo(before);
  }
}
