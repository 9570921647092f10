// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.examples.ExampleTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RowStreamTest {
  private static final int BYTES = 1 << 20;

  @ParameterizedTest
  @EnumSource(ExampleTable.class)
  void rows_ofSameOrOtherSeed_areSameOrOtherBytes(ExampleTable table) throws IOException {
    assertThat(text(table, 5, BYTES)).isEqualTo(text(table, 5, BYTES));
    assertThat(text(table, 5, BYTES)).isNotEqualTo(text(table, 6, BYTES));
  }

  @ParameterizedTest
  @EnumSource(ExampleTable.class)
  void smallerTable_ofSameSeed_isPrefixOfWholeRows(ExampleTable table) throws IOException {
    byte[] large = text(table, 5, BYTES);
    byte[] small = text(table, 5, BYTES / 3);

    assertThat(small).isEqualTo(Arrays.copyOf(large, small.length));
    assertThat(small[small.length - 1]).isEqualTo((byte) '\n');
    int nextRowEnd = small.length;
    while (large[nextRowEnd] != '\n') {
      nextRowEnd++;
    }
    assertThat(nextRowEnd + 1).isGreaterThan(BYTES / 3);
  }

  @ParameterizedTest
  @EnumSource(ExampleTable.class)
  void rows_readInPiecesOfAnySize_areSame(ExampleTable table) throws IOException {
    byte[] expected = text(table, 5, BYTES);
    long seed = 42;
    Random random = new Random(seed);
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    try (RowStream stream = new RowStream(table.rows(5), BYTES, Long.MAX_VALUE)) {
      byte[] chunk = new byte[1 << 16];
      int length = 0;
      while (length >= 0) {
        read.write(chunk, 0, length);
        int single = stream.read();
        if (single >= 0) {
          read.write(single);
        }
        length = stream.read(chunk, 0, 1 + random.nextInt(chunk.length));
      }
    }
    assertThat(read.toByteArray()).as("chunk seed %d", seed).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource(ExampleTable.class)
  void anyRow_generatedAlone_equalsThatOfTheTable(ExampleTable table) throws IOException {
    byte[] all = text(table, 5, BYTES);
    RowSource rows = table.rows(5);
    TextBuffer buffer = new TextBuffer(2 * rows.maxRowBytes());
    rows.append(1_000, buffer);
    buffer.clear();
    rows.append(0, buffer);
    rows.append(1, buffer);
    assertThat(Arrays.copyOf(buffer.bytes(), buffer.length()))
        .isEqualTo(Arrays.copyOf(all, buffer.length()));
  }

  @ParameterizedTest
  @EnumSource(ExampleTable.class)
  void rowStream_withRowLimit_endsAtLimit(ExampleTable table) throws IOException {
    try (RowStream stream = new RowStream(table.rows(5), Long.MAX_VALUE, 1234)) {
      String text = new String(stream.readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(text.lines()).hasSize(1234);
      assertThat(stream.rows()).isEqualTo(1234);
      assertThat(stream.bytes()).isEqualTo(text.length());
    }
  }

  @ParameterizedTest
  @EnumSource(ExampleTable.class)
  void rowStream_withNegativeSize_isRefused(ExampleTable table) {
    assertThatThrownBy(() -> new RowStream(table.rows(5), -1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1 bytes");
  }

  private static byte[] text(ExampleTable table, long seed, int bytes) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream(bytes);
    try (RowStream stream = new RowStream(table.rows(seed), bytes, Long.MAX_VALUE)) {
      stream.transferTo(text);
      assertThat(stream.bytes()).isEqualTo(text.size());
    }
    return text.toByteArray();
  }
}
