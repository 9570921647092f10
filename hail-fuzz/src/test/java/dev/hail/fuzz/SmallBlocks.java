// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.fuzz;

import dev.hail.format.block.sort.BlockSorter;
import dev.hail.format.block.write.BlockOptions;
import dev.hail.testing.LoadedText;
import dev.hail.testing.RandomCase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Blocks of few rows that the fuzzer begins with. */
final class SmallBlocks {
  private static final int CASES = 12;
  private static final int MOST_ROWS = 20;

  private SmallBlocks() {}

  /** Blocks of random schemas, some in upload order and some sorted. */
  static Stream<byte[]> all() {
    return LongStream.range(0, CASES).mapToObj(SmallBlocks::of);
  }

  private static byte[] of(long seed) {
    RandomCase random = RandomCase.of(seed, MOST_ROWS);
    try {
      byte[] block =
          LoadedText.block(
              random.schema(),
              random.textFormat(),
              random.text(),
              1 << 20,
              BlockOptions.of(random.indexAttributes()).withPartitionRows(4));
      return seed % 2 == 0 ? block : BlockSorter.sort(block, block.length, 1);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }
}
