// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.predicate;

import dev.hail.format.key.KeyRanges;
import java.util.Objects;

/**
 * What a predicate demands of one attribute: a row can only qualify if its value lies in the
 * ranges, or is NULL and NULL is accepted.
 *
 * @param ranges keys of values that can qualify
 * @param acceptsNull whether rows with NULL can qualify
 */
public record Restriction(KeyRanges ranges, boolean acceptsNull) {
  private static final Restriction UNRESTRICTED = new Restriction(KeyRanges.all(), true);
  private static final Restriction NOTHING = new Restriction(KeyRanges.none(), false);

  /** Checks that the ranges are given. */
  public Restriction {
    Objects.requireNonNull(ranges, "ranges is null");
  }

  /** A restriction that every row meets. */
  public static Restriction unrestricted() {
    return UNRESTRICTED;
  }

  /** A restriction that no row meets. */
  public static Restriction nothing() {
    return NOTHING;
  }

  /** Whether every row meets it. */
  public boolean isUnrestricted() {
    return acceptsNull && ranges.isAll();
  }

  /** Whether no row can meet it. */
  public boolean isNothing() {
    return !acceptsNull && ranges.isNone();
  }

  /** What rows meet that meet both. */
  public Restriction intersect(Restriction other) {
    return new Restriction(ranges.intersect(other.ranges), acceptsNull && other.acceptsNull);
  }

  /** What rows meet that meet at least one of both. */
  public Restriction union(Restriction other) {
    return new Restriction(ranges.union(other.ranges), acceptsNull || other.acceptsNull);
  }
}
