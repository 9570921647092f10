// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.format.block.layout.BlockSource;
import dev.hail.format.block.read.BlockReader;
import dev.hail.format.block.read.ReaderOptions;
import dev.hail.format.block.read.RowBatch;
import dev.hail.format.block.write.BlockOptions;
import dev.hail.format.predicate.Predicate;
import dev.hail.format.schema.Schema;
import dev.hail.format.text.DelimitedRows;
import dev.hail.format.text.TextFormat;
import dev.hail.testing.LoadedText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A text gives the same rows and bad records however it is cut. Its good rows, written as text,
 * give the same rows again.
 */
final class RowText {
  private static final Schema SCHEMA =
      Schema.parse("a INT, b STRING, c DATE, d DOUBLE, e DECIMAL(20,3), f TIMESTAMP, g BOOLEAN");
  private static final int[] POSITIONS = IntStream.rangeClosed(1, SCHEMA.size()).toArray();
  private static final int MOST_ROW_BYTES = 200;
  private static final int WHOLE = 1 << 20;

  /** The first byte chooses the format, the second where the text is cut, the rest is the text. */
  static Stream<byte[]> seeds() {
    String row = "1,x,2000-01-01,1.5,12.345,2000-01-01 10:00:00,true\n";
    return Stream.of(
            "\0\1" + row + "-2147483648,\"a,\"\"b\n\"\" c\",1-1-1,NaN,-1,,false\r\n" + row,
            "\1\5" + row + "2,stray \" quote,,,,,\n,\"open,,,,,\n" + row,
            "\2\7" + row.replace(',', '|') + "NULL|NULL|||||\n",
            "\7\3a,b,c,d,e,f,g\n" + row + row)
        .map(text -> text.getBytes(StandardCharsets.UTF_8));
  }

  /** What Jazzer calls. */
  public static void fuzzerTestOneInput(byte[] bytes) throws IOException {
    if (bytes.length < 2) {
      return;
    }
    TextFormat format = format(bytes[0]);
    byte[] text = Arrays.copyOfRange(bytes, 2, bytes.length);
    LoadedText whole = LoadedText.of(SCHEMA, format, text, WHOLE);
    LoadedText cut = LoadedText.of(SCHEMA, format, text, 1 + (bytes[1] & 0xFF));
    assertThat(cut).isEqualTo(whole);
    // A row that is written in quotes may be longer than the longest that is read.
    TextFormat written =
        format.toBuilder().header(false).maxRowBytes(TextFormat.DEFAULT_MAX_ROW_BYTES).build();
    byte[] again = write(LoadedText.block(SCHEMA, format, text, WHOLE, BlockOptions.of()), written);
    assertThat(LoadedText.of(SCHEMA, written, again, WHOLE))
        .isEqualTo(new LoadedText(whole.rows(), List.of()));
  }

  private static TextFormat format(int choice) {
    return TextFormat.builder()
        .quoting(true)
        .delimiter((choice & 2) == 0 ? ',' : '|')
        .nullToken((choice & 4) == 0 ? "" : "NULL")
        .header((choice & 1) != 0)
        .maxRowBytes(MOST_ROW_BYTES)
        .build();
  }

  private static byte[] write(byte[] block, TextFormat format) throws IOException {
    DelimitedRows rows = new DelimitedRows(SCHEMA, format, POSITIONS, 64);
    try (BlockReader reader =
        BlockReader.open(
            BlockSource.of(block), new Predicate.True(), null, ReaderOptions.DEFAULT)) {
      RowBatch batch = new RowBatch();
      while (reader.next(batch)) {
        for (int row = 0; row < batch.size(); row++) {
          rows.append(batch, row);
        }
      }
    }
    return rows.toByteArray();
  }
}
