// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.BlockSource;
import dev.hail.format.block.layout.CorruptBlockException;
import dev.hail.format.block.layout.LittleEndian;
import dev.hail.format.block.layout.NewerFormatException;
import dev.hail.format.block.layout.Preamble;
import dev.hail.format.block.read.BlockReader;
import dev.hail.format.block.read.ReaderOptions;
import dev.hail.format.block.sort.BlockSorter;
import dev.hail.format.block.sort.BlockVerifier;
import dev.hail.format.block.write.BlockOptions;
import dev.hail.format.predicate.Predicate;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Torn, mixed, damaged and forged blocks: never accepted, and never worse than an IOException. */
class HostileBlockTest {
  private static final int FORGERIES = 1500;

  private static byte[] block(int seed, int rows) {
    return RandomTable.of(new Random(seed), rows).build(BlockOptions.of(8).withPartitionRows(16));
  }

  @Test
  void tornBlock_verified_isNeverGood() {
    byte[] block = block(1, 100);
    for (int length = 0; length < block.length; length += 13) {
      byte[] torn = Arrays.copyOf(block, length);
      assertThatThrownBy(() -> BlockVerifier.verify(BlockSource.of(torn)))
          .as("first %d bytes", length)
          .isInstanceOf(CorruptBlockException.class);
      assertThatThrownBy(() -> BlockSorter.sort(torn, torn.length, 8))
          .as("first %d bytes", length)
          .isInstanceOf(CorruptBlockException.class);
      assertThatThrownBy(
              () ->
                  BlockReader.open(
                      BlockSource.of(torn), new Predicate.True(), null, ReaderOptions.DEFAULT))
          .as("first %d bytes", length)
          .isInstanceOf(CorruptBlockException.class);
    }
  }

  @Test
  void block_withoutItsEnd_isNeverSorted() {
    byte[] block = block(2, 400);
    for (int length = 5000; length < block.length; length += 997) {
      byte[] zeroed = Arrays.copyOf(Arrays.copyOf(block, length), block.length);
      assertThatThrownBy(() -> BlockSorter.sort(zeroed, zeroed.length, 8))
          .as("zeros from byte %d", length)
          .isInstanceOf(CorruptBlockException.class);
    }
  }

  @Test
  void mixOfTwoReplicas_verified_isNeverGood() throws IOException {
    byte[] block = block(3, 600);
    byte[] byDay = BlockSorter.sort(block, block.length, 8);
    byte[] byText = BlockSorter.sort(block, block.length, 10);
    for (int cut = 100; cut < block.length; cut += 509) {
      byte[] mixed = byDay.clone();
      System.arraycopy(byText, cut, mixed, cut, mixed.length - cut);
      if (!Arrays.equals(mixed, byDay) && !Arrays.equals(mixed, byText)) {
        assertThatThrownBy(() -> BlockVerifier.verify(BlockSource.of(mixed)))
            .as("cut at %d", cut)
            .isInstanceOf(CorruptBlockException.class);
      }
    }
  }

  @Test
  void changedByte_ofBlock_isNoticed() throws IOException {
    byte[] block = block(4, 60);
    byte[] sorted = BlockSorter.sort(block, block.length, 8);
    BlockVerifier.verify(BlockSource.of(sorted));
    Random random = new Random(4);
    for (int at = 0; at < sorted.length; at += 1 + random.nextInt(5)) {
      byte[] changed = sorted.clone();
      changed[at] ^= (byte) (1 << random.nextInt(8));
      assertThatThrownBy(() -> BlockVerifier.verify(BlockSource.of(changed)))
          .as("byte %d", at)
          .isInstanceOfAny(CorruptBlockException.class, NewerFormatException.class);
    }
  }

  @Test
  void wrongOrderOrIndex_verified_isNoticed() throws IOException {
    byte[] block = block(10, 300);
    byte[] sorted = BlockSorter.sort(block, block.length, 8);
    byte[] unsorted = block.clone();
    int frontLength = BlockFront.parse(sorted, sorted.length).frontLength();
    System.arraycopy(sorted, 0, unsorted, 0, frontLength);
    assertThat(unsorted).isNotEqualTo(sorted);
    assertThatThrownBy(() -> BlockVerifier.verify(BlockSource.of(unsorted)))
        .isInstanceOf(CorruptBlockException.class)
        .hasMessageContaining("sorted by attribute day");
    byte[] wrongIndex = sorted.clone();
    wrongIndex[BlockFront.parse(sorted, sorted.length).indexOffset() + 3] ^= 1;
    Preamble.seal(wrongIndex, frontLength);
    assertThatThrownBy(() -> BlockVerifier.verify(BlockSource.of(wrongIndex)))
        .isInstanceOf(CorruptBlockException.class)
        .hasMessageContaining("index");
  }

  @Test
  void forgedBytes_readOrSorted_onlyFail() throws IOException {
    int accepted = 0;
    for (int seed = 0; seed < FORGERIES; seed++) {
      Random random = new Random(seed);
      byte[] forged = block(seed % 7, 40 + seed % 50);
      if (random.nextBoolean()) {
        forged = BlockSorter.sort(forged, forged.length, 1 + random.nextInt(12));
      }
      int frontLength = BlockFront.parse(forged, forged.length).frontLength();
      for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
        forge(forged, random.nextInt(3) == 0 ? forged.length : frontLength, random);
      }
      // A checksum that fits, so that what lies behind the checksum is tried.
      Preamble.seal(forged, frontLength);
      byte[] given = forged;
      boolean[] read = new boolean[1];
      assertThatCode(() -> read[0] = readAll(given)).as("seed %d", seed).doesNotThrowAnyException();
      accepted += read[0] ? 1 : 0;
    }
    assertThat(accepted).as("forgeries read without complaint").isBetween(1, FORGERIES - 1);
  }

  private static void forge(byte[] block, int limit, Random random) {
    int at = 16 + random.nextInt(limit - 24);
    switch (random.nextInt(4)) {
      case 0 -> block[at] = (byte) random.nextInt();
      case 1 -> LittleEndian.putInt(block, at & ~3, random.nextInt());
      case 2 -> LittleEndian.putInt(block, at & ~3, random.nextInt(block.length + 64));
      default -> LittleEndian.putInt(block, at & ~3, -1);
    }
  }

  /** Whether a reader finds nothing wrong; any exception but an IOException is a fault. */
  private static boolean readAll(byte[] block) {
    boolean good = true;
    try (BlockReader reader =
        BlockReader.open(
            BlockSource.of(block), new Predicate.True(), null, ReaderOptions.DEFAULT)) {
      BatchRows.read(reader, reader.front().schema(), null);
      reader.badRecords();
    } catch (IOException e) {
      good = false;
    }
    try {
      BlockVerifier.verify(BlockSource.of(block));
    } catch (IOException e) {
      good = false;
    }
    try {
      BlockSorter.sort(block, block.length, 1);
    } catch (IOException e) {
      good = false;
    }
    return good;
  }
}
