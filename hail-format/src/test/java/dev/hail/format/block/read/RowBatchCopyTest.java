// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.format.block.layout.BlockSource;
import dev.hail.format.block.layout.Encoding;
import dev.hail.format.block.sort.BlockSorter;
import dev.hail.format.block.write.BlockBuilder;
import dev.hail.format.block.write.BlockOptions;
import dev.hail.format.predicate.Predicate;
import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.Schema;
import dev.hail.testing.LoadedText;
import dev.hail.testing.RandomCase;
import dev.hail.testing.TestSeeds;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Copies of a batch's columns have the values that the getters return. */
class RowBatchCopyTest {
  private static final int CASES = 60;
  private static final int PREDICATES = 6;

  @Test
  void copies_ofRandomRows_equalGetters() throws IOException {
    for (long seed : TestSeeds.of(CASES).toArray()) {
      RandomCase randomCase = RandomCase.of(seed, 1_000);
      Random random = new Random(seed);
      byte[] block =
          LoadedText.block(
              randomCase.schema(),
              randomCase.textFormat(),
              randomCase.text(),
              10_000,
              BlockOptions.of(randomCase.indexAttributes()));
      int sorted = random.nextInt(randomCase.schema().size() + 1);
      byte[] replica = sorted == 0 ? block : BlockSorter.sort(block, block.length, sorted);
      for (int i = 0; i < PREDICATES; i++) {
        String filter = randomCase.predicate(i).hail();
        Predicate predicate =
            i == 0 ? new Predicate.True() : Predicate.parse(filter, randomCase.schema());
        ReaderOptions options =
            ReaderOptions.DEFAULT.withBatch(1 + random.nextInt(1_000), 1 + random.nextInt(1 << 16));
        assertCopied(replica, predicate, options, random, filter + ", " + randomCase);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Encoding.class)
  void copies_ofEveryEncoding_equalGetters(Encoding encoding) throws IOException {
    Random random = new Random(3);
    for (double nulls : new double[] {0, 0.3, 1}) {
      Schema schema = Schema.parse("n INT, v " + type(encoding));
      BlockBuilder builder = new BlockBuilder(schema, BlockOptions.of());
      int rows = encoding == Encoding.DICTIONARY32 ? 200_000 : 2_000;
      for (int row = 0; row < rows; row++) {
        builder.column(1).appendLong(random.nextInt(10));
        if (row > 0 && random.nextDouble() < nulls) {
          builder.column(2).appendNull();
        } else {
          append(builder, encoding, row, random);
        }
        builder.endRow();
      }
      byte[] block = builder.build();
      if (nulls == 0) {
        assertThat(encodingOf(block)).isEqualTo(encoding);
      }
      for (String filter : new String[] {"n >= 0", "n = 3", "n < 9"}) {
        Predicate predicate = Predicate.parse(filter, schema);
        assertCopied(block, predicate, ReaderOptions.DEFAULT, random, encoding + ", " + filter);
      }
    }
  }

  private static Encoding encodingOf(byte[] block) throws IOException {
    try (BlockReader reader =
        BlockReader.open(
            BlockSource.of(block), new Predicate.True(), null, ReaderOptions.DEFAULT)) {
      return reader.front().column(2).encoding();
    }
  }

  private static String type(Encoding encoding) {
    return switch (encoding) {
      case BIT -> "BOOLEAN";
      case INT8, INT16, INT32, INT64 -> "BIGINT";
      case FLOAT32 -> "FLOAT";
      case FLOAT64 -> "DOUBLE";
      case DECIMAL128 -> "DECIMAL(38,3)";
      case UTF8, DICTIONARY8, DICTIONARY16, DICTIONARY32 -> "STRING";
    };
  }

  private static void append(BlockBuilder builder, Encoding encoding, int row, Random random) {
    switch (encoding) {
      case BIT -> builder.column(2).appendLong(random.nextInt(2));
      case INT8 -> builder.column(2).appendLong((byte) random.nextInt());
      case INT16 -> builder.column(2).appendLong((short) random.nextInt());
      case INT32 -> builder.column(2).appendLong(random.nextInt());
      case INT64 -> builder.column(2).appendLong(random.nextLong());
      case FLOAT32, FLOAT64 -> builder.column(2).appendDouble(random.nextGaussian());
      case DECIMAL128 -> {
        BigInteger value = new BigInteger(120, random);
        builder.column(2).appendDecimal(random.nextBoolean() ? value : value.negate());
      }
      case UTF8 -> appendText(builder, "x".repeat(random.nextInt(80)) + row);
      case DICTIONARY8 -> appendText(builder, "a text of some length " + random.nextInt(50));
      case DICTIONARY16 -> appendText(builder, "a text of some length " + random.nextInt(500));
      case DICTIONARY32 -> appendText(builder, "text " + (100_000 + random.nextInt(33_000)));
    }
  }

  private static void appendText(BlockBuilder builder, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    builder.column(2).appendBytes(bytes, 0, bytes.length);
  }

  /** Reads a block, and copies of each batch all rows, none, and random stretches. */
  private static void assertCopied(
      byte[] block, Predicate predicate, ReaderOptions options, Random random, String label)
      throws IOException {
    RowBatch batch = new RowBatch();
    try (BlockReader reader = BlockReader.open(BlockSource.of(block), predicate, null, options)) {
      while (reader.next(batch)) {
        for (Attribute attribute : batch.schema().attributes()) {
          String column = attribute + ", " + label;
          new CopiedColumn(batch, attribute, 0, batch.size()).check(column);
          new CopiedColumn(batch, attribute, random.nextInt(batch.size()), 0).check(column);
          int from = random.nextInt(batch.size());
          int count = 1 + random.nextInt(batch.size() - from);
          new CopiedColumn(batch, attribute, from, count).check(column);
        }
      }
    }
  }

  private static RowBatch batch() throws IOException {
    Schema schema = Schema.parse("n INT, word STRING, hidden BIGINT");
    BlockBuilder builder = new BlockBuilder(schema, BlockOptions.of());
    for (int row = 0; row < 3; row++) {
      builder.column(1).appendLong(row);
      appendText(builder, "word " + row);
      builder.column(3).appendLong(row);
      builder.endRow();
    }
    RowBatch batch = new RowBatch();
    try (BlockReader reader =
        BlockReader.open(
            BlockSource.of(builder.build()),
            new Predicate.True(),
            new int[] {1, 2},
            ReaderOptions.DEFAULT)) {
      assertThat(reader.next(batch)).isTrue();
    }
    return batch;
  }

  @Test
  void copy_intoTooSmallBuffer_namesBytesAndAttribute() throws IOException {
    RowBatch batch = batch();
    ByteBuffer large = ByteBuffer.allocateDirect(100);
    assertThatThrownBy(() -> batch.copyValues(1, 0, 3, ByteBuffer.allocateDirect(11)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "The buffer for the values of attribute n (@1) has 11 bytes, 3 rows take 12; pass a"
                + " larger buffer, or copy fewer rows at once");
    assertThatThrownBy(() -> batch.copyValidity(1, 0, 3, ByteBuffer.allocateDirect(0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the validity of attribute n (@1) has 0 bytes, 3 rows take 1;");
    assertThatThrownBy(() -> batch.copyTexts(2, 0, 3, ByteBuffer.allocateDirect(15), large))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the offsets of attribute word (@2) has 15 bytes, 3 rows take 16;");
    assertThatThrownBy(() -> batch.copyTexts(2, 0, 3, large, large.duplicate().limit(17)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the texts of attribute word (@2) has 17 bytes, 3 rows take 18;");
  }

  @Test
  void copy_ofWrongAttribute_isRefused() throws IOException {
    RowBatch batch = batch();
    ByteBuffer large = ByteBuffer.allocateDirect(100);
    assertThatThrownBy(() -> batch.copyValues(3, 0, 1, large))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("attribute hidden (@3) was not projected");
    assertThatThrownBy(() -> batch.copyValidity(3, 0, 1, large))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("attribute hidden (@3) was not projected");
    assertThatThrownBy(() -> batch.copyValues(2, 0, 1, large))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("attribute word (@2) is STRING, which cannot be read as values of fixed width");
    assertThatThrownBy(() -> batch.textBytes(1, 0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("attribute n (@1) is INT, which cannot be read as string bytes");
    assertThatThrownBy(() -> batch.copyTexts(1, 0, 1, large, large))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("attribute n (@1) is INT, which cannot be read as string bytes");
    assertThatThrownBy(() -> new RowBatch().copyValues(1, 0, 0, large))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("not been filled");
  }

  @Test
  void copy_ofRowsOutsideBatch_isRefused() throws IOException {
    RowBatch batch = batch();
    ByteBuffer large = ByteBuffer.allocateDirect(100);
    assertThatThrownBy(() -> batch.copyValues(1, 1, 3, large))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> batch.copyValidity(1, -1, 1, large))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> batch.textBytes(2, 4, 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> batch.copyTexts(2, 0, -1, large, large))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}
