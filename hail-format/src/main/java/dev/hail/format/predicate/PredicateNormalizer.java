// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.predicate;

import dev.hail.format.key.KeyRange;
import dev.hail.format.key.KeyRanges;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Builds conjunctions and disjunctions in a flat form with one leaf per attribute and level. Uses
 * loops instead of lambdas, because a map task that lives for a second pays for linking each
 * lambda.
 */
final class PredicateNormalizer {
  private PredicateNormalizer() {}

  static Predicate and(List<Predicate> operands) {
    List<Predicate> rest = new ArrayList<>();
    Map<Integer, List<Predicate.InRanges>> leaves = new LinkedHashMap<>();
    for (Predicate operand : operands) {
      if (operand instanceof Predicate.And and) {
        sortAll(and.operands(), leaves, rest);
      } else if (!(operand instanceof Predicate.True)) {
        sort(operand, leaves, rest);
      }
    }
    List<Predicate> flat = new ArrayList<>();
    for (List<Predicate.InRanges> group : leaves.values()) {
      Restriction merged = Restriction.unrestricted();
      for (Predicate.InRanges leaf : group) {
        merged = merged.intersect(new Restriction(leaf.ranges(), leaf.acceptsNull()));
      }
      if (merged.isNothing()) {
        return Predicate.never();
      }
      flat.add(leaf(group.get(0), merged));
    }
    for (Predicate operand : rest) {
      if (operand instanceof Predicate.Or or && or.operands().isEmpty()) {
        return operand;
      }
      flat.add(operand);
    }
    if (flat.isEmpty()) {
      return new Predicate.True();
    }
    return flat.size() == 1 ? flat.get(0) : new Predicate.And(flat);
  }

  static Predicate or(List<Predicate> operands) {
    List<Predicate> rest = new ArrayList<>();
    Map<Integer, List<Predicate.InRanges>> leaves = new LinkedHashMap<>();
    for (Predicate operand : operands) {
      if (operand instanceof Predicate.True) {
        return operand;
      }
      if (operand instanceof Predicate.Or or) {
        sortAll(or.operands(), leaves, rest);
      } else {
        sort(operand, leaves, rest);
      }
    }
    List<Predicate> flat = new ArrayList<>();
    for (List<Predicate.InRanges> group : leaves.values()) {
      Restriction merged = union(group);
      if (merged.isUnrestricted()) {
        return new Predicate.True();
      }
      flat.add(leaf(group.get(0), merged));
    }
    flat.addAll(rest);
    return flat.size() == 1 ? flat.get(0) : new Predicate.Or(flat);
  }

  /** Joins all ranges in one step, since joining them one by one is quadratic in the operands. */
  private static Restriction union(List<Predicate.InRanges> group) {
    List<KeyRange> ranges = new ArrayList<>();
    boolean acceptsNull = false;
    for (Predicate.InRanges leaf : group) {
      ranges.addAll(leaf.ranges().ranges());
      acceptsNull |= leaf.acceptsNull();
    }
    return new Restriction(KeyRanges.of(ranges), acceptsNull);
  }

  private static void sortAll(
      List<Predicate> operands,
      Map<Integer, List<Predicate.InRanges>> leaves,
      List<Predicate> rest) {
    for (Predicate operand : operands) {
      sort(operand, leaves, rest);
    }
  }

  private static void sort(
      Predicate operand, Map<Integer, List<Predicate.InRanges>> leaves, List<Predicate> rest) {
    if (operand instanceof Predicate.InRanges leaf) {
      List<Predicate.InRanges> group = leaves.get(leaf.attribute().position());
      if (group == null) {
        group = new ArrayList<>();
        leaves.put(leaf.attribute().position(), group);
      }
      group.add(leaf);
    } else {
      rest.add(operand);
    }
  }

  private static Predicate leaf(Predicate.InRanges model, Restriction restriction) {
    return new Predicate.InRanges(
        model.attribute(), restriction.ranges(), restriction.acceptsNull());
  }

  static Set<Integer> attributes(List<Predicate> operands) {
    Set<Integer> positions = new TreeSet<>();
    for (Predicate operand : operands) {
      positions.addAll(operand.attributes());
    }
    return positions;
  }
}
