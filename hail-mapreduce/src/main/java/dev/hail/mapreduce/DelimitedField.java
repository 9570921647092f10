// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.format.text.ByteOrderMark;

/** Writes fields of delimited text as RFC 4180 defines them. */
final class DelimitedField {

  private DelimitedField() {}

  /** Appends a value that is not NULL; quotes it if a reader could not parse it otherwise. */
  static void append(StringBuilder target, String value, char delimiter) {
    if (!needsQuotes(value, delimiter)) {
      target.append(value);
      return;
    }
    target.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"') {
        target.append('"');
      }
      target.append(c);
    }
    target.append('"');
  }

  private static boolean needsQuotes(String value, char delimiter) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == delimiter || c == '"' || c == '\n' || c == '\r') {
        return true;
      }
    }
    // Readers take U+FEFF for a byte order mark if the field is the first of a text.
    return value.isEmpty() || ByteOrderMark.starts(value, 0);
  }
}
