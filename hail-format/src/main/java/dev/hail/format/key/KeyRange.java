// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.key;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * A range of keys. Immutable: callers must not change the arrays it returns. A null bound is
 * unbounded and counts as not inclusive.
 */
public final class KeyRange {
  private final byte[] low;
  private final boolean lowInclusive;
  private final byte[] high;
  private final boolean highInclusive;

  /**
   * Normalises bounds at the empty key, which is the lowest, so that equal ranges have equal
   * fields.
   */
  private KeyRange(byte[] low, boolean lowInclusive, byte[] high, boolean highInclusive) {
    boolean endsAtLowest = high != null && high.length == 0 && highInclusive;
    boolean startsAtLowest = low == null || (low.length == 0 && lowInclusive);
    byte[] lowest = endsAtLowest ? high : null;
    this.low = startsAtLowest ? lowest : low;
    this.lowInclusive = startsAtLowest ? endsAtLowest : lowInclusive;
    this.high = high;
    this.highInclusive = high != null && highInclusive;
  }

  /** The range between two bounds; a null bound is unbounded. */
  public static KeyRange of(byte[] low, boolean lowInclusive, byte[] high, boolean highInclusive) {
    return new KeyRange(
        low == null ? null : low.clone(),
        lowInclusive,
        high == null ? null : high.clone(),
        highInclusive);
  }

  /** The range of all keys. */
  public static KeyRange all() {
    return new KeyRange(null, false, null, false);
  }

  /** The range of one key. */
  public static KeyRange point(byte[] key) {
    byte[] copy = key.clone();
    return new KeyRange(copy, true, copy, true);
  }

  /** Keys at or above {@code low}. */
  public static KeyRange atLeast(byte[] low) {
    return new KeyRange(low.clone(), true, null, false);
  }

  /** Keys above {@code low}. */
  public static KeyRange above(byte[] low) {
    return new KeyRange(low.clone(), false, null, false);
  }

  /** Keys at or below {@code high}. */
  public static KeyRange atMost(byte[] high) {
    return new KeyRange(null, false, high.clone(), true);
  }

  /** Keys below {@code high}. */
  public static KeyRange below(byte[] high) {
    return new KeyRange(null, false, high.clone(), false);
  }

  /** Keys that start with these bytes. */
  public static KeyRange prefix(byte[] prefix) {
    int last = prefix.length - 1;
    while (last >= 0 && prefix[last] == (byte) 0xFF) {
      last--;
    }
    if (last < 0) {
      return atLeast(prefix);
    }
    byte[] successor = Arrays.copyOf(prefix, last + 1);
    successor[last]++;
    return new KeyRange(prefix.clone(), true, successor, false);
  }

  static KeyRange shared(byte[] low, boolean lowInclusive, byte[] high, boolean highInclusive) {
    return new KeyRange(low, lowInclusive, high, highInclusive);
  }

  /** Lower bound, null if there is none. Callers must not change it. */
  public byte[] low() {
    return low;
  }

  /** Whether the lower bound itself belongs to the range. */
  public boolean lowInclusive() {
    return lowInclusive;
  }

  /** Upper bound, null if there is none. Callers must not change it. */
  public byte[] high() {
    return high;
  }

  /** Whether the upper bound itself belongs to the range. */
  public boolean highInclusive() {
    return highInclusive;
  }

  /** Whether the key is in the range. */
  public boolean contains(byte[] key) {
    return !isAbove(key) && !isBelow(key);
  }

  /** Whether the whole range lies above the key. */
  boolean isAbove(byte[] key) {
    if (low == null) {
      return false;
    }
    int order = Arrays.compareUnsigned(key, low);
    return order < 0 || (order == 0 && !lowInclusive);
  }

  /** Whether the whole range lies below the key. */
  boolean isBelow(byte[] key) {
    if (high == null) {
      return false;
    }
    int order = Arrays.compareUnsigned(key, high);
    return order > 0 || (order == 0 && !highInclusive);
  }

  /** Whether both bounds are the same key and inclusive: the range then holds just that key. */
  public boolean isPoint() {
    return low != null && lowInclusive && highInclusive && Arrays.equals(low, high);
  }

  /** Whether the bounds exclude every key. */
  public boolean isEmpty() {
    if (low == null || high == null) {
      return high != null && high.length == 0 && !highInclusive;
    }
    int order = Arrays.compareUnsigned(low, high);
    return order > 0 || (order == 0 && !(lowInclusive && highInclusive));
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof KeyRange that)) {
      return false;
    }
    return lowInclusive == that.lowInclusive
        && highInclusive == that.highInclusive
        && Arrays.equals(low, that.low)
        && Arrays.equals(high, that.high);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(low) + Arrays.hashCode(high);
  }

  @Override
  public String toString() {
    HexFormat hex = HexFormat.of();
    String from = low == null ? "(-" : (lowInclusive ? "[" : "(") + hex.formatHex(low);
    String to = high == null ? "+)" : hex.formatHex(high) + (highInclusive ? "]" : ")");
    return from + ".." + to;
  }
}
