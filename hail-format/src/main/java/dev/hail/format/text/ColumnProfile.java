// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.text;

import dev.hail.format.schema.AttributeType;
import dev.hail.format.schema.TypeKind;
import dev.hail.format.value.ValueParser;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The types that fit all values of a column seen so far. */
final class ColumnProfile {
  /** From the narrowest type to the widest. */
  private static final List<TypeKind> BY_WIDTH =
      List.of(
          TypeKind.BOOLEAN,
          TypeKind.INT,
          TypeKind.BIGINT,
          TypeKind.DECIMAL,
          TypeKind.DOUBLE,
          TypeKind.DATE,
          TypeKind.TIMESTAMP,
          TypeKind.STRING);

  private static final Set<TypeKind> NUMBERS =
      EnumSet.of(TypeKind.INT, TypeKind.BIGINT, TypeKind.DECIMAL, TypeKind.DOUBLE);

  private final ValueParser parser;
  private final NearlyFitting nearly;
  private final EnumSet<TypeKind> possible = EnumSet.copyOf(BY_WIDTH);
  private long values;
  private long nulls;
  private int wholeDigits;
  private int fractionDigits = -1;
  private boolean uniformFraction = true;
  private boolean leadingZeros;

  ColumnProfile(ValueParser parser) {
    this.parser = parser;
    this.nearly = new NearlyFitting(parser);
  }

  void addNull() {
    nulls++;
  }

  /**
   * Adds a value to the profile.
   *
   * @param row number of the value's row, from 1
   */
  void add(byte[] bytes, int from, int to, long row) {
    values++;
    nearly.add(bytes, from, to, row);
    if (possible.size() == 1) {
      return;
    }
    if (hasLeadingZero(bytes, from, to)) {
      leadingZeros = true;
      possible.removeAll(NUMBERS);
    }
    // Plain digits are numbers, although 0 and 1 are also valid BOOLEANs.
    retain(TypeKind.BOOLEAN, parser.parseBoolean(bytes, from, to) && !isDigit(bytes[from]));
    retain(TypeKind.DECIMAL, possible.contains(TypeKind.DECIMAL) && addDecimal(bytes, from, to));
    for (TypeKind kind : NearlyFitting.KINDS) {
      retain(kind, nearly.allFit(kind));
    }
  }

  private void retain(TypeKind kind, boolean stays) {
    if (!stays) {
      possible.remove(kind);
    }
  }

  /** Numbers with leading zeros are codes: as numbers they would lose the zeros. */
  private static boolean hasLeadingZero(byte[] bytes, int from, int to) {
    return to - from > 1 && bytes[from] == '0' && isDigit(bytes[from + 1]);
  }

  private boolean addDecimal(byte[] bytes, int from, int to) {
    int first = from < to && (bytes[from] == '-' || bytes[from] == '+') ? from + 1 : from;
    int point = LineBytes.indexOf(bytes, first, to, '.');
    int whole = point - first;
    int fraction = Math.max(0, to - point - 1);
    if (whole + fraction > AttributeType.MAX_PRECISION || to == first) {
      return false;
    }
    for (int i = first; i < to; i++) {
      if (i != point && !isDigit(bytes[i])) {
        return false;
      }
    }
    uniformFraction &= fractionDigits < 0 || fractionDigits == fraction;
    wholeDigits = Math.max(wholeDigits, whole);
    fractionDigits = Math.max(fractionDigits, fraction);
    return true;
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  long values() {
    return values;
  }

  long nulls() {
    return nulls;
  }

  AttributeType type() {
    if (values == 0) {
      return AttributeType.of(TypeKind.STRING);
    }
    for (TypeKind kind : BY_WIDTH) {
      if (kind == TypeKind.DECIMAL) {
        if (possible.contains(kind) && looksDecimal()) {
          int room = AttributeType.MAX_LONG_PRECISION;
          int precision = Math.max(room, wholeDigits + fractionDigits);
          return AttributeType.decimal(precision, fractionDigits);
        }
      } else if (possible.contains(kind)) {
        return AttributeType.of(kind);
      }
    }
    return AttributeType.of(TypeKind.STRING);
  }

  private boolean looksDecimal() {
    boolean beyondDouble = wholeDigits + Math.max(0, fractionDigits) > 15;
    return (uniformFraction || beyondDouble)
        && wholeDigits + fractionDigits <= AttributeType.MAX_PRECISION;
  }

  /** Whether only the first row prevents a narrower type, as a header row does. */
  boolean onlyFirstRowMisfits() {
    return nearly.onlyFirstRowMisfits();
  }

  String note() {
    if (values == 0) {
      return "no values in the sample; STRING holds anything";
    }
    AttributeType type = type();
    String seen = values + (values == 1 ? " value" : " values");
    return switch (type.kind()) {
      case STRING -> noteOfString(seen);
      case DECIMAL ->
          seen
              + " with "
              + fractionDigits
              + " fractional and up to "
              + wholeDigits
              + " whole digits";
      case INT -> seen + "; choose BIGINT if larger ones than 2147483647 can come";
      case BOOLEAN, BIGINT, FLOAT, DOUBLE, DATE, TIMESTAMP -> "all " + seen + " fit";
    };
  }

  private String noteOfString(String seen) {
    if (leadingZeros) {
      return seen + ", some with leading zeros that numbers would lose";
    }
    String nearlyAll = nearly.note();
    return nearlyAll.isEmpty() ? seen + ", no narrower type fits all" : nearlyAll;
  }
}
