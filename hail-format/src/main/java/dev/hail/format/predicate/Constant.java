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

  /** The keys whose values compare with the constant, on their right, as is said. */
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
