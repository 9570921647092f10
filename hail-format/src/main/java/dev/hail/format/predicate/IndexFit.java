// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.predicate;

/** How well a clustered index on an attribute serves a predicate; better fits come first. */
public enum IndexFit {
  /** Only single keys (or NULL) of the attribute can qualify. */
  EQUALITY,
  /** Few rows have keys that matter, see {@link KeyHints}; better than a range of the predicate. */
  FEW_KEYS,
  /** Ranges of the attribute can qualify. */
  RANGE,
  /** A minor part of the rows has keys that matter, see {@link KeyHints}. */
  SOME_KEYS,
  /** Every value of the attribute can qualify: the index is of no use. */
  NONE;

  /**
   * The fit of an index for a predicate: {@link #EQUALITY}, {@link #RANGE} or {@link #NONE}.
   *
   * @param attributePosition position of the index's attribute, from 1; 0 for no index
   */
  public static IndexFit of(Predicate predicate, int attributePosition) {
    if (attributePosition == 0) {
      return NONE;
    }
    Restriction restriction = predicate.restriction(attributePosition);
    if (restriction.ranges().isAll()) {
      return NONE;
    }
    return restriction.ranges().isAllPoints() ? EQUALITY : RANGE;
  }
}
