// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.format.block.BatchRows;
import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.BlockSource;
import dev.hail.format.block.layout.LittleEndian;
import dev.hail.format.block.layout.Preamble;
import dev.hail.format.block.read.BlockReader;
import dev.hail.format.block.read.ReaderOptions;
import dev.hail.format.block.sort.BlockSorter;
import dev.hail.format.block.sort.BlockVerifier;
import dev.hail.format.predicate.Predicate;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;

/**
 * Bytes that claim to be a block are read, or refused by an IOException. A block that the verifier
 * finds good can be read whole and sorted by each attribute, without losing a row.
 */
final class BlockBytes {
  /** Where a preamble says how long the front is: docs/format.md, section 2. */
  private static final int FRONT_LENGTH_AT = 20;

  static Stream<byte[]> seeds() {
    return SmallBlocks.all();
  }

  /** What Jazzer calls. */
  public static void fuzzerTestOneInput(byte[] bytes) throws IOException {
    byte[] block = sealed(bytes);
    List<List<Object>> rows = rowsIfReadable(block);
    if (isGood(block)) {
      assertThat(rows).as("a block that the verifier finds good is read").isNotNull();
      sortByEach(block, rows);
    } else {
      sortBySome(block);
    }
  }

  /** With a checksum that fits, since the fuzzer would never get behind the checksum. */
  private static byte[] sealed(byte[] bytes) {
    byte[] block = bytes.clone();
    if (block.length >= Preamble.LENGTH) {
      long frontLength = Integer.toUnsignedLong(LittleEndian.getInt(block, FRONT_LENGTH_AT));
      if (frontLength >= Preamble.LENGTH && frontLength <= block.length) {
        Preamble.seal(block, (int) frontLength);
      }
    }
    return block;
  }

  /** Null if the reader refuses the block. */
  private static List<List<Object>> rowsIfReadable(byte[] block) {
    try {
      return rows(block);
    } catch (IOException refused) {
      return null;
    }
  }

  private static List<List<Object>> rows(byte[] block) throws IOException {
    try (BlockReader reader =
        BlockReader.open(
            BlockSource.of(block), new Predicate.True(), null, ReaderOptions.DEFAULT)) {
      List<List<Object>> rows = BatchRows.read(reader, reader.front().schema(), null);
      assertThat(rows).hasSize(reader.front().rowCount());
      assertThat(reader.badRecords()).hasSize(reader.front().badRecordCount());
      return rows;
    }
  }

  private static boolean isGood(byte[] block) {
    try {
      BlockVerifier.verify(block, block.length);
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  private static void sortByEach(byte[] block, List<List<Object>> rows) throws IOException {
    int attributes = BlockFront.ofWhole(block, block.length).schema().size();
    for (int attribute = 1; attribute <= attributes; attribute++) {
      byte[] sorted = BlockSorter.sort(block, block.length, attribute);
      BlockVerifier.verify(sorted, sorted.length);
      List<List<Object>> same = rows(sorted);
      assertThat(same).hasSameSizeAs(rows);
      assertThat(new HashSet<>(same)).isEqualTo(new HashSet<>(rows));
    }
  }

  private static void sortBySome(byte[] block) {
    try {
      BlockSorter.sort(block, block.length, 1);
    } catch (IOException refused) {
      assertThat(refused).hasMessageNotContaining("null");
    }
  }
}
