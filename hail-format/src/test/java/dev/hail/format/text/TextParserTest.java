// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.format.block.read.BadRecord;
import dev.hail.format.block.write.BlockBuilder;
import dev.hail.format.block.write.BlockOptions;
import dev.hail.format.schema.Schema;
import dev.hail.testing.LoadedText;
import dev.hail.testing.TestSeeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextParserTest {
  private static final Schema SCHEMA =
      Schema.parse("id INT, name STRING, price DECIMAL(5,2), day DATE");

  private static LoadedText load(Schema schema, TextFormat format, String text) throws IOException {
    return LoadedText.of(schema, format, text.getBytes(StandardCharsets.UTF_8), 1 << 16);
  }

  private static List<String> reasons(String text) throws IOException {
    return load(SCHEMA, TextFormat.defaults(), text).badRecords().stream()
        .map(record -> record.line() + ": " + record.reason())
        .toList();
  }

  @Test
  void valuesNullsAndSpaces_parsed_areRead() throws IOException {
    String text = " 1 , a b ,1.5, 1970-01-02 \r\n,,,\r\n\" 2 \",\"\",\" 7\",\"1970-01-01\"";
    assertThat(load(SCHEMA, TextFormat.defaults(), text).rows())
        .containsExactly("1;5: a b ;1.50;1d;", "null;null;null;null;", "2;0:;7.00;0d;");
  }

  @Test
  void nullToken_quotedOrNot_isNullOnlyUnquoted() throws IOException {
    TextFormat format = TextFormat.builder().nullToken("NA").build();
    assertThat(load(SCHEMA, format, "NA,NA, NA ,NA\n1,\"NA\",NA,NA\n2, NA,NA,NA\n3,,NA,NA").rows())
        .containsExactly(
            "null;null;null;null;", "1;2:NA;null;null;", "2;3: NA;null;null;", "3;0:;null;null;");
  }

  @ParameterizedTest
  @CsvSource({
    "BOOLEAN, true, false",
    "INT, -1, 2",
    "INT, 0, 7",
    "BIGINT, -9999, 2",
    "FLOAT, -999.9, 1.5",
    "DOUBLE, 0.00, 0.0",
    "'DECIMAL(9,2)', 0.00, 0.01",
    "DATE, 9999-12-31, 1970-01-02",
    "TIMESTAMP, 1900-01-01 00:00:00, 1970-01-01 00:00:01",
    "STRING, -1, -11"
  })
  void nullToken_thatReadsLikeAValue_isNullInEveryRow(String type, String token, String value)
      throws IOException {
    TextFormat format = token(token);
    Schema schema = Schema.parse("a " + type + ", b " + type);
    String rows = (value + "," + token + "\n" + token + "," + value + "\n").repeat(2_000);
    List<String> read = load(schema, format, rows + "\"" + token + "\"," + value + "\n").rows();
    assertThat(read).hasSize(4_001);
    for (int i = 0; i < 4_000; i += 2) {
      assertThat(read.get(i)).doesNotStartWith("null;").endsWith(";null;");
      assertThat(read.get(i + 1)).startsWith("null;").doesNotEndWith(";null;");
    }
    assertThat(read.get(4_000)).doesNotContain("null");
  }

  @Test
  void nullToken_withSpaces_isComparedWithFieldAsItStands() throws IOException {
    Schema schema = Schema.parse("k INT, name STRING");
    assertThat(load(schema, token(" "), " , \n1,\n").rows()).containsExactly("null;null;", "1;0:;");
    assertThat(load(schema, token("-1 "), "-1 ,-1 \n-1,-1\n").rows())
        .containsExactly("null;null;", "-1;2:-1;");
    assertThat(load(schema, token("-1"), " -1 , -1 \n").rows()).containsExactly("null;4: -1 ;");
  }

  private static TextFormat token(String token) {
    return TextFormat.builder().nullToken(token).build();
  }

  @ParameterizedTest
  @ValueSource(ints = {126, 127, 128, 129, 500, 40_000})
  void doubledQuotes_ofFieldOfAnyLength_areHalved(int quotes) throws IOException {
    String row = "1,\"" + "\"\"".repeat(quotes) + "z\",1.5,1970-01-02\n";
    String expected = "1;" + (quotes + 1) + ":" + "\"".repeat(quotes) + "z;1.50;1d;";

    assertThat(load(SCHEMA, TextFormat.defaults(), row + row).rows())
        .containsExactly(expected, expected);
  }

  @Test
  void badRow_parsed_saysWhereAndWhy() throws IOException {
    String text =
        """
        x1,a,1,2020-01-01
        1,a,1
        1,a,1,2020-01-01,

        1,"two
        lines",1,2020-01-01
        1,a,1.005,2020-01-01
        1,"a"b,1,2020-01-01
        2147483648,a,1,2020-01-01
        1,a,1,2020-02-30
        "",a,1,2020-01-01
        9,"open,1,2020-01-01
        """;
    assertThat(reasons(text))
        .containsExactly(
            "1: @1 id: 'x1' is not an INT",
            "2: the row has 3 fields, the schema has 4",
            "3: the row has 5 fields, the schema has 4",
            "4: the row has 1 field, the schema has 4",
            "7: @3 price: '1.005' has more fractional digits than DECIMAL(5,2) can hold (2)",
            "8: @2 name: text follows the closing quote",
            "9: @1 id: '2147483648' is out of the range of INT (-2147483648 to 2147483647)",
            "10: @4 day: '2020-02-30' is no day of the calendar (0001-01-01 to 9999-12-31)",
            "11: @1 id: '' is not an INT",
            "12: @2 name: the quote is not closed on this line, and no row of the schema's form goes on"
                + " after it");
  }

  @Test
  void badRow_parsed_keepsItsBytes() throws IOException {
    byte[] text = {'1', ',', (byte) 0xFF, 'b', ',', ',', '\r', '\n', '2', ',', 'c', ',', ',', '\n'};
    LoadedText loaded = LoadedText.of(SCHEMA, TextFormat.defaults(), text, 100);
    BadRecord bad = loaded.badRecords().get(0);
    assertThat(bad.raw()).isEqualTo(new byte[] {'1', ',', (byte) 0xFF, 'b', ',', ','});
    assertThat(bad.reason()).isEqualTo("@2 name: '\\xFFb' is not valid UTF-8");
    assertThat(loaded.rows()).containsExactly("2;1:c;null;null;");
  }

  @Test
  void emptyLine_ofOneAttributeSchema_isValue() throws IOException {
    Schema one = Schema.parse("name STRING");
    assertThat(load(one, TextFormat.defaults(), "a\n\n\"\"\n").rows())
        .containsExactly("1:a;", "null;", "0:;");
    TextFormat token = TextFormat.builder().nullToken("-").build();
    assertThat(load(one, token, "\n-\n").rows()).containsExactly("0:;", "null;");
  }

  @Test
  void nullBytesAndLoneCarriageReturns_parsed_areText() throws IOException {
    Schema one = Schema.parse("a STRING, b STRING");
    assertThat(load(one, TextFormat.defaults(), "\u0000,x\ry\n").rows())
        .containsExactly("1:\u0000;3:x\ry;");
  }

  @Test
  void rowsBeyondLimit_parsed_areMarked() throws IOException {
    TextFormat format = TextFormat.builder().maxRowBytes(20).build();
    LoadedText loaded =
        load(SCHEMA, format, "1,aaaa,1,2020-01-01\n2," + "b".repeat(30) + ",1,2020-01-01\n3,,,\n");
    assertThat(loaded.rows()).hasSize(2);
    assertThat(loaded.badRecords()).hasSize(1);
    assertThat(loaded.badRecords().get(0).raw()).hasSize(20);
    assertThat(loaded.badRecords().get(0).reason())
        .isEqualTo("the row is longer than 20 bytes, which is how much of it is kept");
  }

  @Test
  void builder_ofAnotherSchema_isRefused() {
    BlockBuilder other = new BlockBuilder(Schema.parse("x INT"), BlockOptions.of());
    TextParser parser = new TextParser(SCHEMA, TextFormat.defaults());
    assertThatThrownBy(() -> parser.parse(new TextChunk(new byte[0], 0, 1, 0), other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("x INT");
  }

  @Test
  void textFormat_withWrongOption_isRefused() {
    TextFormat.Builder builder = TextFormat.builder();
    assertThatThrownBy(() -> builder.delimiter('\n').build()).hasMessageContaining("Delimiter");
    assertThatThrownBy(() -> builder.delimiter('é').build()).hasMessageContaining("ASCII");
    assertThatThrownBy(() -> builder.delimiter('"').build()).hasMessageContaining("quoting off");
    builder.delimiter(',');
    assertThatThrownBy(() -> builder.nullToken("a,b").build()).hasMessageContaining("Null token");
    builder.nullToken("");
    assertThatThrownBy(() -> builder.maxRowBytes(0).build()).hasMessageContaining("found 0");
  }

  /** Mutated text: no exception, and every line is part of exactly one row or bad record. */
  @Test
  void spoiledText_parsed_hasEachLineInOneRowOrBadRecord() throws IOException {
    long[] seeds = TestSeeds.of(1_500).toArray();
    for (long seed : seeds) {
      Random random = new Random(seed);
      TextFormat format =
          TextFormat.builder()
              .quoting(random.nextBoolean())
              .maxRowBytes(random.nextInt(3) == 0 ? 60 : 1_000_000)
              .build();
      byte[] text = spoiled(random);
      LoadedText loaded = LoadedText.of(SCHEMA, format, text, 1 + random.nextInt(500));
      long lines = 0;
      for (byte b : text) {
        lines += b == '\n' ? 1 : 0;
      }
      lines += text.length > 0 && text[text.length - 1] != '\n' ? 1 : 0;
      int records = loaded.rows().size() + loaded.badRecords().size();
      if (format.quoting()) {
        assertThat((long) records).as("%s", TestSeeds.hint(seed)).isLessThanOrEqualTo(lines);
      } else {
        assertThat((long) records).as("%s", TestSeeds.hint(seed)).isEqualTo(lines);
      }
      assertAllBytesOfBadRecordsAreInTheText(loaded, text, seed);
    }
    assertThat(seeds).isNotEmpty();
  }

  private static byte[] spoiled(Random random) {
    StringBuilder rows = new StringBuilder();
    for (int i = random.nextInt(20); i > 0; i--) {
      rows.append(random.nextInt()).append(random.nextInt(4) == 0 ? ",\"q\"\"q\nq\"," : ",héllo,");
      rows.append(random.nextInt(1_000)).append(".5,2020-01-0").append(random.nextInt(10));
      rows.append(random.nextBoolean() ? "\n" : "\r\n");
    }
    byte[] text = rows.toString().getBytes(StandardCharsets.UTF_8);
    String likely = "\",\n\r0.-x";
    for (int i = random.nextInt(8); i > 0 && text.length > 0; i--) {
      int at = random.nextInt(text.length);
      boolean any = random.nextInt(3) == 0;
      text[at] = (byte) (any ? random.nextInt() : likely.charAt(random.nextInt(likely.length())));
    }
    ByteArrayOutputStream cut = new ByteArrayOutputStream();
    cut.write(text, 0, random.nextInt(4) == 0 ? random.nextInt(text.length + 1) : text.length);
    return cut.toByteArray();
  }

  private static void assertAllBytesOfBadRecordsAreInTheText(
      LoadedText loaded, byte[] text, long seed) {
    String all = new String(text, StandardCharsets.ISO_8859_1);
    String[] lines = all.split("\n", -1);
    long last = 0;
    for (BadRecord record : loaded.badRecords()) {
      assertThat(record.line()).as("%s", TestSeeds.hint(seed)).isGreaterThan(last);
      last = record.line();
      String raw = new String(record.raw(), StandardCharsets.ISO_8859_1);
      String first = raw.lines().findFirst().orElse("");
      assertThat(lines[(int) record.line() - 1])
          .as("line %s, %s", record.line(), TestSeeds.hint(seed))
          .startsWith(first.split("\n", -1)[0]);
      assertThat(record.reason()).isNotEmpty();
    }
  }

  @Test
  void manyRows_withBadOnesAmong_keepTheOthers() throws IOException {
    TestSeeds.of(10)
        .forEach(
            seed -> {
              Random random = new Random(seed);
              StringBuilder text = new StringBuilder();
              List<String> rows = new ArrayList<>();
              List<String> bad = new ArrayList<>();
              int line = 1;
              for (int i = 0; i < 4_000; i++) {
                int kind = random.nextInt(random.nextInt(3) == 0 ? 8 : 1_000);
                String name = "n" + random.nextInt(1 + random.nextInt(5_000));
                String end = random.nextInt(20) == 0 ? "\r\n" : "\n";
                switch (kind) {
                  case 0 -> text.append(i + "," + name + ",1.005,1970-01-02" + end);
                  case 1 -> text.append(i + "," + name + ",1.5" + end);
                  case 2 -> text.append("\"" + i + "\",\"" + name + "\",1.5,\"1970-01-02\"" + end);
                  case 3 -> text.append(i + ",\"a,\n" + name + "\", 1.50 ,1970-01-02" + end);
                  case 4 -> text.append(i + "," + name + "\u00e9,1.5,1970-01-02" + end);
                  default -> text.append(i + "," + name + ",1.5,1970-01-02" + end);
                }
                String shown = kind == 3 ? "a,\n" + name : kind == 4 ? name + "\u00e9" : name;
                if (kind == 0 || kind == 1) {
                  bad.add(line + "");
                } else {
                  rows.add(i + ";" + shown.length() + ":" + shown + ";1.50;1d;");
                }
                line += kind == 3 ? 2 : 1;
              }
              try {
                LoadedText loaded = load(SCHEMA, TextFormat.defaults(), text.toString());
                assertThat(loaded.rows()).as(TestSeeds.hint(seed)).isEqualTo(rows);
                assertThat(loaded.badRecords().stream().map(r -> r.line() + "").toList())
                    .as(TestSeeds.hint(seed))
                    .isEqualTo(bad);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }
}
