// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

import dev.hail.format.predicate.Predicate;
import java.util.ArrayList;
import java.util.List;

/**
 * A predicate split at the sort attribute of a replica. The predicate is the conjunction of both
 * parts.
 *
 * @param leaf condition on the sort attribute
 * @param others the remaining conditions
 */
record SortLeaf(Predicate.InRanges leaf, Predicate others) {

  /**
   * Splits a predicate.
   *
   * @return null if the predicate is not a conjunction with a leaf on the attribute
   */
  static SortLeaf of(Predicate predicate, int attribute) {
    if (isLeaf(predicate, attribute)) {
      return new SortLeaf((Predicate.InRanges) predicate, new Predicate.True());
    }
    if (!(predicate instanceof Predicate.And and)) {
      return null;
    }
    Predicate.InRanges leaf = null;
    List<Predicate> others = new ArrayList<>();
    for (Predicate operand : and.operands()) {
      if (leaf == null && isLeaf(operand, attribute)) {
        leaf = (Predicate.InRanges) operand;
      } else {
        others.add(operand);
      }
    }
    return leaf == null ? null : new SortLeaf(leaf, new Predicate.And(others));
  }

  private static boolean isLeaf(Predicate predicate, int attribute) {
    return predicate instanceof Predicate.InRanges leaf && leaf.attribute().position() == attribute;
  }
}
