// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.text;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import dev.hail.testing.TestSeeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Field splitting of RFC 4180 text against FastCSV. */
class RowSplitterTest {
  /** Without CR: FastCSV gives up some fields with a lone CR in quotes. */
  private static final String ALPHABET = "ab,;\"\n é";

  private static List<List<String>> split(String text, TextFormat format) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    RowSplitter splitter = new RowSplitter(format, 100, RowShape.any());
    List<List<String>> rows = new ArrayList<>();
    int at = 0;
    while (at < bytes.length) {
      at = splitter.split(bytes, at, bytes.length, true, true);
      assertThat(at).as("every row is whole").isPositive();
      assertThat(splitter.fieldWithTail()).as("no text after quotes").isNegative();
      List<String> fields = new ArrayList<>();
      for (int i = 0; i < splitter.fieldCount(); i++) {
        int length = splitter.end(i) - splitter.start(i);
        String field = new String(bytes, splitter.start(i), length, StandardCharsets.UTF_8);
        boolean escaped = splitter.form(i) == RowSplitter.ESCAPED;
        fields.add(escaped ? field.replace("\"\"", "\"") : field);
      }
      rows.add(fields);
    }
    return rows;
  }

  @Test
  void row_split_hasFieldsOfFastCsv() {
    TestSeeds.of(3_000)
        .forEach(
            seed -> {
              Random random = new Random(seed);
              char delimiter = ",;|\t".charAt(random.nextInt(4));
              String text = text(random, delimiter);
              TextFormat format = TextFormat.builder().delimiter(delimiter).build();
              List<List<String>> expected =
                  CsvReader.builder()
                      .fieldSeparator(delimiter)
                      .skipEmptyLines(false)
                      .allowExtraFields(true)
                      .allowMissingFields(true)
                      .ofCsvRecord(text)
                      .stream()
                      .map(CsvRecord::getFields)
                      .toList();
              assertThat(split(text, format))
                  .as("%s\n%s", TestSeeds.hint(seed), text)
                  .isEqualTo(expected);
            });
  }

  private static String text(Random random, char delimiter) {
    StringBuilder text = new StringBuilder();
    String lineEnd = random.nextBoolean() ? "\r\n" : "\n";
    for (int row = random.nextInt(8); row > 0; row--) {
      int width = 1 + random.nextInt(5);
      for (int i = 0; i < width; i++) {
        text.append(i > 0 ? String.valueOf(delimiter) : "").append(field(random, delimiter));
      }
      text.append(lineEnd);
    }
    return text.toString();
  }

  private static String field(Random random, char delimiter) {
    StringBuilder field = new StringBuilder();
    int length = random.nextInt(4) == 0 ? random.nextInt(40) : random.nextInt(6);
    for (int i = 0; i < length; i++) {
      field.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    String value = field.toString();
    boolean plain =
        value.indexOf('"') < 0
            && value.indexOf(delimiter) < 0
            && value.indexOf('\n') < 0
            && value.indexOf('\r') < 0;
    return plain && random.nextInt(3) > 0 ? value : '"' + value.replace("\"", "\"\"") + '"';
  }

  @Test
  void quotes_withoutQuoting_areText() {
    TextFormat format = TextFormat.builder().quoting(false).build();
    assertThat(split("\"a,b\"\nx\"\"y\n", format))
        .containsExactly(List.of("\"a", "b\""), List.of("x\"\"y"));
  }

  @Test
  void quote_insidePlainField_isText() {
    assertThat(split("a\"b,\"c\"\n \"d\",e\"\n", TextFormat.defaults()))
        .containsExactly(List.of("a\"b", "c"), List.of(" \"d\"", "e\""));
  }

  @Test
  void text_afterClosingQuote_isFound() {
    byte[] bytes = "a,\"b\"c\"d,e\n\"f\"\r\n".getBytes(StandardCharsets.US_ASCII);
    RowSplitter splitter = new RowSplitter(TextFormat.defaults(), 10, RowShape.any());
    int next = splitter.split(bytes, 0, bytes.length, true, true);
    assertThat(next).isEqualTo(11);
    assertThat(splitter.fieldWithTail()).isOne();
    assertThat(splitter.fieldCount()).isEqualTo(3);
    splitter.split(bytes, next, bytes.length, true, true);
    assertThat(splitter.fieldWithTail()).as("CR before LF is a line end").isEqualTo(-1);
    assertThat(splitter.contentEnd()).isEqualTo(bytes.length - 2);
  }

  @Test
  void fieldsBeyondThoseRemembered_split_areCounted() {
    byte[] bytes = (",".repeat(5_000) + "\n").getBytes(StandardCharsets.US_ASCII);
    RowSplitter splitter = new RowSplitter(TextFormat.defaults(), 3, RowShape.any());
    assertThat(splitter.split(bytes, 0, bytes.length, true, false)).isEqualTo(bytes.length);
    assertThat(splitter.fieldCount()).isEqualTo(5_001);
  }
}
