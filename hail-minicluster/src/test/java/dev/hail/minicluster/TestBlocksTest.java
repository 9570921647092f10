// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.format.block.sort.BlockSorter;
import dev.hail.testing.WrongAnswer;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What replicas of a block may not be. */
class TestBlocksTest {
  private static final byte[] SOURCE = TestBlocks.block(7, 300, 1, 3);

  @Test
  void replicas_inAnyOrder_areSound() throws IOException {
    byte[] sorted = BlockSorter.sort(SOURCE, SOURCE.length, 3);
    TestBlocks.assertSound(SOURCE, Map.of("unsorted", SOURCE, "sorted", sorted));
  }

  @Test
  void replica_withDamage_isWrongAnswer() {
    byte[] damaged = SOURCE.clone();
    damaged[damaged.length / 2] ^= 1;
    assertThatThrownBy(() -> TestBlocks.assertSound(SOURCE, Map.of("damaged", damaged)))
        .isInstanceOf(WrongAnswer.class);
  }

  @Test
  void replica_ofOtherRows_isWrongAnswer() {
    byte[] other = TestBlocks.block(8, 300, 1, 3);
    assertThatThrownBy(() -> TestBlocks.assertSound(SOURCE, Map.of("other", other)))
        .isInstanceOf(WrongAnswer.class);
  }
}
