// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples.synthetic;

import dev.hail.mapreduce.HailQuery;

/**
 * Syn-Q2 selects a hundredth of all rows and projects 19 (a), 9 (b) or 1 (c) of their attributes.
 */
public final class SynQ2 {
  /** Largest qualifying value of the first attribute. */
  static final int MAXIMUM = 99_999;

  private SynQ2() {}

  /** Syn-Q2a for plain Hadoop. */
  public static final class PlainA extends PlainPrefixMapper {
    public PlainA() {
      super(MAXIMUM, 19);
    }
  }

  /** Syn-Q2a for HAIL. */
  @HailQuery(filter = "@1 between(0, 99999)")
  public static final class HailA extends HailPrefixMapper {
    public HailA() {
      super(19);
    }
  }

  /** Syn-Q2b for plain Hadoop. */
  public static final class PlainB extends PlainPrefixMapper {
    public PlainB() {
      super(MAXIMUM, 9);
    }
  }

  /** Syn-Q2b for HAIL. */
  @HailQuery(
      filter = "@1 between(0, 99999)",
      projection = {"@1", "@2", "@3", "@4", "@5", "@6", "@7", "@8", "@9"})
  public static final class HailB extends HailPrefixMapper {
    public HailB() {
      super(9);
    }
  }

  /** Syn-Q2c for plain Hadoop. */
  public static final class PlainC extends PlainPrefixMapper {
    public PlainC() {
      super(MAXIMUM, 1);
    }
  }

  /** Syn-Q2c for HAIL. */
  @HailQuery(
      filter = "@1 between(0, 99999)",
      projection = {"@1"})
  public static final class HailC extends HailPrefixMapper {
    public HailC() {
      super(1);
    }
  }
}
