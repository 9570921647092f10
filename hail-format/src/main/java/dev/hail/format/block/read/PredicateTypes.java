// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

import dev.hail.format.predicate.Predicate;
import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.Schema;
import java.util.List;

/** Checks that the attributes in a predicate are those of a block. */
final class PredicateTypes implements Predicate.Cases<Void, RuntimeException> {
  private final Schema schema;

  private PredicateTypes(Schema schema) {
    this.schema = schema;
  }

  /**
   * Checks all parts of a predicate.
   *
   * @throws IllegalArgumentException if a part expects another type of an attribute
   */
  static void check(Predicate predicate, Schema schema) {
    predicate.match(new PredicateTypes(schema));
  }

  @Override
  public Void ofTrue() {
    return null;
  }

  @Override
  public Void ofAnd(Predicate.And and) {
    return checkAll(and.operands());
  }

  @Override
  public Void ofOr(Predicate.Or or) {
    return checkAll(or.operands());
  }

  private Void checkAll(List<Predicate> operands) {
    for (Predicate operand : operands) {
      operand.match(this);
    }
    return null;
  }

  @Override
  public Void ofInRanges(Predicate.InRanges leaf) {
    Attribute found = schema.attribute(leaf.attribute().position());
    if (!found.type().equals(leaf.attribute().type())) {
      throw new IllegalArgumentException(
          "the predicate takes attribute @"
              + found.position()
              + " for "
              + leaf.attribute().type().toSql()
              + ", in this block it is "
              + found.name()
              + " "
              + found.type().toSql()
              + "; parse the predicate with the schema of the file");
    }
    return null;
  }
}
