// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.report;

import java.util.Locale;

/** Formats numbers for people: three significant digits and a unit. */
public final class Figures {
  private static final String[] BINARY_UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};

  private Figures() {}

  /** Formats a time, for example {@code 1.23 s} or {@code 45.6 ms}; {@code -} if not finite. */
  public static String seconds(double seconds) {
    if (!Double.isFinite(seconds)) {
      return "-";
    }
    if (seconds == 0) {
      return "0 s";
    }
    if (seconds < 0.9995e-3) {
      return digits(seconds * 1e6) + " µs";
    }
    if (seconds < 0.9995) {
      return digits(seconds * 1e3) + " ms";
    }
    return digits(seconds) + " s";
  }

  /** Formats a size, for example {@code 512 MiB}. */
  public static String bytes(long bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= 1023.5 && unit < BINARY_UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    return unit == 0 ? bytes + " B" : digits(value) + " " + BINARY_UNITS[unit];
  }

  /** Formats a ratio, for example {@code 46x} or {@code 0.84x}; {@code -} if not finite. */
  public static String ratio(double ratio) {
    return Double.isFinite(ratio) ? digits(ratio) + "x" : "-";
  }

  /** Formats a percentage, for example {@code 2.5 %} or {@code 100 %}; {@code -} if not finite. */
  public static String percent(double percent) {
    return Double.isFinite(percent) ? digits(percent) + " %" : "-";
  }

  /** Formats a number with thousands separators: {@code 3,606,102}. */
  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** Formats a number with its noun: {@code 1 block}, {@code 3,606 blocks}. */
  public static String counted(long count, String noun) {
    return count(count) + " " + noun + (count == 1 ? "" : "s");
  }

  private static String digits(double value) {
    String format = value < 9.995 ? "%.2f" : value < 99.95 ? "%.1f" : "%,.0f";
    String digits = String.format(Locale.ROOT, format, value);
    return digits.replaceFirst("\\.0+$", "");
  }
}
