// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples.synthetic;

import dev.hail.mapreduce.HailQuery;

/** Syn-Q1 selects a tenth of all rows and projects 19 (a), 9 (b) or 1 (c) of their attributes. */
public final class SynQ1 {
  /** Largest qualifying value of the first attribute. */
  static final int MAXIMUM = 999_999;

  private SynQ1() {}

  /** Syn-Q1a for plain Hadoop. */
  public static final class PlainA extends PlainPrefixMapper {
    public PlainA() {
      super(MAXIMUM, 19);
    }
  }

  /** Syn-Q1a for HAIL. */
  @HailQuery(filter = "@1 between(0, 999999)")
  public static final class HailA extends HailPrefixMapper {
    public HailA() {
      super(19);
    }
  }

  /** Syn-Q1b for plain Hadoop. */
  public static final class PlainB extends PlainPrefixMapper {
    public PlainB() {
      super(MAXIMUM, 9);
    }
  }

  /** Syn-Q1b for HAIL. */
  @HailQuery(
      filter = "@1 between(0, 999999)",
      projection = {"@1", "@2", "@3", "@4", "@5", "@6", "@7", "@8", "@9"})
  public static final class HailB extends HailPrefixMapper {
    public HailB() {
      super(9);
    }
  }

  /** Syn-Q1c for plain Hadoop. */
  public static final class PlainC extends PlainPrefixMapper {
    public PlainC() {
      super(MAXIMUM, 1);
    }
  }

  /** Syn-Q1c for HAIL. */
  @HailQuery(
      filter = "@1 between(0, 999999)",
      projection = {"@1"})
  public static final class HailC extends HailPrefixMapper {
    public HailC() {
      super(1);
    }
  }
}
