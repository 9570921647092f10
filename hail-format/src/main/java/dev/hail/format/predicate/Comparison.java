// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.predicate;

/** How an attribute is compared with a constant. */
enum Comparison {
  EQUAL,
  NOT_EQUAL,
  LESS,
  AT_MOST,
  GREATER,
  AT_LEAST;

  /** The comparison of a symbol such as {@code <=}; null if the symbol is not a comparison. */
  static Comparison ofSymbol(String symbol) {
    return switch (symbol) {
      case "=", "==" -> EQUAL;
      case "!=", "<>" -> NOT_EQUAL;
      case "<" -> LESS;
      case "<=" -> AT_MOST;
      case ">" -> GREATER;
      case ">=" -> AT_LEAST;
      default -> null;
    };
  }

  /** The equivalent comparison with its sides exchanged. */
  Comparison mirrored() {
    return switch (this) {
      case EQUAL, NOT_EQUAL -> this;
      case LESS -> GREATER;
      case AT_MOST -> AT_LEAST;
      case GREATER -> LESS;
      case AT_LEAST -> AT_MOST;
    };
  }
}
