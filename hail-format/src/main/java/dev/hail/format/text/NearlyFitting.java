// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.text;

import dev.hail.format.schema.TypeKind;
import dev.hail.format.value.ValueParser;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The types that most values of a column fit, and the first value that misfits each type. */
final class NearlyFitting {
  /** The types tested, from the narrowest to the widest. */
  static final List<TypeKind> KINDS =
      List.of(TypeKind.INT, TypeKind.BIGINT, TypeKind.DOUBLE, TypeKind.DATE, TypeKind.TIMESTAMP);

  /** One value in this many may misfit. */
  private static final long VALUES_PER_MISFIT = 20;

  private static final int LONGEST_SHOWN = 40;

  private final ValueParser parser;
  private final long[] misfits = new long[KINDS.size()];
  private final long[] firstRow = new long[KINDS.size()];
  private final String[] firstText = new String[KINDS.size()];
  private long values;

  NearlyFitting(ValueParser parser) {
    this.parser = parser;
  }

  /**
   * Adds a value.
   *
   * @param row number of the value's row, from 1
   */
  void add(byte[] bytes, int from, int to, long row) {
    values++;
    for (int i = 0; i < KINDS.size(); i++) {
      if (!fits(KINDS.get(i), bytes, from, to)) {
        misfits[i]++;
        if (firstText[i] == null) {
          firstRow[i] = row;
          int shown = Math.min(to, from + LONGEST_SHOWN);
          firstText[i] =
              new String(bytes, from, shown - from, StandardCharsets.UTF_8)
                  + (shown < to ? "..." : "");
        }
      }
    }
  }

  private boolean fits(TypeKind kind, byte[] bytes, int from, int to) {
    return switch (kind) {
      case INT -> parser.parseInt(bytes, from, to);
      case BIGINT -> parser.parseBigint(bytes, from, to);
      case DOUBLE -> parser.parseDouble(bytes, from, to);
      case DATE -> parser.parseDate(bytes, from, to);
      case TIMESTAMP -> parser.parseTimestamp(bytes, from, to);
      case BOOLEAN, DECIMAL, FLOAT, STRING ->
          throw new IllegalArgumentException(kind + " is not looked for");
    };
  }

  /** Whether all values seen so far fit a type. */
  boolean allFit(TypeKind kind) {
    return misfits[KINDS.indexOf(kind)] == 0;
  }

  /** Whether only the first row prevents a narrower type, as a header row does. */
  boolean onlyFirstRowMisfits() {
    for (int i = 0; i < KINDS.size(); i++) {
      if (misfits[i] == 1 && firstRow[i] == 1 && values > 2) {
        return true;
      }
    }
    return false;
  }

  /** A note on the narrowest type that nearly all values fit; empty if there is none. */
  String note() {
    for (int i = 0; i < KINDS.size(); i++) {
      if (misfits[i] > 0 && misfits[i] <= values / VALUES_PER_MISFIT) {
        return (values - misfits[i])
            + " of "
            + values
            + " values are "
            + KINDS.get(i)
            + ", the first other one is '"
            + firstText[i]
            + "' in row "
            + firstRow[i]
            + "; as "
            + KINDS.get(i)
            + " such rows would be bad records";
      }
    }
    return "";
  }
}
