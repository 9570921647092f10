// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.text;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import dev.hail.format.schema.Schema;
import dev.hail.testing.LoadedText;
import dev.hail.testing.TestSeeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rows over several lines, and quotes astray that only look like them, against FastCSV. */
class StrayQuoteTest {
  private static final char MARK = '\u0001';

  /** NULL is a text that no field has, so that FastCSV need not know about NULL. */
  private static final TextFormat FORMAT = TextFormat.builder().nullToken("NULL").build();

  private static final Schema VISITS = Schema.parse("id INT, name STRING, note STRING, n INT");

  private static LoadedText load(Schema schema, String text, int targetBytes) throws IOException {
    return LoadedText.of(schema, FORMAT, text.getBytes(StandardCharsets.UTF_8), targetBytes);
  }

  private static List<String> shown(LoadedText loaded) {
    return loaded.badRecords().stream()
        .map(bad -> bad.line() + ": " + new String(bad.raw(), StandardCharsets.UTF_8))
        .toList();
  }

  @Test
  void strayQuote_beforeGoodRows_takesNoneOfThem() throws IOException {
    StringBuilder text = new StringBuilder("1,\"stray,x,1\n");
    List<String> rows = new ArrayList<>();
    for (int i = 2; i < 20; i++) {
      text.append(i).append(",name,x,").append(i).append('\n');
      rows.add(i + ";4:name;1:x;" + i + ";");
    }
    text.append("20,\"a\nb\",x,1\n");
    rows.add("20;3:a\nb;1:x;1;");
    for (int target : new int[] {1, 30, 100, 1 << 20}) {
      LoadedText loaded = load(VISITS, text.toString(), target);
      assertThat(shown(loaded)).containsExactly("1: 1,\"stray,x,1");
      assertThat(loaded.badRecords().get(0).reason())
          .isEqualTo(
              "@2 name: the quote is not closed on this line, and no row of the schema's form goes"
                  + " on after it");
      assertThat(loaded.rows()).isEqualTo(rows);
    }
  }

  @Test
  void lineEnd_inQuotesOfNumber_endsRow() throws IOException {
    LoadedText loaded = load(VISITS, "1,a,b,\"2\n3,c,d,4\n5,e,\"f\",6\",\n7,g,h,8\n", 1 << 20);
    assertThat(loaded.rows()).containsExactly("3;1:c;1:d;4;", "7;1:g;1:h;8;");
    assertThat(shown(loaded)).containsExactly("1: 1,a,b,\"2", "3: 5,e,\"f\",6\",");
  }

  @Test
  void rowOverLines_withWrongValue_isOneBadRecord() throws IOException {
    LoadedText loaded = load(VISITS, "x,\"a\nb\",c,1\n2,d,e,3\n", 1 << 20);
    assertThat(shown(loaded)).containsExactly("1: x,\"a\nb\",c,1");
    assertThat(loaded.rows()).containsExactly("2;1:d;1:e;3;");
  }

  @Test
  void hugeFieldOverLines_inSmallChunks_isOneValue() throws IOException {
    String field = "0123456789 line\n".repeat(200_000);
    String text = "1,\"" + field + "\",x,1\n2,\"a,b,3\n4,c,d,5\n";
    for (int target : new int[] {1, 1 << 16, 1 << 20}) {
      LoadedText loaded = load(VISITS, text, target);
      assertThat(loaded.rows())
          .containsExactly("1;" + field.length() + ":" + field + ";1:x;1;", "4;1:c;1:d;5;");
      assertThat(shown(loaded)).containsExactly("200002: 2,\"a,b,3");
    }
  }

  @Test
  void fieldOverLines_beyondLongestRow_endsWithItsLine() throws IOException {
    TextFormat small = FORMAT.toBuilder().maxRowBytes(1_000).build();
    StringBuilder text = new StringBuilder("1,\"open,x,1\n");
    for (int i = 0; i < 100; i++) {
      text.append("2,nobody's name,y,2\n");
    }
    text.append("3,\",x,1\n");
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    for (int target : new int[] {1, 500, 1 << 20}) {
      LoadedText loaded = LoadedText.of(VISITS, small, bytes, target);
      assertThat(shown(loaded)).containsExactly("1: 1,\"open,x,1", "102: 3,\",x,1");
      assertThat(loaded.rows()).hasSize(100);
    }
  }

  @Test
  void spoiledText_loadedInAnyChunks_hasRowsAndBadRecordsOfFastCsv() throws IOException {
    int rowsOverLines = 0;
    int strays = 0;
    for (long seed : TestSeeds.of(2_000).toArray()) {
      Random random = new Random(seed);
      boolean[] numbers = new boolean[1 + random.nextInt(4)];
      StringBuilder sql = new StringBuilder();
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = random.nextInt(3) == 0;
        sql.append(i > 0 ? ", a" : "a").append(i).append(numbers[i] ? " INT" : " STRING");
      }
      String text = text(random, numbers);
      Expected expected = Expected.of(text, numbers);
      int target = 1 + random.nextInt(random.nextBoolean() ? 30 : 2_000);
      LoadedText loaded = load(Schema.parse(sql.toString()), text, target);
      String hint = TestSeeds.hint(seed) + ", " + sql + ", target " + target + "\n" + text;
      assertThat(loaded.rows()).as("%s", hint).isEqualTo(expected.rows);
      assertThat(shown(loaded)).as("%s", hint).isEqualTo(expected.bad);
      rowsOverLines += expected.rowsOverLines;
      strays += expected.strays;
    }
    assertThat(rowsOverLines).isGreaterThan(500);
    assertThat(strays).isGreaterThan(500);
  }

  private static String text(Random random, boolean[] numbers) {
    StringBuilder text = new StringBuilder();
    for (int row = random.nextInt(12); row > 0; row--) {
      for (int i = 0; i < numbers.length; i++) {
        text.append(i > 0 ? "," : "");
        if (random.nextInt(12) == 0) {
          text.append('"');
        }
        text.append(numbers[i] ? String.valueOf(random.nextInt(100)) : field(random));
        if (random.nextInt(30) == 0) {
          text.append('"');
        }
      }
      text.append(random.nextInt(20) == 0 ? ",more\n" : "\n");
    }
    if (random.nextInt(4) == 0) {
      text.setLength(Math.max(0, text.length() - 1 - random.nextInt(3)));
    }
    return text.toString();
  }

  private static String field(Random random) {
    StringBuilder field = new StringBuilder();
    boolean quoted = random.nextInt(3) == 0;
    for (int length = random.nextInt(6); length > 0; length--) {
      field.append((quoted ? "ab,\"\n" : "ab").charAt(random.nextInt(quoted ? 5 : 2)));
    }
    return quoted ? '"' + field.toString().replace("\"", "\"\"") + '"' : field.toString();
  }

  /** What the documents promise, made with FastCSV one row at a time. */
  private static final class Expected {
    private final List<String> rows = new ArrayList<>();
    private final List<String> bad = new ArrayList<>();
    private int rowsOverLines;
    private int strays;

    static Expected of(String text, boolean[] numbers) {
      Expected expected = new Expected();
      List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
      if (lines.get(lines.size() - 1).isEmpty()) {
        lines.remove(lines.size() - 1);
      }
      int line = 0;
      while (line < lines.size()) {
        line += expected.add(lines, line, numbers);
      }
      return expected;
    }

    /** Adds the row that starts on a line, and returns how many lines it takes. */
    private int add(List<String> lines, int line, boolean[] numbers) {
      String rest = String.join("\n", lines.subList(line, lines.size()));
      List<String> fields = List.of();
      int taken = 1;
      try (CsvReader<CsvRecord> reader =
          CsvReader.builder()
              .skipEmptyLines(false)
              .allowExtraFields(true)
              .allowMissingFields(true)
              .allowExtraCharsAfterClosingQuote(false)
              .ofCsvRecord(rest + "\n" + MARK)) {
        fields = reader.iterator().next().getFields();
        taken = 1 + lineEnds(fields);
      } catch (CsvParseException textAfterQuote) {
        fields = List.of();
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
      boolean goesOn = hasForm(fields, numbers);
      int kept = goesOn ? taken : 1;
      strays += !goesOn && taken > 1 ? 1 : 0;
      String row = row(fields, numbers);
      if (goesOn && row != null) {
        rows.add(row);
        rowsOverLines += kept > 1 ? 1 : 0;
      } else {
        bad.add((line + 1) + ": " + String.join("\n", lines.subList(line, line + kept)));
      }
      return kept;
    }

    private static int lineEnds(List<String> fields) {
      return (int) fields.stream().flatMapToInt(String::chars).filter(c -> c == '\n').count();
    }

    private static boolean hasForm(List<String> fields, boolean[] numbers) {
      boolean form = fields.size() == numbers.length;
      for (int i = 0; form && i < numbers.length; i++) {
        boolean open = fields.get(i).indexOf(MARK) >= 0;
        form = !open && !(numbers[i] && fields.get(i).contains("\n"));
      }
      return form;
    }

    private static String row(List<String> fields, boolean[] numbers) {
      StringBuilder row = new StringBuilder();
      for (int i = 0; i < fields.size() && i < numbers.length; i++) {
        String field = fields.get(i);
        if (numbers[i] && !field.matches("[0-9]+")) {
          return null;
        }
        row.append(numbers[i] ? Integer.parseInt(field) + "" : field.length() + ":" + field);
        row.append(';');
      }
      return row.toString();
    }
  }
}
