// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.testing;

/**
 * One condition in two languages.
 *
 * @param hail in HAIL's predicate language
 * @param sql for DuckDB, where attributes are named {@code c1}, {@code c2}, and so on
 */
public record PredicatePair(String hail, String sql) {
  @Override
  public String toString() {
    return "HAIL: " + hail + "\nSQL:  " + sql;
  }
}
