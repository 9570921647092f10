// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.join.plan.MatchKind;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Joins the input of a mapper with a build side, which all map tasks of a node share in memory.
 *
 * <pre>{@code
 * @HailQuery(filter = "lo_discount between(1, 3)", projection = {"lo_revenue", "d.d_year"})
 * @HailJoin(name = "d", path = "/ssb/date", on = "lo_orderdate = d_datekey")
 * protected void map(Text file, HailRecord row, Context context) { ... }
 * }</pre>
 *
 * <p>The annotation stands where {@link HailQuery} stands, and is inherited like it. It may be
 * repeated: the result is as if each join took the result of the one before it. Configuration keys
 * {@code hail.join.NAME.path}, {@code .on}, {@code .filter}, {@code .kind} and {@code .null-equal}
 * override elements; {@code hail.join.names} says which joins hold.
 *
 * <p>Bad records of the input reach the map function and are not joined. Those of the build side
 * are left out, and counted in the log of the client.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@Repeatable(HailJoins.class)
public @interface HailJoin {

  /** How the projection and getters call the build side: letters, digits and {@code _}. */
  String name();

  /**
   * The build side: HAIL files, directories or globs. {@code ${key}} stands for the value of a
   * configuration key.
   */
  String path();

  /**
   * The attributes that are compared, such as {@code "a = b and c = d"}. Left of {@code =} stands
   * an attribute of the input, right of it one of the build side; each a name or {@code @n}.
   */
  String on();

  /** The condition for rows of the build side, as in {@link HailQuery#filter}; empty for all. */
  String filter() default "";

  /** Which rows the join gives. */
  MatchKind kind() default MatchKind.INNER;

  /** Whether NULL keys match NULL keys; by default they match nothing. */
  boolean nullEqual() default false;
}
