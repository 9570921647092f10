// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.ColumnLayout;
import dev.hail.format.schema.Schema;
import dev.hail.testing.TestSeeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DictionaryTest {
  private static final Schema SCHEMA = Schema.parse("s STRING, i INT");

  /** Rows that are taken back leave no trace, whatever they made the dictionary think. */
  @Test
  void abandonedRows_inDictionary_leaveBlockUnchanged() {
    TestSeeds.of(12)
        .forEach(
            seed -> {
              Random random = new Random(seed);
              int distinct = 1 << random.nextInt(18);
              int rows = 1 << (8 + random.nextInt(10));
              BlockBuilder clean = new BlockBuilder(SCHEMA, BlockOptions.of(1));
              BlockBuilder disturbed = new BlockBuilder(SCHEMA, BlockOptions.of(1));
              disturbed.column(1).appendNull();
              for (int row = 0; row < rows; row++) {
                disturbed.abandonRow();
                byte[] value = value(random, distinct);
                add(clean, value, row);
                add(disturbed, value, row);
                byte[] other =
                    ("x" + random.nextLong())
                        .repeat(1 + random.nextInt(3))
                        .getBytes(StandardCharsets.UTF_8);
                disturbed.column(1).appendBytes(other, 0, other.length);
              }
              disturbed.abandonRow();
              assertThat(disturbed.build()).as(TestSeeds.hint(seed)).isEqualTo(clean.build());
            });
  }

  /** The rule of docs/format.md, section 3, at its edges. */
  @Test
  void dictionary_chosen_exactlyIfItPays() throws IOException {
    for (int distinct : new int[] {1, 127, 128, 129, 4_000, 20_000, 33_000, 60_000}) {
      int rows = 60_000;
      BlockBuilder builder = new BlockBuilder(SCHEMA, BlockOptions.of(1));
      Set<String> entries = new HashSet<>();
      long bytes = 0;
      long entryBytes = 0;
      for (int row = 0; row < rows; row++) {
        String value = "value " + row % distinct;
        bytes += value.length();
        entryBytes += entries.add(value) ? value.length() : 0;
        addString(builder, value, row);
      }
      byte[] block = builder.build();
      long stored = entryBytes + 4L * (distinct + 1);
      int width = distinct <= 128 ? 1 : distinct <= 32_768 ? 2 : 4;
      boolean pays =
          stored <= 512 << 10 && 2 * (stored + (long) rows * width + 512) <= 4L * rows + bytes;
      ColumnLayout column = BlockFront.parse(block, block.length).column(1);
      assertThat(column.encoding().isDictionary()).as("%d distinct", distinct).isEqualTo(pays);
      assertThat(column.entries()).isEqualTo(pays ? distinct : 0);
    }
  }

  /** Strings of all lengths around the words that they are compared by. */
  @Test
  void strings_differingInOneByte_areToldApart() throws IOException {
    BlockBuilder builder = new BlockBuilder(SCHEMA, BlockOptions.of(1));
    Set<String> entries = new HashSet<>();
    int row = 0;
    for (int copy = 0; copy < 40; copy++) {
      for (int length = 0; length <= 40; length++) {
        for (int at = -1; at < length; at++) {
          char[] value = "a".repeat(length).toCharArray();
          if (at >= 0) {
            value[at] = 'b';
          }
          entries.add(new String(value));
          addString(builder, new String(value), row++);
        }
      }
    }
    byte[] block = builder.build();
    ColumnLayout column = BlockFront.parse(block, block.length).column(1);
    assertThat(column.entries()).isEqualTo(entries.size());
    byte[] text = builder.build(length -> filled(length + 100)).bytes();
    assertThat(text).startsWith(block);
  }

  private static byte[] filled(int length) {
    byte[] bytes = new byte[length];
    new Random(1).nextBytes(bytes);
    return bytes;
  }

  private static byte[] value(Random random, int distinct) {
    int number = random.nextInt(distinct);
    return ("v".repeat(number % 23) + number).getBytes(StandardCharsets.UTF_8);
  }

  private static void addString(BlockBuilder builder, String value, int row) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    builder.column(1).appendBytes(bytes, 0, bytes.length);
    builder.column(2).appendLong(row);
    builder.endRow();
  }

  private static void add(BlockBuilder builder, byte[] value, int row) {
    if (row % 97 == 5 && value.length < 22) {
      builder.column(1).appendNull();
    } else {
      builder.column(1).appendBytes(value, 0, value.length);
    }
    builder.column(2).appendLong(row);
    builder.endRow();
  }
}
