// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.text;

import dev.hail.format.schema.TypeKind;
import dev.hail.format.value.ValueParser;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Which types most values of a column have, and which value is the first that has not. */
final class NearlyFitting {
  /** Those looked for, from the narrowest type to the widest. */
  static final List<TypeKind> KINDS =
      List.of(TypeKind.INT, TypeKind.BIGINT, TypeKind.DOUBLE, TypeKind.DATE, TypeKind.TIMESTAMP);

  /** One value in so many may not fit. */
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
   * Looks at a value.
   *
   * @param row number of its row, from 1
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

  /** Whether all values seen so far have one of the types looked for. */
  boolean allFit(TypeKind kind) {
    return misfits[KINDS.indexOf(kind)] == 0;
  }

  /** Whether only the first row keeps the column from a narrower type, as a header does. */
  boolean onlyFirstRowMisfits() {
    for (int i = 0; i < KINDS.size(); i++) {
      if (misfits[i] == 1 && firstRow[i] == 1 && values > 2) {
        return true;
      }
    }
    return false;
  }

  /** The narrowest type that nearly all values have, in words; empty if there is none. */
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
