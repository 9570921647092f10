// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.format.block.RandomTable;
import dev.hail.format.block.sort.BlockSorter;
import dev.hail.format.block.write.BlockOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PreambleTest {
  private static byte[] block() {
    return RandomTable.of(new Random(5), 100).build(BlockOptions.of(8).withPartitionRows(16));
  }

  @Test
  void first24Bytes_ofData_tellWhetherItIsBlock() {
    byte[] block = block();
    assertThat(Preamble.isHail(block, 0, 24)).isTrue();
    assertThat(Preamble.isHail(block, 0, 23)).isFalse();
    byte[] shifted = new byte[block.length + 5];
    System.arraycopy(block, 0, shifted, 5, block.length);
    assertThat(Preamble.isHail(shifted, 5, block.length)).isTrue();
    assertThat(Preamble.isHail(shifted, 0, shifted.length)).isFalse();
    assertThat(Preamble.blockLength(shifted, 5)).isEqualTo(block.length);
    byte[] arrow = "ARROW1\0\0 just an Arrow file of another kind".getBytes(StandardCharsets.UTF_8);
    assertThat(Preamble.isHail(arrow, 0, arrow.length)).isFalse();
  }

  @Test
  void preamble_written_isReadTheSame() throws IOException {
    Preamble written = new Preamble(1, 4096, 1L << 20, 77, 3, 1024, 2048, 512, -5L, 900);
    byte[] bytes = new byte[4096];
    written.write(bytes);
    assertThat(Preamble.read(bytes, bytes.length)).isEqualTo(written);
    assertThat(Preamble.read(bytes, Preamble.LENGTH)).isEqualTo(written);
    Preamble.putOrder(bytes, 0, 0);
    Preamble.putContentHash(bytes, 0);
    assertThat(Preamble.read(bytes, bytes.length))
        .isEqualTo(Preamble.unsorted(4096, 1L << 20, 77, 1024, 2048, 900));
  }

  @Test
  void seal_coversTheWholeFront() throws IOException {
    byte[] front = new byte[128];
    Preamble preamble = Preamble.unsorted(128, 4096, 7, 100, 20, 20);
    preamble.write(front);
    Preamble.seal(front, front.length);
    preamble.checkChecksum(front);
    for (int at = 0; at < front.length; at++) {
      byte[] changed = front.clone();
      changed[at]++;
      assertThatThrownBy(() -> preamble.checkChecksum(changed))
          .as("byte %d", at)
          .isInstanceOf(CorruptBlockException.class)
          .hasMessageContaining("the block front of 128 bytes has the checksum");
    }
  }

  @Test
  void replicasOfOneBlock_haveACommonPreamble() throws IOException {
    byte[] block = block();
    byte[] sorted = BlockSorter.sort(block, block.length, 8);
    assertThat(Arrays.copyOf(sorted, Preamble.LENGTH))
        .isNotEqualTo(Arrays.copyOf(block, Preamble.LENGTH));
    byte[] common = Preamble.common(block);
    assertThat(Preamble.common(sorted)).isEqualTo(common);
    Preamble read = Preamble.read(common, common.length);
    assertThat(read.rowCount()).isEqualTo(100);
    assertThat(read.sortAttribute()).isZero();
    assertThat(read.contentHash()).isZero();
  }

  @Test
  void preamble_claimingMoreThanBlockHolds_isRefused() throws IOException {
    byte[] preamble = Arrays.copyOf(block(), Preamble.LENGTH);
    Preamble good = Preamble.read(preamble, preamble.length);
    int length = (int) good.blockLength();
    int front = good.frontLength();
    int[][] lies = {
      {Preamble.ROW_COUNT_AT, Preamble.MAX_ROWS},
      {Preamble.ROW_COUNT_AT, 8 * (length - front)},
      {Preamble.ROW_COUNT_AT, -1},
      {Preamble.BLOCK_LENGTH_AT, front},
      {Preamble.BLOCK_LENGTH_AT, Integer.MAX_VALUE},
      {Preamble.BLOCK_LENGTH_AT + 4, 1},
      {Preamble.FRONT_LENGTH_AT, 0},
      {Preamble.FRONT_LENGTH_AT, front + 1},
      {Preamble.FRONT_LENGTH_AT, length / 64 * 64 + 64},
      {Preamble.INDEX_OFFSET_AT, front},
      {Preamble.INDEX_CAPACITY_AT, Integer.MAX_VALUE},
      {Preamble.INDEX_LENGTH_AT, front},
      {Preamble.DESCRIPTOR_LENGTH_AT, front},
      {Preamble.FLAGS_AT, 1},
    };
    for (int[] lie : lies) {
      byte[] lying = preamble.clone();
      LittleEndian.putInt(lying, lie[0], lie[1]);
      assertThatThrownBy(() -> Preamble.read(lying, lying.length))
          .as("%d at offset %d", lie[1], lie[0])
          .isInstanceOf(CorruptBlockException.class);
    }
    preamble[Preamble.VERSION_AT] = 2;
    LittleEndian.putInt(preamble, Preamble.ROW_COUNT_AT, -1);
    assertThatThrownBy(() -> Preamble.read(preamble, preamble.length))
        .isInstanceOf(NewerFormatException.class);
  }
}
