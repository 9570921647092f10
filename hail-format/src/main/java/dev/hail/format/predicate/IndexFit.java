// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.predicate;

/** How well a clustered index on an attribute serves a predicate; better fits come first. */
public enum IndexFit {
  /** Only single keys (or NULL) of the attribute can qualify. */
  EQUALITY,
  /** Ranges of the attribute can qualify. */
  RANGE,
  /** Every value of the attribute can qualify: the index is of no use. */
  NONE;

  /**
   * The fit of an index for a predicate.
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
