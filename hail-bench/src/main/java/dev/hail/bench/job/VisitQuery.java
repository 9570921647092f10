// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.job;

import dev.hail.examples.uservisits.UserVisits;
import java.util.Locale;

/** A query of UserVisits, as HAIL's filter and as a test of a line of text without HAIL. */
public enum VisitQuery {
  /** A range of the first index attribute: 3.1 % of the rows. */
  VISIT_DATE("visitDate between('1999-01-01', '2000-01-01')"),
  /** One value of the second index attribute: a few rows. */
  SOURCE_IP("sourceIP = '" + UserVisits.RARE_ADDRESS + "'"),
  /** A range of the third index attribute: 1.7 % of the rows. */
  AD_REVENUE("adRevenue between(1, 10)"),
  /** A range of an attribute without index, so that all blocks are scanned: 1 % of the rows. */
  SCAN("duration <= 100");

  private final String filter;

  VisitQuery(String filter) {
    this.filter = filter;
  }

  /** Returns the condition as {@code hail cat --filter} takes it. */
  public String filter() {
    return filter;
  }

  /**
   * Returns whether a row qualifies.
   *
   * @param visit its nine fields as text
   */
  public boolean selects(String[] visit) {
    return switch (this) {
      case VISIT_DATE ->
          visit[2].compareTo("1999-01-01") >= 0 && visit[2].compareTo("2000-01-01") <= 0;
      case SOURCE_IP -> visit[0].equals(UserVisits.RARE_ADDRESS);
      case AD_REVENUE -> Float.parseFloat(visit[3]) >= 1 && Float.parseFloat(visit[3]) <= 10;
      case SCAN -> Integer.parseInt(visit[8]) <= 100;
    };
  }

  /** Returns the name that figures use: {@code query-visit-date}. */
  public String id() {
    return "query-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
