// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.hail.format.block.ForgedBlocks;
import dev.hail.format.block.RandomTable;
import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.CorruptBlockException;
import dev.hail.format.block.layout.Preamble;
import dev.hail.format.block.write.BlockBuilder;
import dev.hail.format.block.write.BlockOptions;
import dev.hail.format.schema.Schema;
import dev.hail.testing.TestSeeds;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A sort allocates no more than it says that it will, garbage included. */
class SortWorkTest {
  private static final String STRINGS = "s STRING, t STRING, n BIGINT";

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Classes are loaded before anything is measured. */
  @BeforeAll
  static void loadClasses() throws IOException {
    byte[] block = RandomTable.of(new Random(1), 3000).build(BlockOptions.of(1));
    for (int attribute = 1; attribute <= 12; attribute++) {
      BlockSorter.sort(block, block.length, attribute);
    }
  }

  @Test
  void randomTable_sorted_takesNoMoreThanItSays() throws IOException {
    for (long seed : TestSeeds.of(20).toArray()) {
      Random random = new Random(seed);
      int rows = seed % 10 == 0 ? 20_000 : random.nextInt(8_000);
      RandomTable table = RandomTable.of(random, rows);
      BlockOptions options = BlockOptions.of(1).withPartitionRows(1 + random.nextInt(200));
      assertWork("seed " + seed, table.build(options));
    }
  }

  @Test
  void narrowTable_sorted_takesLittle() throws IOException {
    byte[] block =
        build("a INT, b INT", 300_000, 1024, i -> new Object[] {(i * 31L) % 101, (i * 7L) % 13});
    assertWork("two columns of a byte", block);
    assertThat(allocated(block, 1, new byte[block.length])).isLessThan(300_000 * 4 + (2 << 20));
    assertWork("booleans", build("b BOOLEAN", 300_000, 1024, i -> new Object[] {i % 3 % 2L}));
  }

  @Test
  void strings_sorted_takeNoMoreThanTheySay() throws IOException {
    assertWork("empty", build(STRINGS, 200_000, 1024, i -> new Object[] {"", "", 1L}));
    assertWork(
        "ties of thirteen",
        build(STRINGS, 200_000, 1024, i -> new Object[] {long13(i), long13(i / 7), (long) i}));
    assertWork(
        "every row a key", build(STRINGS, 40_000, 1, i -> new Object[] {"k" + i, "x", (long) i}));
    assertWork(
        "long keys",
        build(
            STRINGS, 2_000, 3, i -> new Object[] {"p".repeat(2_000) + i, "q".repeat(i % 90), 5L}));
  }

  @Test
  void manyColumns_sorted_takeNoMoreThanTheySay() throws IOException {
    String schema =
        IntStream.range(0, 400)
            .mapToObj(i -> "c" + i + (i % 2 == 0 ? " STRING" : " DECIMAL(30,2)"))
            .collect(Collectors.joining(", "));
    assertWork("columns", RandomTable.of(Schema.parse(schema), new Random(5), 300));
  }

  @Test
  void falseIndex_verifiedAndSorted_takesNoMemory() throws IOException {
    byte[] block = ForgedBlocks.withIndexOfManyBytes(2_000);
    assertThat(block).hasSizeLessThan(100_000);
    long most = BlockSorter.workBytes(Preamble.read(block, block.length));
    long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    assertThatThrownBy(() -> BlockVerifier.verify(block, block.length))
        .isInstanceOf(CorruptBlockException.class)
        .hasMessageContaining("index differs from the rows");
    assertThat(threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before)
        .isLessThanOrEqualTo(most);
    assertWork("sorted anew", block);
  }

  private void assertWork(String label, RandomTable table) throws IOException {
    assertWork(label, table.build(BlockOptions.of(1)));
  }

  private void assertWork(String label, byte[] block) throws IOException {
    BlockFront front = BlockFront.parseWithoutIndex(block, block.length);
    long most = BlockSorter.workBytes(Preamble.read(block, block.length));
    byte[] sorted = new byte[block.length];
    byte[] again = new byte[block.length];
    int attributes = Math.min(12, front.schema().size());
    for (int attribute = 1; attribute <= attributes; attribute++) {
      String what = label + ", attribute " + attribute + ", rows " + front.rowCount();
      assertThat(allocated(block, attribute, sorted)).as(what).isLessThanOrEqualTo(most);
      int next = attribute % attributes + 1;
      assertThat(allocated(sorted, next, again)).as(what + ", again").isLessThanOrEqualTo(most);
    }
  }

  private long allocated(byte[] block, int attribute, byte[] sorted) throws IOException {
    long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    BlockSorter.sort(block, block.length, attribute, sorted);
    return threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
  }

  /** Strings in groups of thirteen, of more bytes than are looked at at once. */
  private static String long13(int i) {
    return String.format(Locale.ROOT, "%015d/%08d", (i * 7919L) % 200_000 / 13, (i * 31L) % 1_000);
  }

  private static byte[] build(
      String schema, int rows, int partitionRows, IntFunction<Object[]> values) {
    BlockOptions options = BlockOptions.of(1).withPartitionRows(partitionRows);
    BlockBuilder builder = new BlockBuilder(Schema.parse(schema), options);
    for (int row = 0; row < rows; row++) {
      Object[] of = values.apply(row);
      for (int i = 0; i < of.length; i++) {
        if (of[i] instanceof String text) {
          byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
          builder.column(i + 1).appendBytes(bytes, 0, bytes.length);
        } else {
          builder.column(i + 1).appendLong((Long) of[i]);
        }
      }
      builder.endRow();
    }
    return builder.build();
  }
}
