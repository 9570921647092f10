// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What a mapper wants to see: which rows, and which attributes of them (thesis, section 3.4.1).
 *
 * <pre>{@code
 * @HailQuery(filter = "@3 between(1999-01-01, 2000-01-01)", projection = {"@1"})
 * protected void map(Text file, HailRecord row, Context context) { ... }
 * }</pre>
 *
 * <p>It stands on the mapper class or on its map method, never on both. A mapper without one takes
 * the query of its nearest superclass that has one; a mapper with one replaces what it would take.
 * The configuration keys {@code hail.query.filter} and {@code hail.query.projection} override the
 * respective element of the annotation.
 *
 * <p>The query is checked against the schema of every input file when the job is submitted.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface HailQuery {

  /**
   * The condition a row must meet, in HAIL's predicate language; attributes are written {@code @n},
   * counted from 1, or by name. Empty for all rows.
   */
  String filter() default "";

  /**
   * The attributes the map function reads, each {@code @n} or a name. Empty for all attributes.
   * Attributes used only by the filter need not be listed.
   */
  String[] projection() default {};
}
