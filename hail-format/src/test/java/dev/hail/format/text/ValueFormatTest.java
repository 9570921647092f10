// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.format.block.layout.BlockSource;
import dev.hail.format.block.read.BlockReader;
import dev.hail.format.block.read.ReaderOptions;
import dev.hail.format.block.read.RowBatch;
import dev.hail.format.block.write.BlockOptions;
import dev.hail.format.predicate.Predicate;
import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.Schema;
import dev.hail.testing.LoadedText;
import dev.hail.testing.RandomCase;
import dev.hail.testing.TestSeeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ValueFormatTest {
  @FunctionalInterface
  private interface RowWriter {
    void append(RowBatch batch, int row, int[] positions, StringBuilder out);
  }

  private static String write(Schema schema, TextFormat format, byte[] text, RowWriter writer)
      throws IOException {
    int[] all = schema.attributes().stream().mapToInt(Attribute::position).toArray();
    byte[] block = LoadedText.block(schema, format, text, 1 << 16, BlockOptions.of());
    StringBuilder out = new StringBuilder();
    try (BlockReader reader =
        BlockReader.open(BlockSource.of(block), new Predicate.True(), all, ReaderOptions.DEFAULT)) {
      RowBatch batch = new RowBatch();
      while (reader.next(batch)) {
        for (int row = 0; row < batch.size(); row++) {
          writer.append(batch, row, all, out);
          out.append('\n');
        }
      }
    }
    return out.toString();
  }

  @Test
  void delimitedRows_writtenAndReadBack_areSame() throws IOException {
    long[] seeds = TestSeeds.of(150).toArray();
    for (long seed : seeds) {
      RandomCase randomCase = RandomCase.of(seed, 60);
      Schema schema = randomCase.schema();
      TextFormat read = randomCase.textFormat();
      // Without quoting, values that print like the null token are refused.
      String token = read.quoting() ? read.nullToken() : "\\N";
      TextFormat format = read.toBuilder().nullToken(token).header(false).build();
      ValueFormat values = new ValueFormat(schema);
      String written =
          write(
              schema,
              read,
              randomCase.goodText(),
              (batch, row, all, out) -> appendBothWays(values, batch, row, all, format, out));
      // The mark that a text without quoting needs if its first value starts with one.
      String mark = !format.quoting() && written.startsWith("\uFEFF") ? "\uFEFF" : "";
      LoadedText before = LoadedText.of(schema, read, randomCase.goodText(), 1 << 16);
      LoadedText after =
          LoadedText.of(schema, format, (mark + written).getBytes(StandardCharsets.UTF_8), 1 << 16);
      assertThat(after).as("%s", randomCase).isEqualTo(before);
    }
    assertThat(seeds).isNotEmpty();
  }

  private static void appendBothWays(
      ValueFormat values,
      RowBatch batch,
      int row,
      int[] all,
      TextFormat format,
      StringBuilder out) {
    DelimitedRows rows = new DelimitedRows(batch.schema(), format, all, row % 3);
    rows.append(batch, row);
    int start = out.length();
    values.appendDelimited(batch, row, all, format, out);
    String text = new String(rows.toByteArray(), StandardCharsets.UTF_8);
    assertThat(text).isEqualTo(out.substring(start) + '\n');
  }

  @Test
  void value_written_isQuotedOnlyIfNeeded() throws IOException {
    Schema schema = Schema.parse("a STRING, b STRING, c INT");
    String text = "plain,\"a,b\",1\n\"\",,\n\"\"\"q\",in\"side,\n";
    ValueFormat values = new ValueFormat(schema);
    TextFormat format = TextFormat.defaults();
    assertThat(
            write(
                schema,
                format,
                text.getBytes(StandardCharsets.UTF_8),
                (batch, row, all, out) -> values.appendDelimited(batch, row, all, format, out)))
        .isEqualTo(text);
    StringBuilder header = new StringBuilder();
    values.appendHeader(new int[] {3, 1}, format, header);
    assertThat(header.toString()).isEqualTo("c,a");
  }

  @Test
  void value_unwritableWithoutQuotes_isRefused() {
    Schema schema = Schema.parse("a STRING");
    ValueFormat values = new ValueFormat(schema);
    TextFormat plain = TextFormat.builder().quoting(false).build();
    byte[] text = "\"a,b\"\n".getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(
            () ->
                write(
                    schema,
                    TextFormat.defaults(),
                    text,
                    (batch, row, all, out) -> values.appendDelimited(batch, row, all, plain, out)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("attribute @1 a")
        .hasMessageContaining("turn quoting on");
    assertThatThrownBy(
            () ->
                write(
                    schema,
                    TextFormat.defaults(),
                    text,
                    (batch, row, all, out) ->
                        new DelimitedRows(schema, plain, all, 0).append(batch, row)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("attribute @1 a");
  }

  @Test
  void rows_writtenAsJson_areValidJson() throws IOException {
    Schema schema =
        Schema.parse(
            "s STRING, \"q\"\"n\" INT, d DOUBLE, f FLOAT, p DECIMAL(5,2), ok BOOLEAN, day DATE,"
                + " t TIMESTAMP");
    String text =
        """
        "a""\\
        \tü\u0001",,NaN,1.5,2,true,2020-01-01,2020-01-01 10:00:00
        ,-1,0.1,-inf,,f,,
        """;
    ValueFormat values = new ValueFormat(schema);
    assertThat(
            write(
                schema,
                TextFormat.defaults(),
                text.getBytes(StandardCharsets.UTF_8),
                values::appendJson))
        .isEqualTo(
            """
            {"s":"a\\"\\\\\\n\\tü\\u0001","q\\"n":null,"d":"NaN","f":1.5,"p":2.00,"ok":true,\
            "day":"2020-01-01","t":"2020-01-01 10:00:00"}
            {"s":null,"q\\"n":-1,"d":0.1,"f":"-Infinity","p":null,"ok":false,"day":null,"t":null}
            """);
  }
}
