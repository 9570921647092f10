// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.predicate;

import dev.hail.format.key.KeyRange;
import dev.hail.format.key.KeyRanges;

/**
 * A constant as a place among the keys of an attribute: at a key, between two keys or below all.
 */
final class Constant {
  private static final Constant BELOW_ALL = new Constant(null, false);

  /** Greatest key at or below the constant; null if the constant is below all keys. */
  private final byte[] floor;

  private final boolean exact;

  /**
   * A place at a key or directly above it.
   *
   * @param floor the greatest key at or below the constant
   * @param exact true if the constant is that key; false if it lies between that key and the next
   */
  Constant(byte[] floor, boolean exact) {
    this.floor = floor;
    this.exact = exact;
  }

  /** A place below the key of the attribute's least value. */
  static Constant belowAll() {
    return BELOW_ALL;
  }

  /** The keys of all values {@code v} for which {@code v comparison constant} holds. */
  KeyRanges compared(Comparison comparison) {
    if (floor == null) {
      return switch (comparison) {
        case EQUAL, LESS, AT_MOST -> KeyRanges.none();
        case NOT_EQUAL, GREATER, AT_LEAST -> KeyRanges.all();
      };
    }
    return switch (comparison) {
      case EQUAL -> exact ? KeyRanges.of(KeyRange.point(floor)) : KeyRanges.none();
      case NOT_EQUAL -> compared(Comparison.EQUAL).complement();
      case LESS -> KeyRanges.of(exact ? KeyRange.below(floor) : KeyRange.atMost(floor));
      case AT_MOST -> KeyRanges.of(KeyRange.atMost(floor));
      case GREATER -> KeyRanges.of(KeyRange.above(floor));
      case AT_LEAST -> KeyRanges.of(exact ? KeyRange.atLeast(floor) : KeyRange.above(floor));
    };
  }
}
