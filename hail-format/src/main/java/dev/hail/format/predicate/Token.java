// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.predicate;

import java.util.Locale;
import java.util.Set;

/**
 * A word of the predicate language.
 *
 * @param kind kind of word
 * @param text content of the word: names and strings without their quotes, numbers as written
 * @param offset index in the predicate at which the word starts
 */
record Token(Kind kind, String text, int offset) {
  /** Names that stand for an attribute only in quotes. */
  private static final Set<String> RESERVED =
      Set.of("AND", "OR", "NOT", "BETWEEN", "IN", "LIKE", "IS", "NULL", "TRUE", "FALSE", "ESCAPE");

  enum Kind {
    /** A bare name or key word. */
    NAME,
    /** A name in double quotes. */
    QUOTED_NAME,
    /** {@code @} and a position. */
    POSITION,
    /** Text in single quotes. */
    STRING,
    /** A number, date or timestamp without quotes. */
    BARE,
    /** An operator, parenthesis or comma. */
    SYMBOL,
    /** After the last word. */
    END
  }

  boolean isSymbol(String symbol) {
    return kind == Kind.SYMBOL && text.equals(symbol);
  }

  /** The comparison that the word stands for; null if it is not a comparison. */
  Comparison comparison() {
    return kind == Kind.SYMBOL ? Comparison.ofSymbol(text) : null;
  }

  boolean isComparison() {
    return comparison() != null;
  }

  boolean isWord(String word) {
    return kind == Kind.NAME && text.equalsIgnoreCase(word);
  }

  boolean isReserved() {
    return kind == Kind.NAME && RESERVED.contains(text.toUpperCase(Locale.ROOT));
  }

  boolean isAttribute() {
    return kind == Kind.POSITION
        || kind == Kind.QUOTED_NAME
        || (kind == Kind.NAME && !isReserved());
  }

  /** The word as messages show it. */
  String shown() {
    return switch (kind) {
      case END -> "the end";
      case QUOTED_NAME -> '"' + text + '"';
      default -> "'" + text + "'";
    };
  }
}
