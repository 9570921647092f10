// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.predicate;

import dev.hail.format.key.KeyRanges;
import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.Schema;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A condition that decides which rows qualify. A predicate has no negation: the parser pushes NOT
 * down to the leaves. That is exact for a WHERE clause, where both unknown and false reject a row.
 * Each leaf is a set of key ranges on one attribute. Immutable.
 *
 * <p>The language; key words are not case-sensitive:
 */
public sealed interface Predicate
    permits Predicate.True, Predicate.And, Predicate.Or, Predicate.InRanges {

  /** Accepts every row. */
  record True() implements Predicate {
    @Override
    public Restriction restriction(int attributePosition) {
      return Restriction.unrestricted();
    }

    @Override
    public <R, E extends Exception> R match(Cases<R, E> cases) throws E {
      return cases.ofTrue();
    }

    @Override
    public Set<Integer> attributes() {
      return Set.of();
    }

    @Override
    public String toString() {
      return "TRUE";
    }
  }

  /**
   * Accepts rows that all operands accept.
   *
   * @param operands conditions that must all hold
   */
  record And(List<Predicate> operands) implements Predicate {
    /** Copies the operands. */
    public And {
      operands = List.copyOf(operands);
    }

    @Override
    public Restriction restriction(int attributePosition) {
      Restriction all = Restriction.unrestricted();
      for (Predicate operand : operands) {
        all = all.intersect(operand.restriction(attributePosition));
      }
      return all;
    }

    @Override
    public <R, E extends Exception> R match(Cases<R, E> cases) throws E {
      return cases.ofAnd(this);
    }

    @Override
    public Set<Integer> attributes() {
      return PredicateNormalizer.attributes(operands);
    }

    @Override
    public String toString() {
      return PredicateText.of(this);
    }
  }

  /**
   * Accepts rows that at least one operand accepts. Without operands it accepts no row.
   *
   * @param operands conditions of which one must hold
   */
  record Or(List<Predicate> operands) implements Predicate {
    /** Copies the operands. */
    public Or {
      operands = List.copyOf(operands);
    }

    @Override
    public Restriction restriction(int attributePosition) {
      Restriction any = Restriction.nothing();
      for (Predicate operand : operands) {
        any = any.union(operand.restriction(attributePosition));
      }
      return any;
    }

    @Override
    public <R, E extends Exception> R match(Cases<R, E> cases) throws E {
      return cases.ofOr(this);
    }

    @Override
    public Set<Integer> attributes() {
      return PredicateNormalizer.attributes(operands);
    }

    @Override
    public String toString() {
      return PredicateText.of(this);
    }
  }

  /**
   * Accepts rows by the value of one attribute.
   *
   * @param attribute attribute whose value is tested
   * @param ranges keys of the accepted values
   * @param acceptsNull whether NULL is accepted, as by IS NULL
   */
  record InRanges(Attribute attribute, KeyRanges ranges, boolean acceptsNull) implements Predicate {
    /** Checks that attribute and ranges are given. */
    public InRanges {
      Objects.requireNonNull(attribute, "attribute is null");
      Objects.requireNonNull(ranges, "ranges is null");
    }

    @Override
    public Restriction restriction(int attributePosition) {
      return attributePosition == attribute.position()
          ? new Restriction(ranges, acceptsNull)
          : Restriction.unrestricted();
    }

    @Override
    public <R, E extends Exception> R match(Cases<R, E> cases) throws E {
      return cases.ofInRanges(this);
    }

    @Override
    public Set<Integer> attributes() {
      return Set.of(attribute.position());
    }

    @Override
    public String toString() {
      return PredicateText.of(this);
    }
  }

  /**
   * Reads a predicate.
   *
   * @param text the language above; null or blank text accepts every row
   * @param schema names and types of the attributes
   * @throws PredicateException if the text is not a predicate over the schema, with position,
   *     reason and remedy
   */
  static Predicate parse(String text, Schema schema) {
    return new PredicateParser(text == null ? "" : text, schema).parse();
  }

  /** The predicate that accepts no row. */
  static Predicate never() {
    return new Or(List.of());
  }

  /**
   * The restriction that the predicate puts on one attribute, which an index on that attribute can
   * use. Conjuncts intersect their restrictions. A disjunction unites them if every branch
   * restricts the attribute. The result is unrestricted if the predicate says nothing about the
   * attribute.
   *
   * @param attributePosition position of the attribute, from 1
   */
  Restriction restriction(int attributePosition);

  /** Positions of the attributes that the predicate uses, ascending. */
  Set<Integer> attributes();

  /** Returns the case's answer for this kind of predicate. */
  <R, E extends Exception> R match(Cases<R, E> cases) throws E;

  /**
   * Gives one answer per kind of predicate. Code that inspects predicates fails to compile until it
   * handles a new kind.
   *
   * @param <R> type of the answer
   * @param <E> exception that a case may throw
   */
  interface Cases<R, E extends Exception> {
    /** The answer for the predicate that accepts every row. */
    R ofTrue() throws E;

    /** The answer for a conjunction. */
    R ofAnd(And and) throws E;

    /** The answer for a disjunction. */
    R ofOr(Or or) throws E;

    /** The answer for a test of one attribute. */
    R ofInRanges(InRanges leaf) throws E;
  }
}
