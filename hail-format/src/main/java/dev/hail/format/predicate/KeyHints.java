// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.predicate;

import java.util.Map;

/**
 * What is known of the rows that a reader wants beyond its predicate: only those whose values of
 * certain attributes lie in certain ranges matter. An index may use that. A reader without such an
 * index returns the other rows, too. Immutable.
 */
public final class KeyHints {
  /** Nothing is known. */
  public static final KeyHints NONE = new KeyHints(Map.of());

  private final Map<Integer, Hint> byAttribute;

  /**
   * What is known of one attribute.
   *
   * @param restriction what the values of rows that matter meet
   * @param fit how well an index on the attribute serves it: {@link IndexFit#FEW_KEYS}, {@link
   *     IndexFit#SOME_KEYS}, or {@link IndexFit#NONE} if it is not worth choosing a replica
   */
  public record Hint(Restriction restriction, IndexFit fit) {}

  /**
   * Hints by position of their attribute, from 1.
   *
   * @throws IllegalArgumentException if a fit is that of a predicate
   */
  public KeyHints(Map<Integer, Hint> byAttribute) {
    for (Hint hint : byAttribute.values()) {
      if (hint.fit() == IndexFit.EQUALITY || hint.fit() == IndexFit.RANGE) {
        throw new IllegalArgumentException("A hint has the fit " + hint.fit());
      }
    }
    this.byAttribute = Map.copyOf(byAttribute);
  }

  /**
   * Returns how well an index serves a predicate with these hints.
   *
   * @param attribute position of the index's attribute, from 1; 0 for no index
   */
  public IndexFit fit(Predicate predicate, int attribute) {
    IndexFit fit = IndexFit.of(predicate, attribute);
    Hint hint = byAttribute.get(attribute);
    return hint != null && hint.fit().compareTo(fit) < 0 ? hint.fit() : fit;
  }

  /** Returns what a predicate with these hints demands of an attribute, by position from 1. */
  public Restriction restriction(Predicate predicate, int attribute) {
    Restriction restriction = predicate.restriction(attribute);
    Hint hint = byAttribute.get(attribute);
    return hint == null ? restriction : restriction.intersect(hint.restriction());
  }

  /**
   * Returns whether a reader that uses these hints may leave out rows that meet its predicate.
   *
   * @param attribute position of the attribute that the replica is sorted by, from 1; 0 for none
   */
  public boolean narrow(int attribute) {
    return isNothing() || byAttribute.containsKey(attribute);
  }

  /** Returns whether no row matters. */
  public boolean isNothing() {
    return byAttribute.values().stream().anyMatch(hint -> hint.restriction().isNothing());
  }
}
