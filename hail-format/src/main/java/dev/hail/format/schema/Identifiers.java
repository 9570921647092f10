// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.schema;

/**
 * Rules of attribute names, shared by the schema and the predicate language. A bare name is a
 * letter or underscore followed by letters, digits and underscores. Any other name stands in double
 * quotes, in which two double quotes mean one.
 */
public final class Identifiers {
  private Identifiers() {}

  /** Whether a bare name can start with this code point. */
  public static boolean isStart(int codePoint) {
    return Character.isLetter(codePoint) || codePoint == '_';
  }

  /** Whether a bare name can contain this code point after its start. */
  public static boolean isPart(int codePoint) {
    return Character.isLetterOrDigit(codePoint) || codePoint == '_';
  }

  /** The name as a schema may write it: bare if possible, otherwise in double quotes. */
  public static String quoteIfNeeded(String name) {
    return isBare(name) ? name : quote(name);
  }

  private static boolean isBare(String name) {
    if (name.isEmpty() || !isStart(name.codePointAt(0))) {
      return false;
    }
    for (int i = 0; i < name.length(); i += Character.charCount(name.codePointAt(i))) {
      if (!isPart(name.codePointAt(i))) {
        return false;
      }
    }
    return true;
  }

  /** The name that stands in double quotes; other text as it is. */
  static String unquote(String text) {
    boolean quoted = text.length() > 1 && text.startsWith("\"") && text.endsWith("\"");
    return quoted ? text.substring(1, text.length() - 1).replace("\"\"", "\"") : text;
  }

  /** The name in double quotes. */
  public static String quote(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }
}
