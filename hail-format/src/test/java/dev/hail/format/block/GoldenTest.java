// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.BlockSource;
import dev.hail.format.block.layout.RowRange;
import dev.hail.format.block.read.BadRecord;
import dev.hail.format.block.read.BlockReader;
import dev.hail.format.block.read.ReaderOptions;
import dev.hail.format.block.read.RowBatch;
import dev.hail.format.block.sort.BlockSorter;
import dev.hail.format.block.sort.BlockVerifier;
import dev.hail.format.predicate.Predicate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.StringJoiner;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** Format version 1 is frozen: what {@link GoldenBlocks} once wrote is read and sorted for ever. */
class GoldenTest {
  @Test
  void unsortedGoldenBlock_read_isAsEver() throws IOException {
    byte[] block = resource("v1-unsorted.hail");
    BlockVerifier.verify(BlockSource.of(block));
    assertThat(text(block)).isEqualTo(expected("v1-unsorted.txt"));
    assertThat(BlockFront.parse(block, block.length).contentHash()).isEqualTo(0xD2790F9273A5F33CL);
  }

  @Test
  void sortedGoldenReplica_read_isAsEver() throws IOException {
    for (int attribute : GoldenBlocks.ORDERS) {
      byte[] sorted = resource("v1-by-" + attribute + ".hail");
      BlockVerifier.verify(BlockSource.of(sorted));
      assertThat(text(sorted))
          .as("sorted by %d", attribute)
          .isEqualTo(expected("v1-by-" + attribute + ".txt"));
    }
  }

  @Test
  void goldenReplica_sortedAgain_givesSameBytesAsEver() throws IOException {
    byte[] block = resource("v1-unsorted.hail");
    long[] checksums = {0xC793CBD5L, 0x4F686467L, 0x9BD5E0F1L, 0xAE1D51F6L};
    for (int i = 0; i < GoldenBlocks.ORDERS.length; i++) {
      int attribute = GoldenBlocks.ORDERS[i];
      byte[] sorted = BlockSorter.sort(block, block.length, attribute);
      assertThat(checksum(sorted)).as("sorted by %d", attribute).isEqualTo(checksums[i]);
      for (int other : GoldenBlocks.ORDERS) {
        byte[] golden = resource("v1-by-" + other + ".hail");
        assertThat(BlockSorter.sort(golden, golden.length, attribute))
            .as("sorted by %d, from the replica by %d", attribute, other)
            .isEqualTo(sorted);
      }
      assertThat(text(sorted).lines().sorted().toList())
          .as("rows sorted by %d", attribute)
          .isEqualTo(expected("v1-by-" + attribute + ".txt").lines().sorted().toList());
    }
  }

  @Test
  void indexOfGoldenReplica_queried_answersAsEver() throws IOException {
    byte[] sorted = resource("v1-by-8.hail");
    BlockFront front = BlockFront.parse(sorted, sorted.length);
    assertThat(front.index().partitions()).isEqualTo(13);
    assertThat(front.index().nullCount()).isEqualTo(10);
    Predicate predicate =
        Predicate.parse("visitDate between '1997-05-20' and '1997-05-22'", front.schema());
    assertThat(front.index().lookup(predicate.restriction(8)))
        .containsExactly(new RowRange(10, 32));
  }

  /** All rows in the order of the replica, one line each, then the bad records. */
  static String text(byte[] block) throws IOException {
    StringBuilder text = new StringBuilder();
    try (BlockReader reader =
        BlockReader.open(
            BlockSource.of(block), new Predicate.True(), null, ReaderOptions.DEFAULT)) {
      RowBatch batch = new RowBatch();
      while (reader.next(batch)) {
        for (int row = 0; row < batch.size(); row++) {
          StringJoiner line = new StringJoiner("|", "", "\n");
          for (int position = 1; position <= batch.schema().size(); position++) {
            String value = batch.getString(row, position);
            line.add(value == null ? "NULL" : "'" + value + "'");
          }
          text.append(line);
        }
      }
      for (BadRecord bad : reader.badRecords()) {
        text.append("bad ").append(bad.line()).append(' ').append(bad.reason()).append(": ");
        text.append(new String(bad.raw(), StandardCharsets.ISO_8859_1)).append('\n');
      }
    }
    return text.toString();
  }

  private static long checksum(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return crc.getValue();
  }

  private static String expected(String name) throws IOException {
    return new String(resource(name), StandardCharsets.UTF_8);
  }

  private static byte[] resource(String name) throws IOException {
    try (var stream = GoldenTest.class.getResourceAsStream("/golden/" + name)) {
      assertThat(stream).as(name).isNotNull();
      return stream.readAllBytes();
    }
  }
}
