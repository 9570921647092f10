// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.value;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.testing.TestSeeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What is parsed many at a time is what is parsed one by one, or is left to that. */
class BatchParserTest {
  private static final String[] USUAL = {
    "0",
    "7",
    "-1",
    "42",
    "1234567",
    "12345678",
    "-12345678",
    "123456789",
    "2147483647",
    "-2147483648",
    "999999999999999",
    "1234567890123456",
    "0.5",
    "-0.0",
    "1.25",
    "499.999",
    "12345.67",
    "-1.5",
    ".5",
    "5.",
    "1970-01-01",
    "2000-02-29",
    "1999-12-31",
    "9999-12-31",
    "1970-01-01 00:00:00",
    "2024-02-29T23:59:59"
  };

  private static final String[] UNUSUAL = {
    "",
    "-",
    ".",
    "-.",
    "+1",
    " 1",
    "1 ",
    "1e3",
    "NaN",
    "inf",
    "1..2",
    "1.2.3",
    "--1",
    "1-",
    "1:2",
    "2147483648",
    "-2147483649",
    "99999999999999999999",
    "0000-01-01",
    "1970-13-01",
    "1970-00-01",
    "1970-01-00",
    "1970-01-32",
    "2023-02-29",
    "1900-02-29",
    "1970/01/01",
    "1970-1-01x",
    "1970-01-01 24:00:00",
    "1970-01-01 00:60:00",
    "1970-01-01 00:00:60",
    "1970-01-01 00-00:00",
    "1970-01-01 00:00:00.5",
    "16777217",
    "16777219",
    "0.1234567",
    "00000001",
    "1234567.",
    "true"
  };

  private static final String ALPHABET = "0123456789012345678901234567890-.:/+eT \u00e9\u0000;:'*";

  private final ValueParser single = new ValueParser();

  private interface Batch {
    int parse(byte[] bytes, int[] starts, int[] ends, int begin, int end);
  }

  private interface Single {
    boolean parse(byte[] bytes, int from, int to);
  }

  private interface Result {
    Object of(int i);
  }

  /** Texts in one array, with a byte between them and few or none behind. */
  private static final class Texts {
    final byte[] bytes;
    final int[] starts;
    final int[] ends;

    Texts(List<String> texts, int behind) {
      bytes = (String.join(",", texts) + "9".repeat(behind)).getBytes(StandardCharsets.UTF_8);
      starts = new int[texts.size()];
      ends = new int[texts.size()];
      int at = 0;
      for (int i = 0; i < starts.length; i++) {
        starts[i] = at;
        ends[i] = at + texts.get(i).getBytes(StandardCharsets.UTF_8).length;
        at = ends[i] + 1;
      }
    }
  }

  @Test
  void valuesInBatch_parsed_equalThoseParsedOneByOne() {
    TestSeeds.of(20).forEach(this::agreesWithParsingOneByOne);
  }

  private void agreesWithParsingOneByOne(long seed) {
    Random random = new Random(seed);
    String where = TestSeeds.hint(seed);
    for (int round = 0; round < 20; round++) {
      Texts texts = new Texts(texts(random), random.nextInt(12));
      int count = texts.starts.length;
      long[] longs = new long[count];
      double[] doubles = new double[count];
      check(
          texts,
          (b, s, e, i, n) -> BatchParser.parseInts(b, s, e, i, n, longs),
          single::parseInt,
          i -> longs[i],
          single::longValue,
          where);
      check(
          texts,
          (b, s, e, i, n) -> BatchParser.parseBigints(b, s, e, i, n, longs),
          single::parseBigint,
          i -> longs[i],
          single::longValue,
          where);
      check(
          texts,
          (b, s, e, i, n) -> BatchParser.parseDates(b, s, e, i, n, longs),
          single::parseDate,
          i -> longs[i],
          single::longValue,
          where);
      check(
          texts,
          (b, s, e, i, n) -> BatchParser.parseTimestamps(b, s, e, i, n, longs),
          single::parseTimestamp,
          i -> longs[i],
          single::longValue,
          where);
      check(
          texts,
          (b, s, e, i, n) -> BatchParser.parseDoubles(b, s, e, i, n, doubles),
          single::parseDouble,
          i -> Double.doubleToRawLongBits(doubles[i]),
          () -> Double.doubleToRawLongBits(single.doubleValue()),
          where);
      check(
          texts,
          (b, s, e, i, n) -> BatchParser.parseFloats(b, s, e, i, n, doubles),
          single::parseFloat,
          i -> Double.doubleToRawLongBits(doubles[i]),
          () -> Double.doubleToRawLongBits(single.doubleValue()),
          where);
      int precision = 1 + random.nextInt(20);
      int scale = random.nextInt(precision + 1);
      check(
          texts,
          (b, s, e, i, n) -> BatchParser.parseDecimals(b, s, e, i, n, precision, scale, longs),
          (bytes, from, to) -> single.parseDecimal(bytes, from, to, precision, scale),
          i -> longs[i],
          () -> single.unscaledValue().longValueExact(),
          where);
    }
  }

  @Test
  void usualSpellings_inBatch_areParsed() {
    Texts texts = new Texts(List.of("12", "-3", "12345678", "123456789"), 8);
    long[] longs = new long[4];
    assertThat(BatchParser.parseInts(texts.bytes, texts.starts, texts.ends, 0, 4, longs))
        .isEqualTo(4);
    assertThat(longs).containsExactly(12, -3, 12_345_678, 123_456_789);
    texts = new Texts(List.of("1970-01-02", "2000-02-29"), 0);
    assertThat(BatchParser.parseDates(texts.bytes, texts.starts, texts.ends, 0, 2, longs))
        .isEqualTo(2);
    assertThat(longs).startsWith(1, 11_016);
    texts = new Texts(List.of("1.5", "-.25", "499.999"), 8);
    double[] doubles = new double[3];
    assertThat(BatchParser.parseDoubles(texts.bytes, texts.starts, texts.ends, 0, 3, doubles))
        .isEqualTo(3);
    assertThat(doubles).containsExactly(1.5, -0.25, 499.999);
  }

  private static List<String> texts(Random random) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      switch (random.nextInt(4)) {
        case 0 -> texts.add(USUAL[random.nextInt(USUAL.length)]);
        case 1 -> texts.add(UNUSUAL[random.nextInt(UNUSUAL.length)]);
        case 2 -> texts.add(changed(USUAL[random.nextInt(USUAL.length)], random));
        default -> texts.add(noise(random));
      }
    }
    return texts;
  }

  private static String changed(String text, Random random) {
    int at = random.nextInt(text.length());
    char other = ALPHABET.charAt(random.nextInt(ALPHABET.length()));
    return text.substring(0, at) + other + text.substring(at + 1);
  }

  private static String noise(Random random) {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(20);
    for (int i = 0; i < length; i++) {
      text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return text.toString();
  }

  private static void check(
      Texts texts,
      Batch batch,
      Single single,
      Result result,
      Supplier<Object> expected,
      String where) {
    int count = texts.starts.length;
    int row = 0;
    while (row < count) {
      int stop = batch.parse(texts.bytes, texts.starts, texts.ends, row, count);
      assertThat(stop).as(where).isBetween(row, count);
      for (; row < stop; row++) {
        String text =
            new String(
                texts.bytes,
                texts.starts[row],
                texts.ends[row] - texts.starts[row],
                StandardCharsets.UTF_8);
        assertThat(single.parse(texts.bytes, texts.starts[row], texts.ends[row]))
            .as("%s: '%s' is a value", where, text)
            .isTrue();
        assertThat(result.of(row)).as("%s: '%s'", where, text).isEqualTo(expected.get());
      }
      row++;
    }
  }
}
