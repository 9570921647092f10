// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.predicate;

import dev.hail.format.key.KeyRange;
import dev.hail.format.key.KeyRanges;

/** A constant as a place among the keys of an attribute. */
final class Constant {
  private static final Constant BELOW_ALL = new Constant(null, false);

  /** Null if no key is at or below the constant. */
  private final byte[] floor;

  private final boolean exact;

  /**
   * A place at a key or right above it.
   *
   * @param floor the greatest key at or below the constant
   * @param exact whether the constant is that key; else it lies between it and the next key
   */
  Constant(byte[] floor, boolean exact) {
    this.floor = floor;
    this.exact = exact;
  }

  /** A place below the key of the least value that the attribute can have. */
  static Constant belowAll() {
    return BELOW_ALL;
  }

  /** The keys whose values compare with the constant as the operator says. */
  KeyRanges compared(String operator) {
    if (floor == null) {
      return switch (operator) {
        case "=", "==", "<", "<=" -> KeyRanges.none();
        case "!=", "<>", ">", ">=" -> KeyRanges.all();
        default -> throw new IllegalArgumentException("No comparison: " + operator);
      };
    }
    return switch (operator) {
      case "=", "==" -> exact ? KeyRanges.of(KeyRange.point(floor)) : KeyRanges.none();
      case "!=", "<>" -> compared("=").complement();
      case "<" -> KeyRanges.of(exact ? KeyRange.below(floor) : KeyRange.atMost(floor));
      case "<=" -> KeyRanges.of(KeyRange.atMost(floor));
      case ">" -> KeyRanges.of(KeyRange.above(floor));
      case ">=" -> KeyRanges.of(exact ? KeyRange.atLeast(floor) : KeyRange.above(floor));
      default -> throw new IllegalArgumentException("No comparison: " + operator);
    };
  }
}
