// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.predicate;

import dev.hail.format.key.KeyRange;
import dev.hail.format.key.Keys;
import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.AttributeType;
import dev.hail.format.schema.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Writes predicates in the language that {@link PredicateParser} reads. */
final class PredicateText implements Predicate.Cases<String, RuntimeException> {
  private static final PredicateText WRITER = new PredicateText();

  private PredicateText() {}

  static String of(Predicate predicate) {
    return predicate.match(WRITER);
  }

  @Override
  public String ofTrue() {
    return "TRUE";
  }

  @Override
  public String ofAnd(Predicate.And and) {
    return join(and.operands(), " AND ", "TRUE");
  }

  @Override
  public String ofOr(Predicate.Or or) {
    return join(or.operands(), " OR ", "FALSE");
  }

  @Override
  public String ofInRanges(Predicate.InRanges leaf) {
    return ofLeaf(leaf);
  }

  private static String join(List<Predicate> operands, String operator, String neutral) {
    if (operands.isEmpty()) {
      return neutral;
    }
    return operands.stream().map(PredicateText::of).collect(Collectors.joining(operator, "(", ")"));
  }

  private static String ofLeaf(Predicate.InRanges leaf) {
    String name = "@" + leaf.attribute().position();
    List<String> parts = new ArrayList<>();
    if (leaf.acceptsNull()) {
      parts.add(name + " IS NULL");
    }
    List<KeyRange> points = leaf.ranges().ranges().stream().filter(KeyRange::isPoint).toList();
    if (points.size() > 1) {
      parts.add(
          points.stream()
              .map(point -> constant(leaf.attribute(), point.low()))
              .collect(Collectors.joining(", ", name + " IN (", ")")));
    }
    for (KeyRange range : leaf.ranges().ranges()) {
      if (points.size() <= 1 || !range.isPoint()) {
        parts.add(ofRange(leaf.attribute(), name, range));
      }
    }
    if (parts.isEmpty()) {
      return "FALSE";
    }
    return parts.size() == 1 ? parts.get(0) : "(" + String.join(" OR ", parts) + ")";
  }

  private static String ofRange(Attribute attribute, String name, KeyRange range) {
    if (range.isPoint()) {
      return name + " = " + constant(attribute, range.low());
    }
    List<String> bounds = new ArrayList<>();
    if (range.low() != null) {
      String operator = range.lowInclusive() ? " >= " : " > ";
      bounds.add(name + operator + constant(attribute, range.low()));
    }
    if (range.high() != null) {
      String operator = range.highInclusive() ? " <= " : " < ";
      bounds.add(name + operator + constant(attribute, range.high()));
    }
    if (bounds.isEmpty()) {
      return name + " IS NOT NULL";
    }
    return bounds.size() == 1 ? bounds.get(0) : "(" + String.join(" AND ", bounds) + ")";
  }

  private static String constant(Attribute attribute, byte[] key) {
    AttributeType type = attribute.type();
    String value = Keys.render(type, key);
    boolean plain = type.kind() == TypeKind.INT || type.kind() == TypeKind.BIGINT;
    return plain ? value : "'" + value.replace("'", "''") + "'";
  }
}
