// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares which rows a mapper reads and which of their attributes (thesis, section 3.4.1).
 *
 * <pre>{@code
 * @HailQuery(filter = "@3 between(1999-01-01, 2000-01-01)", projection = {"@1"})
 * protected void map(Text file, HailRecord row, Context context) { ... }
 * }</pre>
 *
 * <p>Annotate the mapper class or its map method, never both. A mapper without an annotation
 * inherits the query of its nearest annotated superclass; its own annotation replaces that query.
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
