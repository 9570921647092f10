// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

/**
 * Which rows a join gives. NULL keys match nothing unless {@link
 * JoinSpecification.Builder#nullEqual} is set.
 */
public enum JoinKind {
  /** Each pair of rows with equal keys. */
  INNER(0),
  /**
   * The rows of {@link #INNER} and each probe row without a match once, with NULL for the build
   * columns.
   */
  PROBE_OUTER(1),
  /**
   * The rows of {@link #INNER} and, at the end, each build row without a match once, with NULL for
   * the probe columns.
   */
  BUILD_OUTER(2),
  /** {@link #PROBE_OUTER} and {@link #BUILD_OUTER} together. */
  FULL_OUTER(3),
  /** Each probe row with a match, once. */
  PROBE_SEMI(4),
  /** Each probe row without a match, including those with a NULL key. */
  PROBE_ANTI(5),
  /** Each build row with a match, once; given at the end. */
  BUILD_SEMI(6),
  /** Each build row without a match, including those with a NULL key; given at the end. */
  BUILD_ANTI(7),
  /**
   * Probe rows whose key is {@code NOT IN} the build keys, as SQL defines it; takes one key column.
   */
  NULL_AWARE_ANTI(8),
  /**
   * Each probe row once with a Boolean column {@value JoinSpecification#MARK}: the true, false or
   * NULL of SQL's {@code IN}; takes one key column.
   */
  MARK(9),
  /**
   * No rows of either side. Each finished probe gives one row with the number of its pairs in a
   * 64-bit column {@value JoinSpecification#COUNT}.
   */
  COUNT(10);

  private final int code;

  JoinKind(int code) {
    this.code = code;
  }

  /**
   * Returns the kind with this number.
   *
   * @throws IllegalArgumentException if there is none
   */
  static JoinKind of(int code) {
    for (JoinKind kind : values()) {
      if (kind.code == code) {
        return kind;
      }
    }
    throw new IllegalArgumentException("There is no kind of join with number " + code);
  }

  /** Returns the number of this kind in hail_join.h and in images. */
  int code() {
    return code;
  }

  /** Returns whether results have columns of the probe side. */
  boolean givesProbeColumns() {
    return switch (this) {
      case INNER, PROBE_OUTER, BUILD_OUTER, FULL_OUTER -> true;
      case PROBE_SEMI, PROBE_ANTI, NULL_AWARE_ANTI, MARK -> true;
      case BUILD_SEMI, BUILD_ANTI, COUNT -> false;
    };
  }

  /** Returns whether results have columns of the build side. */
  boolean givesBuildColumns() {
    return switch (this) {
      case INNER, PROBE_OUTER, BUILD_OUTER, FULL_OUTER, BUILD_SEMI, BUILD_ANTI -> true;
      case PROBE_SEMI, PROBE_ANTI, NULL_AWARE_ANTI, MARK, COUNT -> false;
    };
  }

  /** Returns whether a result row may have no probe row. */
  boolean probeMayBeMissing() {
    return this == BUILD_OUTER || this == FULL_OUTER;
  }

  /** Returns whether a result row may have no build row. */
  boolean buildMayBeMissing() {
    return this == PROBE_OUTER || this == FULL_OUTER;
  }

  /** Returns whether the last probe to finish gives build rows. */
  boolean owesBuildRows() {
    return switch (this) {
      case BUILD_OUTER, FULL_OUTER, BUILD_SEMI, BUILD_ANTI -> true;
      case INNER, PROBE_OUTER, PROBE_SEMI, PROBE_ANTI, NULL_AWARE_ANTI, MARK, COUNT -> false;
    };
  }

  /**
   * Returns whether the join may be part of a star: each probe row gives its rows independently.
   */
  boolean canBeInStar() {
    return switch (this) {
      case INNER, PROBE_OUTER, PROBE_SEMI, PROBE_ANTI, NULL_AWARE_ANTI -> true;
      case BUILD_OUTER, FULL_OUTER, BUILD_SEMI, BUILD_ANTI, MARK, COUNT -> false;
    };
  }

  /** Returns whether NULL keys have a meaning of their own, which requires a single key column. */
  boolean isNullAware() {
    return this == NULL_AWARE_ANTI || this == MARK;
  }
}
