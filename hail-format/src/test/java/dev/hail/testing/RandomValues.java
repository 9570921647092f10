// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.testing;

import dev.hail.format.schema.AttributeType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;

/** Makes texts of valid values: usual ones, duplicates, and the extremes of each type. */
final class RandomValues {
  private static final String URL_PREFIX =
      "http://shop.example.org/" + "catalogue/spare-parts/".repeat(10) + "item?id=";

  private static final List<String> WORDS =
      List.of(
          "",
          "a",
          "A",
          "aa",
          "ab",
          "b",
          "hail",
          "HAIL",
          " ",
          " lead",
          "trail ",
          "null",
          "NULL",
          "0",
          "-1",
          "1.5",
          "true",
          "2020-02-29",
          "x'y",
          "%",
          "50%",
          "under_score",
          "\\",
          "\t",
          "ä",
          "a\u0308",
          "é",
          "ß",
          "日本語",
          "\u00a0",
          "\u200b",
          "\ufeff",
          "\ufeffbom",
          "\uffff",
          "𝄞",
          "😀",
          "😀😁",
          "\ud83d\udc69\u200d\ud83d\udcbb",
          "zz",
          "~",
          "\u007f",
          "\u0080",
          "\u07ff",
          "\u0800",
          "\ud800\udc00",
          "\udbff\udfff");

  private final Random random;

  RandomValues(Random random) {
    this.random = random;
  }

  /** Distinct texts of the type, at least one. */
  List<String> pool(AttributeType type, int size) {
    Set<String> texts = new LinkedHashSet<>();
    for (int tries = 0; tries < 4 * size && texts.size() < size; tries++) {
      texts.add(text(type));
    }
    return new ArrayList<>(texts);
  }

  /** One text of the type. */
  String text(AttributeType type) {
    return switch (type.kind()) {
      case BOOLEAN -> pick("true", "false", "t", "f", "1", "0", "TRUE", "False");
      case INT -> integer(Integer.SIZE);
      case BIGINT -> integer(Long.SIZE);
      case FLOAT -> floatText();
      case DOUBLE -> doubleText();
      case DECIMAL -> decimal(type);
      case DATE -> date();
      case TIMESTAMP -> timestamp();
      case STRING -> string();
    };
  }

  private String integer(int bits) {
    BigInteger limit = BigInteger.ONE.shiftLeft(bits - 1);
    return switch (random.nextInt(8)) {
      case 0 -> limit.subtract(BigInteger.valueOf(1 + random.nextInt(3))).toString();
      case 1 -> limit.negate().add(BigInteger.valueOf(random.nextInt(3))).toString();
      case 2, 3 -> Integer.toString(random.nextInt(21) - 10);
      case 4 -> Integer.toString(random.nextInt(2_000) - 1_000);
      default -> {
        BigInteger any = new BigInteger(1 + random.nextInt(bits - 1), random);
        yield random.nextBoolean() ? any.toString() : any.negate().toString();
      }
    };
  }

  private String floatText() {
    return switch (random.nextInt(8)) {
      case 0 ->
          pick("0.0", "-0.0", "NaN", "Infinity", "-Infinity", "inf", "1e10", ".5", "5.", "1E-3");
      case 1 -> pick("3.4028235e38", "-3.4028235e38", "1.4e-45", "1.17549435E-38", "1.1754942E-38");
      case 2 -> Float.toString(Float.intBitsToFloat(random.nextInt() & 0x7F7FFFFF));
      case 3 -> betweenFloats();
      case 4 -> Double.toString(random.nextGaussian());
      default -> Integer.toString(random.nextInt(20) - 10) + pick("", ".5", ".25", ".1");
    };
  }

  /** The exact middle of two floats, or next to it: where rounding twice goes wrong. */
  private String betweenFloats() {
    float low = Math.abs(Float.intBitsToFloat(random.nextInt() & 0x4F7FFFFF)) + 1e-3f;
    BigDecimal middle =
        new BigDecimal(low).add(new BigDecimal(Math.nextUp(low))).divide(BigDecimal.valueOf(2));
    BigDecimal nudge = BigDecimal.ONE.movePointLeft(60);
    return switch (random.nextInt(3)) {
      case 0 -> middle.toString();
      case 1 -> middle.add(nudge).toString();
      default -> middle.subtract(nudge).toString();
    };
  }

  private String doubleText() {
    return switch (random.nextInt(8)) {
      case 0 -> pick("0.0", "-0.0", "NaN", "Infinity", "-Infinity", "-inf", "1e22", "1e23", ".5");
      case 1 ->
          pick(
              "1.7976931348623157E308",
              "4.9E-324",
              "2.2250738585072014E-308",
              "2.2250738585072011e-308",
              "9007199254740993",
              "123456789012345678901234567890");
      case 2 -> Double.toString(Double.longBitsToDouble(random.nextLong() & 0x7FEFFFFFFFFFFFFFL));
      case 3 -> Double.toString(random.nextDouble() * 1_000);
      case 4 -> random.nextInt(1_000_000) + "." + random.nextInt(1_000_000);
      default -> Integer.toString(random.nextInt(20) - 10) + pick("", ".5", ".25", ".1");
    };
  }

  private String decimal(AttributeType type) {
    int digits = random.nextInt(4) == 0 ? type.precision() : 1 + random.nextInt(type.precision());
    StringBuilder unscaled = new StringBuilder();
    for (int i = 0; i < digits; i++) {
      unscaled.append((char) (random.nextInt(4) == 0 ? '9' : '0' + random.nextInt(10)));
    }
    BigDecimal value = new BigDecimal(new BigInteger(unscaled.toString()), type.scale());
    if (random.nextBoolean()) {
      value = value.negate();
    }
    boolean plain = random.nextBoolean() || value.signum() == 0;
    return plain ? value.toPlainString() : value.stripTrailingZeros().toPlainString();
  }

  private String date() {
    return switch (random.nextInt(6)) {
      case 0 ->
          pick(
              "0001-01-01",
              "9999-12-31",
              "1970-01-01",
              "1969-12-31",
              "2000-02-29",
              "1900-02-28",
              "1582-10-04",
              "1582-10-15");
      case 1 -> LocalDate.ofEpochDay(-719_162 + random.nextInt(3_652_059)).toString();
      default -> LocalDate.ofEpochDay(10_000 + random.nextInt(400)).toString();
    };
  }

  private String timestamp() {
    String time =
        pick(
            "00:00:00", "23:59:59", "12:34:56", "00:00:00.000001", "23:59:59.999999", "07:08:09.5");
    if (random.nextBoolean()) {
      time =
          String.format(Locale.ROOT, "%02d:%02d:%02d", random.nextInt(24), random.nextInt(60), 7);
    }
    return date() + pick(" ", "T") + time;
  }

  private String string() {
    return switch (random.nextInt(9)) {
      case 0, 1 -> WORDS.get(random.nextInt(WORDS.size()));
      case 2 -> URL_PREFIX + random.nextInt(50);
      case 3 -> URL_PREFIX + pick("", "%20", "ä", "\u0000").replace("\u0000", "z".repeat(300));
      case 4 -> "10." + random.nextInt(4) + "." + random.nextInt(4) + "." + random.nextInt(4);
      case 5 -> WORDS.get(random.nextInt(WORDS.size())) + WORDS.get(random.nextInt(WORDS.size()));
      case 6 -> unicode();
      case 7 -> BufferSizedTexts.forManyRows(random);
      default -> pick("a", "b", "c", "d");
    };
  }

  private String unicode() {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(12);
    for (int i = 0; i < length; i++) {
      int codePoint;
      do {
        int plane = random.nextInt(4);
        int bound = plane == 0 ? 0x80 : plane == 1 ? 0x800 : plane == 2 ? 0x10000 : 0x110000;
        codePoint = 0x20 + random.nextInt(bound - 0x20);
      } while (codePoint >= 0xD800 && codePoint <= 0xDFFF);
      text.appendCodePoint(codePoint);
    }
    return text.toString();
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
