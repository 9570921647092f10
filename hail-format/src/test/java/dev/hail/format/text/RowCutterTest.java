// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.format.schema.Schema;
import dev.hail.testing.BadRow;
import dev.hail.testing.LoadedText;
import dev.hail.testing.RandomCase;
import dev.hail.testing.TestSeeds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RowCutterTest {
  private static final Schema SCHEMA = Schema.parse("a STRING, b STRING");

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static List<TextChunk> cut(InputStream in, TextFormat format, long target)
      throws IOException {
    List<TextChunk> chunks = new ArrayList<>();
    try (RowCutter cutter = new RowCutter(in, format, SCHEMA, target)) {
      for (TextChunk chunk = cutter.next(); chunk != null; chunk = cutter.next()) {
        chunks.add(chunk);
      }
    }
    return chunks;
  }

  private static List<String> shown(String text, TextFormat format, long target)
      throws IOException {
    List<String> shown = new ArrayList<>();
    for (TextChunk chunk : cut(new ByteArrayInputStream(bytes(text)), format, target)) {
      String content = new String(chunk.bytes(), 0, chunk.length(), StandardCharsets.UTF_8);
      String defect = chunk.defect() == null ? "" : " " + chunk.defect();
      shown.add(chunk.firstLine() + "@" + chunk.offset() + defect + " " + content);
    }
    return shown;
  }

  @Test
  void text_cut_endsAtRowEnds() throws IOException {
    assertThat(shown("ab\ncd\r\nef", TextFormat.defaults(), 4))
        .containsExactly("1@0 ab\n", "2@3 cd\r\n", "3@7 ef");
    assertThat(shown("", TextFormat.defaults(), 4)).isEmpty();
    assertThat(shown("\n\n", TextFormat.defaults(), 1)).containsExactly("1@0 \n", "2@1 \n");
  }

  @Test
  void lineEnds_withinQuotes_areKept() throws IOException {
    assertThat(shown("a,\"1\n2\n\"\nb,c\n", TextFormat.defaults(), 6))
        .containsExactly("1@0 a,\"1\n2\n\"\n", "4@9 b,c\n");
    TextFormat plain = TextFormat.builder().quoting(false).build();
    assertThat(shown("a,\"1\n2\n\"\nb,c\n", plain, 5))
        .containsExactly("1@0 a,\"1\n", "2@5 2\n\"\n", "4@9 b,c\n");
  }

  @Test
  void byteOrderMarkAndHeader_inText_areLeftOut() throws IOException {
    TextFormat header = TextFormat.builder().header(true).build();
    assertThat(shown("\uFEFFname,\"two\nlines\"\n1,2\n", header, 100))
        .containsExactly("3@20 1,2\n");
    assertThat(shown("\uFEFF1,2\n", TextFormat.defaults(), 100)).containsExactly("1@3 1,2\n");
    assertThat(shown("name", header, 100)).isEmpty();
    assertThat(shown("\uFEFF", header, 100)).isEmpty();
  }

  @Test
  void tooLongLine_cut_isOneBadRecord() throws IOException {
    TextFormat format = TextFormat.builder().maxRowBytes(5).build();
    assertThat(shown("12345\n\"123456\"\nok\n", format, 6))
        .containsExactly(
            "1@0 12345\n",
            "2@6 the row is longer than 5 bytes, which is how much of it is kept \"1234",
            "3@15 ok\n");
    assertThat(shown("\"a\nb\nc\",d\nok\n", format, 3))
        .as("only the first line of a row that is too long is a row")
        .containsExactly("1@0 \"a\n", "2@3 b\n", "3@5 c\",d\n", "4@10 ok\n");
  }

  @Test
  void strayQuote_cut_endsRowWithItsLine() throws IOException {
    assertThat(shown("1,2\n3,\"4\n5,6\n7,8\"\n", TextFormat.defaults(), 4))
        .as("the quote is closed where the row has the fields of the schema")
        .containsExactly("1@0 1,2\n", "2@4 3,\"4\n5,6\n7,8\"\n");
    assertThat(shown("1,2\n3,\"4\n5,6\n\"7\",8\n", TextFormat.defaults(), 5))
        .containsExactly("1@0 1,2\n", "2@4 3,\"4\n", "3@9 5,6\n", "4@13 \"7\",8\n");
    assertThat(shown("1,2\n3,\"4\n5,6\n", TextFormat.defaults(), 5))
        .containsExactly("1@0 1,2\n", "2@4 3,\"4\n", "3@9 5,6\n");
  }

  @Test
  void cutter_readingText_holdsNoMoreThanLongestRow() throws IOException {
    long total = 300L << 20;
    InputStream endless =
        new InputStream() {
          private long left = total;

          @Override
          public int read() {
            return left-- > 0 ? 'x' : -1;
          }

          @Override
          public int read(byte[] target, int offset, int length) {
            if (left <= 0) {
              return -1;
            }
            int count = (int) Math.min(left, length);
            Arrays.fill(target, offset, offset + count, (byte) 'x');
            left -= count;
            return count;
          }
        };
    TextFormat format = TextFormat.builder().maxRowBytes(1 << 10).build();
    long[] longest = {0};
    List<TextChunk> chunks = cut(endless, format, 1 << 16);
    chunks.forEach(chunk -> longest[0] = Math.max(longest[0], chunk.bytes().length));
    assertThat(chunks).hasSize(1);
    assertThat(longest[0]).isEqualTo(1 << 10);
    assertThat(chunks.get(0).defect()).contains("longer than 1024 bytes");
  }

  @Test
  void rows_cutWithAnyChunkSize_areSame() throws IOException {
    long[] seeds = TestSeeds.of(60).toArray();
    for (long seed : seeds) {
      RandomCase randomCase = RandomCase.of(seed, 60);
      LoadedText whole =
          LoadedText.of(randomCase.schema(), randomCase.textFormat(), randomCase.text(), 1 << 20);
      int target = 1 + new Random(seed).nextInt(300);
      LoadedText pieces =
          LoadedText.of(randomCase.schema(), randomCase.textFormat(), randomCase.text(), target);
      assertThat(pieces).as("target %s, %s", target, randomCase).isEqualTo(whole);
      assertThat(whole.rows()).as("%s", randomCase).hasSize(randomCase.goodRowCount());
      assertThat(whole.badRecords().stream().map(record -> record.line()))
          .as("%s", randomCase)
          .isEqualTo(randomCase.badRows().stream().map(BadRow::line).toList());
    }
    assertThat(seeds).isNotEmpty();
  }

  @Test
  void chunks_joined_giveTheText() throws IOException {
    long[] seeds = TestSeeds.of(200).toArray();
    for (long seed : seeds) {
      Random random = new Random(seed);
      byte[] text = new byte[random.nextInt(2_000)];
      String alphabet = "ab,\"\n\r\u0000";
      for (int i = 0; i < text.length; i++) {
        text[i] = (byte) alphabet.charAt(random.nextInt(alphabet.length()));
      }
      ByteArrayOutputStream joined = new ByteArrayOutputStream();
      for (TextChunk chunk :
          cut(
              new ByteArrayInputStream(text),
              TextFormat.builder().quoting(random.nextBoolean()).build(),
              1 + random.nextInt(400))) {
        while (joined.size() < chunk.offset()) {
          joined.write(text[joined.size()]);
        }
        joined.write(chunk.bytes(), 0, chunk.length());
      }
      assertThat(text).as("%s", TestSeeds.hint(seed)).startsWith(joined.toByteArray());
    }
  }
}
