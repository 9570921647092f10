// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.format.block.RandomTable;
import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.ColumnLayout;
import dev.hail.format.block.layout.ContentHash;
import dev.hail.format.block.layout.CorruptBlockException;
import dev.hail.format.block.layout.Encoding;
import dev.hail.format.block.layout.LittleEndian;
import dev.hail.format.block.layout.Preamble;
import dev.hail.format.block.write.BlockBuilder;
import dev.hail.format.block.write.BlockOptions;
import dev.hail.format.schema.Schema;
import dev.hail.format.text.RowCutter;
import dev.hail.format.text.TextChunk;
import dev.hail.format.text.TextParser;
import dev.hail.testing.RandomCase;
import dev.hail.testing.TestSeeds;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Two replicas of a block in the same order are the same bytes, whatever replica each was made
 * from.
 */
class EqualOrdersTest {
  private static final String NARROW = "b BOOLEAN, flag BOOLEAN";
  private static final String BYTES = "a INT, b INT";
  private static final String STRINGS = "s STRING, t STRING, u STRING, n BIGINT";
  private static final List<String> SCHEMAS =
      List.of(RandomTable.EVERY_TYPE, NARROW, BYTES, STRINGS, "f DOUBLE, b BOOLEAN, s STRING");

  private static final int[] SIZES = {0, 1, 2, 40, 700, 5000};

  @Test
  void rows_inAnyOrder_giveSameReplica() throws IOException {
    for (long seed : TestSeeds.of(60).toArray()) {
      Random random = new Random(seed);
      Schema schema = Schema.parse(SCHEMAS.get((int) (seed % SCHEMAS.size())));
      RandomTable table = RandomTable.of(schema, random, SIZES[random.nextInt(SIZES.length)]);
      BlockOptions options = BlockOptions.of(1).withPartitionRows(1 + random.nextInt(50));
      byte[] block = table.build(options);
      byte[] shuffled = table.shuffled(random).build(options);
      for (int attribute = 1; attribute <= schema.size(); attribute++) {
        String label = "seed " + seed + ", attribute " + attribute;
        byte[] sorted = BlockSorter.sort(block, block.length, attribute);
        BlockVerifier.verify(sorted, sorted.length);
        assertThat(BlockSorter.sort(shuffled, shuffled.length, attribute))
            .as(label)
            .isEqualTo(sorted);
        assertThat(throughOtherOrders(shuffled, attribute, schema.size(), random))
            .as("%s, from other replicas", label)
            .isEqualTo(sorted);
      }
    }
  }

  @Test
  void textWithBadRecords_throughAnyOrders_givesSameReplica() throws IOException {
    for (long seed : TestSeeds.of(60).toArray()) {
      RandomCase randomCase = RandomCase.of(seed, 1500);
      byte[] block = build(randomCase);
      int attributes = randomCase.schema().size();
      Random random = new Random(seed);
      for (int attribute = 1; attribute <= attributes; attribute++) {
        assertThat(throughOtherOrders(block, attribute, attributes, random))
            .as("attribute %d, %s", attribute, randomCase)
            .isEqualTo(BlockSorter.sort(block, block.length, attribute));
      }
    }
  }

  /** A block of another writer may hold any bytes in the place of a NULL, and any NaN. */
  @Test
  void equallyComparingBytes_sorted_areToldApart() throws IOException {
    Random random = new Random(11);
    RandomTable table =
        new RandomTable(
            Schema.parse("f FLOAT, d DOUBLE, n INT, m DECIMAL(20,2), b BOOLEAN"),
            IntStream.range(0, 900)
                .mapToObj(
                    i ->
                        Collections.unmodifiableList(
                            Arrays.<Object>asList(
                                i % 3 == 0 ? Float.NaN : (i % 3 == 1 ? 0.0f : -0.0f),
                                i % 2 == 0 ? (Object) Double.NaN : (Object) (-0.0),
                                i % 4 == 0 ? 70_000L : null,
                                null,
                                i % 5 == 0 ? null : (Long) 1L)))
                .toList(),
            List.of());
    byte[] block = table.build(BlockOptions.of(1).withPartitionRows(64));
    spoil(block, random);
    BlockFront front = BlockFront.parse(block, block.length);
    byte[] shuffled = permuted(block, front, random);
    assertThat(shuffled).isNotEqualTo(block);
    BlockVerifier.verify(shuffled, shuffled.length);
    for (int attribute = 1; attribute <= front.schema().size(); attribute++) {
      byte[] sorted = BlockSorter.sort(block, block.length, attribute);
      BlockVerifier.verify(sorted, sorted.length);
      assertThat(BlockSorter.sort(shuffled, shuffled.length, attribute))
          .as("attribute %d", attribute)
          .isEqualTo(sorted);
      assertThat(throughOtherOrders(shuffled, attribute, front.schema().size(), random))
          .as("attribute %d, from other replicas", attribute)
          .isEqualTo(sorted);
    }
  }

  /** What earlier releases wrote is sound: they kept rows of equal keys in the order of upload. */
  @Test
  void rowsOfEqualKeys_inAnyOrder_areSound() throws IOException {
    Schema schema = Schema.parse("b BOOLEAN, n INT");
    BlockBuilder builder = new BlockBuilder(schema, BlockOptions.of(1).withPartitionRows(10));
    for (int row = 0; row < 100; row++) {
      builder.column(1).appendLong(row / 50);
      builder.column(2).appendLong(row * 37 % 100);
      builder.endRow();
    }
    byte[] block = builder.build();
    byte[] sorted = BlockSorter.sort(block, block.length, 1);
    byte[] old = sorted.clone();
    BlockFront front = BlockFront.parse(sorted, sorted.length);
    int[] order = IntStream.range(0, 100).map(row -> row < 50 ? 49 - row : 149 - row).toArray();
    gather(sorted, old, front, order);
    assertThat(old).isNotEqualTo(sorted);
    BlockVerifier.verify(old, old.length);
    assertThat(BlockSorter.sort(old, old.length, 1)).isEqualTo(sorted);
    gather(sorted, old, front, IntStream.range(0, 100).map(row -> 99 - row).toArray());
    assertThatThrownBy(() -> BlockVerifier.verify(old, old.length))
        .isInstanceOf(CorruptBlockException.class)
        .hasMessageContaining("sorted by attribute b, but row 50 is out of order");
  }

  /** Sorts by some other attributes before. */
  private static byte[] throughOtherOrders(
      byte[] block, int attribute, int attributes, Random random) throws IOException {
    byte[] replica = block;
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      replica = BlockSorter.sort(replica, replica.length, 1 + random.nextInt(attributes));
    }
    return BlockSorter.sort(replica, replica.length, attribute);
  }

  private static byte[] build(RandomCase randomCase) throws IOException {
    BlockOptions options =
        BlockOptions.of(randomCase.indexAttributes()).withPartitionRows(randomCase.partitionRows());
    BlockBuilder builder = new BlockBuilder(randomCase.schema(), options);
    TextParser parser = new TextParser(randomCase.schema(), randomCase.textFormat());
    try (RowCutter cutter =
        new RowCutter(
            new ByteArrayInputStream(randomCase.text()),
            randomCase.textFormat(),
            randomCase.schema(),
            10_000)) {
      for (TextChunk chunk = cutter.next(); chunk != null; chunk = cutter.next()) {
        parser.parse(chunk, builder);
      }
    }
    return builder.build();
  }

  /** Random bytes under NULLs, and NaNs with sign and payload. */
  private static void spoil(byte[] block, Random random) throws IOException {
    BlockFront front = BlockFront.parse(block, block.length);
    for (int row = 0; row < front.rowCount(); row++) {
      for (int attribute = 1; attribute <= front.schema().size(); attribute++) {
        ColumnLayout column = front.column(attribute);
        int width = column.codec().width();
        int at = column.values() + width * row;
        if (column.isNull(block, row) && width > 0) {
          byte[] bytes = new byte[width];
          random.nextBytes(bytes);
          System.arraycopy(bytes, 0, block, at, random.nextInt(width + 1));
        } else if (column.isNull(block, row) && random.nextBoolean()) {
          block[column.values() + (row >> 3)] |= (byte) (1 << (row & 7));
        } else if (column.encoding() == Encoding.FLOAT32
            && Float.isNaN(Float.intBitsToFloat(LittleEndian.getInt(block, at)))) {
          LittleEndian.putInt(block, at, 0x7fc00000 | random.nextInt(3) | random.nextInt() << 31);
        } else if (column.encoding() == Encoding.FLOAT64
            && Double.isNaN(Double.longBitsToDouble(LittleEndian.getLong(block, at)))) {
          long sign = (long) random.nextInt(2) << 63;
          LittleEndian.putLong(block, at, 0x7ff8000000000000L | random.nextInt(3) | sign);
        }
      }
    }
    long hash = ContentHash.of(block, front.preamble(), front.descriptor());
    Preamble.putContentHash(block, hash);
    Preamble.seal(block, front.frontLength());
  }

  private static byte[] permuted(byte[] block, BlockFront front, Random random) throws IOException {
    List<Integer> rows = new ArrayList<>(IntStream.range(0, front.rowCount()).boxed().toList());
    Collections.shuffle(rows, random);
    byte[] permuted = block.clone();
    gather(block, permuted, front, rows.stream().mapToInt(row -> row).toArray());
    return permuted;
  }

  private static void gather(byte[] from, byte[] to, BlockFront front, int[] order)
      throws IOException {
    RowGather gather = new RowGather(from, to, order);
    for (int attribute = 1; attribute <= front.schema().size(); attribute++) {
      gather.column(front.column(attribute));
    }
  }
}
