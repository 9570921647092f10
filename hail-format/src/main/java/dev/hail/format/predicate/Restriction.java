// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.predicate;

import dev.hail.format.key.KeyRanges;
import java.util.Objects;

/**
 * What a predicate demands of one attribute. A row can qualify only if its value lies in the
 * ranges, or if its value is NULL and NULL is accepted.
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

  /** The restriction of rows that meet both this restriction and the other one. */
  public Restriction intersect(Restriction other) {
    return new Restriction(ranges.intersect(other.ranges), acceptsNull && other.acceptsNull);
  }

  /** The restriction of rows that meet this restriction, the other one, or both. */
  public Restriction union(Restriction other) {
    return new Restriction(ranges.union(other.ranges), acceptsNull || other.acceptsNull);
  }
}
