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
 * Which rows qualify. A predicate has no negation: NOT is pushed down to the leaves when the text
 * is read, which is exact for a WHERE clause, where unknown and false both reject a row. Each leaf
 * is a set of key ranges on one attribute. Immutable.
 *
 * <p>The language; key words are not case-sensitive:
 *
 * <pre>
 * predicate  := [ or ]                                  empty text: every row
 * or         := and { OR and }
 * and        := not { AND not }
 * not        := { NOT } primary
 * primary    := '(' or ')' | TRUE | FALSE | test
 * test       := attribute op constant | constant op attribute
 *             | attribute [NOT] BETWEEN constant AND constant
 *             | attribute [NOT] BETWEEN '(' constant ',' constant ')'
 *             | attribute [NOT] IN '(' constant { ',' constant } ')'
 *             | attribute [NOT] LIKE string             prefix% or no wildcard
 *             | attribute IS [NOT] NULL
 *             | attribute                               BOOLEAN attributes only
 * op         := '=' | '==' | '!=' | '&lt;&gt;' | '&lt;' | '&lt;=' | '&gt;' | '&gt;='
 * attribute  := '@' position | name | '"' name '"'
 * constant   := string | number | bare date or timestamp without spaces | TRUE | FALSE
 *             | DATE string | TIMESTAMP string
 * string     := '''' characters, two quotes for one ''''
 * </pre>
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
   * @param operands what must hold
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
   * Accepts rows that at least one operand accepts; without operands it accepts none.
   *
   * @param operands what may hold
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
   * Accepts rows by one attribute's value.
   *
   * @param attribute whose value is tested
   * @param ranges keys of the accepted values
   * @param acceptsNull whether NULL is accepted, as IS NULL does
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
   * @param schema gives names and types of attributes
   * @throws PredicateException with position, reason and remedy
   */
  static Predicate parse(String text, Schema schema) {
    return new PredicateParser(text == null ? "" : text, schema).parse();
  }

  /** The predicate that accepts no row. */
  static Predicate never() {
    return new Or(List.of());
  }

  /**
   * What the predicate demands of one attribute, which is what an index on it can use: conjuncts
   * narrow it, a disjunction whose branches all restrict the attribute gives their union.
   * Unrestricted if the predicate says nothing about the attribute.
   *
   * @param attributePosition from 1
   */
  Restriction restriction(int attributePosition);

  /** Positions of the attributes used, ascending. */
  Set<Integer> attributes();

  /** Gives the answer for this kind of predicate. */
  <R, E extends Exception> R match(Cases<R, E> cases) throws E;

  /**
   * One answer per kind of predicate: code that looks into predicates does not compile until it
   * answers for a new kind.
   *
   * @param <R> the answer
   * @param <E> what finding it may throw
   */
  interface Cases<R, E extends Exception> {
    /** For the predicate that accepts every row. */
    R ofTrue() throws E;

    /** For a conjunction. */
    R ofAnd(And and) throws E;

    /** For a disjunction. */
    R ofOr(Or or) throws E;

    /** For a test of one attribute. */
    R ofInRanges(InRanges leaf) throws E;
  }
}
