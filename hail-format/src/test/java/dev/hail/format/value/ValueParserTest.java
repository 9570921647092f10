// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.value;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.testing.TestSeeds;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValueParserTest {
  private static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);

  private final ValueParser parser = new ValueParser();

  @FunctionalInterface
  private interface Parse {
    boolean parse(byte[] bytes, int from, int to);
  }

  /** Parses from the middle of an array, so that reading beyond the bounds shows. */
  private static boolean parse(Parse how, String text) {
    byte[] bytes = ("7." + text + "7e").getBytes(StandardCharsets.UTF_8);
    return how.parse(bytes, 2, bytes.length - 2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-0", "+7", "2147483647", "-2147483648", "0000000000000000000012"})
  void ints_parsed_areRead(String text) {
    assertThat(parse(parser::parseInt, text)).isTrue();
    assertThat(parser.longValue()).isEqualTo(Integer.parseInt(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "-", "+", "--1", "1.", "1e3", "1 2", "x", "2147483648", "-2147483649", "٣"})
  void wrongInts_parsed_areRefused(String text) {
    assertThat(parse(parser::parseInt, text)).as(text).isFalse();
    assertThat(parser.problem()).contains("INT");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9223372036854775807",
        "-9223372036854775808",
        "999999999999999999",
        "-1000000000000000000",
        "00000000000000000000000000000009223372036854775807"
      })
  void bigints_parsed_areRead(String text) {
    assertThat(parse(parser::parseBigint, text)).isTrue();
    assertThat(parser.longValue()).isEqualTo(Long.parseLong(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9223372036854775808",
        "-9223372036854775809",
        "18446744073709551616",
        "99999999999999999999999999999999",
        "92233720368547758080"
      })
  void bigints_outOfRange_areRefused(String text) {
    assertThat(parse(parser::parseBigint, text)).isFalse();
    assertThat(parser.problem()).contains("out of the range of BIGINT");
  }

  @Test
  void booleans_parsed_areRead() {
    for (String text : new String[] {"true", "TRUE", "True", "t", "T", "1"}) {
      assertThat(parse(parser::parseBoolean, text)).as(text).isTrue();
      assertThat(parser.longValue()).isOne();
    }
    for (String text : new String[] {"false", "FALSE", "f", "F", "0"}) {
      assertThat(parse(parser::parseBoolean, text)).as(text).isTrue();
      assertThat(parser.longValue()).isZero();
    }
    for (String text : new String[] {"", "tr", "yes", "10", "true ", "\u0014"}) {
      assertThat(parse(parser::parseBoolean, text)).as(text).isFalse();
    }
  }

  @Test
  void floatsAndDoubles_parsed_areRoundedOnce() {
    TestSeeds.of(20_000)
        .forEach(
            seed -> {
              String text = number(new Random(seed));
              double expected = Double.parseDouble(text);
              assertThat(parse(parser::parseDouble, text))
                  .as("%s as DOUBLE, %s", text, TestSeeds.hint(seed))
                  .isEqualTo(!Double.isInfinite(expected));
              if (!Double.isInfinite(expected)) {
                assertThat(Double.doubleToRawLongBits(parser.doubleValue()))
                    .as("%s as DOUBLE, %s", text, TestSeeds.hint(seed))
                    .isEqualTo(Double.doubleToRawLongBits(expected));
              }
              float narrow = Float.parseFloat(text);
              assertThat(parse(parser::parseFloat, text))
                  .as("%s as FLOAT, %s", text, TestSeeds.hint(seed))
                  .isEqualTo(!Float.isInfinite(narrow));
              if (!Float.isInfinite(narrow)) {
                assertThat(Float.floatToRawIntBits((float) parser.doubleValue()))
                    .as("%s as FLOAT, %s", text, TestSeeds.hint(seed))
                    .isEqualTo(Float.floatToRawIntBits(narrow));
              }
            });
  }

  private static String number(Random random) {
    String sign = random.nextBoolean() ? "-" : "";
    return switch (random.nextInt(8)) {
      case 0 -> Float.toString(Float.intBitsToFloat(random.nextInt() & 0x7F7FFFFF));
      case 1 -> Double.toString(Double.longBitsToDouble(random.nextLong() & 0x7FEFFFFFFFFFFFFFL));
      case 2 -> sign + random.nextInt(100_000) + "." + random.nextInt(100_000);
      case 3 -> sign + new BigInteger(random.nextInt(200), random) + "e" + random.nextInt(330);
      case 4 -> sign + random.nextLong(1L << 54) + "E-" + random.nextInt(330);
      case 5 -> middle(random, random.nextInt(-140, 100));
      case 6 -> sign + "0." + "0".repeat(random.nextInt(40)) + random.nextInt(1_000_000_000);
      default -> sign + "." + random.nextInt(1_000_000) + "e+" + random.nextInt(45);
    };
  }

  /** Half way between two floats, or nearer to it than a double can tell. */
  private static String middle(Random random, int exponent) {
    float low = Math.scalb(1 + random.nextFloat(), exponent);
    BigDecimal middle =
        new BigDecimal(low).add(new BigDecimal(Math.nextUp(low))).divide(BigDecimal.valueOf(2));
    BigDecimal nudge = middle.movePointLeft(30).multiply(BigDecimal.valueOf(random.nextInt(-1, 2)));
    return middle.add(nudge).toString();
  }

  @Test
  void specialNumbers_parsed_areRead() {
    for (String text : new String[] {"NaN", "nan", "-NaN"}) {
      assertThat(parse(parser::parseDouble, text)).isTrue();
      assertThat(parser.doubleValue()).isNaN();
    }
    for (String text : new String[] {"inf", "Infinity", "+INF", "infinity"}) {
      assertThat(parse(parser::parseFloat, text)).isTrue();
      assertThat(parser.doubleValue()).isEqualTo(Double.POSITIVE_INFINITY);
    }
    assertThat(parse(parser::parseDouble, "-inf")).isTrue();
    assertThat(parser.doubleValue()).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(parse(parser::parseDouble, "-0")).isTrue();
    assertThat(Double.doubleToRawLongBits(parser.doubleValue())).isEqualTo(Long.MIN_VALUE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        ".",
        "e5",
        "1e",
        "1e+",
        "1.2.3",
        "1d",
        "1f",
        "0x1p3",
        "1e5.",
        "in",
        "nano",
        "1e400",
        "-1e309",
        "1 ",
        "1_0",
        "infinityy"
      })
  void wrongDoubles_parsed_areRefused(String text) {
    assertThat(parse(parser::parseDouble, text)).as(text).isFalse();
    assertThat(parse(parser::parseFloat, text)).as(text).isFalse();
  }

  @Test
  void decimals_parsed_areReadExactly() {
    TestSeeds.of(20_000)
        .forEach(
            seed -> {
              Random random = new Random(seed);
              int precision = 1 + random.nextInt(38);
              int scale = random.nextInt(precision + 1);
              BigDecimal value =
                  new BigDecimal(
                      new BigInteger(random.nextInt(130), random), random.nextInt(scale + 3));
              value = random.nextBoolean() ? value.negate() : value;
              String text = value.toPlainString();
              BigDecimal fitted = null;
              if (value.stripTrailingZeros().scale() <= scale) {
                fitted = value.setScale(scale);
              }
              boolean fits = fitted != null && fitted.precision() <= precision;
              assertThat(
                      parse(
                          (b, from, to) -> parser.parseDecimal(b, from, to, precision, scale),
                          text))
                  .as("%s as DECIMAL(%s,%s)", text, precision, scale)
                  .isEqualTo(fits || (fitted != null && fitted.signum() == 0));
              if (fits) {
                assertThat(parser.unscaledValue()).isEqualTo(fitted.unscaledValue());
              }
            });
  }

  @Test
  void decimal_notFitting_saysWhy() {
    Parse decimal = (b, from, to) -> parser.parseDecimal(b, from, to, 5, 2);
    assertThat(parse(decimal, "1000")).isFalse();
    assertThat(parser.problem()).isEqualTo("is out of the range of DECIMAL(5,2) (3 whole digits)");
    assertThat(parse(decimal, "1.005")).isFalse();
    assertThat(parser.problem())
        .isEqualTo("has more fractional digits than DECIMAL(5,2) can hold (2)");
    assertThat(parse(decimal, "1.500000")).isTrue();
    assertThat(parser.longValue()).isEqualTo(150);
    for (String text : new String[] {"", ".", "-", "1e2", "1.2.3", "+-1", "1,5"}) {
      assertThat(parse(decimal, text)).as(text).isFalse();
    }
    assertThat(parser.problem()).isEqualTo("is not a DECIMAL(5,2)");
  }

  @Test
  void everyDay_parsedAndWritten_isUnchanged() {
    StringBuilder text = new StringBuilder();
    LocalDate last = LocalDate.of(9999, 12, 31);
    for (LocalDate day = LocalDate.of(1, 1, 1); !day.isAfter(last); day = day.plusDays(1)) {
      text.setLength(0);
      ValueText.appendDate(text, day.toEpochDay());
      byte[] bytes = text.toString().getBytes(StandardCharsets.US_ASCII);
      boolean same =
          parser.parseDate(bytes, 0, bytes.length) && parser.longValue() == day.toEpochDay();
      if (!same || (day.getDayOfYear() == 60 && !text.toString().equals(day.toString()))) {
        assertThat(text.toString()).as("written form").isEqualTo(day.toString());
        assertThat(parser.longValue()).as("read %s", text).isEqualTo(day.toEpochDay());
      }
    }
    assertThat(parser.longValue()).isEqualTo(last.toEpochDay());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2021-02-29", "1900-02-29", "2021-13-01", "2021-00-10", "2021-01-00", "0000-01-01",
        "10000-01-01", "2021-1-1", "2021/01/01", "2021-01-01 ", "", "-001-01-01"
      })
  void wrongDates_parsed_areRefused(String text) {
    assertThat(parse(parser::parseDate, text)).as(text).isFalse();
  }

  @Test
  void timestamps_parsedAndWritten_areUnchanged() {
    TestSeeds.of(5_000)
        .forEach(
            seed -> {
              Random random = new Random(seed);
              long micros = random.nextLong(-62_135_596_800_000_000L, 253_402_300_800_000_000L);
              if (random.nextBoolean()) {
                micros -= Math.floorMod(micros, 1_000_000L);
              }
              StringBuilder text = new StringBuilder();
              ValueText.appendTimestamp(text, micros);
              LocalDateTime time = LocalDateTime.parse(text.toString().replace(' ', 'T'));
              assertThat(ChronoUnit.MICROS.between(EPOCH, time)).as("%s", text).isEqualTo(micros);
              assertThat(parse(parser::parseTimestamp, text.toString())).isTrue();
              assertThat(parser.longValue()).as("%s", text).isEqualTo(micros);
            });
    assertThat(parse(parser::parseTimestamp, "1969-12-31T23:59:59.5")).isTrue();
    assertThat(parser.longValue()).isEqualTo(-500_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2021-01-01",
        "2021-01-01 24:00:00",
        "2021-01-01 23:60:00",
        "2021-01-01 23:59:60",
        "2021-01-01  3:00:00",
        "2021-01-01 03:00",
        "2021-01-01 03:00:00.",
        "2021-01-01 03:00:00Z",
        "2021-01-01 03:00:00.1234567",
        "2021-02-30 03:00:00",
        "2021-01-01_03:00:00",
        "2021-01-01 03:00:00+01"
      })
  void wrongTimestamps_parsed_areRefused(String text) {
    assertThat(parse(parser::parseTimestamp, text)).as(text).isFalse();
    assertThat(parser.problem()).isNotEmpty();
  }
}
